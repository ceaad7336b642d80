"""ducato: modern economic board games for players, designers and researchers.

Example:
    >>> import ducato
    >>> game = ducato.load(min(ducato.all_games()))
    >>> state = game.new_initial_state()
    >>> rng = ducato.new_rng(1)
    >>> while not state.is_terminal():
    ...     if state.is_chance_node():
    ...         state.apply_action(ducato.sample(state.chance_outcomes(), rng))
    ...     else:
    ...         state.apply_action(state.legal_actions()[0])
    >>> sum(state.returns())
    0.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ducato.core.chance import new_rng
    from ducato.core.errors import BadValue, DamagedRecord, DucatoError, IllegalAction, UnknownName
    from ducato.core.game import Game, LoadedGame, all_games, load
    from ducato.core.position import Position, sample
    from ducato.research.vector import vector

__version__ = "0.1.0"
__all__ = [
    "BadValue",
    "DamagedRecord",
    "DucatoError",
    "Game",
    "IllegalAction",
    "LoadedGame",
    "Position",
    "UnknownName",
    "all_games",
    "load",
    "new_rng",
    "sample",
    "vector",
]

_MODULES = {
    **dict.fromkeys(("Game", "LoadedGame", "all_games", "load"), "core.game"),
    **dict.fromkeys(("Position", "sample"), "core.position"),
    "new_rng": "core.chance",
    "vector": "research.vector",
}
"""The modules of the names that are not in `core.errors`."""


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: the command line needs few of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"ducato.{_MODULES.get(name, 'core.errors')}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
