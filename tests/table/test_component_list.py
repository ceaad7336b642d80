"""The list of a game's components: what every game's has, and what a faulty one does not harm."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.plugins.installed import SOUND, found_in, install

from ducato.core.errors import UnknownName
from ducato.core.game import all_games, unavailable_games
from ducato.core.i18n import LANGUAGES
from ducato.core.scene import KINDS, TONES
from ducato.table.views.component_list import ComponentList, component_list

OWN = ["builders", "fantasy-market", "magnate", "manifest-destiny"]
DECLARED = """
from ducato.core.i18n import say
from ducato.core.scene import Component, ComponentGroup, Face

def component_list(edition):
    rows = (Component("card:1", "card", Face("One"), "One", (edition.players, "few")),)
    return [ComponentGroup("cards", "Cards", ("Players", "Words"), rows)]
"""
FAULTY = {
    "raise": ("rows = (", "raise ZeroDivisionError('no cards'); rows = (", "no cards"),
    "cells": ('(edition.players, "few")', "(edition.players,)", "1 cells for 2 columns"),
    "twice": ("rows)]", "rows * 2)]", "'card-1' twice"),
    "text": ('"Cards", (', 'say("no.such.text"), (', "no.such.text"),
}
"""What is changed in the sound declaration, and words of the reason that is reported."""
Declare = Callable[[str | None], ComponentList]


@pytest.fixture
def declare(tmp_path: Path) -> Iterator[Declare]:
    """Install a game with this declaration, or with none, and list its components."""
    install(tmp_path, [SOUND])

    def declared(text: str | None) -> ComponentList:
        if text is not None:
            module = tmp_path / SOUND.replace("-", "_") / "component_list.py"
            module.write_text(text, "utf-8")
        game = all_games()[SOUND]
        return component_list(game, game.editions[0], "en")

    for _ in found_in(tmp_path):
        yield declared


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN)
def test_every_component_can_be_shown(name: str, language: str):
    game = all_games()[name]
    for edition in game.editions:
        groups = component_list(game, edition, language).groups
        assert groups
        for group in groups:
            assert group.title
            assert all(group.columns)
            for one in group.components:
                assert one.name
                assert one.kind in KINDS
                assert one.face.get("tone", "paper") in TONES
                assert len(one.cells) == len(group.columns)
                assert (one.kind == "region") == (one.x is not None)


@pytest.mark.parametrize("name", OWN)
def test_an_id_is_an_anchor_of_its_own(name: str):
    game = all_games()[name]
    groups = component_list(game, game.editions[0], "en").groups
    ids = [one.id for group in groups for one in group.components]
    assert len(ids) == len(set(ids))
    assert not [one for one in ids if not one.replace("-", "").isalnum()]


def test_an_unknown_edition_is_an_error():
    with pytest.raises(UnknownName, match="edition of magnate"):
        component_list(all_games()["magnate"], "of 1900", "en")
    assert "magnate" not in [game.name for game in unavailable_games()]


def test_a_game_of_another_package_can_declare_a_list(declare: Declare):
    (group,) = declare(DECLARED).groups
    assert group.columns == ["Players", "Words"]
    (one,) = group.components
    assert (one.id, one.name) == ("card-1", "One")
    assert one.cells == [max(all_games()[SOUND].players), "few"]


def test_a_game_without_a_declaration_lists_its_cards(declare: Declare):
    (group,) = declare(None).groups
    assert (group.title, group.columns) == ("Cards", [])
    assert {"One", "Seven"} <= {one.name for one in group.components}
    assert SOUND not in [game.name for game in unavailable_games()]


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_list_is_empty_and_reported(
    declare: Declare, fault: str, caplog: pytest.LogCaptureFixture
):
    old, new, words = FAULTY[fault]
    assert old in DECLARED
    with caplog.at_level(logging.WARNING):
        assert declare(DECLARED.replace(old, new)).groups == []
    assert SOUND not in [game.name for game in unavailable_games()]
    assert f"the game {SOUND!r}, a part of which fails" in caplog.text
    assert words in caplog.text
