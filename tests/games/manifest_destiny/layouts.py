"""Random positions of Card Play, and their contents as plain Python values."""

from __future__ import annotations

import copy
import functools
import random
from collections.abc import Iterable
from dataclasses import dataclass

from ducato.games.manifest_destiny.rules.expansion.reach import find_reach
from ducato.games.manifest_destiny.rules.tokens import award_most_cities
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    NATIVES,
    PRODUCT_IDS,
    TERRITORY_IDS,
    VACANT,
    Flag,
)

from .manifest_table import ESTABLISHED, NEW, Table
from .specification import CLOSED, by_slug

OTHER_RULINGS = {
    "accessible": "anywhere",
    "homestead": "step_by_step",
    "lost_to_cards": "supply",
    "double_markers": True,
    "free_pioneers_count": False,
    "destiny_order": "payout_first",
}
TERRITORY = by_slug("territories")
CARD = by_slug("cards")
TOKENS, CITIES, NATIVE_MARKERS, TOURISM_MARKERS, TECHNOLOGY_MARKERS = 25, 20, 5, 3, 2


@dataclass
class World:
    """The part of a position that the events of cards can change, and what they depend on.

    Lists are by seat, dictionaries by the id of a territory.
    """

    players: int
    era: int
    order: list[int]
    active: int
    home: list[str]
    advances: list[set[str]]
    cash: list[int]
    bank: int
    profit: list[int]
    vp: list[int]
    supply: list[int]
    bought: list[int]
    loss: list[int]
    pioneers: list[int]
    acquired: list[int]
    researched: list[int]
    flags: list[int]
    destiny_right: list[int]
    steps: list[dict[str, int]]
    owner: dict[str, int]
    presence: dict[str, int]
    city: set[str]
    tourism: dict[str, int]
    technology: dict[str, int]
    natives_left: int
    tourism_left: int
    technology_left: int
    surplus: set[str]
    canal: int
    cold_war: int
    most_cities: int
    reveals: int
    revealed: list[int]
    committed: int
    others: bool

    @classmethod
    def of(cls, table: Table) -> World:
        """Return the contents of a position."""
        state, players = table.state, table.edition.players

        def by_seat(name: str) -> list[int]:
            return [int(value) for value in state.row(name)[:players]]

        def by_territory(name: str) -> dict[str, int]:
            return dict(zip(TERRITORY_IDS, map(int, state.row(name)), strict=True))

        def members(mask: int, ids: Iterable[str]) -> set[str]:
            return {name for bit, name in enumerate(ids) if (int(mask) >> bit) & 1}

        single = ("era", "active", "bank", "natives_left", "tourism_left", "technology_left")
        single += ("canal", "cold_war", "most_cities", "reveals", "committed")
        rows = ("order", "cash", "profit", "vp", "supply", "bought", "loss", "pioneers")
        rows += ("acquired", "researched", "flags", "destiny_right")
        maps = ("owner", "presence", "tourism", "technology")
        return cls(
            players=players,
            home=[TERRITORY_IDS[territory] for territory in by_seat("home")],
            advances=[members(mask, ADVANCE_IDS) for mask in by_seat("advances")],
            steps=[
                dict(zip(BREAKTHROUGH_IDS, map(int, row), strict=True))
                for row in state.row("steps")[:players]
            ],
            city={name for name, there in by_territory("city").items() if there},
            surplus=members(state.surplus, PRODUCT_IDS),
            revealed=[int(cash) for cash in state.row("revealed")],
            **{name: int(getattr(state, name)) for name in single},
            **{name: by_seat(name) for name in rows},
            **{name: by_territory(name) for name in maps},
            others=table.others,
        )


@functools.cache
def _laid_out(players: int, era: int, others: bool) -> Table:
    return Table(players, era, **(OTHER_RULINGS if others else {}))


def drawn(rng: random.Random, players: int, era: int, others: bool) -> Table:
    """Return a random position of Card Play; with `others`, under the other rulings."""
    base = _laid_out(players, era, others)
    table = copy.copy(base)
    table.position = base.position.clone()
    table.state, table.others = table.position.state, others
    _settle(table, rng)
    _equip(table, rng)
    award_most_cities(table.state, table.edition)
    for row in ("units", "cities", "revealed"):
        table.state.row(row)[:] = 7
    return table


