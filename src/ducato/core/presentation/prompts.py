"""Prompts: what is happening now, worded for one reader."""

from __future__ import annotations

from typing import Any

from ducato.core import verbs
from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.states import phase_name


def phase_prompt(
    state: Any, edition: Any, reader: int, /, *, phase: str = "", **words: Any
) -> Message:
    """Return the prompt of the state's phase.

    Its key is ``prompt.<phase>`` for a chance step and at the end. For a decision it is
    ``prompt.<phase>.you`` for the seat to move, and ``prompt.<phase>.other`` for all others.

    Args:
        state: the state, redacted for the reader.
        edition: the edition of the game.
        reader: the reader's seat, -1 for a spectator.
        phase: the name in the key, if it is not that of the phase.
        **words: the arguments of the sentence. The seats to move are added as `seat`.
    """
    player = verbs.current_player(state, edition)
    key = f"prompt.{phase or phase_name(state)}"
    if player < 0:
        return say(key, **words)
    named = Seat(player) if reader == player else movers(state, edition)
    return say(f"{key}.{addressee(reader, player)}", **{**words, "seat": named})


def movers(state: Any, edition: Any) -> Seat | list[Seat]:
    """Return the seat to move; all of them, if several choose at the same time."""
    seats = [Seat(seat) for seat in verbs.seats_to_move(state, edition)]
    return seats[0] if len(seats) == 1 else seats


def addressee(reader: int, seat: int) -> str:
    """Return "you" if the reader has this seat, else "other": the last part of a prompt's key."""
    return "you" if reader == seat else "other"
