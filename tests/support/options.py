"""The mark `option`: a test that must fail if the rules ignore the options that it names.

A test marked `@pytest.mark.option("hand_size")` is run again while each game is loaded with an
edition struct in which the option has its default, and must then fail. The name of an option may be
a pattern: ``tiles.*.attack`` stands for all cells of that column.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from ducato.core.game import Game, LoadedGame

FAILURES = (Exception, pytest.fail.Exception)


@contextmanager
def ignored(pattern: str) -> Iterator[None]:
    """Let all games loaded in this context ignore the options that match the pattern."""
    load = Game.load

    def load_ignoring(
        game: Game, players: int | None = None, edition: str | None = None, **options: object
    ) -> LoadedGame:
        loaded = load(game, players, edition, **options)
        defaults = {
            name: option.default_for(loaded.players)
            for name, option in game.adjustable.items()
            if fnmatchcase(name, pattern)
        }
        set_to = {name.lower(): value for name, value in options.items()}
        loaded.edition = load(game, players, edition, **{**set_to, **defaults}).edition
        return loaded

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Game, "load", load_ignoring)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """Check, after a marked test has passed, that it depends on the options that it names."""
    result = yield
    patterns = [pattern for mark in pyfuncitem.iter_markers("option") for pattern in mark.args]
    if patterns:
        arguments = inspect.signature(pyfuncitem.obj).parameters
        given = {name: pyfuncitem.funcargs[name] for name in arguments}
        check(pyfuncitem.obj, given, patterns)
    return result


def check(test: Callable[..., object], given: dict[str, Any], patterns: Iterable[str]) -> None:
    """Fail if the test passes although an option is ignored.

    At last the test must pass once more, so that it failed for the option and not for being run
    again.
    """
    for pattern in patterns:
        if passes_ignoring(pattern, test, given):
            pytest.fail(f"passes although the rules ignore {pattern}", pytrace=False)
    test(**given)


def passes_ignoring(pattern: str, test: Callable[..., object], given: dict[str, Any]) -> bool:
    """Return whether a test, given these arguments, passes if the pattern's options are ignored."""
    with ignored(pattern):
        try:
            test(**given)
        except FAILURES:
            return False
    return True


def marked(folder: Path) -> set[str]:
    """Return the options, or patterns of options, named by the marks in a folder of tests."""
    return {
        argument.value
        for path in folder.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.option"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }
