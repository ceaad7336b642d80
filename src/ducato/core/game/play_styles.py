"""The styles of play that a game's bots can have, read from ``data/styles.toml``.

A style is a table. ``actions`` says how much more an action is worth to a bot of this style, in
shares of a win, by its kind, such as ``take``, or by a pattern of its name, such as
``choose:market``. ``own`` and ``rivals`` say how much a gain of one in a number of `Series` is
worth to it: a gain of its own, and one of its rivals on average. An example is ::

    [hoarder]
    actions = {take = 0.05, open = -0.02}
    own = {coins = 0.01}
    rivals = {}
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from ducato.core.editions import data_files
from ducato.core.errors import BadValue, BrokenGame, UnknownName
from ducato.core.game.registered_game import Game

FILE = "styles.toml"
PARTS = ("actions", "own", "rivals")
"""The tables of a style."""


@dataclass(frozen=True)
class Style:
    """A style of play.

    Attributes:
        name: its name.
        actions: what each action is worth besides, by its number.
        own: what a gain of one of each of the game's series is worth.
        rivals: what such a gain of the rivals, on average, is worth.
    """

    name: str
    actions: tuple[float, ...]
    own: tuple[float, ...]
    rivals: tuple[float, ...]


def style_names(game: Game) -> list[str]:
    """Return the names of a game's styles, in the order of its file; none without one."""
    return list(_tables(game))


def groups_of(game: Game) -> list[str]:
    """Return the patterns of actions that the styles of a game name, each once."""
    named = [pattern for table in _tables(game).values() for pattern in table.get("actions", {})]
    return list(dict.fromkeys(named))


def matching(game: Game, pattern: str) -> list[int]:
    """Return the actions of a kind, or those whose names match a pattern.

    Raises:
        UnknownName: there is none.
    """
    actions = game.load().actions
    numbers = [
        number
        for number in range(len(actions))
        if actions.kind(number).name == pattern or fnmatchcase(actions.name(number), pattern)
    ]
    if not numbers:
        raise UnknownName(f"kind of action of {game.name}", pattern, actions.kinds)
    return numbers


@cache
def style_of(game: Game, name: str) -> Style:
    """Return the style of a game with this name.

    Raises:
        BadValue: the game has no styles.
        UnknownName: it has none of this name; or the style names actions or series that it lacks.
        BrokenGame: the style has another part, or one that is not a number.
    """
    tables = _tables(game)
    if not tables:
        raise BadValue("style", name, f"left out: {game.name} has no styles")
    if name not in tables:
        raise UnknownName(f"style of {game.name}", name, tables)
    found = tables[name]
    for part in found:
        if part not in PARTS:
            raise BrokenGame(game.name, f"has the part {part} in the style {name}")
        for key, number in found[part].items():
            if not isinstance(number, int | float):
                raise BrokenGame(game.name, f"has {part}.{key} = {number!r} in the style {name}")
    worth = [0.0] * len(game.load().actions)
    for pattern, number in found.get("actions", {}).items():
        for action in matching(game, pattern):
            worth[action] += number
    own, rivals = (_by_series(game, found.get(part, {})) for part in PARTS[1:])
    return Style(name, tuple(worth), own, rivals)


def _by_series(game: Game, given: dict[str, float]) -> tuple[float, ...]:
    series = game.names("Series")
    for name in given:
        if name not in series:
            raise UnknownName(f"series of {game.name}", name, series)
    return tuple(float(given.get(name, 0.0)) for name in series)


def _tables(game: Game) -> dict[str, dict[str, dict[str, float]]]:
    if not data_files.has_file(game.package, f"data/{FILE}"):
        return {}
    return data_files.read_toml(game.package, FILE)
