"""What tests of positions share."""

from __future__ import annotations

import numpy as np

from ducato.learn.positions import Positions


def same(one: Positions, other: Positions) -> bool:
    """Return whether all arrays of both are equal."""
    return all(
        np.array_equal(*both) for both in zip(vars(one).values(), vars(other).values(), strict=True)
    )
