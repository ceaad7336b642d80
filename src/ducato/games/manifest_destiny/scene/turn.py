"""The turn: its phases, the order of the players, and the dice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import SEAT_TONES, Area, Face, Piece

from ..state import State
from ..state.tables import NATIVES, Phase, Stage
from .caches import KEPT
from .reader import Reader, seat_words

TURN = (Stage.ORDER, Stage.CARDS, Stage.INVESTMENT, Stage.EXPANSION, Stage.ADJUSTMENT)
"""The phases of a turn."""


def turn_areas(reader: Reader) -> Iterator[Area]:
    """Yield the areas for the turn order, and one for each side's dice.

    Thus colour is not the only sign of the owner of dice.
    """
    state = reader.state
    yield from _turn(_era(state))
    yield _dice(state.active if state.active >= 0 else None)
    if state.defence:
        yield _dice_of_defence(state.defender if 0 <= state.defender < NATIVES else None)


def _era(state: State) -> str:
    """Return the number of the present era, or of the two between which the game is."""
    return f"{state.era - 1}/{state.era}" if state.transition else str(state.era)


@cache
def _turn(era: str) -> tuple[Area, ...]:
    return (
        Area("turn", "panel", say("area.turn"), role="market"),
        Area("phases", "row", say("area.phases", era=era), "turn", role="market"),
        Area("order", "row", say("area.order"), "turn", role="market"),
    )


@cache
def _dice(attacker: int | None) -> Area:
    return Area("dice", "row", say("area.dice"), owner=attacker, role="aside")


@cache
def _dice_of_defence(defender: int | None) -> Area:
    return Area("dice:defence", "row", say("area.dice.defence"), owner=defender, role="aside")


def turn_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the pieces of the areas from `turn_areas`."""
    state = reader.state
    for number, stage in enumerate(TURN, start=1):
        yield phase(number, state.stage == stage and state.phase != Phase.OVER)
    choosing = state.phase == Phase.POSITION
    order = state.order.tolist()
    for number, seat in enumerate(order[: reader.edition.players], start=1):
        actions = reader.actions(str(number), "number") if choosing else ()
        limit = int(reader.edition.limits[number - 1]) if choosing and seat < 0 else 0
        yield position(number, seat, 0 <= seat == state.active, actions, limit)
    for number, value in enumerate(state.die.tolist()[: state.dice]):
        if value:
            yield die(number, value, max(0, state.active))
    for number, value in enumerate(state.defence_die.tolist()[: state.defence]):
        if value:
            yield die_of_defence(number, value, state.defender)


@cache
def phase(number: int, now: bool) -> Piece:
    """Return the piece of a phase of a turn [manifest-destiny 4.1], the present one turned."""
    name = say(f"phase.{TURN[number - 1].name.lower()}")
    face = Face(name, corner=str(number), turned=now)
    label = say("label.phase.now" if now else "label.phase", number=number, phase=name)
    return Piece(f"phase:{number}", "counter", "phases", face, label, number)


@lru_cache(KEPT)
def position(number: int, seat: int, active: bool, actions: tuple[int, ...], limit: int) -> Piece:
    """Return the piece of a turn position, from 1; -1 is the seat of a free one.

    `limit` is the number of tokens for sale at a free one, 0 while none is chosen.
    """
    taken = seat >= 0
    free = say("position.tokens", n=limit) if limit else say("position.free")
    words = seat_words(seat) if taken else free
    tone = SEAT_TONES[seat] if taken else "paper"
    face = Face(words, corner=str(number), tone=tone, turned=active)
    label = say("label.turn", number=str(number), seat=words)
    if limit:
        label = say("label.turn.free", number=str(number), n=limit)
    return Piece(f"position:{number}", "counter", "order", face, label, number - 1, actions)


@cache
def die(number: int, value: int, seat: int) -> Piece:
    """Return a die last rolled by a seat to attack, for research, or for Robber Barons."""
    label = say("label.die", seat=Seat(seat), value=value)
    return _die("die", "dice", number, value, label, SEAT_TONES[seat])


@cache
def die_of_defence(number: int, value: int, defender: int) -> Piece:
    """Return a die last rolled to defend, by a seat or by Natives."""
    natives = not 0 <= defender < NATIVES
    key = "die.natives" if natives else "label.die"
    label = say(key, seat=Seat(max(0, defender)), value=value)
    tone = "wood" if natives else SEAT_TONES[defender]
    return _die("die:defence", "dice:defence", number, value, label, tone)


def _die(name: str, area: str, number: int, value: int, label: Message, tone: str) -> Piece:
    face = Face(corner=str(value), glyphs=("pips",), tone=tone)
    return Piece(f"{name}:{number}", "die", area, face, label, number)
