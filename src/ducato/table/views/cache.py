"""Bounded caches for views: several screens, and repeated questions, ask for the same ones."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any, Generic, TypeVar

from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.core.visibility import hide

KEPT_STATES = 2
"""Each is used after a step and before the next one; some kB each."""
SHARED_PARTS = 3_000
"""Parts of scenes that all tables share; about 1 kB each."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The values that were used last.

    Args:
        most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most, self._values = most, OrderedDict[Key, Value]()

    def get(self, key: Key) -> Value | None:
        """Return a value, None if it is not kept."""
        return self._values.get(key)

    def use(self, key: Key) -> Value | None:
        """Return a value and count it as used now, None if it is not kept."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep a value as the newest one, and drop the oldest if there are too many."""
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
    """What the seats of a match knew at some moments.

    Args:
        match: the match.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._states: Recent[tuple[int, int], Struct] = Recent(KEPT_STATES)

    def at(self, seq: int, seat: int) -> Struct:
        """Return what a seat knew of the state after `seq` steps; it must not be changed."""
        state = self._states.get((seq, seat))
        if state is None:
            state = self._match.state_at(seq)
            hide(state, seat)
            self._states.put((seq, seat), state)
        return state

    def clear(self) -> None:
        """Forget all states: some were undone, or nothing will follow them at once."""
        self._states.clear()


@lru_cache(SHARED_PARTS)
def shared(part: Any) -> Any:
    """Return the first part of a scene that equalled this one: tables have most in common."""
    return part
