"""The caches of the scene: how much they keep, and editions as their keys.

Each piece is made from the few numbers that it shows, by a cached function: a move changes only a
handful of pieces, and tables have most of them in common. All readers and tables share the pieces,
which must not be changed. The functions take no state; their callers must pass nothing that the
reader may not know. Areas are cached, too, and so are groups of pieces that seldom change.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..state import Edition

KEPT_EDITIONS = 64
"""The number of cached editions, each with what is printed on its components, about 20 kB."""
KEPT = 1_000
"""The number of cached pieces of each kind, 1 to 2 kB each.

Of territories, the most by far, twenty tables show some 400 different ones at a time."""
KEPT_GROUPS = 500
"""The number of cached groups of pieces of each kind, 1 to 4 kB each without the pieces.

This is enough for the five readers at a hundred tables."""


@dataclass(frozen=True, eq=False, slots=True)
class Printed:
    """An edition as a key for caches; equal editions are one object, which caches keep once."""

    edition: Edition


@lru_cache(KEPT_EDITIONS)
def printed(contents: bytes) -> Printed:
    """Return the key for an edition, given as bytes."""
    return Printed(Edition.of(contents))
