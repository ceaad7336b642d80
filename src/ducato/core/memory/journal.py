"""The journal of the cards moved from and to hidden zones."""

from __future__ import annotations

from typing import Any

from ducato.core.struct import EVERYBODY, UNKNOWN
from ducato.core.verbs import rule

CARD, SOURCE, TARGET = 0, 1, 2  # plain numbers, for speed in interpreted code
"""The numbers of a note: the card, UNKNOWN if the reader did not see it; its old zone times
`BACKS`, plus its back; and its new zone."""
NUMBERS = 3
BACKS = 4
"""The number of backs that a note can tell apart, 0 for an unknown one included."""
READ_BY_NOBODY = -1
"""The `reader` of a state in which no cards are dealt by the journal: nothing is noted."""
FORGOTTEN = 4
"""The part of a full journal that is forgotten: one fourth."""


@rule
def note_move(state: Any, card: int, zone: int, back: int) -> None:
    """Note that a card is about to move from or to a hidden zone, unless nobody will deal by it.

    Args:
        state: the state, with the fields `zone`, `journal` and `noted`; it has at most 31 zones.
        card: the card.
        zone: its new zone.
        back: the class of the card from 1, if everybody knows it; else 0.
    """
    if state.reader == READ_BY_NOBODY:
        return
    event, journal = state.noted, state.journal
    if event == len(journal):
        forget_oldest(state)
        event = state.noted
    journal[event, CARD] = card
    journal[event, SOURCE] = state.zone[card] * BACKS + back
    journal[event, TARGET] = zone
    state.noted = event + 1


@rule
def forget_oldest(state: Any) -> None:
    """Remove the oldest notes."""
    forgotten = len(state.journal) // FORGOTTEN
    state.noted -= forgotten
    for event in range(len(state.journal)):
        for number in range(state.journal.shape[1]):
            later = 0
            if event < state.noted:
                later = state.journal[event + forgotten, number]
            state.journal[event, number] = later


@rule
def blank_journal(state: Any, sees: Any, seat: int) -> None:
    """Blank the cards that `seat` did not see move, or everything if others were blanked before."""
    if state.reader == 0:
        state.reader = seat + 2
    if state.reader != seat + 2:
        state.reader = READ_BY_NOBODY
        for event in range(state.noted):
            for number in range(state.journal.shape[1]):
                state.journal[event, number] = 0
        state.noted = 0
    journal = state.journal
    for event in range(state.noted):
        seers = sees[journal[event, SOURCE] // BACKS], sees[journal[event, TARGET]]
        if EVERYBODY not in seers and seat not in seers:
            journal[event, CARD] = UNKNOWN
