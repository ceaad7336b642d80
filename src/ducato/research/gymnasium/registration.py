"""The games in Gymnasium's registry, under their names as in ``ducato/FourInARow-v0``.

Gymnasium 1 no longer looks for entry points of packages, so they are there once
`ducato.research.gymnasium` is imported, or named before the id with a colon.
"""

from __future__ import annotations

import gymnasium

from ducato.core.game import all_games
from ducato.research.gymnasium.settings import Illegal

NAMESPACE, VERSION = "ducato", 0
MODULE = "ducato.research.gymnasium"


def id_of(game: str) -> str:
    """Return the id of the game of this name.

    Example:
        >>> id_of("four-in-a-row")
        'ducato/FourInARow-v0'
    """
    words = game.split("-")
    return f"{NAMESPACE}/{''.join(word[:1].upper() + word[1:] for word in words)}-v{VERSION}"


def register_all() -> None:
    """Register all games with Gymnasium, unless they are registered."""
    for name in all_games():
        if id_of(name) not in gymnasium.registry:
            gymnasium.register(
                id_of(name),
                entry_point=f"{MODULE}:SeatEnv",
                vector_entry_point=f"{MODULE}:SeatVectorEnv",
                kwargs={"game": name, "illegal": Illegal.REPLACE.value},
            )
