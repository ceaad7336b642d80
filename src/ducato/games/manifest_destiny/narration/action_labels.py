"""Action labels: the sentence for each legal action, and for some a hint about cost or effect."""

from __future__ import annotations

from ducato.core.i18n import Message, Name, Seat, say
from ducato.games.manifest_destiny.narration.words import (
    card_words,
    dollars,
    products_of,
    tokens,
)
from ducato.games.manifest_destiny.rules.breakthroughs.steps import can_claim
from ducato.games.manifest_destiny.rules.cards.payouts import level_of
from ducato.games.manifest_destiny.rules.cards.programs import operation
from ducato.games.manifest_destiny.rules.expansion.placing import expansion_cost
from ducato.games.manifest_destiny.rules.investment.progressions import (
    borrowed,
    licence_fee,
    own_price,
)
from ducato.games.manifest_destiny.rules.investment.purchases import purchase_price
from ducato.games.manifest_destiny.state import ACTIONS, Edition, State
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    CARD_IDS,
    PRODUCT_IDS,
    PROGRESSIONS,
    TERRITORY_IDS,
    VACANT,
    Op,
    Phase,
    Reach,
)

GOODS = ["city", "pioneer", "card"]


def describe_action(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a legal action, an imperative such as "Play King Cotton"."""
    phase = Phase(state.phase).name.lower()
    match ACTIONS.name(action).split(":"):
        case ["bid", amount]:
            return say("do.bid", amount=int(amount))
        case ["territory", name]:
            return _territory(state, edition, name)
        case ["card", card]:
            key = {"play": "do.play", "discard": "do.lay"}.get(phase, "do.answer")
            return say(key, card=Name(f"card:{card}"))
        case ["advance", name]:
            return _advance(state, edition, name)
        case ["research", name]:
            return say("do.research", advance=Name(name))
        case ["product", name]:
            return say("do.product", product=Name(f"product:{name}"))
        case ["player", number]:
            key = "do.propose" if state.phase == Phase.INVEST else "do.target"
            return say(key, seat=Seat(int(number) - 1), card=_card(state))
        case ["number", number]:
            return say(f"do.number.{phase}", number=int(number), face=_face(state, int(number)))
        case ["half", "payout"]:
            return say("do.half.payout", products=products_of(edition, state.card))
        case ["half" | "presence" as kind, which]:
            return say(f"do.{kind}.{which}")
        case ["answer", which]:
            return say(f"do.{which}.{phase}", **_question(state, edition))
        case ["buy", number]:
            cost = dollars(int(number) * edition.token_price)
            return say("do.buy", n=int(number), amount=cost)
        case ["purchase" | "mechanize" as kind, what]:
            return say(f"do.{kind}.{what}")
        case ["done"]:
            return say(f"do.done.{phase}")
    return say(f"do.{ACTIONS.name(action)}")


def _card(state: State) -> Message | Name:
    return Name(f"card:{CARD_IDS[state.card]}") if state.card >= 0 else say("nothing")


def _face(state: State, number: int) -> int:
    return int(state.die[number - 1]) if state.phase in (Phase.INNOVATE, Phase.REROLL) else 0


def _question(state: State, edition: Edition) -> dict[str, object]:
    """Return the arguments for labels of "yes" and "no": a seat, a Breakthrough, the losses."""
    words: dict[str, object] = {"seat": Seat(max(0, int(state.active)))}
    if state.phase in (Phase.CLAIM, Phase.JOINT):
        words["advance"] = Name(BREAKTHROUGH_IDS[state.breakthrough])
    if state.phase == Phase.LOSS:
        slot = list(edition.row("op")[state.card]).index(Op.WORLD_WAR)
        words["cash"] = dollars(edition.op_a[state.card, slot])
        words["profit"] = dollars(edition.op_b[state.card, slot])
    return words


def _territory(state: State, edition: Edition, name: str) -> Message:
    number, where = TERRITORY_IDS.index(name), Name(name)
    if state.phase == Phase.CHOOSE:
        return say(f"do.choose.{Op(operation(state, edition)).name.lower()}", territory=where)
    if state.phase == Phase.EXPAND:
        cost = tokens(expansion_cost(state, edition, state.active, number))
        key = "do.expand" if state.owner[number] == VACANT else "do.attack"
        return say(key, territory=where, tokens=cost)
    return say(f"do.territory.{Phase(state.phase).name.lower()}", territory=where)


def _advance(state: State, edition: Edition, name: str) -> Message:
    number = ADVANCE_IDS.index(name)
    if number >= PROGRESSIONS:
        own = can_claim(state, edition, state.active, number - PROGRESSIONS)
        return say("do.claim" if own else "do.joint", advance=Name(name))
    return say("do.buy.progression", advance=Name(name))


def action_hint(state: State, edition: Edition, action: int) -> Message | None:
    """Return a hint about the cost or effect of a legal action, or None if there is none."""
    seat = state.chooser
    match ACTIONS.name(action).split(":"):
        case ["card", card]:
            return say("hint.card", texts=card_words(edition, CARD_IDS.index(card)))
        case ["advance", name] if ADVANCE_IDS.index(name) < PROGRESSIONS:
            return _price(state, edition, ADVANCE_IDS.index(name))
        case ["advance" | "research", name]:
            return say(f"about.{name}")
        case ["product", name]:
            product = PRODUCT_IDS.index(name)
            level = level_of(state, edition, seat, product)
            return say("hint.payout", amount=dollars(edition.payout[product, level]))
        case ["territory", name] if state.phase == Phase.EXPAND:
            reach = Reach(state.reach[TERRITORY_IDS.index(name)]).name.lower()
            return say("hint.reach", reach=say(f"reach.{reach}"))
        case ["buy", _]:
            return say("hint.token", price=dollars(edition.token_price))
        case ["purchase", what]:
            price = purchase_price(state, edition, seat, GOODS.index(what))
            return say("hint.purchase", tokens=tokens(price))
        case ["number", number] if state.phase == Phase.POSITION:
            return say("hint.position", n=int(edition.limits[int(number) - 1]))
    return None


def _price(state: State, edition: Edition, progression: int) -> Message:
    seat = state.chooser
    price, about = own_price(state, edition, seat, progression), ADVANCE_IDS[progression]
    if state.phase == Phase.LICENCE:
        discount = borrowed(state, edition, seat, progression)
        fee = dollars(licence_fee(edition, discount))
        rest = dollars(price - discount)
        return say("hint.licence", price=rest, fee=fee, about=say(f"about.{about}"))
    words = {"price": dollars(price), "n": int(edition.vp[progression])}
    return say("hint.price", **words, about=say(f"about.{about}"))
