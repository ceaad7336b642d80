"""Promotions of several heroes, one after the other, compared with an enumeration of moves."""

from __future__ import annotations

import pytest

from ducato.games.fantasy_market.parts import CHARACTERS, TILES, Pawn

from .table import Table
from .test_reach import Move, crowd, drawn, follow

HEROES = CHARACTERS[: Pawn.THIEF]
SIDES = ["north", "east", "south", "west"]


def has_goods_for(table: Table, seat: int, hero: str) -> bool:
    """Return whether a shop holds a tile in the hero's colour or a white one [5.7]."""
    kinds = {int(table.edition.tile_class[TILES.index(tile)]) for tile in table.goods(seat)}
    return not kinds.isdisjoint({HEROES.index(hero), len(HEROES)})


def promoted_steps(table: Table, hero: str) -> int:
    """Return a part of the hero's movement, with all items [fantasy-market 5.7, 12.25]."""
    bonus = sum(int(table.edition.tile_movement[TILES.index(t)]) for t in table.wears(hero))
    movement = int(table.edition.movement[HEROES.index(hero)]) + bonus
    return movement // table.game.values["promotion_divisor"]


def able(table: Table, seat: int, done: list[str]) -> list[str]:
    """Return the heroes that may be promoted [fantasy-market 5.7, 5.8]."""
    found = []
    for number, hero in enumerate(HEROES):
        move = Move(table, number, promoted_steps(table, hero), promoted=True, seat=seat)
        outside = move.pawns[number] < 0
        ways = move.entrances() if outside else move.directions((move.pawns[number],))
        allowed = not outside or table.game.values["promotion_from_outside"]
        if hero not in done and ways and allowed and has_goods_for(table, seat, hero):
            found.append(f"hero:{hero}")
    return found


@pytest.mark.parametrize("seed", range(36))
def test_heroes_are_promoted_one_after_the_other(seed: int):
    """[fantasy-market 5.7, 5.8]: each with what the one before has left."""
    most = 1 + seed % 4
    divisor = (1, 1, 1, 2, 3)[seed % 5]
    table, rng = drawn(
        seed,
        promotion_heroes=most,
        promotion_divisor=divisor,
        promotion_from_outside=seed % 7 > 1,
        centre_capacity=seed % 3,
    )
    for _ in range(8):
        crowd(table, rng, outside=rng.choice([0.0, 0.3]))
        seat, done = rng.randrange(4), []
        for _ in range(rng.choice([1, 2, 5])):
            tile = rng.choice(TILES)
            if table.on_market(tile):
                table.stock(seat, tile)
        table.play("promotion", seat)
        while len(done) < most and (expected := able(table, seat, done)):
            assert (table.phase, table.position.current_player()) == ("promote", seat)
            assert (table.state.pawn, table.legal()) == (-1, [*expected, "done"])
            chosen = rng.choice(expected).partition(":")[2]
            done.append(chosen)
            number = HEROES.index(chosen)
            move = Move(table, number, promoted_steps(table, chosen), promoted=True)
            table.do(f"hero:{chosen}")
            follow(table, rng, move)
            while table.phase == "purchase":
                table.do(rng.choice(table.legal()))
        assert (table.phase, table.state.promoting) == ("reveal", 0)
        put_back(table, seat)


def put_back(table: Table, seat: int) -> None:
    """Empty a shop."""
    goods = table.state.row("stock")[seat]
    table.state.row("market")[:] += goods
    goods[:] = 0


@pytest.mark.parametrize("tile", TILES)
def test_one_tile_is_enough_for_a_promotion(tile: str):
    """[fantasy-market 5.7]: in the hero's colour, or a white one for any."""
    table = Table().stock(0, tile).play("promotion")
    fits = table.edition.tile_class[TILES.index(tile)]
    assert table.legal("hero") == [f"hero:{h}" for n, h in enumerate(HEROES) if fits in (n, 4)]


