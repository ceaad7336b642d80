"""What changed from one scene to the next: a screen keeps what it was sent, and is told the rest.

Of a table with a hundred pieces, a move changes a handful. This module must not know what a piece
is, only that it has an id and can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ducato.core.messages import Message
from ducato.core.scene import Scene, written


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one list of things with ids becomes another.

    Attributes:
        gone: ids of those that are there no more.
        put: new and changed ones, each with its position in the new list, in order. All others
            stay as they were, in the order in which they were.
    """

    gone: list[str] = []
    put: list[tuple[int, Any]] = []


class SceneChanges(msgspec.Struct, frozen=True):
    """How one scene becomes another."""

    places: Changes
    pieces: Changes


def write_changes(before: Scene, after: Scene, text: Callable[[Message], str]) -> bytes:
    """How `before` becomes `after`, as JSON, its messages written by `text`.

    The unchanged parts of `after` become those of `before`.
    """

    def of(old: Sequence[Any], new: list[Any]) -> Changes:
        found = changes(old, new)
        return Changes(found.gone, [(at, written(part, text)) for at, part in found.put])

    return msgspec.json.encode(
        SceneChanges(of(before.places, after.places), of(before.pieces, after.pieces))
    )


def changes(before: Sequence[Any], after: list[Any]) -> Changes:
    """How one list becomes another; what is equal in `after` is replaced by what it is equal to,
    so that scenes which are kept share what they have in common.
    """
    found = Changes()
    first, rest = _alike(before, after)
    known = {thing.id: (number, thing) for number, thing in enumerate(before[first:rest], first)}
    last = -1  # the position before of the last thing that stays
    for position in range(first, len(after) - (len(before) - rest)):
        thing = after[position]
        number, same = known.pop(thing.id, (-1, None))
        if number > last and same == thing:
            last, after[position] = number, same
        else:
            found.put.append((position, thing))
    found.gone.extend(known)
    return found


def _alike(before: Sequence[Any], after: list[Any]) -> tuple[int, int]:
    """Where the first difference is, and where in `before` the last one ends: most is as it was."""
    first, rest, over = 0, len(before), len(after) - len(before)
    least = min(rest, rest + over)
    while first < least and ((one := before[first]) is after[first] or one == after[first]):
        after[first] = one
        first += 1
    while rest > first and rest + over > first:
        one, other = before[rest - 1], after[rest + over - 1]
        if one is not other and one != other:
            break
        rest -= 1
        after[rest + over] = one
    return first, rest
