"""Tiles and gold: markets, inventories, purchases and thefts, compared with lists of all tiles.

Shops, boxes and purses are filled at random, and each choice is compared with the clause that lists
it, tile by tile.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from ducato.games.fantasy_market.narration.results import headline
from ducato.games.fantasy_market.parts import CHARACTERS, EXITS, TILES

from .table import Table

SEEDS = range(60)
HEROES = CHARACTERS[:4]
SHOP = {0: "b1", 1: "i7", 2: "h9", 3: "b9"}
"""A square of each seat's shop, with four players."""


class Market(Table):
    """A table with tiles in shops and boxes, filled at random."""

    def __init__(self, rng: random.Random, **options: object) -> None:
        super().__init__(**options)
        self.rng = rng
        self.value = dict(zip(TILES, self.edition.tile_value.tolist(), strict=True))
        self.cost = dict(zip(TILES, self.edition.tile_cost.tolist(), strict=True))
        for seat in range(4):
            self.stock(seat, *self.some(rng.choice([0, 1, 2, 6])))
        self.gold(*(rng.randrange(8) for _ in range(4)))

    def some(self, most: int) -> list[str]:
        """Draw different tiles that are on the market."""
        there = [tile for tile in TILES if self.on_market(tile)]
        return self.rng.sample(there, min(most, len(there)))

    def choices(self) -> list[str]:
        """Return the legal actions but for declining."""
        return [action for action in self.legal() if action != "done"]

    def here(self) -> dict[str, int]:
        """Return the number of each tile on the market."""
        return {tile: self.on_market(tile) for tile in TILES}

    def ledger(self) -> dict[str, Any]:
        """Return all tiles and gold."""
        return {
            "market": self.here(),
            "goods": [Counter(self.goods(seat)) for seat in range(4)],
            "gold": [self.has(seat) for seat in range(4)],
            "purses": [self.has(hero) for hero in HEROES],
            "worn": [self.wears(hero) for hero in HEROES],
            "loot": self.stolen(),
            "reserve": int(self.state.reserve),
        }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_market_card(seed: int):
    """[fantasy-market 5.4, 12.13]."""
    rng = random.Random(seed)
    table = Market(
        rng, shop_capacity=rng.choice([0, 1, 2, 6]), market_sell_price=rng.choice([100, 75, 30])
    )
    seat, capacity = rng.randrange(4), table.edition.shop_capacity
    room = capacity == 0 or len(table.goods(seat)) < capacity
    buys = [t for t, n in table.here().items() if n and table.value[t] <= table.has(seat) and room]
    price = int(table.edition.market_sell_price)
    sells = [t for t in TILES if t in table.goods(seat) and table.value[t] * price >= 100]
    table.play("market", seat)
    if not buys and not sells:
        assert table.phase != "market"
        return
    assert table.choices() == [
        *(f"buy:{tile}" for tile in buys),
        *(f"sell:{tile}" for tile in sells),
    ]
    expected = table.ledger()
    action, tile = rng.choice(table.choices()).split(":")
    sign = 1 if action == "buy" else -1
    sold_for = int(table.value[tile]) * price // 100
    paid = table.value[tile] if action == "buy" else -sold_for
    expected["market"][tile] -= sign
    expected["goods"][seat] += Counter({tile: 0})
    expected["goods"][seat][tile] += sign
    expected["gold"][seat] -= paid
    expected["reserve"] += paid
    table.do(f"{action}:{tile}")
    expected["goods"] = [+goods for goods in expected["goods"]]
    assert table.ledger() == expected
    assert table.phase != "market"


@pytest.mark.parametrize("only", TILES)
def test_one_tile_is_enough_for_a_card(only: str):
    """[fantasy-market 5.4 to 5.6]: whichever it is."""
    table = Table()
    table.gold(table.edition.tile_value[TILES.index(only)])
    table.state.row("market")[:] = 0
    table.state.market[TILES.index(only)] = 1
    assert table.play("market").legal() == [f"buy:{only}", "done"]
    free = table.edition.tile_value[TILES.index(only)] <= table.edition.inventory_free_value
    table.play("inventory")
    assert table.legal("take") == ([f"take:{only}"] if free else [])
    assert (table.phase == "inventory") == free
    table.state.market[TILES.index(only)] = 0
    table.state.stock[0, TILES.index(only)] = 1
    assert table.play("market").legal() == [f"sell:{only}", "done"]
    assert table.play("inventory").legal() == [f"give:{only}", "done"]


