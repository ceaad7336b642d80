"""The states in which a learned value is asked: those where a seat's part of a phase begins."""

from __future__ import annotations

from ducato.core.verbs import rule

from ...rules.breakthroughs.research import ROLLED
from ...state import State
from ...state.tables import Phase, Presence


@rule
def turn_begins(state: State) -> bool:
    """Return whether a turn, or a seat's part of Card Play, Investment or Expansion, begins.

    A turn of all seats takes far too many decisions for a search, hence the parts. They begin

    - in Turn Order, at the first choice of a position;
    - in Card Play, when the seat may play, and has not played or discarded a card or announced Turn
      Priority this turn;
    - in Investment, when it may buy, and has not bought tokens, a city, a Pioneer or a card,
      rolled for research or asked for a partner this turn. Progressions and claims leave no trace
      of when they were acquired: the states after them count as well, until one of the others;
    - in Expansion, when it may expand and holds no New Presence.
    """
    phase = state.phase
    if phase == Phase.POSITION:
        return bool(state.part == 0)
    seat = state.active
    if phase == Phase.PLAY:
        return bool(
            state.highest[seat] == 0
            and state.discarded[seat] == 0
            and not has_announced(state, seat)
        )
    if phase == Phase.INVEST:
        return bool(
            state.limit[seat] == 0
            and state.purchases[seat] == 0
            and state.researched[seat] & ROLLED == 0
            and state.proposed[seat] == 0
        )
    return bool(phase == Phase.EXPAND and not holds_new(state, seat))


@rule
def has_announced(state: State, seat: int) -> bool:
    """Return whether a seat has announced Turn Priority this turn."""
    for turn in range(state.announced):
        if state.queue[turn] == seat:
            return True
    return False


@rule
def holds_new(state: State, seat: int) -> bool:
    for territory in range(len(state.owner)):
        if state.owner[territory] == seat and state.presence[territory] == Presence.NEW:
            return True
    return False
