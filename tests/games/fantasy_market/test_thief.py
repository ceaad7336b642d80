"""Walks of the Thief past shops and heroes, compared with an account of what is stolen."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ducato.games.fantasy_market.atlas import DIRECTIONS, SQUARES
from ducato.games.fantasy_market.parts import CHARACTERS, TILES, Pawn, Terrain

from .table import Table

HEROES = CHARACTERS[:4]
CORNERS = [
    ["b1", "c1", "a2", "a3", "b2", "b3", "c2", "c3", "a4", "d1"],  # red and orange
    ["i7", "i8", "g9", "h9", "h8", "h7", "g8", "g7", "i6", "f9"],  # green and blue
]


class Walk:
    """One move of the Thief, as the clauses of section 6 describe it."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table, self.rng, edition = table, rng, table.edition
        self.value = dict(zip(TILES, edition.tile_value.tolist(), strict=True))
        self.box = dict(zip(TILES, edition.tile_box.tolist(), strict=True))
        self.goods = {seat: Counter(table.goods(seat)) for seat in range(edition.players)}
        self.worn = {hero: {self.box[t]: t for t in table.wears(hero)} for hero in HEROES}
        self.loot, self.boxes = table.stolen(), int(edition.loot_boxes)
        start = table.where("thief")
        again = table.game.values["same_shop_retrigger"]
        self.robbed = set() if again or start is None else {self.shop(start)}
        self.market = Counter(dict(zip(TILES, table.state.row("market").tolist(), strict=True)))
        self.die = 0

    def shop(self, square: str) -> int:
        """Return the shop on a square, or a number that is none."""
        return int(self.table.edition.terrain[SQUARES.index(square)]) - Terrain.SHOP

    def arrive(self, square: str) -> None:
        """[fantasy-market 2.3, 6.8 to 6.10, 12.18, 12.19]."""
        table, shop = self.table, self.shop(square)
        if 0 <= shop < len(table.state.owner) and shop not in self.robbed:
            self.robbed.add(shop)
            goods = +self.goods.get(int(table.state.owner[shop]), Counter())
            if goods and len(self.loot) < self.boxes:
                greatest = max(self.value[tile] for tile in goods)
                best = [t for t in TILES if goods[t] and self.value[t] == greatest]
                taken = self.rng.choice(best)
                if len(best) > 1:
                    assert (table.phase, table.legal()) == ("loot", [f"take:{t}" for t in best])
                    table.do(f"take:{taken}")
                self.goods[int(table.state.owner[shop])] -= Counter([taken])
                self.loot.append(taken)
        victims = [h for h in HEROES if table.where(h) == square and self.within_reach(h)]
        if victims and len(self.loot) < self.boxes:
            assert (table.phase, table.legal()) == ("rob", [*(f"rob:{h}" for h in victims), "done"])
            if self.rng.random() < 0.2:
                table.do("done")
                return
            hero, self.die = self.rng.choice(victims), self.rng.randrange(1, 7)
            table.do(f"rob:{hero}").roll(self.die)
            if item := self.worn[hero].pop((self.die + 1) // 2 - 1, None):
                self.loot.append(item)

    def within_reach(self, hero: str) -> bool:
        """Return whether the hero has an item that is not special [fantasy-market 6.8]."""
        return min(self.worn[hero], default=3) < 3

    def compare(self) -> None:
        table = self.table
        assert table.stolen() == self.loot
        for seat, goods in self.goods.items():
            assert table.state.row("stock")[seat].tolist() == [goods[tile] for tile in TILES]
        for hero in HEROES:
            assert table.wears(hero) == [tile for _, tile in sorted(self.worn[hero].items())]
        assert table.state.row("market").tolist() == [self.market[tile] for tile in TILES]
        assert (table.state.die, table.state.target) == (self.die, -1)


def laid_out(rng: random.Random, players: int) -> Table:
    """Return a table with tiles in all shops, and pawns in one corner of the village."""
    table = Table(
        players,
        thief_move=rng.choice([3, 6, 8]),
        loot_boxes=rng.randrange(1, 6),
        same_shop_retrigger=rng.random() < 0.2,
    )
    edition = table.edition
    for seat in range(players):
        table.stock(seat, *rng.sample(available(table), rng.choice([0, 1, 2, 5])))
    for number, hero in enumerate(HEROES):
        fits = [t for t in available(table) if edition.tile_class[TILES.index(t)] in (number, 4)]
        items = {edition.tile_box[TILES.index(t)]: t for t in rng.sample(fits, rng.randrange(6))}
        table.gear(hero, *items.values())
    table.loot(*rng.sample(available(table), rng.randrange(table.edition.loot_boxes + 1)))
    squares = rng.sample(rng.choice(CORNERS), 6)
    table.at(**dict(zip(CHARACTERS, squares, strict=True)))
    if rng.random() < 0.3:  # several on the centre
        table.at(thief="d4", warrior="e5", priest="e5")
    return table


def available(table: Table) -> list[str]:
    """Return the tiles on the market."""
    return [tile for tile in TILES if table.on_market(tile)]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(24))
