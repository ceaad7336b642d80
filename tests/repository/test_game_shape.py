"""All games that come with ducato have one shape: the same thing is in the same module."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from tests.repository.identifiers import ROOT

GAMES = sorted(path.parent for path in (ROOT / "src/ducato/games").glob("*/__init__.py"))
MODULES = (
    "component_list",
    "narration.words",
    "bot.action_features",
    "bot.state_features",
    "measures",
    "print_parts",
    "state",
)
FUNCTIONS = {
    "scene": ["scene"],
    "narration.action_labels": ["describe_action", "action_hint"],
    "narration.illegal_reasons": ["explain_illegal"],
    "narration.prompts": ["prompt"],
    "narration.results": ["headline", "result"],
    "narration.steps": ["describe_step", "log_style"],
}
"""The functions that each module defines, in this order."""


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_every_game_has_the_same_modules_with_the_same_functions(game: Path):
    package = f"ducato.games.{game.name}"
    for name in MODULES:
        import_module(f"{package}.{name}")
    for name, functions in FUNCTIONS.items():
        module = import_module(f"{package}.{name}")
        found = [key for key, value in vars(module).items() if key in functions and callable(value)]
        own = [key for key in found if getattr(module, key).__module__ == module.__name__]
        assert own == functions, name


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_every_game_divides_its_rules_scene_and_narration(game: Path):
    for part in ("bot", "rules", "scene", "narration"):
        assert (game / part / "__init__.py").is_file(), part
