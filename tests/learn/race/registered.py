"""Offering the race as another package would: by an entry point."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from ducato.core.game import discovery

from . import GAME


def registered() -> Iterator[None]:
    """Register the game while it lasts; the body of a fixture."""
    point = EntryPoint("race", f"{GAME.package}:GAME", "ducato.games")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(discovery, "entry_points", lambda group: [point])
        discovery.all_games.cache_clear()
        yield
    discovery.all_games.cache_clear()
