"""The rulebook of every game: the same clauses in all languages, and figures that can be played."""

from __future__ import annotations

import re

import msgspec
import pytest
from tests.support import clauses

from ducato.core.game import Game, all_games
from ducato.core.i18n import LANGUAGES
from ducato.server.subjects.games.rulebook import rulebook
from ducato.table.views.rulebook_figures import figure, figures

GAMES = list(all_games().values())
NAMED = re.compile(r"^```figure (.+)$", re.MULTILINE)
CITATION = re.compile(r'href="#([\d.]+)"')


def written(game: Game) -> list[str]:
    folder = game.package.rpartition(".")[2]
    return [word for word in LANGUAGES if clauses.rules_file(folder, word).exists()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_language_is_written(game: Game):
    assert written(game) == list(LANGUAGES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_clauses(game: Game, language: str):
    folder = game.package.rpartition(".")[2]
    assert clauses.clauses(folder, language) == clauses.clauses(folder)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(game: Game, language: str):
    book = rulebook(game.package, language)
    assert book.title
    anchors = set(re.findall(r'id="([^"]+)"', book.body))
    assert set(CITATION.findall(book.body)) <= anchors
    assert {anchor for anchor, _ in book.sections} <= anchors
    assert "&lt;a id" not in book.body


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_language_shows_every_picture(game: Game):
    folder = game.package.rpartition(".")[2]
    for language in written(game):
        text = clauses.rules_file(folder, language).read_text("utf-8")
        assert sorted(NAMED.findall(text)) == sorted(figures(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_can_be_played_and_show_something(game: Game, language: str):
    assert figures(game), "the rules of a game have pictures"
    for name in figures(game):
        drawn = msgspec.json.decode(figure(game, name, language))
        areas = {area["id"] for area in drawn["areas"]}
        assert all(area.get("parent") is None or area["parent"] in areas for area in drawn["areas"])
        assert drawn["pieces"]
        assert {piece["area"] for piece in drawn["pieces"]} <= areas
