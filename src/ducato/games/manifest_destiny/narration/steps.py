"""The log of one step, for one reader.

It gives the action first, then the changes (`changes` compares the two states, which are already
redacted for the reader). A card is named only if the reader sees it.
"""

from __future__ import annotations

from ducato.core.contract import LogStyle
from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.presentation.states import arrived, cards_in, phase_name

from ..rules.cards.deck import cards_in as count_cards
from ..rules.tokens import hand_limit
from ..state import ACTIONS, Edition, State
from ..state.tables import BREAKTHROUGH_IDS, NATIVES, TERRITORY_IDS, VACANT, Phase, Zone
from .adjustment import adjusted
from .changes import Known, changes, frame
from .words import card_name, dollars, tokens

DEALS = (Phase.DEAL_DESTINY, Phase.DEAL)

SILENT = {"log.researches"}
"""What is only intended; the dice say what came of it."""
NOTES = {"log.profit.new", "log.profit.lost", "log.points"}
"""Reasons and consequences, which belong to the sentence before."""


def describe_step(
    before: State, action: int | None, after: State, edition: Edition, actor: int, seat: int
) -> list[Message]:
    """Describe one step as sentences, in order; a deal is described once, after its last card."""
    if before.phase == Phase.ADJUST:
        return [*adjusted(before, after, edition), *frame(before, after, edition)]
    known = Known()
    if actor < 0:
        said = _chance(before, after, edition)
    elif action is None or ACTIONS.kind(action).name == "card":
        said = _card(before, action, after, actor)
    else:
        said = _act(before, action, after, edition, actor)
        known = _known(before, action, after, actor)
    if Phase(before.phase) in DEALS:
        return said
    return [*said, *changes(before, after, edition, known), *frame(before, after, edition)]


def log_style(key: str) -> LogStyle:
    """Leave out intentions; reasons and consequences are notes."""
    return "silent" if key in SILENT else "note" if key in NOTES else "line"


def joins(earlier: int, later: int) -> bool:
    """Describe tokens bought in a row together."""
    return ACTIONS.kind(earlier).name == ACTIONS.kind(later).name == "buy"


def _chance(before: State, after: State, edition: Edition) -> list[Message]:
    phase = Phase(before.phase)
    if phase in DEALS:
        return [] if after.phase in DEALS else [say("log.dealt", n=edition.initial_hand)]
    if phase == Phase.BID_ORDER:
        if after.phase == Phase.BID_ORDER:
            return []
        order = [Seat(after.order[turn]) for turn in range(edition.players)]
        return [say("log.bidders", seats=order)]
    if phase in (Phase.DRAW, Phase.REDRAW):
        return _drawn(before, after, phase)
    if phase in (Phase.ATTACK_DICE, Phase.ATTACK_AGAIN, Phase.FIRST_DIE_AGAIN):
        dice = [str(after.die[die]) for die in range(after.dice)]
        return [say("log.dice", seat=Seat(before.active), dice=dice)]
    if phase in (Phase.DEFENCE_DICE, Phase.DEFENCE_AGAIN):
        dice = [str(after.defence_die[die]) for die in range(after.defence)]
        if before.defender == NATIVES:
            return [say("log.dice.natives", dice=dice)]
        return [say("log.dice", seat=Seat(before.defender), dice=dice)]
    if phase == Phase.RESEARCH_REROLL:
        dice = [str(after.die[die]) for die in range(before.dice)]
        return [say("log.dice", seat=Seat(before.chooser), dice=dice)]
    if phase == Phase.RESEARCH_DICE:
        dice = [str(after.die[die]) for die in range(before.dice)]
        name = Name(BREAKTHROUGH_IDS[before.breakthrough])
        return [say("log.research", seat=Seat(before.active), dice=dice, advance=name)]
    if phase == Phase.STEAL:
        return _stolen(before, after)
    return [say("log.robber_die", value=int(after.die[0]))]


def _drawn(before: State, after: State, phase: Phase) -> list[Message]:
    """Describe a draw, after a bonus that caused it; the card is named if the reader sees it."""
    seat = before.drawer
    said = []
    if phase == Phase.DRAW and before.back == Phase.AFTER_BONUS:
        said.append(say("log.bonus", seat=Seat(seat)))
    new = {
        card
        for zone in (Zone.HAND, Zone.FRESH)
        for card in cards_in(after, zone + seat)
        if before.zone[card] not in (Zone.HAND + seat, Zone.FRESH + seat)
    }
    if new:
        return said + [say("log.draw", seat=Seat(seat), card=card_name(card)) for card in new]
    return [*said, say("log.draw.hidden", seat=Seat(seat))]


def _stolen(before: State, after: State) -> list[Message]:
    words = {"seat": Seat(before.hero), "victim": Seat(before.victim)}
    new = arrived(before, after, Zone.HAND + before.hero)
    if len(new) == 1:
        return [say("log.steal", card=card_name(new.pop()), **words)]
    return [say("log.steal.hidden", **words)]


