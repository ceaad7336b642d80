"""Illegal reasons: explanations of illegal actions, each with the clause of the rules."""

from __future__ import annotations

from ducato.core.i18n import IllegalReason, Name
from ducato.core.presentation.reasons import no, no_decision

from ..rules.breakthroughs.research import ROLLED
from ..rules.breakthroughs.steps import has_begun, is_claimed, open_numbers
from ..rules.cards.deck import is_playable
from ..rules.expansion.placing import can_be_attacked, expansion_cost
from ..rules.expansion.reach import may_enter
from ..rules.investment.progressions import may_buy, own_price
from ..rules.investment.purchases import purchase_price, token_limit
from ..rules.tokens import owns
from ..rules.turn.homes import highest_bid
from ..state import ACTIONS, Edition, State
from ..state.choices import StorytellingDiscard
from ..state.tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    CARD_IDS,
    LAST_CHANCE,
    PROGRESSIONS,
    TERRITORY_IDS,
    Advance,
    Phase,
    Zone,
)
from .prompts import task
from .words import dollars, tokens

PHASE_CLAUSES = {
    **{phase: "4.1" for phase in Phase if phase <= LAST_CHANCE},
    Phase.OVER: "10.1",
}
"""The clause that governs each phase in which no seat is to move."""
CARD_PHASES = (Phase.PLAY, Phase.DISCARD, Phase.OPPOSE, Phase.RESPOND)
"""The phases that ask for a card."""
CLAUSES = {
    "bid": "3.2",
    "territory": "8.1",
    "card": "6.1",
    "advance": "7.4",
    "research": "7.5",
    "product": "6.6",
    "player": "7.7",
    "number": "5.1",
    "half": "6.5",
    "presence": "6.7",
    "answer": "4.1",
    "buy": "7.1",
    "purchase": "7.2",
    "mechanize": "7.2",
    "redeploy": "8.5",
    "licence": "7.7",
    "discard": "6.9",
    "priority": "6.11",
    "done": "4.1",
}
"""The clause of the rules for each kind of action, cited if the present phase does not allow it."""


def explain_illegal(state: State, edition: Edition, action: int) -> IllegalReason:
    """Return the reason why the seat to move may not take an action, with its clause."""
    if (reason := no_decision(state, edition, PHASE_CLAUSES)) is not None:
        return reason
    phase = Phase(state.phase)
    kind, *arguments = ACTIONS.parts(action)
    if kind == "bid" and phase == Phase.BID:
        return _bid(state, edition, arguments[0])
    if kind == "card" and phase in CARD_PHASES:
        return _card(state, edition, arguments[0])
    if kind == "territory" and phase == Phase.EXPAND:
        return _territory(state, edition, arguments[0])
    if phase == Phase.INVEST:
        if kind in ("advance", "research"):
            return _advance(state, edition, kind, ACTIONS.arguments(action)[0])
        if kind == "buy":
            return _tokens(state, edition, arguments[0])
        if kind in ("purchase", "mechanize"):
            return _purchase(state, edition, ACTIONS.arguments(action)[0], kind == "mechanize")
    if kind == "priority" and phase in (Phase.PLAY, Phase.INVEST, Phase.EXPAND):
        return no("priority", "6.11")
    if kind == "discard" and phase == Phase.PLAY:
        early = edition.storytelling_discard == StorytellingDiscard.BEFORE_CARDS
        return no("discard.early" if early else "discard", "6.9")
    return no("phase", CLAUSES[kind], task=task(state))


def _bid(state: State, edition: Edition, amount: int) -> IllegalReason:
    """Return the reason why an amount cannot be bid [manifest-destiny 3.2] (A1)."""
    have = int(state.cash[state.chooser])
    if amount > have:
        return no("bid.cash", "3.2", have=dollars(have))
    return no("bid.low", "16.1", amount=dollars(highest_bid(state, edition)))


def _card(state: State, edition: Edition, card: int) -> IllegalReason:
    """Return the reason why a card cannot be played [manifest-destiny 6.1, 6.2, 6.4]."""
    name = Name(f"card:{CARD_IDS[card]}")
    if edition.removed[card]:
        return no("card.removed", "2.4", card=name, n=int(edition.players))
    if state.zone[card] != Zone.HAND + state.chooser:
        return no("card.hand", "6.1", card=name)
    if not is_playable(state, edition, card):
        return no("card.era", "6.2", card=name, era=int(state.era))
    if state.phase != Phase.PLAY:
        return no("card.answer", "6.13", card=name)
    return no("card.destiny", "6.4", card=name)


