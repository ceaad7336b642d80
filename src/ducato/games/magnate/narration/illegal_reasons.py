"""Illegal reasons: explanations of why an action is not legal now, each with its rules clause.

If a property card is not in the player's hand, the reason does not say where it is, so that
nothing about the other hand is revealed.
"""

from __future__ import annotations

from collections import Counter

from ducato.core.i18n import IllegalReason, Name
from ducato.core.presentation.reasons import no, no_decision

from ..rules.building import accepts, can_pay, least_payment, most_payment
from ..state import ACTIONS, DISTRICTS, SUITS, Edition, Kind, Phase, State, Zone
from .words import amounts, card_name, count, district_name, each_suit, suits_in, tokens

CLAUSES = {
    Phase.LAY_DISTRICTS: "2.1",
    Phase.DEAL_CROWNS: "2.2",
    Phase.DEAL_HANDS: "2.3",
    Phase.CHOOSE_FIRST: "2.4",
    Phase.ROLL: "3.1",
    Phase.TAX: "3.2",
    Phase.INCOME: "3.3",
    Phase.DRAW: "3.9",
    Phase.CHOOSE_INCOME: "3.3",
    Phase.ACT: "3.4",
    Phase.CHOOSE_DISTRICT: "3.5",
    Phase.PAY: "3.5",
    Phase.OVER: "5.7",
}
"""The clause that governs each phase."""
CHOICES = {Phase.CHOOSE_INCOME: "income", Phase.CHOOSE_DISTRICT: "district", Phase.PAY: "pay"}
"""The kind of action that each phase with a choice asks for; any other one has to wait."""
BEFORE_ITS_TIME = {"district": "4.1", "pay": "3.5", "income": "3.3"}
"""The clause to cite for each kind of action that is possible only after another one."""


def explain_illegal(state: State, edition: Edition, action: int) -> IllegalReason:
    """Return the reason why the action is illegal for the seat to move, with its clause."""
    if (reason := no_decision(state, edition, CLAUSES)) is not None:
        return reason
    kind = ACTIONS.kind(action).name
    choice = CHOICES.get(Phase(state.phase))
    if choice is not None and kind != choice:
        founding = state.phase == Phase.CHOOSE_DISTRICT and state.as_deed
        clause = "3.6" if founding else CLAUSES[Phase(state.phase)]
        return no(f"first.{choice}", clause, card=card_name(state.card))
    if choice is None and kind in BEFORE_ITS_TIME:
        return no(f"early.{kind}", BEFORE_ITS_TIME[kind])
    match ACTIONS.parts(action):
        case "income", suit:
            return no("income.suit", "3.3", card=card_name(state.card), suit=Name(SUITS[suit]))
        case "district", district:
            return placement(state, edition, state.card, district - 1)
        case "pay", paid:
            return _payment(state, edition, paid)
        case "trade" | "develop", _, _ if state.played and not edition.act_after_card:
            return no("after.card", "8.12")
        case "trade", give, take:
            return _trade(state, edition, give, take)
        case "develop", district, suit:
            return _development(state, edition, district - 1, suit)
        case kind, card:
            return _card(state, edition, kind, card)
    return no("end", "3.4")


def placement(state: State, edition: Edition, card: int, district: int) -> IllegalReason:
    """Return the reason why a card may not be placed in a district [magnate 4.2 to 4.4, 8.9]."""
    seat = state.active
    name, where = card_name(card), district_name(state, district)
    last = card_name(int(state.last[seat, district]))
    if state.deed[seat, district]:
        return no("deed.there", "4.4", district=where, deed=last)
    if accepts(state, edition, seat, district) == 0:
        return no("just.finished", "8.9", district=where, deed=last)
    if state.length[seat, district] == 0:
        return no("pawn", "4.2", card=name, district=where)
    return no("follows", "4.3", card=name, last=last, district=where)