@pytest.mark.parametrize("divisor", range(1, 5))
@pytest.mark.parametrize("squares", range(1, 9))
def test_the_part_of_the_movement(divisor: int, squares: int):
    """[fantasy-market 5.7]: rounded down; a hero with none of it left cannot be promoted."""
    options = {"characters.mage.movement": squares, "promotion_divisor": divisor}
    for start in ("e5", None):
        table = Table(**options).stock(0, "oak-wand").at(mage=start).play("promotion")
        steps = squares // divisor
        assert table.legal("hero") == (["hero:mage"] if steps else [])
        if not steps:
            assert table.phase == "reveal"
            continue
        table.do("hero:mage")
        if start is None:
            table.do("enter:north")
        walked = 0
        while table.phase == "move" and table.legal("step"):
            table.do(table.legal("step")[0])
            walked += 1
        assert walked == min(steps, 6 if start else 2)


def test_a_promotion_may_end_early():
    """[fantasy-market 5.2, 12.12]: the next character moves as usual, also away from the shop."""
    table = Table().stock(0, "healing-draught").play("promotion").do("done")
    assert (table.phase, table.state.promoting) == ("reveal", 0)
    assert table.play("warrior").legal("step") == [f"step:{d}" for d in SIDES]
    table = Table().stock(0, "healing-draught").play("promotion").do("hero:warrior")
    table.do(table.legal("step")[0], table.legal("step")[0])
    assert (table.phase, table.state.pawn) == ("promote", -1)
    table.do("done")
    assert (table.phase, table.state.promoting) == ("reveal", 0)


WALLS = {"board.4.i": "#", "board.8.e": "#", "board.4.a": "#"}
"""Walls that leave each exit one square towards the red shop, and others away from it."""


@pytest.mark.parametrize("free", [None, "d1", "h5", "d9", "b5"])
def test_a_hero_outside_needs_a_way_home(free: str | None):
    """[fantasy-market 5.7, 5.8, 6.3]: from an exit towards the shop; other ways do not count."""
    table = Table(**WALLS).stock(0, "sword").at(warrior=None)
    squares = [square for square in ("d1", "h5", "d9", "b5") if square != free]
    table.at(**dict(zip(["mage", "ranger", "priest", "collector"], squares, strict=False)))
    assert len(table.play("warrior").legal("enter")) == 4
    table.do("done").play("promotion")
    assert table.legal("hero") == (["hero:warrior"] if free else [])


@pytest.mark.parametrize("open_corner", [False, True])
def test_the_corner_is_a_square_like_others(open_corner: bool):
    """[fantasy-market 2.1, 5.8]: also on a way home through a rival's shop."""
    corner = {"board.1.a": "."} if open_corner else {}
    table = Table(6, promotion_divisor=1, **corner).stock(0, "sword")
    table.at(warrior="a4", mage="b4", ranger="b3", priest="b2").play("promotion")
    assert table.can("hero:warrior") == open_corner
    if open_corner:
        table.do("hero:warrior").walk("n", "n", "n").do("done")
        assert table.where("warrior") == "a1"
    table = Table(6, **corner).at(warrior="a2").play("warrior")
    assert table.can("step:north") == open_corner


@pytest.mark.parametrize("blocked", ["", "a4", "b5", "a4 b5"])
def test_no_diagonal_way_home(blocked: str):
    """[fantasy-market 5.8, 6.5]: a promoted hero crosses an exit only if it can leave it again."""
    table = Table().stock(1, "sword").at(warrior="a6")
    table.at(**dict(zip(["mage", "ranger"], blocked.split(), strict=False)))
    table.play("promotion", 1).do("hero:warrior")
    assert table.can("step:north") == (blocked != "a4 b5")


def test_another_way_through_a_rivals_shop():
    """[fantasy-market 5.8]: if the first is blocked; no step keeps the distance."""
    table = Table(6, promotion_divisor=1, **{"board.1.a": "6"}).stock(0, "sword")
    table.at(warrior="a4", mage="b4", ranger="b3", priest="b1").play("promotion")
    assert table.do("hero:warrior").legal("step") == ["step:north"]
    table = Table(promotion_divisor=1).stock(0, "sword").at(warrior="d9", mage="c8")
    table.play("promotion").do("hero:warrior")
    assert table.legal("step") == ["step:north"]  # not along the purple shop
