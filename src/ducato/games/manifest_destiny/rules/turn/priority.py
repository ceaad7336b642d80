"""Turn Priority: the conditions for announcing it, and its effect [manifest-destiny 6.11] (W2).

`sequence.offer_priority` asks the players about it outside their own parts.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import Flag, Phase, Stage


@rule
def swap_choice(state: State, edition: Edition, seat: int, position: int) -> None:
    for rank in range(edition.players):
        if state.choice[rank] == seat:
            state.choice[rank] = state.choice[position]
            state.choice[position] = seat
            return


@rule
def can_announce(state: State, seat: int) -> bool:
    """Return whether a seat can announce Turn Priority [manifest-destiny 6.11] (A4).

    It can do so once in a game. It must have a token in supply or in the Purchased box, and must
    not be under Civil Disobedience.
    """
    if state.priority[seat] or state.flags[seat] & Flag.DISOBEDIENCE:
        return False
    return bool(state.supply[seat] + state.bought[seat] > 0)


@rule
def is_track_set(state: State, edition: Edition) -> bool:
    """Return whether the next turn's choice order is known, as it is from the end of Card Play."""
    return bool(state.stage != Stage.CARDS or state.part == edition.players)


@rule
def would_gain(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a seat can announce Turn Priority and might gain a better place by it."""
    if not can_announce(state, seat):
        return False
    if is_track_set(state, edition):
        for rank in range(state.announced + 1):
            if state.choice[rank] == seat:
                return False
    return True


@rule
def end_list(state: State, seat: int, out: Any, n: int) -> int:
    """Append Turn Priority, if allowed, and `done` to the `n` actions listed; return the total."""
    if can_announce(state, seat):
        out[n] = A.PRIORITY
        n += 1
    out[n] = A.DONE
    return n + 1


@rule
def legal_priority(state: State, edition: Edition, out: Any) -> int:
    """List the answers to a player who is asked about Turn Priority outside the own part."""
    return end_list(state, state.chooser, out, 0)


@rule
def apply_priority(state: State, edition: Edition, action: int) -> None:
    """Decline to announce Turn Priority; `announce_priority` carries out its announcement."""
    state.asked |= 1 << state.chooser
    state.phase = Phase.OFFER


@rule
def announce_priority(state: State, edition: Edition) -> None:
    """Announce Turn Priority for the seat to move, which loses a token for the rest of the game.

    The first announcer of a turn swaps places with the first on the choice track, the second with
    the second, and so on: now or, in Card Play, when the track is set [manifest-destiny 6.11].
    """
    seat = state.chooser
    state.priority[seat] = 1
    if state.supply[seat] > 0:
        state.supply[seat] -= 1
    else:
        state.bought[seat] -= 1
    state.queue[state.announced] = seat
    if is_track_set(state, edition):
        swap_choice(state, edition, seat, state.announced)
    state.announced += 1
    if state.phase == Phase.PRIORITY:
        state.asked = 0
        state.phase = Phase.OFFER
