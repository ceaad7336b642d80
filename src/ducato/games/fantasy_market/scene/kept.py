"""How much of the scenes stays in memory.

A move changes only a handful of pieces, and readers and tables have most of them in common. So each
piece is made by a cached function from the few numbers that it shows, and scenes are quick to make
and to compare. All scenes share the pieces, which must not be changed. No cached function takes a
state or a reader; callers must pass nothing that the reader may not know.
"""

from __future__ import annotations

KEPT = 500
"""The number of cached pieces of each kind, or of groups of a few; a piece takes about 1 kB.

A table shows up to a hundred piles of tiles, and a few pieces of every other kind."""
KEPT_TILES = 2_000
"""The number of cached pieces of tiles in the market or in the shops.

There are some 40 names; a pile's look depends on its size, on the reader's gold and their turn."""
KEPT_SQUARES = 1_000
"""The number of cached squares of each kind that the moving pawn can go to, or cannot."""
KEPT_GOODS = 100
"""The number of cached distributions of all tiles, about 10 kB each.

The readers at one table, who need the same, are served one after another."""
KEPT_EDITIONS = 64
"""The number of editions whose unchanging contents are cached."""
