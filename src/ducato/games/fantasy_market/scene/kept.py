"""How much of the scenes stays in memory.

A move changes only a handful of pieces, and readers and tables have most of them in common. So each
piece is made by a cached function from the few numbers that it shows, and scenes are quick to make
and to compare. All scenes share the pieces, which must not be changed. No cached function takes a
state or a reader; callers must pass nothing that the reader may not know.

A piece takes about 1 kB. A table shows some 40 piles on the market, up to 30 tiles in shops, and
never more than a dozen pieces of another kind, except squares.
"""

from __future__ import annotations

KEPT = 500
"""The number of cached pieces, or small groups of pieces, of each kind not named below.

It is also that of squares from which the first steps of walks are known, 5 kB each."""
KEPT_TILES = 2_000
"""The numbers of cached tiles on the market and in shops.

A pile looks different when its size changes, and to readers who can afford it or not."""
KEPT_SQUARES = 1_000
"""The number of cached pieces of each kind of square, and of pawns on a square."""
KEPT_GROUPS = 500
"""The number of cached groups of pieces of each kind that change together, without the pieces.

A group is that of the step before, or of another reader, more often than not."""
KEPT_GOODS = 100
"""The number of cached distributions of all tiles, about 10 kB each.

The readers at one table, who need the same, are served one after another."""
KEPT_EDITIONS = 64
"""The number of editions whose unchanging contents are cached."""
