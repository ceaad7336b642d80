"""The pictures on the cards of all games: each motif is drawn, and each card has its own."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec import convert
from tests.games.components import groups

from ducato.core.editions import data_files
from ducato.core.game import all_games
from ducato.core.presentation.art import TABLE, read_art
from ducato.core.scene import SKIES, Art
from ducato.server.kit.http.client_files import FOLDER
from ducato.server.subjects.games.assets import SYMBOL

FILES = sorted((FOLDER / "art").glob("*.svg"))
MOST = 1500
"""The most bytes of a motif."""
WITH_ART = [
    game for game in all_games() if data_files.has_file(all_games()[game].package, f"data/{TABLE}")
]


@cache
def motifs() -> dict[str, str]:
    found = [symbol for path in FILES for symbol in SYMBOL.findall(path.read_text("utf-8"))]
    return {re.findall('id="([^"]+)"', symbol)[0]: symbol for symbol in found}


def test_motifs_are_small_and_of_the_palette():
    styles = (FOLDER / "css" / "motifs.css").read_text("utf-8")
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", styles))
    assert len(motifs()) == sum(path.read_text("utf-8").count("<symbol") for path in FILES)
    for name, symbol in motifs().items():
        assert len(symbol) <= MOST, name
        assert 'viewBox="0 0 88 74"' in symbol, name
        used = {word for words in re.findall('class="([^"]*)"', symbol) for word in words.split()}
        assert used <= known, (name, used - known)
        assert "style=" not in symbol
        assert "#" not in symbol


@pytest.mark.parametrize("game", WITH_ART)
def test_a_card_has_motifs_that_exist_and_a_picture_of_its_own(game: str):
    pictures = read_art(all_games()[game].package)
    for card, picture in pictures.items():
        assert set(picture.layers) <= set(motifs()), card
        assert picture.sky in SKIES, card
        assert picture.ground in SKIES, card
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("game", WITH_ART)
def test_the_components_have_all_the_pictures_and_no_card_is_without(game: str):
    listed = [one for group in groups(game).values() for one in group.values()]
    bare = [one.id for one in listed if one.kind in ("card", "pawn") and "art" not in one.face]
    assert bare == []
    shown = {convert(one.face["art"], Art) for one in listed if "art" in one.face}
    assert shown == set(read_art(all_games()[game].package).values())
