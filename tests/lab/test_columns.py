"""The columns of the tables are those that the manual lists, in its order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.planted import GAME

from ducato.lab.run import play

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]
MANUAL = Path(__file__).parents[2] / "docs" / "lab.md"
EXAMPLES = {"coins": "points", "cards_played": "rests"}
"""A series and a counter in the manual's examples, and those of the planted game."""


def listed(table: str) -> list[str]:
    """Return the columns that the manual lists for a table."""
    text = MANUAL.read_text("utf-8").split(f"\n`{table}` has a row for each", 1)[1]
    rows = text.split("|---|---|\n", 1)[1].split("\n\n", 1)[0].splitlines()
    return [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]


def test_the_manual_lists_every_column_of_the_tables():
    found = play(GAME.load(2), 20)
    assert listed("actions") == found.actions.columns
    assert listed("curves") == found.curves.columns
    columns = [
        re.sub(r"^(\D+?)(_\d)?$", lambda m: EXAMPLES.get(m[1], m[1]) + (m[2] or ""), name)
        for name in listed("games")
    ]
    assert [name for name in found.games.columns if not name.endswith("_1")] == [
        name for name in columns if not name.endswith("_1")
    ]
