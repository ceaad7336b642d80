"""The errors of ducato: exceptions that carry values and explain what was expected."""

from __future__ import annotations

from collections.abc import Iterable


class DucatoError(Exception):
    """The base class of all errors that a user of ducato can cause."""


class UnknownName(DucatoError, ValueError):
    """The game, edition, option, bot or component does not exist.

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
    """The game cannot be played by this number of players; `choices` lists the possible ones."""

    def __init__(self, game: str, number: int, choices: Iterable[int]) -> None:
        super().__init__("number of players", number, choices)
        self.args = (f"{game} cannot be played by {number}; choose from {', '.join(self.choices)}",)


class BadValue(DucatoError, ValueError):
    """The value is not possible for the option or argument.

    Attributes:
        what: the name of the option or argument.
        value: the value that was given.
        expected: a description of the possible values, in English.
    """

    def __init__(self, what: str, value: object, expected: str) -> None:
        self.what, self.value, self.expected = what, value, expected
        super().__init__(f"{what} = {value!r} is not possible: it must be {expected}")


class OtherRules(DucatoError, ValueError):
    """The game was played under a version of its rules that is not available.

    Attributes:
        game: the game's name.
        version: the version of the rules under which the game was played.
        here: the only version of the rules that is available.
    """

    def __init__(self, game: str, version: object, here: int) -> None:
        self.game, self.version, self.here = game, version, here
        super().__init__(
            f"this game was played by rules version {version} of {game}; "
            f"only rules version {here} can be played and replayed here"
        )


class IllegalAction(DucatoError, ValueError):
    """The action is not legal now; nothing has changed.

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


class DamagedRecord(DucatoError, ValueError):
    """The record of a game has been damaged or edited.

    Attributes:
        line: the number of the first damaged line, counted from 1.
        problem: a description of the damage, in English.
    """

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(f"line {line}: {problem}")
