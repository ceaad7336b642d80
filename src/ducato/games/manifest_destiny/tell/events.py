"""What happened in one step, for one reader.

First what was done, then what it changed: the two states, already redacted for the reader, are
compared. A card is named only where the reader sees it.
"""

from __future__ import annotations

from ducato.core.messages import Message, Name, Seat, say
from ducato.games.manifest_destiny.state import ACTIONS, Edition, State
from ducato.games.manifest_destiny.state.tables import (
    ADVANCES,
    BREAKTHROUGH_IDS,
    BREAKTHROUGHS,
    NATIVES,
    TERRITORIES,
    TERRITORY_IDS,
    Phase,
    Place,
    Presence,
    Stage,
)
from ducato.games.manifest_destiny.tell.ending import headline
from ducato.games.manifest_destiny.tell.words import (
    advance_name,
    card_name,
    cards_in,
    dollars,
    numbers_in,
    territory_name,
    tokens,
)

DEALS = (Phase.DEAL_DESTINY, Phase.DEAL)


def told(
    before: State, action: int | None, after: State, edition: Edition, actor: int, seat: int
) -> list[Message]:
    """What one step did, as sentences in their order; empty while a deal is still going on.

    Args:
        before: the state before the step, redacted for the reader.
        action: the action; None for a chance step, or if the reader may not know it.
        after: the state after the step, redacted for the reader.
        edition: the numbers of the game.
        actor: the seat that acted, -1 for chance.
        seat: the reader, -1 for a spectator.
    """
    if actor < 0:
        said = _chance(before, after, edition)
    elif action is None or ACTIONS.kind(action).name == "card":
        said = _card(before, action, after, actor)
    else:
        said = _act(before, action, after, actor)
    if Phase(before.phase) in DEALS:
        return said
    return said + _changes(before, after, edition) + _frame(before, after, edition)


def _chance(before: State, after: State, edition: Edition) -> list[Message]:
    phase = Phase(before.phase)
    if phase in DEALS:
        return [] if after.phase in DEALS else [say("told.dealt", n=edition.initial_hand)]
    if phase == Phase.BID_ORDER:
        if after.phase == Phase.BID_ORDER:
            return []
        order = [Seat(after.order[turn]) for turn in range(edition.players)]
        return [say("told.bidders", seats=order)]
    if phase in (Phase.DRAW, Phase.REDRAW):
        return _drawn(before, after)
    if phase in (Phase.ATTACK_DICE, Phase.ATTACK_AGAIN, Phase.FIRST_DIE_AGAIN):
        dice = [str(after.die[die]) for die in range(after.dice)]
        return [say("told.dice", seat=Seat(before.active), dice=dice)]
    if phase in (Phase.DEFENCE_DICE, Phase.DEFENCE_AGAIN):
        dice = [str(after.defence_die[die]) for die in range(after.defence)]
        if before.defender == NATIVES:
            return [say("told.dice.natives", dice=dice)]
        return [say("told.dice", seat=Seat(before.defender), dice=dice)]
    if phase in (Phase.RESEARCH_DICE, Phase.RESEARCH_REROLL):
        dice = [str(after.die[die]) for die in range(before.dice)]
        name = Name(BREAKTHROUGH_IDS[before.breakthrough])
        return [say("told.research", seat=Seat(before.active), dice=dice, advance=name)]
    if phase == Phase.STEAL:
        return _stolen(before, after)
    return [say(f"told.{phase.name.lower()}")]


def _drawn(before: State, after: State) -> list[Message]:
    """The drawn card is named only if the reader sees it come."""
    seat = before.drawer
    new = {
        card
        for place in (Place.HAND, Place.FRESH)
        for card in cards_in(after, place + seat)
        if before.place[card] not in (Place.HAND + seat, Place.FRESH + seat)
    }
    said = [say("told.draw", seat=Seat(seat), card=card_name(card)) for card in new]
    return said or [say("told.draw.hidden", seat=Seat(seat))]


