"""Where a player may expand and for how much, compared with sets of names drawn from the tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from ducato.games.manifest_destiny.rules.expansion.reach import survey
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    NATIVES,
    TERRITORY_IDS,
    VACANT,
    Flag,
    Phase,
    Reach,
    Stage,
)

from .manifest_table import ESTABLISHED, HOMES, NEW, Table
from .specification import CLOSED, by_slug, neighbours

MAP = by_slug("territories")
REGION = {name: row["region"] for name, row in MAP.items()}
MARKETS = {name for name in MAP if REGION[name] == "Foreign Markets"}
WEST = {"Northwest", "Southwest"}
MEANS = (
    "westward-ho",
    "telegraph",
    "railroad",
    "steamships",
    "airplanes",
    "pro-sports",
    "e-commerce",
)
OTHERWISE = {
    "telegraph_own": False,
    "telegraph_natives": False,
    "steamships_reach_markets": True,
    "foreign_markets": 1,
    "airplane_cities": "established",
    "canal_joins_oceans": True,
    "city_defence": "all",
    "attack_new": False,
}
"""Rulings about expansion other than the usual ones."""
GAMES = 60


LAND, FERRY = neighbours("land_adjacency"), neighbours("ferries")


class World:
    """The map as one player sees it: names of territories, and what lies there."""

    def __init__(self, table: Table, seat: int, card: bool = False) -> None:
        state = table.state
        self.seat, self.card, self.edition, self.canal = seat, card, table.edition, state.canal
        self.owner = dict(zip(TERRITORY_IDS, state.row("owner").tolist(), strict=True))
        self.presence = dict(zip(TERRITORY_IDS, state.row("presence").tolist(), strict=True))
        self.cities = {name for name, city in zip(MAP, state.row("city"), strict=True) if city}
        self.home = HOMES[seat]
        self.closed = CLOSED[table.edition.players]
        self.advances = {
            name for n, name in enumerate(ADVANCE_IDS) if state.advances[seat] >> n & 1
        }
        self.rails = bool(state.flags[seat] & Flag.RAILROAD) or "railroad" in self.advances
        self.trail = bool(state.flags[seat] & Flag.OREGON) and not card
        self.mine = {name for name in MAP if self.owner[name] == seat}
        self.bases = {name for name in self.mine if self.presence[name] == ESTABLISHED}

    def open(self, name: str) -> bool:
        """Return whether the player may enter a territory [manifest-destiny 8.1]."""
        if REGION[name] in self.closed:
            return False
        if REGION[name] not in WEST or "westward-ho" in self.advances:
            return True
        return self.trail and REGION[name] == "Northwest" and name != "alaska"

    def by_land(self) -> set[str]:
        trail = {"oregon"} if self.trail and self.bases & {"missouri", "iowa"} else set()
        return trail.union(*(LAND[base] for base in self.bases))

    def by_telegraph(self) -> set[str]:
        """[manifest-destiny 8.2] (A33, A34, A52)."""
        clear, ends = {VACANT}, {VACANT}
        if self.edition.telegraph_own:
            clear.add(self.seat)
        if self.edition.telegraph_natives:
            ends.add(NATIVES)
        between = {name for name in self.by_land() if self.open(name)}
        if not self.card:
            between = {name for name in between if self.owner[name] in clear}
        targets = set().union(*(LAND[name] for name in between))
        return {name for name in targets if self.card or self.owner[name] in ends}

    def by_rail(self) -> set[str]:
        """[manifest-destiny 8.2] (A35)."""
        reached, ahead = set(), set(self.bases)
        while ahead:
            here = ahead.pop()
            reached.add(here)
            ahead |= {name for name in LAND[here] if REGION[name] == REGION[here]} - reached
        return reached

    def by_ship(self) -> set[str]:
        """[manifest-destiny 8.2] (A36)."""
        coasts = {MAP[base]["coast"] for base in self.bases} & {"A", "P"}
        if coasts and self.canal:
            coasts = {"A", "P"}
        markets = self.edition.steamships_reach_markets
        return {
            name
            for name, row in MAP.items()
            if row["coast"] in coasts or (markets and row["market_ocean"] in coasts)
        }

    def by_air(self) -> set[str]:
        """[manifest-destiny 8.2] (A38, A58)."""
        cities = self.cities & self.mine
        if self.edition.airplane_cities:
            cities &= self.bases
        oceans = {MAP[city]["coast"] for city in cities} & {"A", "P"}
        if cities & MARKETS or (oceans and self.canal and self.edition.canal_joins_oceans):
            oceans = {"A", "P"}
        return {name for name in MAP if name not in MARKETS or MAP[name]["market_ocean"] in oceans}

    def ways(self) -> Iterator[tuple[Reach, set[str]]]:
        """Yield the ways in order of preference, each with the territories that it leads to."""
        yield Reach.LAND, self.by_land()
        yield Reach.FERRY, set().union(*(FERRY[base] for base in self.bases))
        yield Reach.HOME, {self.home}
        if "telegraph" in self.advances:
            yield Reach.TELEGRAPH, self.by_telegraph()
        if self.rails:
            yield Reach.RAILROAD, self.by_rail()
        if "steamships" in self.advances:
            yield Reach.STEAMSHIP, self.by_ship()
        if "airplanes" in self.advances:
            yield Reach.AIRPLANE, self.by_air()
        if "e-commerce" in self.advances:
            yield Reach.E_COMMERCE, set(MAP)

    def reach(self) -> dict[str, Reach]:
        """Return the reachable territories with the first way there [manifest-destiny 8.1, 8.2]."""
        full = len(self.mine & MARKETS) >= self.edition.foreign_markets
        barred = MARKETS if full and "e-commerce" not in self.advances else set()
        found: dict[str, Reach] = {}
        for way, names in self.ways():
            for name in names - self.mine - barred:
                if self.open(name):
                    found.setdefault(name, way)
        return found


@cache
def table(players: int, otherwise: bool) -> Table:
    return Table(players, stage=Stage.EXPANSION, **(OTHERWISE if otherwise else {}))


def scattered(players: int, otherwise: bool, seed: int) -> Table:
    """Return a map with presences, cities, Natives and advances drawn at random."""
    rng = random.Random(seed)
    t = table(players, otherwise)
    state, share = t.state, rng.choice((0.02, 0.1, 0.3))
    seat = state.active = state.chooser = rng.randrange(players)
    state.hero = rng.randrange(players)
    state.canal = rng.random() < 0.5
    for number, name in enumerate(MAP):
        lot = rng.random()
        owner = VACANT if lot < 0.6 else NATIVES if lot < 0.65 else rng.randrange(players)
        if rng.random() < share * (3 if name in MARKETS else 1):
            owner = rng.choice((seat, state.hero))
        state.owner[number] = VACANT if REGION[name] in CLOSED[players] else owner
        held = 0 <= state.owner[number] < NATIVES
        state.presence[number] = rng.choice((NEW, ESTABLISHED)) if held else 0
        state.city[number] = rng.random() < 0.15
        state.reach[number] = rng.randrange(9)  # what an earlier survey left
    for other in range(players):
        owned = {name for name in MEANS if rng.random() < (0.1 if name == "e-commerce" else 0.4)}
        state.advances[other] = sum(1 << ADVANCE_IDS.index(name) for name in owned)
        state.flags[other] = rng.choice((0, Flag.RAILROAD, Flag.OREGON, Flag.OREGON, Flag.MONROE))
        state.bought[other] = rng.randrange(6)
    return t


SETTINGS = [(3, False), (4, False), (5, False), (5, True)]


@pytest.mark.parametrize(("players", "otherwise"), SETTINGS)
def test_the_reach_of_expansion(players, otherwise):
    """Each territory, and by which means [manifest-destiny 8.1, 8.2] (A33 to A38, A58)."""
    for seed in range(GAMES):
        t = scattered(players, otherwise, seed)
        t.state.stage = Stage.EXPANSION
        survey(t.state, t.edition)
        found = {
            name: reach for name, reach in zip(MAP, t.state.row("reach"), strict=True) if reach
        }
        assert found == World(t, t.state.active).reach(), seed
        assert t.phase == Phase.EXPAND


@pytest.mark.parametrize(("players", "otherwise"), SETTINGS)
def test_the_reach_for_a_card(players, otherwise):
    """That of its player, whoever holds the territories [manifest-destiny 6.7, 8.2] (A52)."""
    for seed in range(GAMES):
        t = scattered(players, otherwise, seed)
        t.state.stage = Stage.CARDS
        survey(t.state, t.edition)
        found = {
            name: reach for name, reach in zip(MAP, t.state.row("reach"), strict=True) if reach
        }
        assert found == World(t, t.state.hero, card=True).reach(), seed
        assert t.phase == Phase.RESOLVE


def cost(world: World, name: str, against: int) -> int:
    """Return the tokens that a territory costs [manifest-destiny 8.3, 8.4, 13.1] (A31, A41)."""
    tokens, holder = int(MAP[name]["control"]), world.owner[name]
    if holder == VACANT:
        return tokens
    if holder != NATIVES and name in world.cities:
        tokens += world.presence[name] == ESTABLISHED or bool(world.edition.city_defence)
    if name in world.cities and "pro-sports" in world.advances:
        tokens = max(1, tokens - 1)
    return tokens + against


@pytest.mark.parametrize(("players", "otherwise"), SETTINGS)
def test_what_a_player_may_take_or_attack(players, otherwise):
    """All that is reached and can be paid [manifest-destiny 8.1, 8.3, 8.4] (A31, A39, A41)."""
    for seed in range(GAMES):
        t = scattered(players, otherwise, seed)
        state, seat = t.state, t.state.active
        state.stage = Stage.EXPANSION
        survey(state, t.edition)
        world = World(t, seat)
        monroe = [bool(state.flags[other] & Flag.MONROE) for other in range(players)] + [False] * 3
        wanted = [
            f"territory:{name}"
            for name in MAP
            if name in world.reach()
            and cost(world, name, monroe[world.owner[name]]) <= state.bought[seat]
            and (t.edition.attack_new or world.presence[name] != NEW)
        ]
        assert [name for name in t.names if name not in ("priority", "done")] == wanted, seed


def test_vacant_land_is_taken():
    """A New Presence stays; it is then no more a target [manifest-destiny 8.2, 8.3]."""
    for seed in range(GAMES):
        t = scattered(5, False, seed)
        state, rng = t.state, random.Random(seed)
        seat = state.chooser = state.active
        state.stage, state.phase, state.bought[seat], state.supply[seat] = (
            Stage.EXPANSION,
            Phase.EXPAND,
            4,
            7,
        )
        survey(state, t.edition)
        world = World(t, seat)
        name = rng.choice([name for name in world.reach() if world.owner[name] == VACANT])
        tokens = int(MAP[name]["control"])
        state.result = 2  # of an earlier competition
        t.position.apply_action(t.game.actions.index(f"territory:{name}"))
        assert (state.bought[seat], state.supply[seat]) == (4 - tokens, 7 + tokens - 1)
        assert (t.owner(name), t.presence(name), state.result, t.phase) == (
            seat,
            NEW,
            0,
            Phase.EXPAND,
        )
        world.owner[name], world.presence[name] = seat, NEW
        now = World(t, seat)
        assert (now.owner, now.presence) == (world.owner, world.presence)
        assert {
            n: way for n, way in zip(MAP, state.row("reach"), strict=True) if way
        } == now.reach()


def test_a_city_on_each_coast():
    """It opens the Foreign Markets of its ocean to Airplanes [manifest-destiny 8.2] (A38)."""
    t = table(5, False)
    state = t.state
    state.stage, state.active, state.canal, state.flags[0] = Stage.EXPANSION, 0, 0, 0
    state.advances[0] = 1 << ADVANCE_IDS.index("airplanes")
    for number in range(len(MAP)):
        state.owner[number], state.presence[number], state.city[number] = VACANT, 0, 0
    for number, (name, row) in enumerate(MAP.items()):
        if name not in MARKETS:
            state.owner[number], state.presence[number], state.city[number] = 0, NEW, 1
            survey(state, t.edition)
            opened = {market for market in MARKETS if t.reach(market)}
            assert opened == {m for m in MARKETS if MAP[m]["market_ocean"] == row["coast"]}, name
            state.owner[number], state.presence[number], state.city[number] = VACANT, 0, 0
