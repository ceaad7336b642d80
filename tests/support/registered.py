"""Games of the tests, offered as another package would offer them: by an entry point."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint

import pytest

from ducato.core.game import Game, discovery


@contextmanager
def registered(game: Game, name: str | None = None) -> Iterator[Game]:
    """Offer a game beside those of ducato, under its own name or another."""
    point = EntryPoint(name or game.name, f"{game.package}:GAME", discovery.GROUP)
    installed = list(discovery.entry_points(group=discovery.GROUP))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(discovery, "entry_points", lambda group: [point, *installed])
        discovery.all_games.cache_clear()
        yield game
    discovery.all_games.cache_clear()