def _territory(state: State, edition: Edition, number: int) -> IllegalReason:
    """Return the reason why a seat cannot expand to a territory [manifest-destiny 8.1 to 8.4]."""
    where = Name(TERRITORY_IDS[number])
    seat = state.chooser
    if edition.closed[number]:
        return no("closed", "2.4", territory=where)
    if state.owner[number] == seat:
        return no("held", "8.3", territory=where)
    if not may_enter(state, edition, seat, number):
        return no("west", "8.1", territory=where)
    if not state.reach[number]:
        return no("reach", "8.2", territory=where)
    if not can_be_attacked(state, edition, number):
        return no("new", "16.1", territory=where)
    cost = tokens(expansion_cost(state, edition, seat, number))
    return no("tokens", "8.3", territory=where, cost=cost, have=tokens(state.bought[seat]))


def _advance(state: State, edition: Edition, kind: str, name: str) -> IllegalReason:
    """Return the reason why an advance cannot be acquired or researched.

    [manifest-destiny 7.4 to 7.6].
    """
    seat, number, words = state.chooser, ADVANCE_IDS.index(name), {"advance": Name(name)}
    if owns(state, seat, number):
        return no("owned", "7.4" if number < PROGRESSIONS else "7.6", **words)
    if number < PROGRESSIONS:
        if not may_buy(state, edition, seat, number):
            return no("order", "7.4", **words)
        price = dollars(own_price(state, edition, seat, number))
        return no("price", "7.4", price=price, have=dollars(state.cash[seat]), **words)
    breakthrough = BREAKTHROUGH_IDS.index(name)
    if is_claimed(state, edition, breakthrough):
        return no("claimed", "7.6", **words)
    if state.pioneers[seat] == 0:
        return no("pioneer", "7.5" if kind == "research" else "7.6", **words)
    if not has_begun(state, edition, breakthrough):
        return no("level", "7.5", era=int(edition.level[number]), **words)
    if kind == "research":
        key = "researched" if state.researched[seat] & ROLLED else "complete"
        return no(key, "7.5", **words)
    if open_numbers(state, edition, seat, breakthrough):
        return no("steps", "7.6", **words)
    return no("computers", "7.6", needed=Name("computers"), **words)


def _tokens(state: State, edition: Edition, number: int) -> IllegalReason:
    """Return the reason why a number of tokens cannot be bought [manifest-destiny 7.1]."""
    seat = state.chooser
    limit = token_limit(state, edition, seat)
    if state.limit[seat] + number > limit:
        return no("token.limit", "7.1", tokens=tokens(limit))
    if state.supply[seat] < number:
        return no("token.supply", "7.1", tokens=tokens(state.supply[seat]))
    price, have = dollars(number * edition.token_price), dollars(state.cash[seat])
    return no("token.price", "7.1", tokens=tokens(number), price=price, have=have)


def _purchase(state: State, edition: Edition, what: str, mechanized: bool) -> IllegalReason:
    """Return the reason why a city, Pioneer or card cannot be bought [manifest-destiny 7.2].

    Args:
        state: the state, redacted for the reader.
        edition: the edition.
        what: "city", "pioneer" or "card".
        mechanized: whether it was to be bought with Mechanization.
    """
    seat = state.chooser
    number = ["city", "pioneer", "card"].index(what)
    if (state.purchases[seat] >> number) & 1:
        return no(f"once.{what}", "7.2")
    price = purchase_price(state, edition, seat, number)
    if mechanized:
        if not owns(state, seat, Advance.MECHANIZATION):
            return no("mechanized.missing", "7.2")
        if state.mechanized:
            return no("mechanized.used", "7.2")
        if price <= 1:
            return no("mechanized.cheap", "7.2")
        price = 1
    if price > state.bought[seat]:
        return no("purchase.tokens", "7.2", cost=tokens(price), have=tokens(state.bought[seat]))
    return no(f"impossible.{what}", "7.2")