@pytest.mark.parametrize("mode", ["restock_or_rearrange", "restock", "rearrange", "none"])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_inventory_card(mode: str, seed: int):
    """[fantasy-market 5.4 to 5.6]."""
    rng = random.Random(seed)
    most = rng.choice([1, 2, 3])
    table = Market(
        rng,
        inventory_mode=mode,
        inventory_free_value=rng.choice([0, 1, 4]),
        inventory_swap_max=most,
        shop_capacity=rng.choice([0, 1, 2, 6]),
    )
    seat, capacity = rng.randrange(4), table.edition.shop_capacity
    table.play("inventory", seat)
    for swap in range(most):
        room = capacity == 0 or len(table.goods(seat)) < capacity
        free = [
            t
            for t, n in table.here().items()
            if n and table.value[t] <= table.edition.inventory_free_value
        ]
        takes = free if mode.startswith("restock") and room and swap == 0 else []
        gives = sorted(set(table.goods(seat)), key=TILES.index) if "rearrange" in mode else []
        expected = [*(f"take:{tile}" for tile in takes), *(f"give:{tile}" for tile in gives)]
        if not expected:
            assert table.phase != "inventory"
            return
        assert (table.phase, table.choices()) == ("inventory", expected)
        action, tile = rng.choice(expected).split(":")
        before = Counter(table.goods(seat))
        table.do(f"{action}:{tile}")
        if action == "take":
            assert Counter(table.goods(seat)) == before + Counter([tile])
            break
        worth = [t for t, n in table.here().items() if n and table.value[t] <= table.value[tile]]
        assert (table.phase, table.legal()) == ("swap", [f"take:{t}" for t in worth])
        other = rng.choice(worth)
        table.do(f"take:{other}")
        assert Counter(table.goods(seat)) == before - Counter([tile]) + Counter([other])
    assert table.phase not in ("inventory", "swap")


class Visit:
    """A hero's visit to the shop of seat 0, as the clauses of section 7 describe it."""

    def __init__(self, table: Market, hero: str) -> None:
        self.table, self.hero = table, hero
        edition = table.edition
        self.box = dict(zip(TILES, edition.tile_box.tolist(), strict=True))
        kinds = (edition.tile_attack, edition.tile_defence, edition.tile_movement)
        bonuses = [sum(kind[tile] for kind in kinds) for tile in range(len(TILES))]
        self.bonus = dict(zip(TILES, bonuses, strict=True))
        colours = (HEROES.index(hero), len(HEROES))  # the hero's own, and white
        self.fitting = [t for n, t in enumerate(TILES) if edition.tile_class[n] in colours]
        self.left = table.edition.purchases_per_visit

    def fill(self, rng: random.Random) -> None:
        """Fill the shop, the hero's boxes and the hero's purse."""
        for most, place in ((6, "shop"), (4, "boxes")):
            there = [tile for tile in self.fitting if self.table.on_market(tile)]
            drawn = rng.sample(there, rng.randrange(most))
            if place == "shop":
                self.table.stock(0, *drawn)
            else:
                by_box = {self.box[tile]: tile for tile in drawn}
                self.table.gear(self.hero, *by_box.values())
        self.table.purse(self.hero, rng.randrange(12))

    def begin(self) -> None:
        """Note what there is."""
        self.goods, self.gold = Counter(self.table.goods(0)), self.table.has(0)
        self.worn = {self.box[tile]: tile for tile in self.table.wears(self.hero)}
        self.purse, self.market = self.table.has(self.hero), Counter(self.table.here())

    def best(self, pick: str) -> list[str]:
        """Return the candidates that the hero wants most [fantasy-market 7.1, 7.3]."""
        cost, worn = self.table.cost, self.worn
        candidates = [
            tile
            for tile in TILES
            if self.goods[tile] and tile in self.fitting and cost[tile] <= self.purse
            if self.box[tile] not in worn or cost[worn[self.box[tile]]] < cost[tile]
        ]
        if pick == "owner_choice" or not candidates or not self.left:
            return candidates if self.left else []
        gain = {
            tile: self.bonus[tile] - self.bonus.get(worn.get(self.box[tile], ""), 0)
            for tile in candidates
        }
        wanted = cost if pick == "most_expensive" else gain
        return [t for t in candidates if wanted[t] == max(wanted[c] for c in candidates)]

    def buy(self, tile: str) -> None:
        """[fantasy-market 7.4]."""
        self.left -= 1
        self.purse -= self.table.cost[tile]
        self.gold += self.table.cost[tile]
        self.goods[tile] -= 1
        if replaced := self.worn.get(self.box[tile]):
            self.market[replaced] += 1
        self.worn[self.box[tile]] = tile