def test_walks_of_the_thief(players: int, seed: int):
    """[fantasy-market 2.3, 6.7 to 6.11, 12.18, 12.19, 12.29]."""
    rng = random.Random(f"{players} {seed}")
    table = laid_out(rng, players)
    table.play("thief")
    walk = Walk(table, rng)
    while table.phase == "move":
        walk.compare()
        steps = table.legal("step")
        if not steps:
            break
        step = rng.choice(steps)
        direction = DIRECTIONS.index(step.partition(":")[2])
        square = table.edition.near[table.state.at[Pawn.THIEF], direction]
        table.do(step)
        walk.arrive(SQUARES[square])
    if table.phase == "move":
        table.do("done")
    if table.where("thief") is None:
        walk.market += Counter(walk.loot)
        walk.loot = []
    walk.compare()


@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("alike", [False, True])
def test_the_thief_compares_any_two_tiles(tile: str, alike: bool):
    """[fantasy-market 6.9, 12.19]: by value; the mover chooses among equal ones."""
    grades = ["i", "ii", "iii", "s1", "s2", "s3", "s4"]
    options = {f"grades.{grade}.value": 1 for grade in grades if alike}
    for other in sorted({TILES[0], TILES[20], TILES[-1]} - {tile}):
        table = Table(**options).stock(0, tile, other).at(thief="d1").play("thief").walk("w")
        value = {t: table.edition.tile_value[TILES.index(t)] for t in (tile, other)}
        if value[tile] == value[other]:
            both = sorted(value, key=TILES.index)
            assert (table.phase, table.legal()) == ("loot", [f"take:{t}" for t in both])
        else:
            assert table.stolen() == [max(value, key=lambda t: value[t])]


def test_a_worthless_tile_is_stolen_too():
    """[fantasy-market 6.9]: if there is nothing better."""
    table = Table(**{"grades.iii.value": 0}).stock(0, "plate-armour").at(thief="d1")
    assert table.play("thief").walk("w").stolen() == ["plate-armour"]


@pytest.mark.parametrize("start", ["b1", "c2"])
def test_back_in_a_shop(start: str):
    """[fantasy-market 6.9]: once for each shop and move, also after another shop."""
    table = Table(6, thief_move=8).at(thief=start)
    table.stock(0, "sword", "war-axe", "plate-armour").stock(5, "mace", "cudgel").play("thief")
    if start == "c2":
        table.walk("nw")
    table.walk("sw", "e", "ne")
    assert table.where("thief") == "c1"
    assert table.stolen() == (["plate-armour", "mace"] if start == "c2" else ["mace"])


def walls(*squares: str) -> dict[str, str]:
    """Return the options for walls on these squares."""
    return {f"board.{square[1]}.{square[0]}": "#" for square in squares}


@pytest.mark.parametrize("steps", [2, 3])
def test_an_exit_with_no_way_through(steps: int):
    """[fantasy-market 6.2, 6.3, 6.7]: the Thief cannot come back to it behind the crowd."""
    alley = walls("d1", "f1", "d2", "f2", "d3", "f3")
    table = Table(thief_move=steps, **alley).at(thief=None, mage="e2", warrior="e3").play("thief")
    assert table.can("enter:north") == (steps == 3)
    assert table.can("enter:south")


@pytest.mark.parametrize("last", [None, "e1"])
def test_a_blind_alley_full_of_pawns(last: str | None):
    """[fantasy-market 6.7]: free squares beside the other pawns are of no help."""
    alley = walls("d1", "f1", "d2", "f2", "d3", "f3", "d4", "f4")
    table = Table(thief_move=4, **alley).at(warrior="h2", mage="h8", collector="b8")
    table.at(thief="e4", ranger="e3", priest="e2", mage=last)
    assert table.play("thief").can("step:north") == (last is None)


@pytest.mark.parametrize("corner", [".", "#"])
def test_through_a_crowd_into_the_corner(corner: str):
    """[fantasy-market 2.1, 6.7]: if there is one."""
    table = Table(thief_move=2, **walls("b3", "c2"), **{"board.1.a": corner})
    table.at(thief="c3", warrior="b2", mage="b1", ranger="c1", priest="a2", collector="a3")
    assert table.play("thief").can("step:north-west") == (corner == ".")
