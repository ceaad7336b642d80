"""The table of The Builders: a whole, well-formed scene at every step, for every reader."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ducato.core import scene as contract
from ducato.core.i18n import LANGUAGES
from ducato.core.scene import Piece, Scene
from ducato.games.builders import GAME, scene
from ducato.games.builders.narration import explain_illegal
from ducato.games.builders.state import ACTIONS, CARD_IDS, CONSTRUCTION_IDS, Phase, Zone

from .table import Table, site
from .walks import games, write

SPRITE = Path(scene.__file__).parents[1] / "glyphs.svg"
GLYPHS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text("utf-8")))


def legal_for(position: Any, seat: int) -> list[int]:
    return position.legal_actions() if seat == position.current_player() else []


def laid(position: Any, seat: int) -> Scene:
    return scene.scene(position.state, position.game.edition, seat, legal_for(position, seat))


@cache
def tables() -> list[tuple[Any, int, Scene]]:
    """Positions of all games as every reader sees them."""
    found = []
    for game in games():
        for number, step in enumerate(game):
            if number % 9 == 0 or step is game[-1]:
                readers = range(-1, step.after.game.players)
                found.extend((step.after, seat, laid(step.after, seat)) for seat in readers)
    return found


def piece(table: Scene, name: str) -> Piece:
    return next(p for p in table.pieces if p.id == name)


def test_areas_and_pieces_keep_the_contract() -> None:
    for _, _, table in tables():
        areas = [area.id for area in table.areas]
        pieces = [p.id for p in table.pieces]
        assert len(set(areas)) == len(areas)
        assert len(set(pieces)) == len(pieces)
        for number, area in enumerate(table.areas):
            assert area.layout in contract.LAYOUTS
            assert area.role in contract.ROLES
            assert area.parent is None or area.parent in areas[:number]
        for p in table.pieces:
            assert p.area in areas
            assert p.kind in contract.KINDS
            assert p.face.tone in contract.TONES
            assert set(p.face.glyphs) <= GLYPHS
            assert len(p.face.glyphs) <= 4  # what a card has room for
            assert p.label


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_written_in_every_language(language: str) -> None:
    for _, _, table in tables()[::3]:
        plain = json.loads(contract.write(table, lambda value: write(value, language)))
        assert "{" not in "".join(p["label"] for p in plain["pieces"])


def test_pieces_carry_legal_actions_and_the_rest_are_buttons() -> None:
    for position, seat, table in tables():
        legal = set(legal_for(position, seat))
        carried = [action for p in table.pieces for action in p.actions]
        assert set(carried) <= legal
        assert len(carried) == len(set(carried))
        assert {ACTIONS.kind(a).name for a in legal - set(carried)} <= {"end", "take", "buy"}
        for p in table.pieces:
            assert set(p.actions) <= set(p.potential)


def test_every_card_in_play_is_somewhere_and_once() -> None:
    for position, _, table in tables():
        zones = position.state.row("zone")
        open_cards = {
            f"card:{name}"
            for name, where in zip(CARD_IDS, zones, strict=True)
            if where not in (Zone.BOX, Zone.BUILDING_DECK, Zone.WORKER_DECK)
        }
        shown = [p for p in table.pieces if p.kind == "card" and not p.face.back]
        assert {p.id for p in shown} == open_cards
        backs = {p.id: p.face.count for p in table.pieces if p.face.back}
        assert backs == {
            "back:buildings": position.state.held[Zone.BUILDING_DECK],
            "back:workers": position.state.held[Zone.WORKER_DECK],
        }


def test_what_is_missing_is_on_every_open_site() -> None:
    """[builders 4.6]: and it is updated with every worker."""
    for position, _, table in tables():
        for number, name in enumerate(CONSTRUCTION_IDS):
            where = position.state.zone[42 + number]
            if Zone.SITE <= where < Zone.BUILT:
                card = piece(table, f"card:{name}")
                need = position.state.row("need")[number]
                left = {shown.glyph: shown.count - shown.met for shown in card.face.needs}
                kinds = ("stone", "wood", "knowledge", "tile")
                assert [left.get(kind, 0) for kind in kinds] == need.tolist()
                assert card.area == f"site:{name}"
                (area,) = (area for area in table.areas if area.id == card.area)
                assert card.face.turned == (area.role == "others")


def test_a_site_in_words() -> None:
    table = Table().crew(0, "apprentice-1", "master-1").site(0, "chapel")
    table.send("apprentice-1", "chapel")
    drawn = laid(table.position, 1)
    assert write(piece(drawn, "card:chapel").label) == (
        "Chapel, Anna’s site, needs 3 stone, 2 wood, 1 knowledge, and 2 tiles; "
        "5 points, 18 coins; at work: the Apprentice (1 knowledge and 1 tile)"
    )
    worker = piece(drawn, "card:apprentice-1")
    assert worker.area == "site:chapel"
    assert write(worker.label) == (
        "Apprentice, makes 1 knowledge and 1 tile, wage 2 coins, working for Anna on the Chapel"
    )


def test_what_a_worker_would_add_is_on_every_site_before_he_is_sent() -> None:
    table = Table().crew(0, "master-1").site(0, "castle").site(0, "wash-house", 0, 0, 0, 2)
    table.do("send:master-1")
    assert table.state.phase == Phase.CHOOSE_SITE
    drawn = laid(table.position, 0)
    castle, wash_house = piece(drawn, "card:castle"), piece(drawn, "card:wash-house")
    assert [write(line) for line in castle.face.lines] == ["+ 2 knowledge and 3 tiles"]
    assert [write(line) for line in wash_house.face.lines] == ["+ 2 tiles: finished!"]
    assert castle.actions == (ACTIONS.index("site:castle"),)
    assert [write(line) for line in piece(drawn, "card:master-1").face.lines] == ["where to?"]
    assert not piece(laid(table.position, 1), "card:castle").actions


def test_why_a_card_cannot_be_clicked() -> None:
    table = Table().crew(0, "master-1").site(0, "castle").coins(0, 3)
    worker = piece(laid(table.position, 0), "card:master-1")
    assert not worker.actions
    (send,) = worker.potential
    refusal = explain_illegal(table.state, table.game.edition, send)
    assert write(refusal.message) == "The wage is 5 coins; you have 3 coins."
    assert piece(laid(table.position, 1), "card:master-1").potential == ()


def test_a_card_keeps_its_id_from_the_row_to_the_finished_buildings() -> None:
    table = Table().in_row("wooden-shack").crew(0, "apprentice-5", "apprentice-1")
    areas = []
    for action in (None, "open:wooden-shack", "send:apprentice-1"):
        if action:
            table.do(action)
        areas.append(piece(laid(table.position, 0), "card:wooden-shack").area)
    table.state.need[site("wooden-shack"), 1] = 0
    table.state.need[site("wooden-shack"), 2] = 1
    table.do("buy").do("send:apprentice-5")
    areas.append(piece(laid(table.position, 0), "card:wooden-shack").area)
    assert areas == ["buildings", "site:wooden-shack", "site:wooden-shack", "built:0"]


def test_the_row_keeps_its_order() -> None:
    """[builders 4.4]: the new card lies where the gap was."""
    table = Table()
    before = {p.id: p.order for p in laid(table.position, 0).pieces if p.area == "buildings"}
    table.do("open:tile-kiln-1")
    after = {p.id: p.order for p in laid(table.position, 0).pieces if p.area == "buildings"}
    [new] = set(after) - set(before)
    assert after[new] == before["card:tile-kiln-1"]
    assert all(after[name] == before[name] for name in set(after) & set(before))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_own_side_is_the_nearest_and_in_view(seat: int) -> None:
    drawn = laid(Table(3).position, seat)
    panels = [area.owner for area in drawn.areas if area.id.startswith("seat:")]
    assert panels == [(seat + 1) % 3, (seat + 2) % 3, seat]
    assert [p.role for p in drawn.areas if p.id == f"crew:{seat}"] == ["hand"]
    assert [p.role for p in drawn.areas if p.id == f"seat:{seat}"] == ["mine"]


def test_scenes_share_the_pieces_that_look_the_same() -> None:
    table = Table(3).crew(0, "apprentice-1").crew(1, "master-1").site(0, "chapel")
    before = laid(table.position, 1)
    table.send("apprentice-1", "chapel")
    after, other = laid(table.position, 1), laid(table.position, 2)

    def new(old: Scene, drawn: Scene) -> set[str]:
        return {p.id for p in drawn.pieces if not any(p is known for known in old.pieces)}

    counters = {"points:0", "coins:0", "turn"}
    assert new(before, after) == {"card:apprentice-1", "card:chapel", *counters}
    assert new(after, other) == {"card:master-1"}  # seat 1 may click on its own crew


def test_a_spectator_owns_nothing() -> None:
    drawn = laid(Table(2).position, -1)
    assert not {p.role for p in drawn.areas} & {"hand", "mine"}
    assert not any(p.actions for p in drawn.pieces)


def test_markers() -> None:
    """[builders 2.5] [builders 6.2]: who began, whose turn it is, who brought about the end."""
    table = Table()
    table.state.points[0] = 17
    table.do("end")
    drawn = laid(table.position, 0)
    assert piece(drawn, "first").area == "scoreboard:0"
    assert piece(drawn, "turn").area == "scoreboard:1"
    assert piece(drawn, "last").area == "scoreboard:0"
    assert write(piece(drawn, "last").label) == "Last round: Anna has 17 points."
    assert write(piece(drawn, "points:0").label) == (
        "Anna has 17 points on finished cards and 1 point for coins"
    )


def test_the_sprite_has_no_glyph_that_is_not_used() -> None:
    modules = sorted(Path(scene.__file__).parent.glob("*.py"))
    source = "".join(module.read_text("utf-8") for module in modules)
    materials = {"stone", "wood", "knowledge", "tile"}
    for glyph in GLYPHS - materials:
        assert f'"{glyph}"' in source, glyph
    assert materials <= GLYPHS


def test_the_game_has_its_own_module_of_drawing_only() -> None:
    assert GAME.module("scene") is scene
