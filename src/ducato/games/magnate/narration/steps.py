"""The log of one step, for one reader.

The states before and after the step are already redacted for the reader. The difference between
them shows the effect of a chance step, and a card is named only if the reader sees it.
"""

from __future__ import annotations

from ducato.core.contract import LogStyle
from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.presentation.states import arrived, cards_in
from ducato.core.struct import UNKNOWN

from ..state import ACTIONS, DISTRICTS, SEATS, SUITS, A, Edition, Phase, State, Zone
from .results import headline
from .words import amounts, card_name, changes, district_name, laid_tokens, suit_names, tokens

SILENT = {"log.build", "log.deed", "log.district", "log.income.chosen", "log.end"}
"""What is only intended; the next sentence says what came of it."""
INCOME = ("log.income.aces", "log.income.rank", "log.income.crowns")
NOTES = {"log.tax.none", "log.income.none", *INCOME}
EVERY_SEAT = (1 << SEATS) - 1
TWO_TURNS = 2


def describe_step(
    before: State, action: int | None, after: State, edition: Edition, actor: int, seat: int
) -> list[Message]:
    """Describe one step as sentences, in order; empty while districts or hands are dealt."""
    if action is None:
        sentences = _chance(before, after, edition, seat)
    else:
        sentences = _act(before, action, after, edition, actor)
    return sentences + _aftermath(before, after, edition)


def log_style(key: str) -> LogStyle:
    """Leave out intentions and the end of a turn; what brings nothing is a note."""
    return "silent" if key in SILENT else "note" if key in NOTES else "line"


def joins(earlier: int, later: int) -> bool:
    """Describe tokens put on one deed in a row together."""
    match ACTIONS.parts(earlier), ACTIONS.parts(later):
        case (("develop", first, _), ("develop", second, _)):
            return bool(first == second)
    return False


def _chance(before: State, after: State, edition: Edition, seat: int) -> list[Message]:
    match Phase(before.phase):
        case Phase.LAY_DISTRICTS:
            return _districts(after)
        case Phase.DEAL_CROWNS:
            return _crown(before, after)
        case Phase.DEAL_HANDS:
            return _hands(after, edition, seat)
        case Phase.CHOOSE_FIRST:
            return [say("log.first", seat=Seat(after.active))]
        case Phase.ROLL:
            return _roll(after)
        case Phase.TAX:
            return _tax(before, after)
        case Phase.INCOME:
            return _income(before, after, edition)
    return _draw(before, after)


def _districts(after: State) -> list[Message]:
    """Describe the whole row of districts once it has been laid."""
    if after.phase == Phase.LAY_DISTRICTS:
        return []
    row = [district_name(after, district) for district in range(DISTRICTS)]
    return [say("log.districts", districts=row)]


def _crown(before: State, after: State) -> list[Message]:
    gains = [amounts(changes(before, after, seat)) for seat in range(SEATS)]
    return [
        say("log.crown", seat=Seat(seat), card=card_name(card), tokens=gain)
        for seat, gain in enumerate(gains)
        for card in arrived(before, after, Zone.CROWNS + seat)
    ]


def _hands(after: State, edition: Edition, seat: int) -> list[Message]:
    """Describe the whole deal once it is complete, with the reader's own cards."""
    if after.phase == Phase.DEAL_HANDS:
        return []
    sentences = [say("log.hands", n=edition.hand_size)]
    if seat >= 0:
        own = [card_name(card) for card in cards_in(after, Zone.HAND + seat)]
        sentences.append(say("log.hand", seat=Seat(seat), cards=own))
    if after.phase == Phase.ROLL:
        sentences.append(say("log.first", seat=Seat(after.active)))
    return sentences


def _roll(after: State) -> list[Message]:
    key = "log.roll.tax" if after.phase == Phase.TAX else "log.roll"
    first, second = sorted(int(die) for die in after.dice)
    return [say(key, seat=Seat(after.active), first=first, second=second)]


def _tax(before: State, after: State) -> list[Message]:
    sentences = [say("log.tax", suits=suit_names(after.taxed))]
    losses = [[-n for n in changes(before, after, seat)] for seat in range(SEATS)]
    sentences += [
        say("log.tax.loss", seat=Seat(seat), tokens=amounts(loss))
        for seat, loss in enumerate(losses)
        if any(loss)
    ]
    return sentences if len(sentences) > 1 else [*sentences, say("log.tax.none")]


