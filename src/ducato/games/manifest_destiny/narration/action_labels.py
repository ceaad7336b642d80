"""Action labels: the sentence for each legal action, and for some a hint about cost or effect."""

from __future__ import annotations

from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.presentation.states import phase_name

from ..rules.breakthroughs.steps import can_claim
from ..rules.cards.programs import operation
from ..rules.expansion.placing import expansion_cost
from ..rules.investment.purchases import purchase_price
from ..state import ACTIONS, Edition, State
from ..state.tables import BREAKTHROUGH_IDS, CARD_IDS, PRODUCT_IDS, PROGRESSIONS, VACANT, Op, Phase
from .consequences import consequence
from .words import advance_name, card_name, dollars, products_of, territory_name, tokens


def describe_action(state: State, edition: Edition, action: int) -> Message:
    """Return the label of a legal action, an imperative such as "Play King Cotton"."""
    phase = phase_name(state)
    match ACTIONS.parts(action):
        case "bid", amount:
            return say("do.bid", amount=amount)
        case "territory", number:
            return _territory(state, edition, number)
        case "card", card:
            key = {"play": "do.play", "discard": "do.lay"}.get(phase, "do.answer")
            return say(key, card=card_name(card))
        case "advance", advance:
            return _advance(state, edition, advance)
        case "research", breakthrough:
            return say("do.research", advance=Name(BREAKTHROUGH_IDS[breakthrough]))
        case "product", product:
            return say("do.product", product=Name(f"product:{PRODUCT_IDS[product]}"))
        case "player", number:
            key = "do.propose" if state.phase == Phase.INVEST else "do.target"
            return say(key, seat=Seat(number - 1), card=_card(state))
        case "number", number:
            words = {"number": number, "face": _face(state, number)}
            if state.phase == Phase.POSITION:
                words["n"] = int(edition.limits[number - 1])
            return say(f"do.number.{phase}", **words)
        case "purchase", what:
            which, seat = ACTIONS.arguments(action)[0], state.chooser
            price = purchase_price(state, edition, seat, what)
            return say(f"do.purchase.{which}", tokens=tokens(price))
        case "half" | "presence" | "mechanize" as kind, _:
            which, *_ = ACTIONS.arguments(action)
            if which == "payout":
                return say("do.half.payout", products=products_of(edition, state.card))
            return say(f"do.{kind}.{which}")
        case "answer", _:
            which, *_ = ACTIONS.arguments(action)
            return say(f"do.{which}.{phase}", **_question(state, edition))
        case "buy", number:
            return say("do.buy", n=number)
        case ("done",):
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
        slot = edition.op.tolist()[state.card].index(Op.WORLD_WAR)
        words["cash"] = dollars(edition.op_a[state.card, slot])
        words["profit"] = dollars(edition.op_b[state.card, slot])
    return words


def _territory(state: State, edition: Edition, number: int) -> Message:
    where = territory_name(number)
    if state.phase == Phase.CHOOSE:
        return say(f"do.choose.{Op(operation(state, edition)).name.lower()}", territory=where)
    if state.phase == Phase.EXPAND:
        cost = tokens(expansion_cost(state, edition, state.active, number))
        key = "do.expand" if state.owner[number] == VACANT else "do.attack"
        return say(key, territory=where, tokens=cost)
    return say(f"do.territory.{phase_name(state)}", territory=where)


def _advance(state: State, edition: Edition, number: int) -> Message:
    if number >= PROGRESSIONS:
        own = can_claim(state, edition, state.active, number - PROGRESSIONS)
        return say("do.claim" if own else "do.joint", advance=advance_name(number))
    return say("do.buy.progression", advance=advance_name(number))


def action_hint(state: State, edition: Edition, action: int) -> Message | None:
    """Return the consequence of a legal action, or None if its label already says it."""
    return consequence(state, edition, action)
