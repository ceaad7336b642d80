"""Random networks of learned policies."""

from __future__ import annotations

import numpy as np

import ducato
from ducato.core.game.policy_weights import PolicyWeights

UNITS = 6


def drawn(game: ducato.LoadedGame, seed: int = 0) -> PolicyWeights:
    """Return a random network for a game."""
    rng = np.random.default_rng(seed)
    seen, parts = (len(game.game.names(name)) for name in ("StateFeature", "Feature"))
    shapes = (seen, UNITS), (parts, UNITS), (len(game.actions), UNITS), (UNITS,)
    return tuple(rng.standard_normal(shape, np.float32) for shape in shapes)
