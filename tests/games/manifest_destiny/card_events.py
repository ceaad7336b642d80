"""The events and payouts of the cards, as the rulebook describes them [manifest-destiny 20.8]."""

from __future__ import annotations

from collections.abc import Callable

from ducato.core.verbs import CHANCE
from ducato.games.manifest_destiny.state.tables import (
    BREAKTHROUGH_IDS,
    CARD_IDS,
    NATIVES,
    PRODUCT_IDS,
    TERRITORY_IDS,
    VACANT,
    Flag,
)

from .event_model import BREAKTHROUGHS, Event, Play
from .layouts import CARD, CITIES, TERRITORY
from .payout_model import YIELDS
from .specification import neighbours, territories_named

PURCHASE = territories_named("3", "among", "\\(no adjacency")
LAND = neighbours("land_adjacency")
DUST = territories_named("51", "among", "that hold")
ROLL_FOR_CARD = 4
FACES = 6


# ---------------------------------------------------------------------------- Destiny cards


def hudson_bay(p: Play) -> Event:
    canada = [t for t, row in TERRITORY.items() if row["region"] == "Canada"]
    small = [t for t in canada if int(TERRITORY[t]["control"]) <= 2]
    yield from p.choose(p.hero, lambda: p.with_token(p.vacant(small)), 1, p.take)


def king_cotton(p: Play) -> None:
    p.earns(p.hero, 10)


def louisiana_purchase(p: Play) -> Event:
    yield from p.choose(p.hero, lambda: p.with_token(p.vacant(PURCHASE)), 2, p.take, optional=True)


def two_tokens(p: Play) -> None:
    p.gain_tokens(2)


def transcontinental_railroad(p: Play) -> None:
    if "railroad" in p.world.advances[p.hero]:
        p.gets(p.hero, 20)
    else:
        p.world.flags[p.hero] |= Flag.RAILROAD


def black_gold(p: Play) -> Event:
    def build(name: str) -> None:
        p.world.city.add(name)
        p.award()

    grows = [t for t in p.held(p.hero) if "oil" in YIELDS[t] and t not in p.world.city]
    if grows and len(p.world.city) < CITIES:
        yield from p.choose(p.hero, lambda: grows, 1, build)
    else:
        p.earns(p.hero, 5)


def prohibition(p: Play) -> None:
    p.world.surplus |= {"grain", "agriculture"}
    for seat in p.others:
        if p.units(seat, "grain"):
            p.gets(seat, -10)


def baby_boom(p: Play) -> None:
    for seat in range(p.world.players):
        p.earns(seat, 10 if seat == p.hero else 5)


def the_sixties(p: Play) -> None:
    world = p.world
    p.reveal()
    leading, earning, richest = p.most(world.vp), p.most(world.profit), p.most(world.cash)
    for seat in [*leading, *richest]:
        p.gets(seat, -20)
    for seat in earning:
        p.earns(seat, -10)


def oil_crisis(p: Play) -> None:
    for seat in range(p.world.players):
        if not p.units(seat, "oil"):
            p.gets(seat, -20)


def manifest_destiny(p: Play) -> None:
    order = p.world.order
    for seat in order[order.index(p.hero) :]:
        p.world.destiny_right[seat] = 1


# ---------------------------------------------------------------------------- Progress cards


def boston_tea_party(p: Play) -> None:
    paid = min(10, p.world.cash[p.victim])
    p.world.cash[p.victim] -= paid
    p.world.cash[p.hero] += paid


def revolutionary_war(p: Play) -> Event:
    ceded = [t for t in p.held(p.victim) if t != p.world.home[p.victim]]
    near = p.with_token([t for t in ceded if t in p.accessible])

    def cede(name: str) -> Event:
        p.lose(name)
        if near:
            yield from p.take(name)

    yield from p.choose(p.victim, lambda: near or ceded, 1, cede)


def whiskey_rebellion(p: Play) -> None:
    for seat in p.others:
        p.gets(seat, -5)


def star_spangled_banner(p: Play) -> None:
    p.world.flags[p.hero] |= Flag.BANNER | Flag.BANNER_REROLL


def flag(value: Flag) -> Callable[[Play], None]:
    def raised(p: Play) -> None:
        p.world.flags[p.hero] |= value

    return raised