@pytest.mark.parametrize("pick", ["most_expensive", "best_gain", "owner_choice"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hero_buys(pick: str, seed: int):
    """[fantasy-market 7.1 to 7.4]: as often as a visit allows."""
    rng = random.Random(seed)
    table = Market(rng, purchase_pick=pick, purchases_per_visit=rng.choice([1, 2, 3]))
    hero = rng.choice(HEROES)
    visit = Visit(table, hero)
    visit.fill(rng)
    visit.begin()
    table.at(**{hero: "d1"}).play(hero).walk("w").do("done")
    while best := visit.best(pick):
        bought = best[0]
        if len(best) > 1:
            assert (table.phase, table.legal()) == ("purchase", [f"take:{t}" for t in best])
            assert table.position.current_player() == 0
            bought = rng.choice(best)
            table.do(f"take:{bought}")
        visit.buy(bought)
    assert table.phase != "purchase"
    assert table.wears(hero) == [tile for _, tile in sorted(visit.worn.items())]
    assert (Counter(table.goods(0)), table.has(0)) == (+visit.goods, visit.gold)
    assert (table.has(hero), +Counter(table.here())) == (visit.purse, +visit.market)


@pytest.mark.parametrize("hero", HEROES)
@pytest.mark.parametrize("grade", ["i", "ii"])
def test_what_a_replaced_tile_gave_is_no_gain(hero: str, grade: str):
    """[fantasy-market 7.1, 7.3]: a better tile adds the difference, one for an empty box all."""
    market = Market(random.Random(0))
    visit, edition = Visit(market, hero), market.edition
    own = [t for t in visit.fitting if edition.tile_class[TILES.index(t)] == HEROES.index(hero)]
    cost = market.cost
    for worn in (tile for tile in own if cost[tile] == market.game.values[f"grades.{grade}.cost"]):
        better = [t for t in own if visit.box[t] == visit.box[worn] and cost[t] > cost[worn]]
        for one, other in ((b, o) for b in better for o in own if visit.box[o] != visit.box[worn]):
            gains = {one: visit.bonus[one] - visit.bonus[worn], other: visit.bonus[other]}
            table = Table(purchase_pick="best_gain").gear(hero, worn).stock(0, one, other)
            table.purse(hero, 30).at(**{hero: "d1"}).play(hero).walk("w").do("done")
            if gains[one] == gains[other]:
                assert table.legal() == [f"take:{t}" for t in sorted(gains, key=TILES.index)]
            else:
                assert set(table.wears(hero)) - {worn} == {max(gains, key=lambda t: gains[t])}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_thief_takes_the_best_tile(seed: int):
    """[fantasy-market 6.9, 6.10, 12.19]: if a box is free."""
    rng = random.Random(seed)
    boxes = rng.choice([1, 2, 3])
    table = Market(rng, loot_boxes=boxes)
    full = rng.randrange(boxes + 1)
    table.loot(*table.some(full))
    before, loot = Counter(table.goods(0)), table.stolen()
    table.at(thief="d1").play("thief").walk("w")
    best = [t for t in TILES if before[t] and table.value[t] == max(table.value[b] for b in before)]
    if full == boxes or not best:
        assert (Counter(table.goods(0)), table.stolen()) == (before, loot)
    else:
        if len(best) > 1:
            assert (table.phase, table.legal()) == ("loot", [f"take:{tile}" for tile in best])
            best = [rng.choice(best)]
            table.do(f"take:{best[0]}")
        assert table.stolen() == [*loot, best[0]]
        assert Counter(table.goods(0)) == before - Counter(best)
    assert table.phase == "move"
    after = table.stolen()
    table.walk("w")  # still in the shop, which is robbed once in a move
    assert table.stolen() == after


@pytest.mark.parametrize("boxes", [1, 2, 3])
@pytest.mark.parametrize("exit", EXITS)
def test_all_the_loot_returns_to_the_market(boxes: int, exit: str):
    """[fantasy-market 6.11]."""
    table = Table(loot_boxes=boxes)
    loot = [TILES[0], TILES[11], TILES[22]][:boxes]
    table.loot(*loot)
    square = {"north": "e1", "east": "i5", "south": "e9", "west": "a5"}[exit]
    beside = {"north": "e2", "east": "h5", "south": "e8", "west": "b5"}[exit]
    toward = {"north": "n", "east": "e", "south": "s", "west": "w"}[exit]
    before = [table.on_market(tile) for tile in loot]
    table.at(thief=beside).play("thief").walk(toward)
    assert table.where("thief") == square
    table.do("done")
    assert (table.where("thief"), table.stolen()) == (None, [])
    assert [table.on_market(tile) for tile in loot] == [n + 1 for n in before]


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("seed", range(12))
def test_a_hero_is_robbed_of_the_box_that_was_rolled(pips: int, seed: int):
    """[fantasy-market 6.8, 6.10, 12.29]."""
    rng = random.Random(seed)
    table = Table()
    hero = rng.choice(HEROES)
    visit = Visit(Market(rng), hero)
    worn = {visit.box[tile]: tile for tile in rng.sample(visit.fitting, 4)}
    table.gear(hero, *worn.values()).loot(*TILES[: rng.randrange(3)])
    loot = table.stolen()
    table.at(thief="d5", **{hero: "d4"}).play("thief").walk("n")
    if not any(box < 3 for box in worn):
        assert table.phase == "move"
        return
    assert (table.phase, table.legal()) == ("rob", [f"rob:{hero}", "done"])
    table.do(f"rob:{hero}").roll(pips)
    rolled = worn.get((pips - 1) // 2)
    assert table.state.die == pips
    assert table.stolen() == [*loot, *([rolled] if rolled else [])]
    assert table.wears(hero) == [t for _, t in sorted(worn.items()) if t != rolled]
    assert table.phase == "move"


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_counts_in_the_end(tile: str):
    """[fantasy-market 9.2]: the worth of a shop's goods decides a tie."""
    table = Table(2)
    table.stock(0, tile).gold(5, 5)
    value = table.edition.tile_value[TILES.index(tile)]
    assert table.ranks() == ([1, 2] if value else [1, 1])


@pytest.mark.parametrize("seed", SEEDS)
def test_unsold_tiles_count_as_gold(seed: int):
    """[fantasy-market 9.2, 12.33]: a percentage of their total value, rounded down."""
    rng = random.Random(seed)
    market = Market(rng, final_tile_price=(price := rng.choice([10, 25, 50, 75, 100])))
    worth = [sum(int(market.value[tile]) for tile in market.goods(seat)) for seat in range(4)]
    total = [market.has(seat) + worth[seat] * price // 100 for seat in range(4)]
    key = list(zip(total, worth, strict=True))
    assert market.ranks() == [1 + sum(other > own for other in key) for own in key]
    said, best = headline(market.state, market.edition), max(total)
    assert said.arguments["n"] == best
    assert (said.key == "result.win") == (total.count(best) == 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tie_is_decided_by_the_worth_of_all_tiles(seed: int):
    """[fantasy-market 9.2, 12.23]: not by their number."""
    market = Market(random.Random(seed))
    market.gold(4, 4, 4, 4)
    worth = [sum(market.value[tile] for tile in market.goods(seat)) for seat in range(4)]
    assert market.ranks() == [1 + sum(other > own for other in worth) for own in worth]


def test_a_market_card_without_a_tile_to_afford():
    """[fantasy-market 5.4, 12.13]: is wasted, though tiles that are gone would be cheap enough."""
    table = Table().gold(1)
    cheap = table.edition.row("tile_value") == 1
    table.state.row("market")[cheap] = 0
    assert table.play("market").phase == "reveal"


def test_a_second_inventory_card():
    """[fantasy-market 5.5, 5.6]: any tile if the limit allows it, whatever the first card did."""
    table = Table(inventory_free_value=9)
    for tile in ("sword", "dragon-crown"):
        table.play("inventory")
        there = [t for t in TILES if table.on_market(t)]
        assert table.legal("take") == [f"take:{t}" for t in there]
        table.do(f"take:{tile}")
    table.play("inventory").do("give:sword", "take:sword", "done").play("inventory")
    assert table.can("take:mace")


@pytest.mark.parametrize("hero", HEROES)
def test_only_worn_tiles_add_to_movement(hero: str):
    """[fantasy-market 6.1, 12.25]."""
    squares = {"warrior": 4, "mage": 4, "ranger": 6, "priest": 5}[hero]
    for gear, bonus in ((), 0), (("dragon-crown",), 3), (("winged-cape",), 2):
        table = Table(**{"tiles.dragon-crown.movement": 3}).gear(hero, *gear)
        table.at(**{hero: "a4"}).play(hero)
        table.walk(*"eesseeenne"[: squares + bonus - 1])
        assert table.phase == "move"
        table.walk("eesseeenne"[squares + bonus - 1])
        assert (table.phase, table.state.pawn) == ("reveal", -1)
