"""The errors of ducato: exceptions that explain a problem and carry the values concerned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

FAULTS = (Exception, SystemExit)
"""What a game's code may raise if it is faulty; it may also try to end the process."""
MOST_NAMED = 8
"""The maximum number of options that an error names in its text."""


class DucatoError(Exception):
    """The base class of ducato's errors, whose messages are meant for its users."""


class UnknownName(DucatoError, ValueError):
    """An error raised if a name is unknown, such as that of a game, an edition or a bot.

    Attributes:
        what: the kind of thing named, such as "game".
        name: the name that was given.
        choices: the names that exist.
    """

    def __init__(self, what: str, name: object, choices: Iterable[object]) -> None:
        self.what, self.name, self.choices = what, name, [str(c) for c in choices]
        super().__init__(
            f"no {what} is called {str(name)!r}; choose from: {', '.join(self.choices)}"
        )


class WrongPlayers(UnknownName):
    """An error raised if a game cannot be played by this number of players.

    Its `choices` are the possible numbers.
    """

    def __init__(self, game: str, number: int, choices: Iterable[int]) -> None:
        super().__init__("number of players", number, choices)
        self.args = (f"{game} cannot be played by {number}; choose from {', '.join(self.choices)}",)


class BadValue(DucatoError, ValueError):
    """An error raised if an option or argument has a value that is not possible.

    Attributes:
        what: the name of the option or argument.
        value: the value that was given.
        expected: a description of the possible values, in English.
    """

    def __init__(self, what: str, value: object, expected: str) -> None:
        self.what, self.value, self.expected = what, value, expected
        super().__init__(f"{what} = {value!r} is not possible: it must be {expected}")


class ConflictingOptions(DucatoError, ValueError):
    """An error raised if options are possible one by one, but not together.

    Attributes:
        options: the names and values of the options at fault; "players" is the number of players.
        expected: a description of what would be possible, in English.
    """

    def __init__(self, options: Mapping[str, object], expected: str) -> None:
        self.options, self.expected = dict(options), expected
        super().__init__(f"{self.given} cannot be combined: {expected}")

    @property
    def given(self) -> str:
        """The options at fault in one line: at most `MOST_NAMED`, and the number of others."""
        named = [f"{name} = {value}" for name, value in self.options.items()]
        more = len(named) - MOST_NAMED
        return ", ".join(named[:MOST_NAMED]) + (f" (+{more})" if more > 0 else "")


class OtherRules(DucatoError, ValueError):
    """An error raised if a game was played under a version of its rules that is not available.

    Attributes:
        game: the game's name.
        version: the version of the rules under which the game was played.
        available: the versions of the rules that are available, ascending.
    """

    def __init__(self, game: str, version: object, available: Iterable[int]) -> None:
        self.game, self.version, self.available = game, version, list(available)
        newer = isinstance(version, int) and version > max(self.available)
        why = "it is newer than this installation" if newer else "it was never published"
        super().__init__(
            f"there is no rules version {version} of {game}: {why}; "
            f"available: {', '.join(map(str, self.available))}"
        )


class ChangedEdition(DucatoError, ValueError):
    """An error raised if the values of a recorded game are no longer possible.

    Attributes:
        game: the game's name.
        edition: the name of the edition.
        problem: the value that is no longer possible, and the reason, in English.
    """

    def __init__(self, game: str, edition: str, problem: str) -> None:
        self.game, self.edition, self.problem = game, edition, problem
        super().__init__(
            f"edition {edition!r} of {game} has changed since this game was recorded: {problem}"
        )


class BrokenGame(DucatoError, ImportError):
    """An error raised if a game's code or data are faulty.

    Attributes:
        game: the name of the game or of its package.
        problem: the fault, as the rest of a sentence that begins with the game's name.
    """

    def __init__(self, game: str, problem: str) -> None:
        self.game, self.problem = game, problem
        super().__init__(f"the game {game!r} {problem}")


class MachineFault(BrokenGame):
    """An error raised if a game could not go on, but by no fault of its own.

    It is a `BrokenGame` to those who go on without the game, or tell its players.
    """

    def __init__(self, game: str, problem: str) -> None:
        super().__init__(game, problem)
        self.args, self.msg = (problem,), problem


class CannotCompile(DucatoError, RuntimeError):
    """An error raised if Numba cannot be used on this machine, which is not a fault of a game."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return (
            f"rules cannot be compiled, since Numba does not start ({self.problem}): look at the "
            "environment variables that begin with NUMBA_, or install Numba anew"
        )


class IllegalAction(DucatoError, ValueError):
    """An error raised if an action is not legal now; nothing has changed.

    Attributes:
        action: the name or number that was requested.
        reason: the reason why it is not legal, in English.
        clause: the clause of the rules, such as "4.3"; None if no clause applies.
        legal: the names of the actions that are legal now.
    """

    def __init__(
        self, action: object, reason: str, clause: str | None, legal: Iterable[str]
    ) -> None:
        self.action, self.reason, self.clause, self.legal = action, reason, clause, list(legal)
        where = f" [{clause}]" if clause else ""
        super().__init__(
            f"{action!r} is not legal: {reason}{where}; legal now: "
            f"{', '.join(self.legal) or 'nothing'}"
        )


class UnreadableFile(DucatoError, ValueError):
    """An error raised if a file cannot be opened, or its contents have another form.

    Attributes:
        file: the path that was given, or that in a game's package.
        reason: what is wrong and what would be right, in English.
    """

    def __init__(self, file: str, reason: str) -> None:
        self.file, self.reason = file, reason
        super().__init__(f"{file} cannot be read: {reason}")


class DamagedRecord(DucatoError, ValueError):
    """An error raised if the record of a game cannot be read, or was damaged or edited.

    Attributes:
        line: the number of the first faulty line, counted from 1.
        problem: a description of the fault, in English.
    """

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(f"line {line}: {problem}")
