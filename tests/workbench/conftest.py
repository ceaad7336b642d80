"""Games in folders, each of a name of its own, that no later test sees."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from ducato.cli.authoring.new_game import examples
from ducato.core.game import all_games
from ducato.core.game.folder import FROM_FOLDERS
from ducato.workbench.forms import renamed_copy

NUMBERS = count(1)


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """The package of a game that is not installed, in a folder of its own."""
    games, modules, path = dict(all_games()), set(sys.modules), list(sys.path)
    project = tmp_path / "project"
    yield renamed_copy(examples() / "caravan/caravan", project, f"b{next(NUMBERS)}")
    FROM_FOLDERS.clear()
    all_games().clear()
    all_games().update(games)
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if getattr(sys.modules[name], "__file__", None) is None or "ducato" not in name:
            sys.modules.pop(name)
