"""The log of the Adjustment: each payment with its reason [manifest-destiny 9.1].

The payments are carried out one after another on a copy of the state, to find each amount.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ducato.core.i18n import Message, Seat, say

from ..rules.turn.adjustment import (
    adjust_profit,
    establish,
    motion_pictures,
    safety_net,
    urban_renaissance,
)
from ..state import Edition, State
from ..state.tables import TERRITORIES, Presence
from .changes import Known, changes
from .words import dollars

PROFIT = ("log.profit.gain", "log.profit.loss")
SOURCES: tuple[tuple[str, Callable[[State, Edition], None]], ...] = (
    ("safety_net", safety_net),
    ("urban_renaissance", urban_renaissance),
    ("motion_pictures", motion_pictures),
)


def adjusted(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe the changes of an Adjustment, with the income from Profit and each other payment."""
    seats = range(edition.players)
    trial = before.copy()
    adjust_profit(trial, edition)
    establish(trial, edition)
    known = {seat: int(trial.profit[seat]) for seat in seats}
    said = [say("log.income", seat=Seat(seat), amount=dollars(known[seat])) for seat in seats]
    for seat in seats:
        trial.cash[seat] += known[seat]
    for name, pay in SOURCES:
        was = [int(trial.cash[seat]) for seat in seats]
        pay(trial, edition)
        for seat in seats:
            paid = int(trial.cash[seat]) - was[seat]
            known[seat] += paid
            if paid:
                key = f"log.{name}" if paid > 0 else f"log.{name}.pays"
                said.append(say(key, seat=Seat(seat), amount=dollars(abs(paid))))
    described = changes(before, after, edition, Known(cash=known))
    return [*_with_reasons(described, before, edition), *said]


def _with_reasons(described: list[Message], before: State, edition: Edition) -> Iterator[Message]:
    """Yield the sentences, those about Profit with what raises and what lowers it."""
    for sentence in described:
        yield sentence
        if sentence.key in PROFIT:
            seat = sentence.arguments["seat"].number
            new = sum(
                before.owner[territory] == seat and before.presence[territory] == Presence.NEW
                for territory in range(TERRITORIES)
            )
            if new:
                yield say("log.profit.new", n=int(new))
            if before.loss[seat]:
                yield say("log.profit.lost", n=int(before.loss[seat]))
