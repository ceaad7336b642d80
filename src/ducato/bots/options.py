"""The kinds of bots and the options that their names give, such as ``ismcts:sims=1000:keep=0``.

It needs no NumPy, so that a page without a server can tell which bots there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ducato.core.errors import BadValue, UnknownName


class Option(NamedTuple):
    """An option of a bot.

    Attributes:
        type: the type of its value; a number is above 0.
        may_be_zero: whether the number 0 is valid, too.
        choices: the valid words; empty if they cannot be listed.
    """

    type: type[int | float | str]
    may_be_zero: bool = False
    choices: tuple[str, ...] = ()

    def read(self, key: str, value: str) -> int | float | str:
        """Return the value that a name gives to the option `key`.

        Raises:
            UnknownName: the word is none of the choices.
            BadValue: the value is not a word or number of the right kind.
        """
        if self.choices and value not in self.choices:
            raise UnknownName(key, value, self.choices)
        if self.type is str:
            if not value:
                raise BadValue(key, value, "a name")
            return value
        try:
            number = self.type(value)
        except ValueError:
            number = 0
        if self.may_be_zero and value == "0":
            return number
        if not 0 < number < float("inf"):  # type: ignore[operator]
            whole = "a whole number above 0"
            raise BadValue(key, value, whole if self.type is int else "a number above 0")
        return number


OPTIONS: dict[str, dict[str, Option]] = {
    "random": {},
    "greedy": {},
    "ismcts": {
        "sims": Option(int),
        "seconds": Option(float),
        "playout": Option(str, choices=("guided", "uniform")),
        "temperature": Option(float),
        "exploration": Option(float),
        "trust": Option(float),
        "depth": Option(int),
        "value": Option(float, may_be_zero=True),
        "ending": Option(float, may_be_zero=True),
        "caution": Option(float, may_be_zero=True),
        "paired": Option(int, may_be_zero=True),
        "threads": Option(int),
        "keep": Option(int, may_be_zero=True),
        "variety": Option(float, may_be_zero=True),
        "mistakes": Option(float, may_be_zero=True),
        "style": Option(str),
    },
}
"""The options of each kind of bot, in order."""


def options_of(name: str) -> tuple[str, Mapping[str, Any]]:
    """Return the kind of the bot with this name, and the values of the options that it gives.

    Raises:
        UnknownName: no such kind, option or word; the error lists the valid ones.
        BadValue: an option is not a positive number.
    """
    kind, *settings = name.split(":")
    if kind not in OPTIONS:
        raise UnknownName("bot", kind, OPTIONS)
    given: dict[str, Any] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        option = OPTIONS[kind].get(key)
        if option is None:
            raise UnknownName(f"option of the bot {kind}", key, OPTIONS[kind] or ["none"])
        given[key] = option.read(key, value)
    return kind, given
