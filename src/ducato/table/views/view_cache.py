"""Bounded caches for views, since several screens and repeated queries need the same ones."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any, Generic, TypeVar

from ducato.core.match import Match
from ducato.core.struct import Struct

SHARED_PARTS = 3_000
"""The number of scene parts kept, about 1 kB each, which all tables share."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The most recently used values.

    Args:
        most: the maximum number of values kept.
    """

    def __init__(self, most: int) -> None:
        self._most, self._values = most, OrderedDict[Key, Value]()

    def get(self, key: Key) -> Value | None:
        """Return a value, or None if it is not kept."""
        return self._values.get(key)

    def use(self, key: Key) -> Value | None:
        """Return a value and mark it as just used; return None if it is not kept."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep a value as the newest one; drop the least recently used if there are over `most`."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Forget a value."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Forget all values."""
        self._values.clear()


class KnownStates:
    """The states of a match at some moments, as known to its seats.

    Args:
        match: the match.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        # Those before and after a step, about 1 kB each, for each seat and for spectators.
        self._states: Recent[tuple[int, int], Struct] = Recent(2 * (match.game.players + 1))

    def at(self, seq: int, seat: int) -> Struct:
        """Return the state after `seq` steps, redacted for a seat; callers must not change it."""
        state = self._states.get((seq, seat))
        if state is None:
            state = self._match.seen_by(seat, seq)
            self._states.put((seq, seat), state)
        return state

    def clear(self) -> None:
        """Forget all states."""
        self._states.clear()


@lru_cache(SHARED_PARTS)
def shared(part: Any) -> Any:
    """Return an equal part of an earlier scene if one is kept, else this part.

    Tables thus share memory.
    """
    return part
