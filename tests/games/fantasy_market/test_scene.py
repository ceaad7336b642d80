"""The table as pieces: the map, ways to walk, stable ids."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from ducato.core.editions.data_files import read_text
from ducato.core.scene import Piece, Scene
from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.atlas import SQUARE_COUNT, SQUARES, distances
from ducato.games.fantasy_market.narration import explain_illegal, explain_unreachable
from ducato.games.fantasy_market.narration.words import hero_statistics
from ducato.games.fantasy_market.parts import CHARACTERS, HEROES, Terrain
from ducato.games.fantasy_market.scene import backdrop, scene
from ducato.games.fantasy_market.scene.backdrop import MAP_HEIGHT, hour
from ducato.games.fantasy_market.state import ACTIONS

from .table import Table, drafted


def drawn(table: Table, seat: int = 0) -> Scene:
    legal = table.position.legal_actions() if seat == table.position.current_player() else []
    return scene(table.position.redact(seat).state, table.edition, seat, legal)


def piece(table: Table, name: str, seat: int = 0) -> Piece:
    return next(p for p in drawn(table, seat).pieces if p.id == name)


def squares(table: Table) -> dict[str, Piece]:
    """Return the squares that one click leads to."""
    return {name: p for name, p in spots(table).items() if p.actions or p.path}


def spots(table: Table) -> dict[str, Piece]:
    return {p.id.split(":")[1]: p for p in drawn(table).pieces if p.id.startswith("square:")}


def test_every_reachable_square_is_shown_at_once():
    """[fantasy-market 6.1]: with the way to it."""
    table = Table().at(warrior="b5").play("warrior")
    found = squares(table)
    near = distances(table.edition.row("near").tolist(), [SQUARES.index("b5")])
    assert set(found) == {SQUARES[s] for s, n in enumerate(near) if 0 < n <= 4}
    assert found["b4"].actions == (ACTIONS.index("step:north"),)
    assert len(found["c3"].path) == 3
    for square in ("b1", "d3", "a2"):
        walker = Table().at(warrior="b5").play("warrior")
        way = squares(walker)[square]
        for action in way.path or way.actions:
            walker.position.apply_action(action)
        assert walker.where("warrior") == square or walker.phase != "move"


def test_a_square_out_of_reach_answers_why():
    """[fantasy-market 6.1, 6.5]: what bars the first step, or that it is too far."""

    def reason(name: str) -> tuple[str, str]:
        square = spots(table)[name]
        assert not square.actions
        assert square.potential
        legal = table.position.legal_actions()
        barred = [
            explain_illegal(table.state, table.edition, a)
            for a in square.potential
            if a not in legal
        ]
        (refusal,) = barred or [explain_unreachable(table.state, table.edition, square.id)]
        assert refusal is not None
        return refusal.message.key, refusal.clause

    table = Table().at(warrior="b5", mage="b4").play("warrior")
    assert reason("b4") == ("no.step.occupied", "6.5")
    assert reason("h4") == ("no.far", "6.1")
    assert "b5" not in spots(table)
    table = Table().at(warrior=None, mage="e1").play("warrior")
    assert reason("e1")[1] == "6.3"


def test_a_way_stops_where_something_happens():
    """A walk never crosses a theft: the mover should see it first."""
    table = Table().at(thief="b2").stock(0, "sword", "mace").play("thief")
    for way in squares(table).values():
        walker = Table().at(thief="b2").stock(0, "sword", "mace").play("thief")
        for action in way.path[:-1]:
            walker.position.apply_action(action)
            assert walker.stolen() == []


def test_what_happens_on_a_square_is_marked_there():
    """[fantasy-market 6.6, 7.1]: a sale with its price and whose it is, an encounter, a theft."""
    table = Table().at(warrior="b5").stock(0, "sword").play("warrior")
    for name, square in squares(table).items():
        key = square.label.arguments.get("hint")
        sells = key is not None and key.key.startswith("hint.buys") and "gold" in key.arguments
        assert sells == (square.face.glyphs == ("gold",)), name
        if sells:
            assert square.face.corner == str(key.arguments["gold"].arguments["n"])
            assert square.face.tone == "blue"  # the emblem of seat 0
    assert [s for s in squares(table).values() if s.face.glyphs == ("gold",)]
    assert piece(table, "reach").face.shape
    robbed = squares(Table().at(thief="b2").stock(0, "sword", "mace").play("thief"))
    assert [s for s in robbed.values() if s.face.glyphs == ("loot",)]


def test_every_owned_shop_bears_the_emblem_of_its_owner():
    table = Table()
    owned = [seat for seat in table.state.row("owner") if seat >= 0]
    shown = [p for p in drawn(table).pieces if p.id.startswith("shop:") and not p.actions]
    assert len(shown) == len(owned) > 0
    assert len({p.face.tone for p in shown}) == len(set(owned))


def test_from_outside_ways_begin_at_the_gates():
    """[fantasy-market 6.3]."""
    table = Table().at(warrior=None).play("warrior")
    found = squares(table)
    assert found["e1"].actions == (ACTIONS.index("enter:north"),)
    assert len(found["d1"].path) == 2


def test_others_see_no_ways():
    table = Table().play("warrior")
    assert not [p for p in drawn(table, 1).pieces if p.id.startswith("square:")]


def test_a_chosen_card_is_a_back():
    """[fantasy-market 10.2]."""
    table = drafted(Table(), "mage")
    mine = {p.id for p in drawn(table, 0).pieces if p.kind == "card"}
    theirs = {p.id for p in drawn(table, 2).pieces if p.kind == "card"}
    assert "card:mage" in mine
    assert "card:mage" not in theirs
    assert "back:0" in theirs
    assert not any(name.startswith("card:") for name in theirs)


def test_tiles_keep_their_numbers_on_the_way():
    """[fantasy-market 5.4]: the sword that is bought is the one that moves."""
    table = Table().gold(3).play("market")
    assert piece(table, "tile:sword:0").area == "market:warrior"
    table.do("buy:sword")
    assert piece(table, "tile:sword:0").area == "stock:0"
    assert piece(table, "tile:sword:1").area == "market:warrior"


def test_goods_carry_their_actions():
    table = Table().gold(3).stock(0, "mace").play("market")
    assert piece(table, "tile:mace:0").actions == (ACTIONS.index("sell:mace"),)
    assert piece(table, "tile:sword:0").actions == (ACTIONS.index("buy:sword"),)
    assert piece(table, "tile:mace:0", 1).actions == ()


def test_free_shops_can_be_clicked():
    """[fantasy-market 3.5]."""
    table = Table(2, shop_choice="free")
    assert piece(table, "shop:red").actions == (ACTIONS.index("shop:red"),)


def test_the_backdrop_is_a_drawing_of_this_edition():
    """[fantasy-market 2.1, 3.2]."""
    backdrops = {}
    for end in (10, 30):
        area = next(p for p in drawn(Table(hourglass_end=end)).areas if p.id == "town")
        assert area.height == MAP_HEIGHT
        backdrops[end] = area.backdrop or ""
        ElementTree.fromstring(area.backdrop or "")
    assert backdrops[10] != backdrops[30]


def test_circles_of_time_stand_in_a_line_above_the_town():
    spots = [hour(number, 30) for number in range(31)]
    assert len(set(spots)) == 31
    top = backdrop.centre(0)[1] - backdrop.SIDE // 2 - backdrop.MARGIN
    assert all(0 < x < 1000 and 0 < y < top for x, y in spots)


def test_every_glyph_is_drawn():
    sprite = read_text(GAME.package, "glyphs.svg")
    ElementTree.fromstring(sprite)
    known = set(re.findall(r'symbol id="([\w-]+)"', sprite))
    table = Table(6).stock(0, "sword", "oak-wand", "short-bow", "mace").monster("north", "orc")
    table.gear("warrior", "buckler", "winged-cape").loot("reliquary")
    used = {glyph for p in drawn(table).pieces for glyph in p.face.glyphs}
    assert used <= known
    assert known - used <= set()


def test_every_square_shows_its_name():
    """In its lower right corner; a house has none."""
    picture = backdrop.draw([0] * SQUARE_COUNT, 30)
    pattern = r'class="coordinate" x="(\d+)" y="(\d+)" text-anchor="end".*?>(\w+)<'
    found = {name: (int(x), int(y)) for x, y, name in re.findall(pattern, picture)}
    assert list(found) == SQUARES
    for square, name in enumerate(SQUARES):
        x, y = backdrop.centre(square)
        right, base = found[name]
        assert x < right <= x + backdrop.SIDE // 2
        assert y < base <= y + backdrop.SIDE // 2
    walls = backdrop.draw([Terrain.WALL] * SQUARE_COUNT, 30)
    assert not re.findall(pattern, walls)


def test_goods_too_dear_for_the_reader_are_muted():
    """[fantasy-market 5.4]: not for a spectator, and not if they may be taken for nothing."""

    def dear(table: Table, seat: int) -> set[str]:
        pieces = [p for p in drawn(table, seat).pieces if p.area.startswith("market:")]
        assert all((p.label.key == "label.tile.market.dear") == p.face.muted for p in pieces)
        return {p.id for p in pieces if p.face.muted}

    table = Table().gold(1)
    assert "tile:sword:0" not in dear(table, 0)
    assert "tile:war-axe:0" in dear(table, 0)
    assert "tile:sword:0" in dear(table, 1)
    assert dear(table, -1) == set()


def test_each_character_has_a_portrait_and_numbers():
    pieces = [p for p in drawn(Table()).pieces if p.area == "sheet:warrior"]
    assert [p.face.corner for p in pieces if p.kind == "score"] == ["3", "3", "4"]
    assert pieces[0].face.art is not None


def test_the_numbers_of_a_hero_count_the_gear():
    """[fantasy-market 12.25]: they are those of the rules, whatever else is on the table."""
    table = Table().gear("warrior", "buckler", "winged-cape").gear("priest", "mace").gold(9)
    shown = {p.id: p.face.corner for p in drawn(table).pieces}
    for hero, name in enumerate(CHARACTERS[:HEROES]):
        for kind, number in hero_statistics(table.state, table.edition, hero).items():
            assert shown[f"{kind}:{name}"] == str(number)


def test_readers_share_the_pieces_that_they_see_alike():
    table = drafted(Table(6).stock(1, "sword", "mace").gear("mage", "oak-wand"), "mage")
    first = {p.id: p for p in drawn(table, 2).pieces}
    alike = [(p, first[p.id]) for p in drawn(table, 3).pieces if first.get(p.id) == p]
    assert len(alike) > 60
    assert all(mine is other for mine, other in alike)
