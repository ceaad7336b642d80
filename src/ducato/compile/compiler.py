"""A Numba compiler that leaves rules as LLVM code until a kernel needs them.

By default, Numba optimises every function that is called and translates it to machine code,
together with all functions that it calls. A rule at the bottom of a game's call tree would be
compiled once for each level above it. However, a rule's own machine code is never called, since a
kernel links all rules into one module and optimises that module. So rules go through Numba's usual
passes except the last steps.

This relies on private parts of Numba, which may change with any release. If they do, `check` raises
an error, and rules are compiled by Numba's default pipeline, which takes about twice as long and
gives the same result.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class Missing(ImportError):
    """An error raised if Numba lacks a part that the faster compilation of rules needs."""


class RuleLibrary(JITCodeLibrary):
    """The code of a rule and of all functions that it calls, neither optimised nor executable."""

    def finalize(self) -> None:
        """Link the code of all functions that the rule calls."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=True)
class OpenLibrary(AnalysisPass):
    """The pass before lowering, which directs the code into a `RuleLibrary`."""

    _name = "ducato_open_library"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Put a new library where the lowering pass looks for it."""
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class RegisterForCallers(AnalysisPass):
    """The pass after lowering, which registers a rule for callers but not for execution."""

    _name = "ducato_register_for_callers"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Register the rule under a key that can be compared but not called."""
        lowered, module = state.cr, state.func_id.func_qualname
        key = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), module, "", 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state.cr = lowered._replace(cfunc=key)
        return True


class RuleCompiler(CompilerBase):
    """A compiler with Numba's usual passes, and the two of this module around the lowering."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the only pipeline, which contains all passes in order."""
        self.state.flags.no_compile = True
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        lowering = next(i for i, (which, _) in enumerate(passes.passes) if which is NativeLowering)
        passes.passes.insert(
            lowering + 1, (RegisterForCallers, "register the rule for its callers")
        )
        passes.passes.insert(lowering, (OpenLibrary, "open the rule's library"))
        passes.finalize()
        return [passes]


def check() -> None:
    """Check that Numba has the private parts that this module uses.

    Raises:
        Missing: a part does not exist; the error names it.
    """
    from numba.core.registry import cpu_target

    library = RuleLibrary(cpu_target.target_context.codegen(), "probe")
    for owner, name in (
        (_dynfunc, "make_function"),
        (library, "_linking_libraries"),
        (library, "_final_module"),
        (library, "_get_module_for_linking"),
        (library, "enable_object_caching"),
        (DefaultPassBuilder, "define_nopython_pipeline"),
        (PassManager(""), "passes"),
    ):
        if not hasattr(owner, name):
            raise Missing(f"{getattr(owner, '__name__', type(owner).__name__)}.{name}")