def _stolen(before: State, after: State) -> list[Message]:
    words = {"seat": Seat(before.hero), "victim": Seat(before.victim)}
    new = set(cards_in(after, Place.HAND + before.hero)) - set(
        cards_in(before, Place.HAND + before.hero)
    )
    if len(new) == 1:
        return [say("told.steal", card=card_name(new.pop()), **words)]
    return [say("told.steal.hidden", **words)]


def _card(before: State, action: int | None, after: State, actor: int) -> list[Message]:
    """A card played is seen by all, one that is discarded only by who did it."""
    laid = set(cards_in(after, Place.TABLE + actor)) - set(cards_in(before, Place.TABLE + actor))
    if laid:
        key = "told.play" if before.phase == Phase.PLAY else "told.answer"
        return [say(key, seat=Seat(actor), card=card_name(laid.pop()))]
    if action is None:
        return [say("told.discard.hidden", seat=Seat(actor))]
    return [say("told.discard", seat=Seat(actor), card=Name(ACTIONS.name(action)))]


def _act(before: State, action: int, after: State, actor: int) -> list[Message]:
    who = Seat(actor)
    kind, *arguments = ACTIONS.name(action).split(":")
    phase = Phase(before.phase).name.lower()
    match kind, *arguments:
        case ["bid", amount]:
            return [say("told.bid", seat=who, amount=dollars(int(amount)))]
        case ["research", name]:
            return [say("told.researches", seat=who, advance=Name(name))]
        case ["product", name]:
            return [say("told.product", seat=who, product=Name(f"product:{name}"))]
        case ["player", number]:
            key = "told.propose" if before.phase == Phase.INVEST else "told.target"
            return [say(key, seat=who, other=Seat(int(number) - 1))]
        case ["number", number] if before.phase == Phase.POSITION:
            return [say("told.position", seat=who, number=int(number))]
        case ["answer", which] if before.phase in (Phase.PARTNER, Phase.JOINT):
            return [say(f"told.{phase}.{which}", seat=who, other=Seat(before.active))]
        case ["answer" | "number", *_] if before.phase in (
            *(Phase.REROLL, Phase.REROLL_DEFENCE, Phase.EXTRA_DIE),
        ):
            return [say(f"told.{phase}", seat=who)] if arguments[0] != "no" else []
        case ["answer", "yes"] if before.phase == Phase.THINK:
            return [say("told.exchange", seat=who)]
        case ["territory", name] if before.owner[_number(name)] != after.owner[_number(name)]:
            return []
        case ["territory", name] if before.phase == Phase.EXPAND:
            return [say("told.attack", seat=who, territory=Name(name))]
        case ["half", which]:
            return [say(f"told.half.{which}", seat=who, card=card_name(before.card))]
        case ["buy" | "mechanize", what]:
            return [say(f"told.buy.{what}", seat=who)] if what != "city" else []
        case ["redeploy" | "priority", *_]:
            return [say(f"told.{kind}", seat=who)]
    return []


def _number(territory: str) -> int:
    return TERRITORY_IDS.index(territory)


# ---------------------------------------------------------------------------- what it changed


def _changes(before: State, after: State, edition: Edition) -> list[Message]:
    said = _answers(before, after)
    for territory in range(TERRITORIES):
        said += _territory(before, after, territory)
    for seat in range(edition.players):
        said += _advances(before, after, seat)
        said += _goods(before, after, seat)
    if after.most_cities != before.most_cities and after.most_cities >= 0:
        said.append(say("told.most_cities", seat=Seat(after.most_cities)))
    return said


