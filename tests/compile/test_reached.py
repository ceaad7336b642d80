"""The walk of a fingerprint against Numba: whatever became code of a kernel has been reached."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from tests.compile import test_settings as entries
from tests.invented import GAME
from tests.support.registered import registered

import ducato
from ducato.compile.code_fingerprint import Reached, _is_foreign
from ducato.compile.kernel_cache import _structs
from ducato.compile.kernels import KERNELS
from ducato.core.game import LoadedGame

QUICK = (entries.simulation,)
WHOLE = (*QUICK, entries.vector, entries.lab, entries.search, entries.analysis)
"""What compiles the kernels of a game."""


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of those within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


class Noted:
    """What Numba compiles, noted as it does so.

    Attributes:
        libraries: the function from which each of Numba's libraries was compiled.
        functions: all functions of which it has read the code.
    """

    def __init__(self) -> None:
        self.libraries: dict[Any, Any] = {}
        self.functions: list[Any] = []

    def begin(self) -> None:
        """Begin to note; this process must not have compiled anything before."""
        from numba.core.bytecode import FunctionIdentity
        from numba.core.compiler import CompilerBase

        compile_, identify = CompilerBase.compile_extra, FunctionIdentity.from_function

        def compiled(compiler: Any, function: Any) -> Any:
            made = compile_(compiler, function)
            self.libraries[made.library] = function
            return made

        def identified(function: Any) -> Any:
            self.functions.append(function)
            return identify(function)

        CompilerBase.compile_extra = compiled
        FunctionIdentity.from_function = identified

    def within(self, library: Any) -> set[Any]:
        """Return the functions from which a library and all that it links were compiled."""
        found, left = {library}, [library]
        while left:
            new = set(left.pop()._linking_libraries) - found
            found |= new
            left += new
        return {self.libraries[one] for one in found if one in self.libraries}


def holes(game: LoadedGame, calls: tuple[Callable[[LoadedGame], None], ...]) -> dict[str, Any]:
    """Compile kernels of a game; return what no fingerprint has reached, and some numbers."""
    noted, walked, missing, counts = Noted(), set[CodeType](), list[str](), dict[str, int]()
    noted.begin()
    for call in calls:
        call(game)
    for kernel in KERNELS:
        for dispatcher in kernel._dispatchers.values():
            for signature, made in dispatcher.overloads.items():
                reached = Reached(_structs(signature))
                reached.value(kernel.interpreted)
                own = {code for function in reached.functions for code in codes(function.__code__)}
                walked |= own
                compiled = {one for one in noted.within(made.library) if is_own(one)}
                counts[kernel.__name__] = len(compiled)
                missing += [f"{kernel.__name__}: {named(one)}" for one in compiled
                            if one.__code__ not in own]  # fmt: skip
    missing += [named(one) for one in noted.functions if is_own(one) and one.__code__ not in walked]
    return {"missing": missing, "counts": counts}


def is_own(function: Any) -> bool:
    """Return whether Numba compiles a function from its code, and not in its own way."""
    return not _is_foreign(function.__module__)


def named(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def found(cache: Path, *arguments: str) -> dict[str, Any]:
    """Return the holes that a process without anything compiled finds."""
    said = subprocess.run(
        [sys.executable, "-m", __name__, *arguments],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", "DUCATO_CACHE": str(cache)},
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    answer: dict[str, Any] = json.loads(said.stdout)
    return answer


@pytest.mark.compiled
def test_whatever_numba_compiles_is_reached(tmp_path):
    answer = found(tmp_path, "invented")
    assert answer["missing"] == []
    assert answer["counts"]["play_games"] > 5


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(("game", "whole"), [("invented", ["whole"]), ("builders", [])])
def test_whatever_numba_compiles_of_a_game_is_reached(game, whole, tmp_path):
    """For another game, run this module: ``python -m tests.compile.test_reached GAME whole``."""
    answer = found(tmp_path, game, *whole)
    assert answer["missing"] == []
    assert "play_games" in answer["counts"]
    assert not whole or "advance" in answer["counts"]


def main(game: str, *whole: str) -> None:
    """Print what is missing as a line of JSON."""
    with registered(GAME):
        sys.stdout.write(json.dumps(holes(ducato.load(game), WHOLE if whole else QUICK)))


if __name__ == "__main__":
    main(*sys.argv[1:])
