"""The errors of ducato: types that carry values, and say what would be right."""

from __future__ import annotations

from collections.abc import Iterable


class DucatoError(Exception):
    """Base of every error that a user of ducato may cause."""


class UnknownName(DucatoError, ValueError):
    """A game, edition, option, bot or component was named that does not exist.

    Attributes:
        what: the kind of thing named, such as "game".
        name: the name that was given.
        choices: the names that would have been right.
    """

    def __init__(self, what: str, name: object, choices: Iterable[object]) -> None:
        self.what, self.name, self.choices = what, name, [str(c) for c in choices]
        super().__init__(
            f"no {what} is called {str(name)!r}; choose from: {', '.join(self.choices)}"
        )


class WrongPlayers(UnknownName):
    """A game cannot be played by so many; `choices` are the numbers that can play it."""

    def __init__(self, game: str, number: int, choices: Iterable[int]) -> None:
        super().__init__("number of players", number, choices)
        self.args = (f"{game} cannot be played by {number}; choose from {', '.join(self.choices)}",)


class BadValue(DucatoError, ValueError):
    """An option got a value outside of its range.

    Attributes:
        what: the option.
        value: the value that was given.
        expected: what would have been right, in words.
    """

    def __init__(self, what: str, value: object, expected: str) -> None:
        self.what, self.value, self.expected = what, value, expected
        super().__init__(f"{what} = {value!r} is not possible: it must be {expected}")


class OtherRules(DucatoError, ValueError):
    """A game was played by a version of its rules that is not here.

    Attributes:
        game: its name.
        version: of the rules by which it was played.
        here: the only version that can be played and replayed.
    """

    def __init__(self, game: str, version: object, here: int) -> None:
        self.game, self.version, self.here = game, version, here
        super().__init__(
            f"this game was played by rules version {version} of {game}; "
            f"only rules version {here} can be played and replayed here"
        )


class IllegalAction(DucatoError, ValueError):
    """An action is not legal in this state, which is unchanged.

    Attributes:
        action: what was asked for, a name or a number.
        reason: why not, in English.
        clause: the clause of the rules, such as "4.3"; None where only the form is wrong.
        legal: names of the actions that are legal now.
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
    """A record of a game is not what was written.

    Attributes:
        line: number of the first wrong line, counted from 1.
        problem: what is wrong there.
    """

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(f"line {line}: {problem}")
