"""Recorded games for every number of players: any change of an answer shows as a diff."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import golden

from ducato.games.fantasy_market import GAME

FOLDER = Path(__file__).parent / "golden"
SHORT = 2  # steps of the hourglass: enough for every kind of card, and readable


@pytest.mark.parametrize("players", GAME.players)
def test_playthrough(players: int):
    game = GAME.load(players, "tuned", hourglass_end=SHORT)
    golden.check(FOLDER / f"{players}-players.txt", game, seed=players)


def test_playthrough_of_the_draft():
    golden.check(FOLDER / "author.txt", GAME.load(3, "author", hourglass_end=SHORT), seed=1)