def _card(before: State, action: int | None, after: State, actor: int) -> list[Message]:
    """Describe a played card, which all see, or a discarded one, which only its owner sees.

    A card with an event and a payout is described once one of them has been chosen.
    """
    laid = arrived(before, after, Zone.TABLE + actor)
    if laid and after.phase == Phase.HALF:
        return []
    if laid:
        key = "log.play" if before.phase == Phase.PLAY else "log.answer"
        return [say(key, seat=Seat(actor), card=card_name(laid.pop()))]
    if action is None:
        return [say("log.discard.hidden", seat=Seat(actor))]
    return [say("log.discard", seat=Seat(actor), card=Name(ACTIONS.name(action)))]


def _act(before: State, action: int, after: State, edition: Edition, actor: int) -> list[Message]:
    who = Seat(actor)
    kind, arguments = ACTIONS.kind(action).name, ACTIONS.arguments(action)
    phase = phase_name(before)
    match kind, *arguments:
        case ["bid", amount]:
            return [say("log.bid", seat=who, amount=dollars(int(amount)))]
        case ["advance", name] if after.phase == Phase.JOINT:
            partner = Seat(after.chooser)
            return [say("log.propose.joint", seat=who, other=partner, advance=Name(name))]
        case ["research", name]:
            return [say("log.researches", seat=who, advance=Name(name))]
        case ["product", name]:
            return [say("log.product", seat=who, product=Name(f"product:{name}"))]
        case ["player", number]:
            key = "log.propose" if before.phase == Phase.INVEST else "log.target"
            return [say(key, seat=who, other=Seat(int(number) - 1))]
        case ["number", number] if before.phase == Phase.POSITION:
            return [say("log.position", seat=who, number=int(number))]
        case ["answer", which] if before.phase in (Phase.PARTNER, Phase.JOINT):
            return [say(f"log.{phase}.{which}", seat=who, other=Seat(before.active))]
        case ["answer", which] if before.phase == Phase.GUARD:
            return [say(f"log.guard.{which}", seat=who)]
        case ["answer" | "number", *_] if before.phase in (
            Phase.REROLL,
            Phase.REROLL_DEFENCE,
            Phase.EXTRA_DIE,
        ):
            return [say(f"log.{phase}", seat=who)] if arguments[0] != "no" else []
        case ["answer", "yes"] if before.phase == Phase.THINK:
            return [say("log.exchange", seat=who)]
        case ["territory", name]:
            return _territory(before, name, after, actor)
        case ["half", which]:
            return [say(f"log.half.{which}", seat=who, card=card_name(before.card))]
        case ["buy", _]:
            paid = dollars(int(before.cash[actor]) - int(after.cash[actor]))
            return [say("log.buy", seat=who, n=-_spent(before, after, actor), amount=paid)]
        case ["purchase" | "mechanize", what] if what != "city":
            cost = tokens(_spent(before, after, actor))
            return [say(f"log.purchase.{what}", seat=who, tokens=cost)]
        case ["redeploy" | "priority", *_]:
            return [say(f"log.{kind}", seat=who)]
        case ["done"] if before.phase == Phase.BID:
            return [say("log.pass", seat=who)]
        case ["done"] if before.phase == Phase.PLAY and after.profit[actor] < before.profit[actor]:
            excess = count_cards(before, Zone.HAND + actor) - hand_limit(before, edition, actor)
            return [say("log.excess", seat=who, n=excess)]
    return []


def _territory(before: State, name: str, after: State, actor: int) -> list[Message]:
    """Describe an expansion, attack, city or lifted token; any other choice has no text."""
    who, where = Seat(actor), Name(name)
    if before.phase == Phase.EXPAND:
        vacant = before.owner[_number(name)] == VACANT
        cost = tokens(_spent(before, after, actor))
        key = "log.expand" if vacant else "log.attack"
        return [say(key, seat=who, territory=where, tokens=cost)]
    if before.phase == Phase.CITY:
        cost = tokens(_spent(before, after, actor))
        return [say("log.purchase.city", seat=who, territory=where, tokens=cost)]
    if before.phase == Phase.LIFT:
        return [say("log.lift", seat=who, territory=where)]
    return []


def _spent(before: State, after: State, seat: int) -> int:
    """Return the number of purchased tokens that a step cost."""
    return int(before.bought[seat]) - int(after.bought[seat])


def _known(before: State, action: int, after: State, actor: int) -> Known:
    """Return the changes that `_act` has already described."""
    match ACTIONS.parts(action):
        case "buy", _:
            return Known(cash={actor: int(after.cash[actor]) - int(before.cash[actor])})
        case "territory", number if before.phase in (Phase.EXPAND, Phase.LIFT, Phase.CITY):
            return Known(land=[number])
    return Known()


def _number(territory: str) -> int:
    return TERRITORY_IDS.index(territory)
