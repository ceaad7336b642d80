"""Each player's mat, the turn order, the dice, and the reader's hand."""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core.i18n import Seat, say
from ducato.core.presentation.states import cards_in
from ducato.core.scene import Area, Face, Piece
from ducato.games.manifest_destiny.rules.cards.deck import cards_in as count_cards
from ducato.games.manifest_destiny.scene.reader import TONES, Reader, seat_words
from ducato.games.manifest_destiny.state.tables import NATIVES, Phase, Stage, Zone

TURN = (Stage.ORDER, Stage.CARDS, Stage.INVESTMENT, Stage.EXPANSION, Stage.ADJUSTMENT)
"""The phases of a turn."""


def mat_areas(reader: Reader) -> Iterator[Area]:
    """Yield the areas for the reader's hand, the turn order, dice and mats."""
    if reader.seat >= 0:
        yield Area("hand", "fan", say("area.hand"), owner=reader.seat, role="hand")
    yield Area("turn", "panel", say("area.turn"), role="market")
    yield Area("phases", "row", say("area.phases", era=_era(reader)), "turn", role="market")
    yield Area("order", "row", say("area.order"), "turn", role="market")
    yield from _dice_areas(reader)
    for seat in sorted(range(reader.edition.players), key=lambda s: s != reader.seat):
        role, panel = reader.role(seat), f"mat:{seat}"
        yield Area(panel, "panel", say("area.mat", seat=Seat(seat)), owner=seat, role=role)
        yield Area(f"goods:{seat}", "row", "", panel, seat, role)
        yield Area(f"stock:{seat}", "grid", "", panel, seat, role)
        title = say("area.played", seat=Seat(seat))
        yield Area(f"played:{seat}", "fan", title, panel, seat, role)


def mat_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces of the areas from `mat_areas`."""
    state = reader.state
    if reader.seat >= 0:
        for card in cards_in(state, Zone.FRESH + reader.seat):
            yield reader.card(card, "hand", order=-1)
        for card in cards_in(state, Zone.HAND + reader.seat):
            yield reader.card(card, "hand", order=card)
    yield from _phases(reader)
    yield from _order(reader)
    yield from _dice(reader)
    for seat in range(reader.edition.players):
        yield from _goods(reader, seat)
        for card in cards_in(state, Zone.TABLE + seat):
            yield reader.card(card, f"played:{seat}", order=card)


def _era(reader: Reader) -> str:
    """Return the number of the present era, or of the two between which the game is."""
    era = int(reader.state.era)
    return f"{era - 1}/{era}" if reader.state.transition else str(era)


def _phases(reader: Reader) -> Iterator[Piece]:
    """Yield a piece for each phase of a turn [manifest-destiny 4.1], the present one turned."""
    for number, stage in enumerate(TURN, start=1):
        now = reader.state.stage == stage and reader.state.phase != Phase.OVER
        name = say(f"phase.{stage.name.lower()}")
        yield Piece(
            f"phase:{number}",
            "counter",
            "phases",
            Face(name, corner=str(number), turned=now),
            say("label.phase.now" if now else "label.phase", number=number, phase=name),
            number,
        )


def _order(reader: Reader) -> Iterator[Piece]:
    """Yield a piece for each turn position; free ones can be chosen in the Turn Order phase."""
    for position in range(reader.edition.players):
        seat = reader.state.order[position]
        number = str(position + 1)
        taken = seat >= 0
        active = taken and seat == reader.state.active
        words = seat_words(seat) if taken else say("position.free")
        choosing = reader.state.phase == Phase.POSITION
        yield Piece(
            f"position:{number}",
            "counter",
            "order",
            Face(
                words,
                corner=number,
                tone=TONES[seat] if taken else "paper",
                turned=active,
            ),
            say("label.turn", number=number, seat=words),
            position,
            reader.actions(number, "number") if choosing else (),
        )


def _dice_areas(reader: Reader) -> Iterator[Area]:
    """Yield an area for each side's dice, so that colour is not the only sign of their owner."""
    state = reader.state
    attacker = int(state.active) if state.active >= 0 else None
    yield Area("dice", "row", say("area.dice"), owner=attacker, role="aside")
    if state.defence:
        defender = int(state.defender) if 0 <= state.defender < NATIVES else None
        title = say("area.dice.defence")
        yield Area("dice:defence", "row", title, owner=defender, role="aside")


def _dice(reader: Reader) -> Iterator[Piece]:
    """Yield the dice last rolled for a competition, research or Robber Barons."""
    state = reader.state
    attacker = max(0, int(state.active))
    for number in range(state.dice):
        value = int(state.die[number])
        if value:
            label = say("label.die", seat=Seat(attacker), value=value)
            face = Face(corner=str(value), glyphs=("pips",), tone=TONES[attacker])
            yield Piece(f"die:{number}", "die", "dice", face, label, number)
    for number in range(state.defence):
        value = int(state.defence_die[number])
        if value:
            natives = not 0 <= state.defender < NATIVES
            key = "die.natives" if natives else "label.die"
            label = say(key, seat=Seat(max(0, int(state.defender))), value=value)
            tone = "wood" if natives else TONES[state.defender]
            face = Face(corner=str(value), glyphs=("pips",), tone=tone)
            yield Piece(f"die:defence:{number}", "die", "dice:defence", face, label, number)


def _goods(reader: Reader, seat: int) -> Iterator[Piece]:
    """Yield the counters of a seat, and its hand face down if it is not the reader's."""
    state = reader.state
    cities = sum(
        1 for owner, city in zip(state.owner, state.city, strict=True) if city and owner == seat
    )
    cash = str(int(state.cash[seat])) if reader.sees_cash(seat) else "?"
    scores = {"points": str(int(state.vp[seat])), "cash": cash, "profit": str(state.profit[seat])}
    for order, (what, value) in enumerate(scores.items()):
        yield reader.score(what, seat, value, order)
    stock = {
        "bought": state.bought[seat],
        "supply": state.supply[seat],
        "pioneers": state.pioneers[seat],
        "loss": state.loss[seat],
        "cities": cities,
        "advances": int(state.advances[seat]).bit_count(),
    }
    for order, (what, number) in enumerate(stock.items()):
        yield reader.stock(what, seat, int(number), order)
    if seat != reader.seat:
        n = count_cards(state, Zone.HAND + seat)
        face = Face(tone="ink", count=n, back=True)
        label = say("label.back", seat=Seat(seat), n=n)
        yield Piece(f"back:{seat}", "card", f"played:{seat}", face, label, 100)
