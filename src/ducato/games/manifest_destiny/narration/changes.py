"""The changes made by one step, found by comparing two states already redacted for the reader.

`steps` describes the action itself. This module sees no actions; `Known` says which changes have
already been described with the action.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ducato.core.i18n import Message, Name, Seat, say

from ..state import Edition, State
from ..state.choices import Cash
from ..state.tables import (
    ADVANCES,
    BREAKTHROUGH_IDS,
    BREAKTHROUGHS,
    NATIVES,
    VACANT,
    Phase,
    Presence,
    Stage,
    Verdict,
)
from .results import headline
from .words import advance_name, card_name, dollars, numbers_in, territory_name, tokens

CONTEST = (
    Phase.ATTACK_DICE,
    Phase.DEFENCE_DICE,
    Phase.FIRST_DIE_AGAIN,
    Phase.ATTACK_AGAIN,
    Phase.DEFENCE_AGAIN,
    Phase.EXTRA_DIE,
    Phase.REROLL,
    Phase.REROLL_DEFENCE,
)
"""The phases of a competition, from the offer of an extra die to the last roll."""
OF_TERRITORY = ("owner", "city", "tourism", "technology")
OF_SEAT = ("advances", "steps", "cash", "profit", "vp", "pioneers", "bought")
"""The fields whose changes `_territory`, or `_advances` and `_goods`, describe."""


@dataclass
class Known:
    """The changes that have already been described with the action.

    Attributes:
        cash: the known change of each seat's cash.
        land: the territories whose change of owner, or whose new city, is known.
    """

    cash: dict[int, int] = field(default_factory=dict)
    land: Collection[int] = ()


def changes(before: State, after: State, edition: Edition, known: Known) -> list[Message]:
    """Describe the changes, apart from the `known` ones and those that `frame` describes."""
    said = [*_verdict(before, after), *_competition(before, after)]
    if edition.cash == Cash.HIDDEN:
        said += _revealed(before, after)
    for territory in _differing(before, after, OF_TERRITORY):
        said += _territory(before, after, territory, territory in known.land)
    for seat in sorted({*_differing(before, after, OF_SEAT), *known.cash}):
        paid = known.cash.get(seat, 0)
        bought = _bought_advance(before, after, seat)
        if bought:
            said.append(bought)
            paid = int(after.cash[seat]) - int(before.cash[seat])
        else:
            said += _advances(before, after, seat)
        said += _goods(before, after, seat, paid)
    if after.most_cities != before.most_cities:
        if after.most_cities >= 0:
            said.append(say("log.most_cities", seat=Seat(after.most_cities)))
        else:
            said.append(say("log.most_cities.nobody"))
    return said


def _differing(before: State, after: State, fields: tuple[str, ...]) -> list[int]:
    """Return the territories, or the seats, for which any of these fields has changed."""
    changed = [name for name in fields if before[name].tobytes() != after[name].tobytes()]
    then, now = ([state[name].tolist() for name in changed] for state in (before, after))
    rows = zip(zip(*then, strict=True), zip(*now, strict=True), strict=True)
    return [number for number, (old, new) in enumerate(rows) if old != new]


def _verdict(before: State, after: State) -> list[Message]:
    """Describe the outcome of an event, once all answers to it have been given."""
    if before.verdict or not after.verdict:
        return []
    outcome = Verdict(after.verdict).name.lower()
    return [say(f"log.verdict.{outcome}", card=card_name(int(after.chain[0])))]


def _competition(before: State, after: State) -> list[Message]:
    """Describe the outcome of a competition, or the beginning of one that a card causes."""
    if before.phase in CONTEST:
        if after.contest:
            return []
        key = "log.won" if after.result == 1 else "log.lost"
        return [say(key, seat=Seat(before.active))]
    if after.phase in CONTEST and after.stage == Stage.CARDS:
        where = territory_name(int(after.territory))
        return [say("log.attack.free", seat=Seat(after.active), territory=where)]
    return []


def _revealed(before: State, after: State) -> list[Message]:
    """Describe cash that was revealed because a card compares it [manifest-destiny 11.1]."""
    if after.reveals == before.reveals:
        return []
    seats = [seat for seat in range(len(after.revealed)) if after.revealed[seat] >= 0]
    return [
        say("log.shows", seat=Seat(seat), amount=dollars(after.revealed[seat])) for seat in seats
    ]


def _territory(before: State, after: State, territory: int, known: bool) -> list[Message]:
    where, said = territory_name(territory), []
    old, new = int(before.owner[territory]), int(after.owner[territory])
    if old != new and not known:
        if 0 <= old < NATIVES:
            said.append(say("log.loses", seat=Seat(old), territory=where))
        if old == NATIVES and new == VACANT:
            said.append(say("log.natives.leave", territory=where))
        if new == NATIVES:
            said.append(say("log.natives", territory=where))
        elif new >= 0:
            fresh = after.presence[territory] == Presence.NEW
            key = "log.takes.new" if fresh else "log.takes.established"
            said.append(say(key, seat=Seat(new), territory=where))
    built = after.city[territory]
    if built != before.city[territory] and not (built and known):
        said.append(say("log.city" if built else "log.city.falls", territory=where))
    return said + [
        say(f"log.marker.{marker}", territory=where)
        for marker in ("tourism", "technology")
        if after[marker][territory] > before[marker][territory]
    ]


def _bought_advance(before: State, after: State, seat: int) -> Message | None:
    """Describe the advance that a seat bought in this step, if it bought one, with its price."""
    gained = int(after.advances[seat]) & ~int(before.advances[seat])
    price = int(before.cash[seat]) - int(after.cash[seat])
    if before.stage != Stage.INVESTMENT or gained.bit_count() != 1 or price <= 0:
        return None
    advance = advance_name(gained.bit_length() - 1)
    return say("log.advance.bought", seat=Seat(seat), advance=advance, amount=dollars(price))


def _advances(before: State, after: State, seat: int) -> list[Message]:
    """Describe the Progressions and Breakthroughs that a seat acquired and its new step markers."""
    gained = int(after.advances[seat]) & ~int(before.advances[seat])
    said = [
        say("log.advance", seat=Seat(seat), advance=advance_name(advance))
        for advance in range(ADVANCES)
        if (gained >> advance) & 1
    ]
    for number in range(BREAKTHROUGHS):
        laid = int(after.steps[seat, number]) & ~int(before.steps[seat, number])
        if laid:
            words = {"seat": Seat(seat), "advance": Name(BREAKTHROUGH_IDS[number])}
            said.append(say("log.steps", numbers=[str(n) for n in numbers_in(laid)], **words))
    return said


def _goods(before: State, after: State, seat: int, known: int) -> list[Message]:
    """Describe a seat's changes in cash, Profit and points, and its Pioneers and tokens from cards.

    `known` is the change of cash that has been described already.
    """
    who, said = Seat(seat), []
    cash = int(after.cash[seat]) - int(before.cash[seat]) - known
    profit = int(after.profit[seat]) - int(before.profit[seat])
    if cash:
        key = "log.cash.gain" if cash > 0 else "log.cash.loss"
        said.append(say(key, seat=who, amount=dollars(abs(cash))))
    if profit:
        key = "log.profit.gain" if profit > 0 else "log.profit.loss"
        amount, now = dollars(abs(profit)), dollars(after.profit[seat])
        said.append(say(key, seat=who, amount=amount, now=now))
    if after.vp[seat] != before.vp[seat]:
        said.append(say("log.points", seat=who, n=int(after.vp[seat])))
    if after.pioneers[seat] > before.pioneers[seat] and before.phase == Phase.PIONEER:
        said.append(say("log.pioneer", seat=who))
    gained = int(after.bought[seat]) - int(before.bought[seat])
    if gained > 0 and before.stage == after.stage == Stage.CARDS:
        said.append(say("log.tokens", seat=who, tokens=tokens(gained)))
    return said


def frame(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe a new turn, phase, deck or era, Turnpike's tokens and the end of the last deck.

    When the game ends, only its end and the winner are described.
    """
    said: list[Message] = []
    if after.phase == Phase.OVER != before.phase:
        return [say("log.over"), headline(after, edition)]
    if after.turn > before.turn:
        said.append(say("log.turn", n=after.turn))
    elif after.stage != before.stage:
        said.append(say(f"log.stage.{Stage(after.stage).name.lower()}"))
    said += _turnpike(before, after)
    if after.deck_era > before.deck_era:
        said.append(say("log.deck", era=after.deck_era))
    if after.era > before.era:
        said.append(say("log.era", era=after.era))
    if after.exhausted > before.exhausted:
        said.append(say("log.exhausted"))
    return said


def _turnpike(before: State, after: State) -> list[Message]:
    """Describe the tokens of Turnpike as its owner's part of Investment begins."""
    seat = int(after.active)
    if after.stage != Stage.INVESTMENT or seat < 0:
        return []
    if before.stage == after.stage and before.active == seat:
        return []
    gained = int(after.bought[seat]) - int(before.bought[seat])
    return [say("log.turnpike", seat=Seat(seat), tokens=tokens(gained))] if gained > 0 else []
