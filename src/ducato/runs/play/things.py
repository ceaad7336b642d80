"""The things that the lab counts: actions, their kinds, the components they name, and groups."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.actions import ActionTable
from ducato.core.errors import UnknownName
from ducato.core.game import Game
from ducato.runs.play.lab_settings import lab_settings, matching


@dataclass(frozen=True)
class Things:
    """The things of a game.

    Attributes:
        names: the name of each thing: that of an action (``build:the-mill``), of a kind
            (``build``), of an argument with its value (``card=the-mill``) or of a group.
        sorts: the sort of each thing: "action", "kind", "component" or "group".
        of_action: for each action, the indices of its things; -1 in the rest of the row.
    """

    names: list[str]
    sorts: list[str]
    of_action: NDArray[np.int64]


@cache
def things_of(game: Game) -> Things:
    """Return the things of a game."""
    actions: ActionTable = game.module("state").ACTIONS
    names: list[str] = []
    sorts: list[str] = []
    members: list[list[int]] = [[] for _ in range(len(actions))]

    def add(name: str, sort: str, of: list[int]) -> None:
        for action in of:
            members[action].append(len(names))
        names.append(name)
        sorts.append(sort)

    for action in range(len(actions)):
        add(actions.name(action), "action", [action])
    for name, kind in actions.kinds.items():
        if kind.size > 1:
            first = actions.offset(name)
            add(name, "kind", list(range(first, first + kind.size)))
    for (argument, value), of in _components(actions).items():
        add(f"{argument}={value}", "component", of)
    for group, patterns in lab_settings(game).groups.items():
        of = sorted({action for pattern in patterns for action in matching(actions, pattern)})
        add(group, "group", of)
    width = max(map(len, members))
    table = np.full((len(actions), width), -1, np.int64)
    for action, of in enumerate(members):
        table[action, : len(of)] = of
    return Things(names, sorts, table)


def matching_things(game: Game, pattern: str) -> list[str]:
    """Return the names of the things that match a pattern: ``build:*``, ``card=*-mill``, ``build``.

    Raises:
        UnknownName: there are none; the error lists similar ones, or the kinds and groups.
    """
    things = things_of(game)
    found = [name for name in things.names if fnmatchcase(name, pattern)]
    if not found:
        begins = pattern.partition(":")[0].partition("=")[0]
        similar = [n for n in things.names if n.partition(":")[0].partition("=")[0] == begins]
        sorts = zip(things.names, things.sorts, strict=True)
        kinds = [*game.module("state").ACTIONS.kinds]
        kinds += [name for name, sort in sorts if sort == "group"]
        close = get_close_matches(pattern, things.names, n=8)
        raise UnknownName("action, kind, component or group", pattern, close or similar or kinds)
    return found


def actions_of(game: Game, pattern: str) -> list[int]:
    """Return the actions of the things that match a pattern, ascending.

    Raises:
        UnknownName: no thing matches.
    """
    things = things_of(game)
    wanted = [things.names.index(name) for name in matching_things(game, pattern)]
    rows = np.isin(things.of_action, wanted).any(axis=1)
    return [int(action) for action in np.flatnonzero(rows)]


def _components(actions: ActionTable) -> dict[tuple[str, str], list[int]]:
    """Return the actions of each component: a named value of an argument of several actions."""
    uses: Counter[Any] = Counter()
    of: dict[tuple[str, str], list[int]] = {}
    for action in range(len(actions)):
        kind, values = actions.kind(action), actions.arguments(action)
        for (argument, _), value in zip(kind.ranges, values, strict=True):
            if not value.lstrip("-").isdigit():
                uses[argument, value] += 1
                of.setdefault((argument, value), []).append(action)
    return {component: of[component] for component, n in uses.items() if n > 1}
