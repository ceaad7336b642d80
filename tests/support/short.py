"""Games that are soon over: each game's tests say with which options."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[1] / "games"


def short(game: str) -> dict[str, Any]:
    """The options with which a game is soon over."""
    path = GAMES / game.replace("-", "_") / "short.toml"
    return tomllib.loads(path.read_text("utf-8"))
