"""The texts for legal actions: labels, hints about costs and gains, and the prompt."""

from __future__ import annotations

from ducato.core.i18n import Message, Name, Seat, say
from ducato.games.magnate.narration.words import (
    amounts,
    applied,
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
from ducato.games.magnate.rules.scoring import district_total
from ducato.games.magnate.state import ACTIONS, CARD_IDS, SEATS, SUITS, Edition, Phase, State, Zone


def describe_action(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a legal action, such as "Build the Mill"."""
    match ACTIONS.name(action).split(":"):
        case ["build" | "deed" as verb, card]:
            return say(f"do.{verb}", card=Name(card))
        case ["sell", card]:
            number = CARD_IDS.index(card)
            sale = each_suit(edition.suits[number], edition.sale_each[number])
            return say("do.sell", card=Name(card), tokens=sale)
        case ["trade", give, take]:
            given = tokens(SUITS.index(give), edition.trade_rate)
            return say("do.trade", give=given, take=tokens(SUITS.index(take), 1))
        case ["develop", district, suit]:
            deed = card_name(int(state.last[state.active, int(district) - 1]))
            return say("do.develop", tokens=tokens(SUITS.index(suit), 1), card=deed)
        case ["district", district]:
            where = district_name(state, int(district) - 1)
            return say("do.district", card=card_name(state.card), district=where)
        case ["pay", _]:
            return _payment(state, edition, action)
        case ["income", suit]:
            return say("do.income", tokens=tokens(SUITS.index(suit), 1), card=card_name(state.card))
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
    match ACTIONS.name(action).split(":"):
        case ["build", card]:
            number = CARD_IDS.index(card)
            mask = edition.suits[number]
            price = count(edition.price[number])
            have = amounts(state.row("tokens")[seat], suits_in(mask))
            return say("hint.build", price=price, suits=suit_names(mask), have=have)
        case ["deed", card]:
            number = CARD_IDS.index(card)
            cost = each_suit(edition.suits[number], edition.deed_each[number])
            return say("hint.deed", tokens=cost, price=count(edition.price[number]))
        case ["develop", district, _]:
            return _development(state, edition, action, int(district) - 1)
        case ["district", district]:
            totals = _totals(state, edition, seat, int(district) - 1)
            return say("hint.district", own=totals[0], other=Seat(1 - seat), total=totals[1])
        case ["income", suit]:
            number = SUITS.index(suit)
            return say("hint.have", tokens=tokens(number, state.tokens[seat, number]))
        case ["end"]:
            return None
    return say("hint.then", tokens=_left(state, applied(state, edition, action)))


def _left(state: State, after: State) -> Message | list[Message]:
    """Return the deciding seat's tokens after an action, in the suits that the action changes."""
    seat = state.chooser
    changed = [suit for suit, n in enumerate(changes(state, after, seat)) if n]
    return amounts(after.row("tokens")[seat], changed)


def _development(state: State, edition: Edition, action: int, district: int) -> Message:
    after = applied(state, edition, action)
    if not after.deed[state.active, district]:
        return say("hint.completes", tokens=_left(state, after))
    laid = laid_tokens(after, state.active, district)
    price = edition.price[state.last[state.active, district]]
    return say("hint.develop", laid=laid, price=int(price), tokens=_left(state, after))


def _totals(state: State, edition: Edition, seat: int, district: int) -> list[int]:
    """Return both seats' totals in a district, the total of `seat` first."""
    order = [(seat + turn) % SEATS for turn in range(SEATS)]
    return [int(district_total(state, edition, who, district, False)) for who in order]


def prompt(state: State, edition: Edition, seat: int) -> Message:
    """Return the prompt: the next decision or chance step, or that the game is over.

    It is worded for the reader `seat` (-1 for a spectator) and says if this is a last turn.
    """
    phase = Phase(state.phase)
    if phase == Phase.OVER:
        return say("prompt.over")
    who = state.active if phase <= Phase.DRAW else state.chooser
    key = f"prompt.{phase.name.lower()}"
    if phase == Phase.ACT:
        key += f".{_acts(state)}"
    if phase > Phase.DRAW:
        key += ".you" if seat == who else ".other"
    message = say(key, seat=Seat(who), **_object(state))
    if state.last_turns:
        reader = "you" if seat == state.active else "other"
        return say(f"prompt.last.{reader}", prompt=message, seat=Seat(state.active))
    return message


def _acts(state: State) -> str:
    """Return the end of the prompt's key.

    It is "more" once a card has been played in this turn, "none" if the hand is empty, else "card".
    """
    if state.played:
        return "more"
    return "card" if state.held[Zone.HAND + state.active] else "none"


def _object(state: State) -> dict[str, Name | Message]:
    """Return the words for the card that the seat decides about and for the tokens still due."""
    if state.phase == Phase.PAY:
        return {"card": card_name(state.card), "due": count(state.due)}
    if state.phase in (Phase.CHOOSE_DISTRICT, Phase.CHOOSE_INCOME):
        return {"card": card_name(state.card)}
    return {}
