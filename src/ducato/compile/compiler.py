"""How Numba compiles a rule: kept in LLVM's own language until a kernel needs it.

Left alone, Numba optimises and turns into machine code every function that is called, and does so
again for all that it calls: code at the bottom of a game's rules is compiled once for each level
above it. Nobody calls a rule's machine code, though: a kernel takes all rules into one module and
optimises that. So a rule goes through Numba's usual passes, only its last steps are left out.

Some of what this needs is private to Numba and may go with any of its releases. `check` says
so, and rules are left to Numba's own way, which takes about twice as long and comes to the same.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class Missing(ImportError):
    """This Numba has not what the short way of compiling rules needs."""


class RuleLibrary(JITCodeLibrary):
    """The code of one rule and of all that it calls, neither optimised nor made executable."""

    def finalize(self) -> None:
        """Take in what the rule calls."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=True)
class OpenLibrary(AnalysisPass):
    """Before lowering: the code is to go into a `RuleLibrary`."""

    _name = "ducato_open_library"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Put the library in the place where the lowering looks for one."""
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class RegisterForCallers(AnalysisPass):
    """After lowering: what Numba does when it has made a function executable, without a pointer."""

    _name = "ducato_register_for_callers"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Enter the rule under a key which can be compared but not called."""
        lowered, module = state.cr, state.func_id.func_qualname
        key = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), module, "", 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state.cr = lowered._replace(cfunc=key)
        return True


class RuleCompiler(CompilerBase):
    """Numba's usual passes with the two above."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes, in order."""
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
    """Look for everything private that is used above.

    Raises:
        Missing: something is not there.
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