def native_sovereignty(p: Play) -> Event:
    def options() -> list[str]:
        if not p.world.natives_left:
            return []
        return [
            t
            for t in p.vacant(TERRITORY_IDS)
            if not TERRITORY[t]["home"] and TERRITORY[t]["region"] != "Foreign Markets"
        ]

    def put(name: str) -> None:
        p.world.owner[name] = NATIVES
        p.world.natives_left -= 1
        p.award()

    yield from p.choose(p.hero, options, 3, put, optional=True)


def unrest(p: Play) -> None:
    for seat in range(p.world.players):
        there = len(p.in_region(seat, "South US"))
        p.earns(seat, -min(15, 5 * -(-there // 2)) if there else 5)


def civil_war(p: Play) -> Event:
    yield from p.remove(
        p.victim, lambda: p.no_home(p.in_region(p.victim, "North US", "South US")), 2
    )


def homestead_act(p: Play) -> Event:
    """[manifest-destiny 16.1] (A57)."""
    world = p.world
    taken: list[str] = []
    removed: list[str] = []  # Natives, after which nothing more is taken

    def options() -> list[str]:
        starts = {t for t in p.held(p.hero, True) if world.others or t not in taken}
        wanted = []
        for name in p.open_territories():
            free = world.owner[name] == VACANT and TERRITORY[name]["control"] == "1"
            natives = world.owner[name] == NATIVES and not taken
            if (free or natives) and LAND[name] & starts and not removed:
                wanted.append(name)
        return p.with_token(wanted)

    def settle(name: str) -> Event:
        if world.owner[name] == NATIVES:
            p.lose(name)
            removed.append(name)
        yield from p.take(name)
        taken.append(name)

    yield from p.choose(p.hero, options, 2, settle, optional=True)


def reconstruction(p: Play) -> None:
    for seat in range(p.world.players):
        p.earns(seat, 5 * bool(p.in_region(seat, "South US")) + 5 * (seat == p.hero))


def robber_barons(p: Play) -> Event:
    die = yield CHANCE, list(range(FACES))
    p.gets(p.victim, -10 * (int(die) + 1))


def remember_the_maine(p: Play) -> Event:
    owner = p.world.owner["cuba"]
    if owner == VACANT and p.world.supply[p.hero]:
        yield from p.take("cuba")
    elif owner not in (VACANT, NATIVES, p.hero) and p.world.supply[p.hero]:
        p.fighting = "cuba"


def teddy_roosevelt(p: Play) -> Event:
    yield from p.mark(2, "tourism")


def trustbuster(p: Play) -> Event:
    richest = p.most(p.world.profit)
    for seat in p.in_order():
        if seat in richest:
            yield from p.remove(seat, lambda seat=seat: p.no_home(p.held(seat)), 2)


def san_francisco_earthquake(p: Play) -> Event:
    def destroy(name: str) -> None:
        p.world.city.remove(name)
        if p.world.owner[name] not in (VACANT, NATIVES):
            p.gets(p.world.owner[name], -10)
        p.award()

    yield from p.choose(p.hero, lambda: [t for t in TERRITORY_IDS if t in p.world.city], 2, destroy)


def panama_canal(p: Play) -> None:
    p.world.canal = 1
    p.gets(p.hero, 20)


def world_war(p: Play) -> Event:
    for seat in p.in_order()[1:]:
        if p.world.cash[seat] >= 20 and (yield seat, ["answer:yes", "answer:no"]) == "answer:yes":
            p.gets(seat, -20)
        else:
            p.earns(seat, -10)


def babe_ruth(p: Play) -> Event:
    yield from p.mark(1, "tourism")
    yield from p.step("pro-sports")


def black_tuesday(p: Play) -> None:
    p.world.surplus |= set(PRODUCT_IDS)
    p.reveal()
    for seat in p.most(p.world.cash):
        p.gets(seat, -20)


def the_depression(p: Play) -> None:
    p.world.surplus |= set(PRODUCT_IDS)
    for seat in range(p.world.players):
        if "safety-net" not in p.world.advances[seat]:
            p.earns(seat, -5)


def dust_bowl(p: Play) -> Event:
    def options() -> list[str]:
        return [
            t
            for t in p.open_territories()
            if t in DUST and p.world.owner[t] not in (VACANT, NATIVES) and t not in p.world.city
        ]

    yield from p.choose(p.hero, options, 2, p.lose, optional=True)


def lawyer(p: Play) -> Event:
    held = [
        t
        for t in p.open_territories()
        if p.world.owner[t] in p.others and t in p.accessible and t not in p.world.city
    ]

    def replace(name: str) -> Event:
        p.lose(name)
        yield from p.take(name)

    yield from p.choose(p.hero, lambda: p.with_token(p.no_home(held)), 1, replace)


def cold_war(p: Play) -> None:
    p.world.cold_war = 1
    for seat in p.others:
        p.gets(seat, -min(20, 5 * p.cities_of(seat)))


def civil_disobedience(p: Play) -> None:
    p.world.flags[p.victim] |= Flag.DISOBEDIENCE


def moon_landing(p: Play) -> Event:
    world = p.world
    studied = [
        f"research:{name}"
        for name in BREAKTHROUGH_IDS
        if int(BREAKTHROUGHS[name]["level"]) <= world.era
        and not any(name in owned for owned in world.advances)
    ]
    if studied:
        p.rolling = str((yield p.hero, studied)).partition(":")[2]
        world.researched[p.hero] |= ROLL_FOR_CARD


def internet(p: Play) -> Event:
    yield from p.mark(2, "technology")


EVENTS: dict[str, Callable[[Play], Event | None]] = {
    CARD_IDS[0]: hudson_bay,
    "king-cotton": king_cotton,
    "louisiana-purchase": louisiana_purchase,
    "erie-canal": two_tokens,
    "remember-the-alamo": flag(Flag.ALAMO),
    "california-gold-rush": lambda p: p.take_or_cash("california", 20),
    "transcontinental-railroad": transcontinental_railroad,
    "cattle-drives": two_tokens,
    "black-gold": black_gold,
    "prohibition": prohibition,
    "baby-boom": baby_boom,
    "the-60-s": the_sixties,
    "oil-crisis": oil_crisis,
    "manifest-destiny": manifest_destiny,
    "ben-franklin": lambda p: p.pioneer(0),
    "boston-tea-party": boston_tea_party,
    "revolutionary-war": revolutionary_war,
    "george-washington": lambda p: p.step("patriotism"),
    "whiskey-rebellion": whiskey_rebellion,
    "eli-whitney": lambda p: p.step("mechanization"),
    "lewis-and-clark": lambda p: p.pioneer(10),
    "war-of-1812": flag(Flag.WAR),
    "star-spangled-banner": star_spangled_banner,
    "monroe-doctrine": flag(Flag.MONROE),
    "davy-crockett": lambda p: p.pioneer(0),
    "native-sovereignty": native_sovereignty,
    "abolitionists-civil-rights-movement": unrest,
    "oregon-trail": flag(Flag.OREGON),
    "civil-war": civil_war,
    "homestead-act": homestead_act,
    "reconstruction": reconstruction,
    "seward-s-folly": lambda p: p.take_or_cash("alaska", 15),
    "thomas-edison": lambda p: p.step("electricity"),
    "robber-barons": robber_barons,
    "remember-the-maine": remember_the_maine,
    "teddy-roosevelt": teddy_roosevelt,
    "trustbuster": trustbuster,
    "san-francisco-earthquake": san_francisco_earthquake,
    "panama-canal": panama_canal,
    "world-war": world_war,
    "babe-ruth": babe_ruth,
    "black-tuesday": black_tuesday,
    "the-depression": the_depression,
    "dust-bowl": dust_bowl,
    "lawyer": lawyer,
    "cold-war": cold_war,
    "elvis-presley": lambda p: p.step("rock-n-roll"),
    "civil-disobedience": civil_disobedience,
    "john-f-kennedy": lambda p: p.pioneer(0),
    "moon-landing": moon_landing,
    "internet": internet,
}
"""All events but those of Spy and Congress, and of the cards that answer others."""


def played(p: Play, card: str) -> Event:
    """Return the whole course of a card that is played for its event."""
    p.rebate(card)
    destiny = CARD[card]["class"] == "destiny"
    if destiny and p.world.others:
        yield from p.payouts(card)
    event = EVENTS[card](p)
    if event is not None:
        yield from event
    if destiny and not p.world.others:
        yield from p.payouts(card)