def _answers(before: State, after: State) -> list[Message]:
    """A competition's result; an event that was cancelled or thrown back."""
    said: list[Message] = []
    if before.defender >= 0 and before.contest and not after.contest and after.result:
        key = "told.won" if after.result == 1 else "told.lost"
        said.append(say(key, seat=Seat(before.active)))
    answered = before.chain_length > 1 and after.chain_length == 0
    if answered and before.chain_length % 2 == 0:
        key = "told.rebounds" if before.opposed else "told.cancelled"
        said.append(say(key, card=card_name(int(before.chain[0]))))
    return said


def _territory(before: State, after: State, territory: int) -> list[Message]:
    where, said = territory_name(territory), []
    old, new = int(before.owner[territory]), int(after.owner[territory])
    if old != new:
        if 0 <= old < NATIVES:
            said.append(say("told.loses", seat=Seat(old), territory=where))
        if new == NATIVES:
            said.append(say("told.natives", territory=where))
        elif new >= 0:
            fresh = after.presence[territory] == Presence.NEW
            key = "told.takes.new" if fresh else "told.takes.established"
            said.append(say(key, seat=Seat(new), territory=where))
    if after.city[territory] != before.city[territory]:
        built = after.city[territory]
        said.append(say("told.city" if built else "told.city.falls", territory=where))
    return said + [
        say(f"told.marker.{marker}", territory=where)
        for marker in ("tourism", "technology")
        if after[marker][territory] > before[marker][territory]
    ]


def _advances(before: State, after: State, seat: int) -> list[Message]:
    """Progressions and Breakthroughs acquired, steps laid."""
    gained = int(after.advances[seat]) & ~int(before.advances[seat])
    said = [
        say("told.advance", seat=Seat(seat), advance=advance_name(advance))
        for advance in range(ADVANCES)
        if (gained >> advance) & 1
    ]
    for number in range(BREAKTHROUGHS):
        laid = int(after.steps[seat, number]) & ~int(before.steps[seat, number])
        if laid:
            words = {"seat": Seat(seat), "advance": Name(BREAKTHROUGH_IDS[number])}
            said.append(say("told.steps", numbers=[str(n) for n in numbers_in(laid)], **words))
    return said


def _goods(before: State, after: State, seat: int) -> list[Message]:
    """Cash, Profit, points and free Pioneers."""
    who, said = Seat(seat), []
    cash = int(after.cash[seat]) - int(before.cash[seat])
    profit = int(after.profit[seat]) - int(before.profit[seat])
    if cash:
        key = "told.cash.gain" if cash > 0 else "told.cash.loss"
        said.append(say(key, seat=who, amount=dollars(abs(cash))))
    if profit:
        key = "told.profit.gain" if profit > 0 else "told.profit.loss"
        amount, now = dollars(abs(profit)), dollars(after.profit[seat])
        said.append(say(key, seat=who, amount=amount, now=now))
    if after.vp[seat] != before.vp[seat]:
        said.append(say("told.points", seat=who, n=int(after.vp[seat])))
    if after.pioneers[seat] > before.pioneers[seat] and before.phase == Phase.PIONEER:
        said.append(say("told.buy.pioneer", seat=who))
    gained = int(after.bought[seat]) - int(before.bought[seat])
    if gained > 0 and before.stage == Stage.CARDS:
        said.append(say("told.tokens", seat=who, tokens=tokens(gained)))
    return said


def _frame(before: State, after: State, edition: Edition) -> list[Message]:
    """New turns, phases and eras, and the end."""
    said: list[Message] = []
    if after.phase == Phase.OVER != before.phase:
        return [say("told.over"), headline(after, edition)]
    if after.turn > before.turn:
        said.append(say("told.turn", n=after.turn))
    elif after.stage != before.stage:
        said.append(say(f"told.stage.{Stage(after.stage).name.lower()}"))
    if after.deck_era > before.deck_era:
        said.append(say("told.deck", era=after.deck_era))
    if after.era > before.era:
        said.append(say("told.era", era=after.era))
    if after.exhausted > before.exhausted:
        said.append(say("told.exhausted"))
    return said
