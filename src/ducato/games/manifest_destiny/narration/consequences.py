"""Consequences: what each legal action costs and brings, said where it is chosen."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import Message, Seat, say

from ..rules.breakthroughs.steps import count_bits, open_numbers
from ..rules.cards.deck import cards_in
from ..rules.cards.payouts import level_of, units_in
from ..rules.cards.programs import argument, operation, position_of
from ..rules.investment.progressions import (
    LEVEL_1_DONE,
    LEVEL_2_DONE,
    borrowed,
    licence_fee,
    own_price,
)
from ..rules.investment.purchases import purchase_price
from ..rules.tokens import hand_limit
from ..rules.turn.homes import highest_bid
from ..state import ACTIONS, YES, Edition, State
from ..state.tables import (
    ADVANCE_IDS,
    CARDS,
    CHOICE,
    NATIVES,
    PAYOUTS,
    PRODUCTS,
    PROGRESSIONS,
    VACANT,
    Advance,
    Op,
    Phase,
    Reach,
    Zone,
)
from .odds import chance_again, chance_as_rolled, dice_of, odds, odds_of_attack, percent
from .words import card_name, card_words, dollars, event_words, numbers_in, product_name, tokens

SIX = 6


def consequence(state: State, edition: Edition, action: int) -> Message | None:
    """Return the consequence of a legal action, or None if its label already says it."""
    seat = state.chooser
    match ACTIONS.parts(action):
        case "bid", amount:
            return say("hint.bid", rest=dollars(state.cash[seat] - amount))
        case "card", card:
            return _card(state, edition, card)
        case "territory", number:
            return _territory(state, edition, number)
        case "advance" | "research" as kind, number:
            return _advance(state, edition, kind, number)
        case "product", product:
            return say("hint.payout", shares=_shares(state, edition, [product]))
        case "player", number:
            return _player(state, edition, number - 1)
        case "number", number:
            return _number(state, edition, number)
        case "half" | "presence" as kind, _:
            return _of_card(state, edition, ACTIONS.arguments(action)[0])
        case "answer", _:
            return _answer(state, edition, action == YES)
        case "buy", number:
            return say("hint.token", amount=dollars(number * edition.token_price))
        case "purchase" | "mechanize" as kind, what:
            name, price = ACTIONS.arguments(action)[0], purchase_price(state, edition, seat, what)
            most = _most_cities(state, edition)
            return say(f"hint.{kind}.{name}", tokens=tokens(price), most=most)
        case ("done",):
            return _done(state, edition)
    return _once(state, edition, ACTIONS.name(action))


def _once(state: State, edition: Edition, name: str) -> Message:
    """Return the hint of an action that a turn or a game allows once."""
    words: dict[str, Any] = {}
    if name == "priority":
        words["place"] = int(state.announced) + 1
    elif name == "redeploy":
        words["n"] = int(edition.wireless_tokens - state.lifts)
    elif name == "discard":
        words["n"] = int(hand_limit(state, edition, state.chooser))
        words["profit"] = dollars(edition.excess_card_profit)
    return say(f"hint.{name}", **words)


def _done(state: State, edition: Edition) -> Message | None:
    """Return what is left, or lost, as a seat ends its part or declines."""
    seat = state.chooser
    match Phase(state.phase):
        case Phase.PLAY:
            kept = int(cards_in(state, Zone.HAND + seat))
            excess = kept - int(hand_limit(state, edition, seat))
            if excess > 0:
                cost = dollars(excess * edition.excess_card_profit)
                return say("hint.done.excess", n=excess, profit=cost)
            return say("hint.done.kept", n=kept) if kept else say("hint.done.none")
        case Phase.INVEST:
            return say("hint.done.invest", tokens=tokens(state.bought[seat]))
        case Phase.EXPAND:
            return say("hint.done.expand", tokens=tokens(state.bought[seat]))
        case Phase.OPPOSE | Phase.RESPOND:
            stands = state.chain_length % 2 == 1
            key = "hint.done.stands" if stands else "hint.done.cancelled"
            return say(key, card=card_name(int(state.chain[0])))
        case Phase.BID:
            return say("hint.done.bid", amount=dollars(highest_bid(state, edition)))
        case Phase.PRIORITY:
            return say("hint.done.priority")
        case Phase.REROLL:
            return _chance(chance_as_rolled(state, edition, seat))
    return None


def _territory(state: State, edition: Edition, number: int) -> Message | None:
    """Return the hint for a territory, whose piece already names its goods and its holder."""
    dice = int(edition.home_die)
    match Phase(state.phase):
        case Phase.HOME:
            return say("hint.home", n=dice)
        case Phase.CITY:
            return _city(state, edition, number)
        case Phase.LIFT:
            return say("hint.lift", products=_goods(state, edition, number))
        case Phase.CHOOSE:
            return _choose(state, edition, number)
    reach = say(f"reach.{Reach(state.reach[number]).name.lower()}")
    if state.owner[number] == VACANT:
        profit = _profit_of_presence(state, edition, state.chooser)
        return say("hint.expand", reach=reach, profit=profit)
    return say("hint.attack", odds=odds_of_attack(state, edition, number), reach=reach)


def _choose(state: State, edition: Edition, number: int) -> Message:
    """Return what the present operation of a card does with a territory."""
    owner, op = int(state.owner[number]), Op(operation(state, edition))
    words: dict[str, Any] = {"seat": Seat(max(0, owner))}
    match op:
        case Op.FREE_CITY:
            return _city(state, edition, number)
        case Op.EARTHQUAKE:
            if not 0 <= owner < NATIVES:
                return say("hint.choose.earthquake.nobody")
            where = position_of(state, edition)
            words["amount"] = dollars(edition.op_b[state.card, where])
        case Op.NATIVES:
            words = {"n": int(edition.natives_dice)}
        case Op.CEDE:
            words["hero"] = Seat(state.hero)
        case Op.TAKE | Op.TAKE_OR_CASH | Op.HOMESTEAD:
            return say("hint.choose.take")
        case Op.REMOVE | Op.TRUSTBUSTER | Op.DUST_BOWL:
            words["profit"] = dollars(edition.loss_box_profit)
            return say("hint.choose.remove", **words)
    return say(f"hint.choose.{op.name.lower()}", **words)


def _city(state: State, edition: Edition, number: int) -> Message:
    words = {"n": int(edition.city_defence_die), "products": _goods(state, edition, number)}
    return say("hint.city", **words, most=_most_cities(state, edition))


def _most_cities(state: State, edition: Edition) -> Message:
    """Return how far one more city leads to the points of the player with the most."""
    seat, counts = state.chooser, [int(n) for n in state.cities[: edition.players]]
    points = say("points", n=int(edition.most_cities_vp))
    if state.most_cities == seat:
        return say("hint.most.keep", points=points)
    others = max(n for other, n in enumerate(counts) if other != seat)
    missing = others - counts[seat]
    return say("hint.most.behind" if missing > 0 else "hint.most.take", n=missing, points=points)


def _goods(state: State, edition: Edition, number: int) -> list[Message]:
    """Return the products of a territory, or "nothing"."""
    made = [p for p in range(PRODUCTS) if units_in(state, edition, number, p)]
    return [product_name(product) for product in made] or [say("nothing")]


def _advance(state: State, edition: Edition, kind: str, number: int) -> Message:
    """Return the price and use of an advance, or what research for it still needs."""
    seat = state.chooser
    if kind == "advance" and number < PROGRESSIONS:
        return _price(state, edition, number)
    breakthrough = number if kind == "research" else number - PROGRESSIONS
    advance = PROGRESSIONS + breakthrough
    about = say(f"about.{ADVANCE_IDS[advance]}")
    if kind == "advance":
        return say("hint.claim", n=int(edition.vp[advance]), about=about)
    by_card = state.phase == Phase.BREAKTHROUGH
    dice = int(argument(state, edition) if by_card else state.pioneers[seat])
    needed = open_numbers(state, edition, seat, breakthrough)
    numbers = [str(n) for n in numbers_in(needed)]
    return say("hint.research", n=dice, numbers=numbers, about=about)


def _price(state: State, edition: Edition, progression: int) -> Message:
    seat = state.chooser
    price, about = own_price(state, edition, seat, progression), ADVANCE_IDS[progression]
    if state.phase == Phase.LICENCE:
        discount = borrowed(state, edition, seat, progression)
        fee = dollars(licence_fee(edition, discount))
        rest = dollars(price - discount)
        points = say("points", n=int(edition.vp[progression]))
        return say("hint.licensed", price=rest, fee=fee, points=points, about=say(f"about.{about}"))
    words: dict[str, Any] = {"price": dollars(price), "n": int(edition.vp[progression])}
    words["about"] = say(f"about.{about}")
    profit = _profit_of_level(state, edition, progression)
    if profit:
        return say("hint.price.level", **words, profit=dollars(profit))
    return say("hint.price", **words)


def _profit_of_level(state: State, edition: Edition, progression: int) -> int:
    """Return the Profit for completing a level with a Progression, 0 if it completes none."""
    seat, level = state.chooser, int(edition.level[progression]) - 1
    rewards = (
        (LEVEL_1_DONE, edition.all_level_1_profit),
        (LEVEL_2_DONE, edition.all_level_2_profit),
    )
    if level >= len(rewards):
        return 0
    done, profit = rewards[level]
    mask = int(edition.level_mask[level])
    completes = (int(state.advances[seat]) | 1 << progression) & mask == mask
    return int(profit) if completes and not int(state.levels_done[seat]) & done else 0


def _card(state: State, edition: Edition, card: int) -> Message:
    """Return the text of a card with, where it is played, what its payout pays now."""
    texts, paid = card_words(edition, card), _paid_by(edition, card)
    if state.phase != Phase.PLAY or not paid or CHOICE in paid:
        return say("hint.card", texts=texts)
    return say("hint.card.pays", texts=texts, shares=_shares(state, edition, paid))


def _paid_by(edition: Edition, card: int) -> list[int]:
    """Return the products that a card pays out, `CHOICE` among them for one of its player's."""
    paid = [int(edition.pays[card, slot]) for slot in range(PAYOUTS)]
    return [product for product in paid if product >= 0]


def _shares(state: State, edition: Edition, products: list[int]) -> list[Message]:
    """Return what a payout of these products pays to each seat, in the order of the seats."""
    return [
        say("share", seat=Seat(seat), amount=dollars(_paid(state, edition, seat, products)))
        for seat in range(edition.players)
    ]


def _paid(state: State, edition: Edition, seat: int, products: list[int]) -> int:
    levels = [(p, level_of(state, edition, seat, p)) for p in products]
    return sum(int(edition.payout[product, level]) for product, level in levels)


def _of_card(state: State, edition: Edition, which: str) -> Message | None:
    """Return the hint for the half of a card, or for the kind of presence that it gives."""
    if which == "event":
        return event_words(edition, state.card)
    if which == "payout":
        paid = _paid_by(edition, state.card)
        if CHOICE in paid:
            return say("hint.payout.choice")
        return say("hint.payout", shares=_shares(state, edition, paid))
    return say(f"hint.presence.{which}", profit=_profit_of_presence(state, edition, state.hero))


def _profit_of_presence(state: State, edition: Edition, seat: int) -> Message:
    """Return the Profit that each New Presence brings a seat at the end of a turn."""
    computers = (int(state.advances[seat]) >> Advance.COMPUTERS) & 1
    return dollars(
        edition.new_presence_profit_computers if computers else edition.new_presence_profit
    )