def _payment(state: State, edition: Edition, paid: int) -> IllegalReason:
    """Return the reason why this is not a valid payment of the requested suit [magnate 3.5]."""
    card, suit = card_name(state.card), Name(SUITS[state.suit])
    have = int(state.tokens[state.active, state.suit])
    if paid == 0:
        return no("pay.none", "3.5", card=card, suit=suit)
    if paid > have:
        return no("pay.have", "3.5", tokens=tokens(state.suit, have))
    if paid > state.due:
        return no("pay.over", "3.5", card=card, due=count(state.due))
    if paid > most_payment(state, edition):
        return no("pay.later", "3.5", card=card)
    return no("pay.rest", "3.5", tokens=tokens(state.suit, int(least_payment(state, edition))))


def _trade(state: State, edition: Edition, give: int, take: int) -> IllegalReason:
    """Return the reason why a trade is illegal [magnate 3.4, 8.11]."""
    if give == take:
        return no("trade.same", "8.11")
    have = tokens(give, state.tokens[state.active, give])
    return no("trade.few", "3.4", tokens=tokens(give, edition.trade_rate), have=have)


def _development(state: State, edition: Edition, district: int, suit: int) -> IllegalReason:
    """Return the reason why a deed may not be developed [magnate 3.8, 8.5, 8.10]."""
    seat = state.active
    if not state.deed[seat, district]:
        return no("develop.where", "3.8", district=district_name(state, district))
    card = int(state.last[seat, district])
    arguments = {"card": card_name(card), "suit": Name(SUITS[suit])}
    if suit not in suits_in(edition.suits[card]):
        return no("develop.suit", "3.8", **arguments)
    if state.tokens[seat, suit] == 0:
        return no("develop.token", "3.8", **arguments)
    if not edition.develop_new and (state.new >> district) & 1:
        return no("develop.new", "8.10", **arguments)
    return no("develop.each", "8.5", **arguments)


def _card(state: State, edition: Edition, kind: str, card: int) -> IllegalReason:
    """Return the reason why a card cannot be built, bought or sold [magnate 3.4 to 3.7]."""
    name = card_name(card)
    if not edition.in_play[card]:
        return no("lays", "2.1", card=name) if edition.lays[card] else no("out", "6.6", card=name)
    if state.played:
        return no("played", "3.4")
    if state.zone[card] != Zone.HAND + state.active:
        return no("hand", "3.4", card=name)
    if kind == "deed" and edition.deed_each[card] == 0:
        clause = "6.3" if edition.kind[card] == Kind.ACE else "6.4"
        return no("deed.never", clause, card=name)
    price = _unpaid(state, edition, kind, card)
    return price if price is not None else _nowhere(state, edition, card)


def _unpaid(state: State, edition: Edition, kind: str, card: int) -> IllegalReason | None:
    """Return the reason why the seat cannot pay for a building or a deed, or None if it can."""
    supply, mask = state.tokens.tolist()[state.active], edition.suits[card]
    have = amounts(supply, suits_in(mask))
    if kind == "deed":
        each = edition.deed_each[card]
        if all(supply[suit] >= each for suit in suits_in(mask)):
            return None
        return no("deed.price", "3.6", card=card_name(card), price=each_suit(mask, each), have=have)
    missing = [suit for suit in suits_in(mask) if supply[suit] == 0]
    price = count(edition.price[card])
    if missing:
        arguments = {"card": card_name(card), "suit": Name(SUITS[missing[0]])}
        return no("price.suit", "3.5", **arguments)
    if can_pay(state, edition, state.active, card):
        return None
    return no("price", "3.5", card=card_name(card), price=price, have=have)


def _nowhere(state: State, edition: Edition, card: int) -> IllegalReason:
    """Return the reason why no district takes the card, citing the most frequent clause."""
    reasons = [placement(state, edition, card, district) for district in range(DISTRICTS)]
    clause, _ = Counter(reason.clause for reason in reasons).most_common(1)[0]
    return no("nowhere", clause, card=card_name(card))