def _settle(table: Table, rng: random.Random) -> None:
    """Put presences, Natives, cities and markers of products on the map."""
    state, players = table.state, table.edition.players
    homes = [int(home) for home in state.row("home")[:players]]
    rng.shuffle(homes)
    state.row("home")[:players] = homes
    state.row("supply")[:players] = TOKENS
    state.natives_left = NATIVE_MARKERS
    crowd = rng.choice([0.1, 0.5, 0.9])
    large = [rng.randrange(players)] * rng.choice([0, 0, 12])
    for number, name in enumerate(TERRITORY_IDS):
        state.owner[number], state.presence[number] = VACANT, 0
        if TERRITORY[name]["region"] in CLOSED[players]:
            continue
        if number in homes and rng.random() < 0.7:
            owner = homes.index(number)
        elif rng.random() < crowd:
            owner = rng.choice([*range(players), NATIVES, *large])
        else:
            continue
        if owner == NATIVES and state.natives_left:
            state.natives_left -= 1
            state.owner[number] = NATIVES
        elif owner < NATIVES and state.supply[owner]:
            state.supply[owner] -= 1
            state.owner[number] = owner
            state.presence[number] = rng.choice([NEW, ESTABLISHED, ESTABLISHED])
    open_ones = [n for n in range(len(TERRITORY_IDS)) if not table.edition.closed[n]]
    for number in rng.sample(open_ones, rng.choice([0, 1, 2, 9, CITIES - 1, CITIES])):
        state.city[number] = 1
    for kind, markers in (("tourism", TOURISM_MARKERS), ("technology", TECHNOLOGY_MARKERS)):
        there = rng.sample(open_ones, rng.randint(0, markers))
        for number in there:
            getattr(state, kind)[number] = 1
        setattr(state, f"{kind}_left", markers - len(there))


def _equip(table: Table, rng: random.Random) -> None:
    """Give the players their order, money, tokens, advances and effects of earlier cards."""
    state, players = table.state, table.edition.players
    order = rng.sample(range(players), players)
    state.row("order")[:players] = order
    state.part = rng.randrange(players)
    state.active = state.chooser = order[state.part]
    for seat in range(players):
        state.position[seat] = order.index(seat)
        state.cash[seat] = rng.choice([0, 5, 15, 20, 25, 60, 60])
        state.profit[seat] = rng.choice([20, 25, 40, 60, 60])
        state.vp[seat] = rng.choice([0, 2, 9, 9])
        for row, tokens in (
            ("loss", rng.randint(0, 2)),
            ("pioneers", rng.randint(0, 4)),
            ("bought", rng.choice([0, 3, TOKENS, TOKENS - 1])),
        ):
            spent = min(tokens, int(state.supply[seat]))
            if row == "bought" and tokens == TOKENS - 1:
                spent = max(0, spent - 1)
            getattr(state, row)[seat] = spent
            state.supply[seat] -= spent
        state.acquired[seat] = rng.random() < 0.3
        state.researched[seat] = rng.choice([0, 1])
        state.destiny_right[seat] = rng.random() < 0.3
        state.flags[seat] = rng.choice([0, Flag.MONROE])
        for bit in range(len(ADVANCE_IDS)):
            if rng.random() < 0.15:
                state.advances[seat] |= 1 << bit
    state.bank = -sum(int(cash) for cash in state.row("cash")[:players])
    state.surplus = rng.choice([0, rng.randrange(1 << len(PRODUCT_IDS))])
    state.canal, state.cold_war = rng.randrange(2), 0
    state.reveals = rng.randrange(3)


def accessible(table: Table, seat: int) -> set[str]:
    """Return the territories where a seat could place now, whoever holds them (A52)."""
    state = table.state.copy()
    find_reach(state, table.edition, seat, True)
    reached = zip(TERRITORY_IDS, state.row("reach"), table.edition.row("closed"), strict=True)
    return {name for name, way, closed in reached if not closed and (way or table.others)}


def players_for(card: str, seed: int) -> int:
    """Return a number of players with whom a card is in the game."""
    row = CARD[card]
    return [3 if not row["rm3"] else 5, 4 if not row["rm4"] else 5, 5][seed % 3]