def _player(state: State, edition: Edition, other: int) -> Message:
    """Return the hint for an opponent of a card, or for a partner."""
    if state.phase == Phase.INVEST:
        return say("hint.partner")
    words = {"points": int(state.vp[other]), "profit": dollars(state.profit[other])}
    return say("hint.target", n=int(cards_in(state, Zone.HAND + other)), **words)


def _number(state: State, edition: Edition, number: int) -> Message | None:
    seat = state.chooser
    match Phase(state.phase):
        case Phase.POSITION:
            return say("hint.position", n=int(edition.limits[number - 1]))
        case Phase.REROLL:
            return _chance(chance_again(state, edition, seat, 1))
        case Phase.INNOVATE:
            face, needed = (
                state.die[number - 1],
                open_numbers(state, edition, seat, state.breakthrough),
            )
            useful = face == SIX or (needed >> face) & 1
            return say("hint.innovate.useful" if useful else "hint.innovate.useless")
    left = open_numbers(state, edition, seat, state.breakthrough) & ~(1 << number)
    return say("hint.step", n=int(count_bits(left)))


def _chance(share: float) -> Message:
    return say("hint.chance", percent=percent(share))


def _answer(state: State, edition: Edition, yes: bool) -> Message | None:
    """Return the consequence of "yes" or "no" to the question of the present phase."""
    seat = state.chooser
    match Phase(state.phase), yes:
        case Phase.PIONEER, True:
            return say("hint.pioneer")
        case Phase.PIONEER, False:
            instead = int(argument(state, edition))
            return say("hint.pioneer.cash", amount=dollars(instead)) if instead else None
        case Phase.CLAIM | Phase.JOINT, True:
            advance = PROGRESSIONS + state.breakthrough
            about = say(f"about.{ADVANCE_IDS[advance]}")
            return say("hint.claim", n=int(edition.vp[advance]), about=about)
        case Phase.CLAIM, False:
            return say("hint.claim.later")
        case Phase.LOSS, _:
            field, fined = ("cash", edition.op_a) if yes else ("profit", edition.op_b)
            where = position_of(state, edition)
            left = int(state[field][seat]) - int(fined[state.card, where])
            lowest = 0 if yes else int(edition.profit_min)
            return say(f"hint.loss.{field}", rest=dollars(max(lowest, left)))
        case Phase.THINK, _:
            drawn = next(c for c in range(CARDS) if state.zone[c] == Zone.FRESH + seat)
            texts = card_words(edition, drawn)
            key = "hint.think" if yes else "hint.card"
            return say(key, card=card_name(drawn), texts=texts)
        case Phase.PARTNER, True:
            return say("hint.partner")
        case Phase.EXTRA_DIE, _:
            return odds(state, edition, extra=int(yes))
        case Phase.REROLL | Phase.REROLL_DEFENCE, True:
            return _chance(chance_again(state, edition, seat, dice_of(state, seat)))
        case Phase.REROLL_DEFENCE, False:
            return _chance(chance_as_rolled(state, edition, seat))
    return None
