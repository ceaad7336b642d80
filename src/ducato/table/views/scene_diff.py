"""The difference between two scenes: a screen keeps its scene and receives only the changes.

On a table with a hundred pieces, a move changes a handful.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from operator import eq, truth
from typing import Any

import msgspec

from ducato.core.scene import Scene


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difference between two lists of things with ids.

    Attributes:
        removed: the ids of things that are gone.
        put: new, changed and moved things, each with its position in the new list, in order. All
            others stay as they were, in their previous order.
    """

    removed: list[str] = []
    put: list[tuple[int, Any]] = []


class SceneChanges(msgspec.Struct, frozen=True):
    """The difference between two scenes."""

    areas: Changes
    pieces: Changes


def write_changes(before: Scene, after: Scene, encode: Callable[[Any], msgspec.Raw]) -> bytes:
    """Return the changes from `before` to `after` as JSON, with parts written by `encode`.

    Unchanged parts of `after` are replaced with those of `before`, so that the scenes share them.
    """

    def of(old: Sequence[Any], new: list[Any]) -> Changes:
        found = changes(old, new)
        return Changes(found.removed, [(at, encode(part)) for at, part in found.put])

    return msgspec.json.encode(
        SceneChanges(of(before.areas, after.areas), of(before.pieces, after.pieces))
    )


def changes(before: Sequence[Any], after: list[Any]) -> Changes:
    """Return the changes that turn one list into another.

    Unchanged things in `after` are replaced with those in `before`, so that the lists share them.
    """
    found = Changes()
    if len(before) == len(after):  # most moves change pieces where they lie
        changed = [n for n, thing in enumerate(after) if thing is not before[n]]
        if all(after[n].id == before[n].id for n in changed):
            for n in changed:
                if after[n] == before[n]:
                    after[n] = before[n]
                else:
                    found.put.append((n, after[n]))
            return found
    first, end = _share_ends(before, after)
    known = {thing.id: (number, thing) for number, thing in enumerate(before[first:end], first)}
    last = -1  # the position in `before` of the last thing that stays
    for position in range(first, len(after) - (len(before) - end)):
        thing = after[position]
        number, same = known.pop(thing.id, (-1, None))
        if number > last and same == thing:
            last, after[position] = number, same
        else:
            found.put.append((position, thing))
    found.removed.extend(known)
    return found


def _share_ends(before: Sequence[Any], after: list[Any]) -> tuple[int, int]:
    """Return the position of the first difference, and where the last one ends in `before`.

    Equal things at both ends of `after` are replaced with those in `before`.
    """
    first = _equal(before, after)
    last = _equal(reversed(before[first:]), reversed(after[first:]))
    end = len(before) - last
    after[:first] = before[:first]
    after[len(after) - last :] = before[end:]
    return first, end


def _equal(before: Iterable[Any], after: Iterable[Any]) -> int:
    """Return how many things are equal before the first that differ."""
    return len(list(takewhile(truth, map(eq, before, after))))
