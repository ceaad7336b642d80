"""A card being played, in a `World`: what its event may do, as the rulebook describes it.

An event is a generator that changes the world. For each choice it yields the seat that chooses and
the names of its actions; it is sent the name of the action taken. For dice it yields `CHANCE` and
the outcomes. All names are in the order of the action table.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from ducato.games.manifest_destiny.state.tables import (
    NATIVES,
    PRODUCT_IDS,
    SEATS,
    TERRITORY_IDS,
    VACANT,
    slug,
)

from .layouts import CARD, TERRITORY, World
from .manifest_table import ESTABLISHED, NEW
from .payout_model import AMOUNTS, YIELDS
from .specification import CLOSED, by_slug

Name = str | int
Event = Generator[tuple[int, list[Name]], Name, None]
LEAST_PROFIT = 20
PIONEERS = {1: 2, 2: 3, 3: 4}
"""The most Pioneers on a mat, by era [manifest-destiny 7.2]."""
BREAKTHROUGHS = by_slug("breakthroughs")


class Play:
    """A card being played: the world, its player and the opponent it names.

    `accessible` holds the territories where the player could place now.
    """

    def __init__(self, world: World, hero: int, victim: int, accessible: set[str]) -> None:
        self.world, self.hero, self.victim = world, hero, victim
        self.accessible = accessible
        self.fighting = self.rolling = ""

    # ---- who and where

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(self.world.players) if seat != self.hero]

    def in_order(self) -> list[int]:
        """Return the seats in turn order from the card's player."""
        order = self.world.order
        first = order.index(self.hero)
        return order[first:] + order[:first]

    def open_territories(self) -> list[str]:
        return [
            name
            for name in TERRITORY_IDS
            if TERRITORY[name]["region"] not in CLOSED[self.world.players]
        ]

    def vacant(self, among: Iterable[str]) -> list[str]:
        found = set(among)
        return [t for t in self.open_territories() if t in found and self.world.owner[t] == VACANT]

    def held(self, seat: int, established: bool = False) -> list[str]:
        world = self.world
        return [
            name
            for name in TERRITORY_IDS
            if world.owner[name] == seat
            and (not established or world.presence[name] == ESTABLISHED)
        ]

    def units(self, seat: int, product: str) -> list[str]:
        """Return the territories where a seat gets units of a product, once for each unit."""
        world = self.world
        found = []
        for name in self.held(seat, established=True):
            found += [name] * YIELDS[name].count(product)
            found += [name] * {"tourism": world.tourism, "technology": world.technology}.get(
                product, {}
            ).get(name, 0)
        return found

    def in_region(self, seat: int, *regions: str) -> list[str]:
        return [t for t in self.held(seat, True) if TERRITORY[t]["region"] in regions]

    def most(self, values: list[int]) -> list[int]:
        return [seat for seat, value in enumerate(values) if value == max(values)]

    # ---- money

    def gets(self, seat: int, amount: int) -> None:
        """Pay a seat, or let it pay what it has."""
        amount = max(amount, -self.world.cash[seat])
        self.world.cash[seat] += amount
        self.world.bank -= amount

    def earns(self, seat: int, amount: int) -> None:
        self.world.profit[seat] = max(LEAST_PROFIT, self.world.profit[seat] + amount)

    def reveal(self) -> None:
        world = self.world
        world.reveals += 1
        world.revealed = world.cash + [-1] * (SEATS - world.players)

    def pay_out(self, product: str) -> None:
        """[manifest-destiny 6.6]."""
        world = self.world
        for seat in range(world.players):
            units = self.units(seat, product)
            if units:
                level = min(6, len(units) + any(t in world.city for t in units))
                self.gets(seat, AMOUNTS[product][level - (product in world.surplus)])
        world.surplus.add(product)

    def payouts(self, card: str) -> Event:
        """[manifest-destiny 6.6]."""
        for product in CARD[card]["products"].split(" + "):
            if product == "CHOICE":
                name = yield self.hero, [f"product:{product}" for product in PRODUCT_IDS]
                self.pay_out(str(name).partition(":")[2])
            else:
                self.pay_out(slug(product))

    def rebate(self, card: str) -> None:
        """Pay a Leader's player half the discounts on what it owns [manifest-destiny 6.5]."""
        row = CARD[card]
        for discount in row["discounts"].split("; ") if "leader" in row["types"] else ():
            name, amount = discount.rsplit(" ", 1)
            if slug(name) in self.world.advances[self.hero]:
                self.gets(self.hero, int(amount) // 2)

    # ---- the map

    def occupy(self, territory: str, presence: int) -> None:
        world = self.world
        world.supply[self.hero] -= 1
        world.owner[territory], world.presence[territory] = self.hero, presence
        self.award()

    def lose(self, territory: str) -> None:
        """[manifest-destiny 6.7] (A15)."""
        world, owner = self.world, self.world.owner[territory]
        if owner == NATIVES:
            world.natives_left += 1
        elif world.presence[territory] == ESTABLISHED and not world.others:
            world.loss[owner] += 1
        else:
            world.supply[owner] += 1
        world.owner[territory], world.presence[territory] = VACANT, 0
        self.award()

    def cities_of(self, seat: int) -> int:
        return sum(self.world.owner[name] == seat for name in self.world.city)

    def award(self) -> None:
        """Move the marker for most cities [manifest-destiny 7.8]."""
        world = self.world
        cities = [self.cities_of(seat) for seat in range(world.players)]
        first = self.most(cities) if max(cities) else []
        holder = first[0] if len(first) == 1 else -1
        if len(first) > 1 and world.most_cities in first:
            holder = world.most_cities
        for seat, points in ((world.most_cities, -2), (holder, 2)):
            if seat >= 0:
                world.vp[seat] += points
        world.most_cities = holder

    def take(self, territory: str) -> Event:
        """[manifest-destiny 6.7]."""
        kind = yield self.hero, ["presence:new", "presence:established"]
        self.occupy(territory, NEW if kind == "presence:new" else ESTABLISHED)

    def choose(
        self,
        seat: int,
        options: Callable[[], list[str]],
        number: int,
        then: Callable[[str], Event | None],
        optional: bool = False,
    ) -> Event:
        """Let a seat choose territories one by one, as long as there are any."""
        for _ in range(number):
            listed = [f"territory:{name}" for name in options()]
            if not listed:
                return
            name = yield seat, [*listed, *(["done"] if optional else [])]
            if name == "done":
                return
            after = then(str(name).partition(":")[2])
            if after is not None:
                yield from after

    def with_token(self, names: list[str]) -> list[str]:
        return names if self.world.supply[self.hero] else []

    # ---- events of several cards

    def gain_tokens(self, number: int) -> None:
        number = min(number, self.world.supply[self.hero])
        self.world.supply[self.hero] -= number
        self.world.bought[self.hero] += number

    def take_or_cash(self, territory: str, cash: int) -> Event:
        if self.world.owner[territory] == VACANT:
            yield from self.choose(
                self.hero, lambda: self.with_token(self.vacant([territory])), 1, self.take
            )
        else:
            self.gets(self.hero, cash)

    def pioneer(self, cash: int) -> Event:
        """[manifest-destiny 7.2] (A17, A18)."""
        world, hero = self.world, self.hero
        room = world.pioneers[hero] < PIONEERS[world.era] and world.supply[hero] > 0
        if room and (world.others or not world.acquired[hero]):
            if (yield hero, ["answer:yes", "answer:no"]) == "answer:yes":
                world.supply[hero] -= 1
                world.pioneers[hero] += 1
                if not world.others:
                    world.acquired[hero] = 1
                return
        self.gets(hero, cash)

    def mark(self, number: int, kind: str) -> Event:
        """Place markers of a product [manifest-destiny 6.5] (A50)."""
        there = getattr(self.world, kind)

        def options() -> list[str]:
            if not getattr(self.world, f"{kind}_left"):
                return []
            return [t for t in self.held(self.hero, True) if self.world.others or not there[t]]

        def put(name: str) -> None:
            there[name] += 1
            setattr(self.world, f"{kind}_left", getattr(self.world, f"{kind}_left") - 1)

        yield from self.choose(self.hero, options, number, put, optional=True)

    def step(self, breakthrough: str) -> Event:
        """[manifest-destiny 6.14]. No steps have been made before."""
        world, steps = self.world, self.world.steps[self.hero]
        if any(breakthrough in owned for owned in world.advances):
            return
        needed = BREAKTHROUGHS[breakthrough]["steps"].split("-")
        name = yield self.hero, [f"number:{number}" for number in needed]
        steps[breakthrough] |= 1 << int(str(name).partition(":")[2])

    def remove(self, seat: int, options: Callable[[], list[str]], number: int) -> Event:
        yield from self.choose(seat, options, number, self.lose)

    def no_home(self, names: list[str]) -> list[str]:
        return [name for name in names if name not in self.world.home]
