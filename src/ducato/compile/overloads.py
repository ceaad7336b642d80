"""Rules as a compiler finds them: overloads of the Python functions that kernels call.

Each compiler, Numba's for processors and that for graphics processors, has a `RulesRegistry`. Both
compile the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ducato.core import verbs
from ducato.core.batch import dtype_of
from ducato.core.struct import Struct


@dataclass
class RulesRegistry:
    """The rules that one compiler knows.

    Attributes:
        overload: the compiler's ``overload``.
        mark: its ``register_jitable``.
        from_dtype: the function that returns its type for a NumPy dtype.
        options: options for compiling rules.
    """

    overload: Callable[..., Any]
    mark: Callable[[Any], Any]
    from_dtype: Callable[[Any], Any]
    options: Mapping[str, Any]
    _rules: int = 0
    _derived: int = 0

    def register(self) -> None:
        """Register the rules defined since the last call.

        The first call also registers the verbs; functions in `verbs.DERIVED` are registered as
        rules.
        """
        if self._rules == 0:
            for verb in verbs.VERBS:
                self._by_type(verb, _of_rules(verb.__name__))
        for function in list(verbs.DERIVED)[self._derived :]:
            self._by_type(function, verbs.DERIVED[function])
        self._derived = len(verbs.DERIVED)
        for function in verbs.RULES[self._rules :]:
            self.add(function, function, inlined=function in verbs.INLINED)
        self._rules = len(verbs.RULES)

    def add(self, called: Any, compiled: Callable[..., Any], inlined: bool = False) -> None:
        """Have calls of `called` compiled from the function `compiled`."""
        # Set for each rule: what an inlined rule calls would be inlined, too, if it said nothing.
        options = {**self.options, "forceinline": inlined}
        self.overload(called, strict=False, jit_options=options)(lambda *_, **__: compiled)

    def _by_type(self, function: Callable[..., Any], form: verbs.Form) -> None:
        """Have a function compiled from the form for the struct that is its first argument."""

        def resolve(state: Any, *_: Any) -> Any:
            structs = (one for one in verbs.BOUND if self.from_dtype(dtype_of(one)) == state)
            struct: type[Struct] | None = next(structs, None)
            return None if struct is None else form(struct, self.mark)

        options = {**self.options, "forceinline": False}
        self.overload(function, strict=False, jit_options=options)(resolve)


def _of_rules(verb: str) -> verbs.Form:
    """Return the form of a verb: the function of the game."""

    def form(struct: type[Struct], _: verbs.Mark) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(struct.rules, verb)
        return function

    return form
