"""Gymnasium: a seat of a game as an environment, one at a time or many in a vector.

Importing this package registers every game with Gymnasium, for ``gymnasium.make`` and
``gymnasium.make_vec``; see `registration`. It needs the extra ``research``.
"""

from typing import Any

from ducato.core.game import LoadedGame
from ducato.runs.extras import needed

needed("gymnasium", "research")

from ducato.research.gymnasium.many import SeatVectorEnv  # noqa: E402
from ducato.research.gymnasium.one import SeatEnv  # noqa: E402
from ducato.research.gymnasium.registration import register_all  # noqa: E402
from ducato.research.gymnasium.settings import Illegal, SeatSettings  # noqa: E402

register_all()


def env(game: str | LoadedGame, **settings: Any) -> SeatEnv:
    """Return a `SeatEnv`, which explains the arguments, without the wrappers of Gymnasium."""
    return SeatEnv(game, **settings)


__all__ = ["Illegal", "SeatEnv", "SeatSettings", "SeatVectorEnv", "env", "register_all"]
