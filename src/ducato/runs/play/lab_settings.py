"""What a game tells the lab about itself in ``data/lab.toml``; every entry is optional.

::

    leave_out = ["done"]               # kinds of actions that reports do not list
    ends_by = ["points", "vp_to_end"]  # a series, and the option that it must reach to end the game

    [seconds]                          # estimated time of a decision, by kind of action
    default = 6
    step = 2
    forced = 1
    chance = 1

    [groups]                           # actions that reports also count together
    monsters = ["fight:*"]

    [rates]                            # quotients of counters, or of sums of counters
    sale_rate = ["sales", "cards_played"]
    fights_won_share = ["fights_won", "fights_won+fights_lost"]

    [targets]                          # the range in which a metric should lie
    minutes = [45, 75]
    "winner_gold@2-3" = [20, 50]       # with these numbers of players only
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from ducato.core.actions import ActionTable
from ducato.core.editions import data_files
from ducato.core.errors import BadValue, UnknownName, WrongPlayers
from ducato.core.game import Game

DEFAULT_SECONDS = {"default": 6.0, "forced": 1.0, "chance": 1.0}
"""The estimated times of a game that gives none: of a decision, a forced one, a chance step."""
TABLES = ("seconds", "groups", "rates", "targets")
OTHERS = ("leave_out", "ends_by")


@dataclass(frozen=True)
class LabSettings:
    """The contents of a game's ``data/lab.toml``.

    Attributes:
        seconds: estimated seconds of a decision, by kind of action, and under the keys of
            `DEFAULT_SECONDS`.
        groups: patterns of names of actions, by the name of the group.
        rates: the counters, or sums of counters (``a+b``), whose quotient is the rate, by the
            name of the rate.
        targets: the lowest and highest wanted values, by the name of the metric, perhaps
            with an ``@`` and the numbers of players for which they are wanted.
        leave_out: kinds of actions that reports do not list.
        ends_by: a series and the name of the option that it has to reach to end the game by points;
            None if the game does not end so.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    rates: dict[str, tuple[str, str]] = field(default_factory=dict)
    targets: dict[str, tuple[float, float]] = field(default_factory=dict)
    leave_out: tuple[str, ...] = ()
    ends_by: tuple[str, str] | None = None

    def seconds_of(self, kind: str) -> float:
        """Return the estimated seconds of a decision for an action of this kind."""
        return self.seconds.get(kind, self.seconds["default"])


@cache
def lab_settings(game: Game) -> LabSettings:
    """Return a game's settings for the lab.

    Raises:
        UnknownName: an entry, a kind of action or a counter does not exist.
        BadValue: an entry has a wrong form.
    """
    found: dict[str, Any] = {}
    if data_files.has_file(game.package, "data/lab.toml"):
        found = data_files.read_toml(game.package, "lab.toml")
    for entry in found:
        if entry not in (*TABLES, *OTHERS):
            raise UnknownName("entry of lab.toml", entry, (*TABLES, *OTHERS))
    actions: ActionTable = game.module("state").ACTIONS
    kinds = list(actions.kinds)
    for kind in found.get("leave_out", ()):
        if kind not in kinds:
            raise UnknownName("kind of action", kind, kinds)
    for kind, seconds in found.get("seconds", {}).items():
        if kind not in (*DEFAULT_SECONDS, *kinds):
            raise UnknownName("kind of action", kind, (*DEFAULT_SECONDS, *kinds))
        if not isinstance(seconds, int | float) or not seconds >= 0:
            raise BadValue(f"seconds.{kind}", seconds, "a number of seconds")
    for group, patterns in found.get("groups", {}).items():
        for pattern in patterns:
            matching(actions, pattern)
        if group in kinds:
            raise BadValue("group", group, "a name that is no kind of action")
    return LabSettings(
        {**DEFAULT_SECONDS, **found.get("seconds", {})},
        found.get("groups", {}),
        {name: (_pair(name, pair)) for name, pair in found.get("rates", {}).items()},
        {name: (_pair(name, pair)) for name, pair in found.get("targets", {}).items()},
        tuple(found.get("leave_out", ())),
        _ends_by(game, found),
    )


def player_counts(game: Game, given: str | None) -> list[int]:
    """Return the numbers of players that a text such as ``2-5`` or ``2,4`` names, all without one.

    Raises:
        BadValue: it is not a number, a range or a list.
        WrongPlayers: the game cannot be played by one of them.
    """
    if given is None:
        return list(game.players)
    found: list[int] = []
    for part in given.split(","):
        bounds = re.fullmatch(r"([0-9]{1,3})(?:(?:-|\.\.)([0-9]{1,3}))?", part.strip())
        if bounds is None or int(bounds[1]) > int(bounds[2] or bounds[1]):
            raise BadValue("players", given, "a number, a range such as 2-5, or a list")
        found += range(int(bounds[1]), int(bounds[2] or bounds[1]) + 1)
    for number in found:
        if number not in game.players:
            raise WrongPlayers(game.name, number, game.players)
    return sorted(set(found))


def _ends_by(game: Game, found: Mapping[str, Any]) -> tuple[str, str] | None:
    if "ends_by" not in found:
        return None
    series, option = _pair("ends_by", found["ends_by"])
    if series not in game.names("Series"):
        raise UnknownName(f"series of {game.name}", series, game.names("Series"))
    if option not in game.parameters:
        raise UnknownName(f"option of {game.name}", option, game.parameters)
    return series, option


def _pair(name: str, pair: Any) -> tuple[Any, Any]:
    if not isinstance(pair, list) or len(pair) != 2:
        raise BadValue(name, pair, "a list of two")
    return pair[0], pair[1]


def matching(actions: ActionTable, pattern: str) -> list[int]:
    """Return the actions whose names match a pattern such as ``build:*``.

    Raises:
        UnknownName: there are none; the error lists the kinds, or the actions of the kind.
    """
    found = [a for a in range(len(actions)) if fnmatchcase(actions.name(a), pattern)]
    if not found:
        kind = pattern.partition(":")[0]
        same = [a for a in map(actions.name, range(len(actions))) if a.split(":")[0] == kind]
        raise UnknownName("action", pattern, same or actions.kinds)
    return found