def _income(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe what the higher die pays, and what each seat receives."""
    rank = int(max(before.dice))
    gains = [changes(before, after, seat) for seat in range(SEATS)]
    sentences = [
        say("log.income", seat=Seat(seat), tokens=amounts(gain))
        for seat, gain in enumerate(gains)
        if any(gain)
    ]
    if not sentences:
        return [say("log.income.none", rank=rank)]
    aces, ranks, crowns = INCOME
    reason = crowns if rank >= edition.crown_roll else aces if rank == 1 else ranks
    return [say(reason, rank=rank), *sentences]


def _draw(before: State, after: State) -> list[Message]:
    """Describe a draw; the card is named only if the draw brought it into the reader's view."""
    new = arrived(before, after, Zone.HAND + before.active)
    if len(new) == 1:
        return [say("log.draw", seat=Seat(before.active), card=card_name(new.pop()))]
    return [say("log.draw.hidden", seat=Seat(before.active))]


def _act(before: State, action: int, after: State, edition: Edition, seat: int) -> list[Message]:
    who = Seat(seat)
    gain = changes(before, after, seat)
    match ACTIONS.parts(action):
        case "build" | "deed" as verb, card:
            return [say(f"log.{verb}", seat=who, card=card_name(card))]
        case "sell", card:
            if after.zone[card] == UNKNOWN:  # [magnate 8.13]
                return [say("log.sell.hidden", seat=who, tokens=amounts(gain))]
            return [say("log.sell", seat=who, card=card_name(card), tokens=amounts(gain))]
        case "trade", give, take:
            given = tokens(give, edition.trade_rate)
            return [say("log.trade", seat=who, give=given, take=tokens(take, 1))]
        case "develop", district, _:
            return [_develop(before, after, edition, seat, district - 1)]
        case "district" | "pay", _:
            return _purchase(before, action, after, seat)
        case "income", suit:
            deed, name = card_name(before.card), Name(SUITS[suit])
            return [say("log.income.chosen", seat=who, card=deed, suit=name)]
    return [say("log.end", seat=who)]


def _develop(before: State, after: State, edition: Edition, seat: int, district: int) -> Message:
    card = int(before.last[seat, district])
    paid = amounts(-n for n in changes(before, after, seat))
    arguments = {"seat": Seat(seat), "tokens": paid, "card": card_name(card)}
    if not after.deed[seat, district]:
        return say("log.completed", **arguments)
    laid, price = laid_tokens(after, seat, district), int(edition.price[card])
    return say("log.develop", **arguments, laid=laid, price=price)


def _purchase(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Describe the choice of a district, a payment, or the step that lays the paid card."""
    loss = [-n for n in changes(before, after, seat)]
    district = before.district
    if before.phase == Phase.CHOOSE_DISTRICT:
        district = action - A.DISTRICT
    arguments = {
        "seat": Seat(seat),
        "card": card_name(before.card),
        "district": district_name(before, district),
        "tokens": amounts(loss),
    }
    if after.phase != Phase.PAY:
        return [say("log.founded" if before.as_deed else "log.built", **arguments)]
    chosen = [say("log.district", **arguments)] if before.phase == Phase.CHOOSE_DISTRICT else []
    return chosen + ([say("log.paid", **arguments)] if any(loss) else [])


def _aftermath(before: State, after: State, edition: Edition) -> list[Message]:
    """Describe automatic consequences: the new pile, the last turns, the end of the game."""
    sentences = []
    if after.reshuffled > before.reshuffled:
        sentences += _reshuffle(before, after)
    if after.last_turns and not before.last_turns:
        key = "log.last.two" if after.last_turns == TWO_TURNS else "log.last.one"
        sentences.append(say(key, first=Seat(after.active), second=Seat(1 - after.active)))
    if after.phase == Phase.OVER != before.phase:
        sentences += [say("log.over"), headline(after, edition)]
    return sentences


def _reshuffle(before: State, after: State) -> list[Message]:
    """Describe the new pile, and the hands that become known to everybody [magnate 5.1, 8.7]."""
    discards = [Zone.DISCARD, *(Zone.SOLD + seat for seat in range(SEATS))]
    n = sum(int(before.held[zone]) for zone in discards)
    sentences = [say("log.reshuffle", n=n) if n else say("log.reshuffle.none")]
    for seat in range(SEATS):
        hand = cards_in(after, Zone.HAND + seat)
        if hand and all(after.shown[card] == EVERY_SEAT for card in hand):
            names = [card_name(card) for card in hand]
            sentences.append(say("log.known", seat=Seat(seat), cards=names))
    return sentences
