"""OpenSpiel: our games as its games, our bots at its tables and its bots at ours.

Importing this package registers every game with OpenSpiel under its name with ``ducato_`` before
it, for ``pyspiel.load_game``. It needs the extra ``research``.
"""

from ducato.runs.extras import needed

needed("pyspiel", "research")

from ducato.research.openspiel.evaluators import PlayoutEvaluator  # noqa: E402
from ducato.research.openspiel.our_bots import DucatoBot  # noqa: E402
from ducato.research.openspiel.spiel_games import SpielGame, load, register_all  # noqa: E402
from ducato.research.openspiel.spiel_states import SpielState  # noqa: E402
from ducato.research.openspiel.their_bots import (  # noqa: E402
    MAKERS,
    SpielBot,
    ismcts_maker,
    mcts_maker,
    uniform_maker,
)

register_all()

__all__ = [
    "MAKERS",
    "DucatoBot",
    "PlayoutEvaluator",
    "SpielBot",
    "SpielGame",
    "SpielState",
    "ismcts_maker",
    "load",
    "mcts_maker",
    "uniform_maker",
]
