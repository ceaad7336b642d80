"""Options that make games short; each game's tests have their own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[1] / "games"


def short(game: str) -> dict[str, Any]:
    """Return the options that make a game short."""
    path = GAMES / game.replace("-", "_") / "short.toml"
    return tomllib.loads(path.read_text("utf-8"))
