"""The texts for legal actions: labels, and hints about costs and gains."""

from __future__ import annotations

from typing import Any

from ducato.core import verbs
from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.states import applied

from ..rules.scoring import district_total
from ..state import ACTIONS, SEATS, Edition, Phase, State
from .words import (
    amounts,
    card_name,
    changes,
    count,
    district_name,
    each_suit,
    laid_tokens,
    suit_names,
    suits_in,
    tokens,
)


def describe_action(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a legal action, such as "Build the Mill"."""
    match ACTIONS.parts(action):
        case "build" | "deed" as verb, card:
            return say(f"do.{verb}", card=card_name(card))
        case "sell", card:
            sale = each_suit(edition.suits[card], edition.sale_each[card])
            return say("do.sell", card=card_name(card), tokens=sale)
        case "trade", give, take:
            given = tokens(give, edition.trade_rate)
            return say("do.trade", give=given, take=tokens(take, 1))
        case "develop", district, suit:
            deed = card_name(state.last[state.active, district - 1])
            return say("do.develop", tokens=tokens(suit, 1), card=deed)
        case "district", district:
            where = district_name(state, district - 1)
            return say("do.district", card=card_name(state.card), district=where)
        case "pay", _:
            return _payment(state, edition, action)
        case "income", suit:
            return say("do.income", tokens=tokens(suit, 1), card=card_name(state.card))
    return say("do.end")


def _payment(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a payment.

    It names the whole payment if the rest is forced, else the part paid now and the tokens due.
    """
    after = applied(state, edition, action)
    paid = amounts(-n for n in changes(state, after, state.active))
    if after.phase == Phase.PAY:
        return say("do.pay.part", tokens=paid, due=count(after.due))
    return say("do.pay", tokens=paid)


def action_hint(state: State, edition: Edition, action: int) -> Message | None:
    """Return a hint about a legal action's cost and effect; None for the end of the turn."""
    seat = state.chooser
    match ACTIONS.parts(action):
        case "build", card:
            mask = edition.suits[card]
            price = count(edition.price[card])
            have = amounts(state.tokens.tolist()[seat], suits_in(mask))
            return say("hint.build", price=price, suits=suit_names(mask), have=have)
        case "deed", card:
            cost = each_suit(edition.suits[card], edition.deed_each[card])
            return say("hint.deed", tokens=cost, price=count(edition.price[card]))
        case "develop", district, _:
            return _development(state, edition, action, district - 1)
        case "district", district:
            return _placement(state, edition, action, district - 1)
        case "income", suit:
            return say("hint.have", tokens=tokens(suit, state.tokens[seat, suit]))
        case ("end",):
            return None
    return say("hint.then", tokens=_left(state, applied(state, edition, action)))


def _left(state: State, after: State) -> Message | list[Message]:
    """Return the deciding seat's tokens after an action, in the suits that the action changes."""
    seat = state.chooser
    changed = [suit for suit, n in enumerate(changes(state, after, seat)) if n]
    return amounts(after.tokens.tolist()[seat], changed)


def _development(state: State, edition: Edition, action: int, district: int) -> Message:
    after = applied(state, edition, action)
    if not after.deed[state.active, district]:
        return say("hint.completes", tokens=_left(state, after))
    laid = laid_tokens(after, state.active, district)
    price = edition.price[state.last[state.active, district]]
    return say("hint.develop", laid=laid, price=int(price), tokens=_left(state, after))


def _placement(state: State, edition: Edition, action: int, district: int) -> Message:
    """Return both totals in a district and, unless the card is only a deed, those it leads to."""
    seat = state.chooser
    own, other = _totals(state, edition, seat, district)
    words: dict[str, Any] = {"own": own, "other": Seat(1 - seat), "total": other}
    if state.as_deed:
        return say("hint.district", **words)
    there, out = applied(state, edition, action), ACTIONS.buffer()
    while there.phase == Phase.PAY:  # however it is paid
        verbs.legal_actions(there, edition, out)
        there = applied(there, edition, int(out[0]))
    own, other = _totals(there, edition, seat, district)
    return say("hint.district.then", **words, then=own, left=other)


def _totals(state: State, edition: Edition, seat: int, district: int) -> list[int]:
    """Return both seats' totals in a district, the total of `seat` first."""
    order = [(seat + turn) % SEATS for turn in range(SEATS)]
    return [int(district_total(state, edition, who, district, False)) for who in order]
