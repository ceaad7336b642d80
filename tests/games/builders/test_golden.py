"""Recorded games for every number of players: any change of an answer shows as a diff."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import golden

from ducato.games.builders import GAME

from . import player

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("players", GAME.players)
def test_playthrough(players: int):
    golden.check(FOLDER / f"{players}-players.txt", GAME.load(players), 1, player.choose)


def test_playthrough_of_the_variants():
    loaded = GAME.load(
        3, apprentices="drafted", show_next_card=False, send_useless=False, bank_limit="box"
    )
    golden.check(FOLDER / "variants.txt", loaded, 2, player.choose)


def test_there_is_no_file_too_many():
    files = {path.stem for path in FOLDER.glob("*.txt")}
    assert files == {"variants", *(f"{players}-players" for players in GAME.players)}
