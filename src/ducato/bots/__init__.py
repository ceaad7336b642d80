"""Bots: random, greedy, and information-set tree search. They see redacted states only.

The name of a bot is its kind, followed by options after colons, such as
``ismcts:sims=1000:playout=uniform``. In the same state, equal seeds give equal choices, unless the
budget is a time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ducato.bots.thinking import Thinking, finish

if TYPE_CHECKING:
    from ducato.bots.advice.opinion import ActionEstimate
    from ducato.bots.players import Bot, choosing, is_quick, make, thinking_ahead
    from ducato.bots.stand_ins import stand_in

__all__ = [
    "ActionEstimate",
    "Bot",
    "Thinking",
    "choosing",
    "finish",
    "is_quick",
    "make",
    "stand_in",
    "thinking_ahead",
]

_MODULES = {"ActionEstimate": "advice.opinion", "stand_in": "stand_ins"}
"""The modules of the names that are neither in `thinking` nor in `players`."""


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: what a table says of bots needs no NumPy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'players')}"), name)
