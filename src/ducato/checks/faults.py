"""Findings: faults of a game as data, with the place where each was found and what to do."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import Any

from ducato.core.errors import DucatoError, UnreadableFile

LONGEST_PROBLEM = 400
"""The maximum length of an error's text in a finding, in characters."""


@dataclass(frozen=True)
class Here:
    """The place that a check has reached: the seed of the random game and the step."""

    seed: int | None = None
    step: int | None = None

    def __str__(self) -> str:
        locations = (("seed", self.seed), ("step", self.step))
        return ", ".join(f"{name} {number}" for name, number in locations if number is not None)


NOWHERE = Here()
HERE: ContextVar[Here] = ContextVar("HERE", default=NOWHERE)
"""The place that the running check has reached; `walks` sets it."""


@dataclass(frozen=True)
class Fault:
    """A fault of a game.

    Attributes:
        check: the name of the check, such as "legal_lists".
        problem: what is wrong, in English.
        advice: what to do about it; "" if the problem says it all.
        seed: the seed of the random game; None if the check plays none.
        step: the number of steps made before the fault; None if no position is at fault.
        file: the file of the game's package, with the line if it is known, as in
            ``rules/__init__.py:34``; None if the fault lies in no particular file.
        variant: the number of players, the edition and the options; "" if the fault lies in all.
        warning: whether the game works in spite of it.
    """

    check: str
    problem: str
    advice: str = ""
    seed: int | None = None
    step: int | None = None
    file: str | None = None
    variant: str = ""
    warning: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        locations = [str(Here(self.seed, self.step)), self.file or "", self.variant]
        kind = "warning" if self.warning else "error"
        head = ", ".join([f"{kind}: {self.check}", *filter(None, locations)])
        return "\n    ".join(filter(None, [head, self.problem, self.advice]))


class Broken(DucatoError, AssertionError):
    """An error raised if a game breaks the contract that the checks of this package define.

    Attributes:
        problem, advice, file, warning: see `Fault`.
        here: the place that the check had reached.
    """

    def __init__(
        self,
        problem: str,
        advice: str = "",
        *,
        file: str | None = None,
        warning: bool = False,
        here: Here | None = None,
    ) -> None:
        self.problem, self.advice, self.file, self.warning = problem, advice, file, warning
        self.here = HERE.get() if here is None else here
        where = ", ".join(filter(None, [str(self.here), file or ""]))
        super().__init__(f"{where}: {problem}" if where else problem)


def demand(condition: bool, problem: str, advice: str = "", *, file: str | None = None) -> None:
    """Raise `Broken` with these texts unless the condition holds."""
    if not condition:
        raise Broken(problem, advice, file=file)


def reader(seat: int) -> str:
    """Return a seat, or a spectator, in words."""
    return "a spectator" if seat < 0 else f"seat {seat}"


def folder_of(package: str) -> Path:
    """Return the folder of a package that can be imported."""
    import importlib

    return Path(next(iter(importlib.import_module(package).__path__)))


@cache
def rules_of(package: str) -> str:
    """Return the path, within a game's folder, of its rules: a module, or a package of modules."""
    return "rules.py" if (folder_of(package) / "rules.py").is_file() else "rules/"


def source_of(package: str, function: Callable[..., Any] | None) -> str | None:
    """Return the file and line of a function, or None if it is not one of the package's."""
    code = getattr(inspect.unwrap(function), "__code__", None) if function else None
    return within(package, code.co_filename, code.co_firstlineno) if code else None


@cache  # checks ask for it before they compare anything
def within(package: str, path: str | None, line: int | None) -> str | None:
    """Return a file of a package with its line, relative to the package; None for other files."""
    folder = folder_of(package)
    if path is None or not Path(path).is_relative_to(folder):
        return None
    return f"{Path(path).relative_to(folder).as_posix()}:{line}"


def location_of(package: str, error: BaseException) -> str | None:
    """Return the last file and line of a package's code in an error's traceback, or None.

    Of a `SyntaxError`, return the line that is not Python.
    """
    if isinstance(error, SyntaxError):
        return within(package, error.filename, error.lineno)
    found = (within(package, frame.filename, frame.lineno) for frame in trace(error))
    return next(filter(None, reversed(list(found))), None)


def trace(error: BaseException) -> list[Any]:
    """Return the frames of an error's traceback, with those of the errors that caused it."""
    cause = error.__cause__
    return [*extract_tb(error.__traceback__), *([] if cause is None else trace(cause))]


def in_short(value: object) -> str:
    """Return a value as it is written in Python, cut off if it is long."""
    words = repr(value)
    return words if len(words) <= LONGEST_PROBLEM // 4 else words[: LONGEST_PROBLEM // 4] + "…"


def in_words(error: BaseException) -> str:
    """Return an error's type and text in one line."""
    words = " ".join(str(error).split())
    words = words if len(words) <= LONGEST_PROBLEM else words[: LONGEST_PROBLEM - 1] + "…"
    if isinstance(error, DucatoError) and words:
        return words
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def advice_about(error: BaseException) -> str:
    """Return what an author can do about an error that the game's own code has raised."""
    words = str(error)
    if isinstance(error, UnreadableFile):
        return "Correct the file; nothing that needs it can be checked before."
    if isinstance(error, OverflowError) or "memoryview: invalid value for format" in words:
        return "The number does not fit its field: declare the field in a wider type, such as i2."
    if "no field" in words:
        return "Declare the field in the struct, or correct its name."
    if "message of" in words:
        return "Add a text with this key to locale/en.toml, or correct the key."
    if isinstance(error, IndexError):
        return "An index lies outside its row: count from 0, and leave out UNKNOWN (-1)."
    if isinstance(error, KeyError):
        return "A name is looked up that does not exist; in a text, it must be an argument of say."
    if isinstance(error, SystemExit):
        return "A game must not end the program."
    return "No function of a game may raise an error in a position that play can reach."


def finding_from(
    error: BaseException, check: str, package: str, variant: str = "", here: Here | None = None
) -> Fault:
    """Return the finding for an error that a check, or the game's code within it, has raised."""
    if isinstance(error, Broken):
        return Fault(
            check=check,
            problem=error.problem,
            advice=error.advice,
            seed=error.here.seed,
            step=error.here.step,
            file=error.file,
            variant=variant,
            warning=error.warning,
        )
    reached = HERE.get() if here is None else here
    location = (reached.seed, reached.step, location_of(package, error), variant)
    return Fault(check, in_words(error), advice_about(error), *location)
