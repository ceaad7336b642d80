"""Few combinations in which every two values of different dimensions meet, or each value stands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any


def pairwise(*dimensions: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return combinations of one value of each dimension that contain every pair of values.

    Each combination contains as many new pairs as possible, the first of several that contain
    equally many. The choice depends on nothing but the dimensions.

    Example:
        >>> pairwise("ab", "xy", [1, 2])
        [('a', 'x', 1), ('a', 'y', 2), ('b', 'x', 2), ('b', 'y', 1)]
    """
    everything = [tuple(enumerate(one)) for one in product(*dimensions)]
    missing = {pair for one in everything for pair in combinations(one, 2)}
    chosen = []
    while missing:
        best = max(everything, key=lambda one: len(missing.intersection(combinations(one, 2))))
        missing.difference_update(combinations(best, 2))
        chosen.append(tuple(value for _, value in best))
    return chosen


def each_value(*dimensions: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return as many combinations as the longest dimension has values, which contain every value.

    Example:
        >>> each_value("ab", [1, 2, 3])
        [('a', 1), ('b', 2), ('a', 3)]
    """
    return [
        tuple(values[number % len(values)] for values in dimensions)
        for number in range(max(map(len, dimensions)))
    ]
