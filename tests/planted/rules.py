"""The rules: reveal four goods, take one, draw its points, and so on for everybody in turn."""

from __future__ import annotations

from typing import Any

from tests.planted.state import FIRST, GOODS, OVER, REVEAL, SHOWN, TAKE, WORTH, A

from ducato.core.verbs import CHANCE, TERMINAL, rank_by, rule

DIE = 6


@rule
def setup(state: Any, edition: Any) -> None:
    state.phase = FIRST


@rule
def current_player(state: Any, edition: Any) -> int:
    if state.phase == OVER:
        return TERMINAL
    return state.mover if state.phase == TAKE else CHANCE


@rule
def chance_outcomes(state: Any, edition: Any) -> int:
    if state.phase == FIRST:
        return edition.players
    if state.phase == REVEAL:
        return GOODS - shown(state)
    return DIE


@rule
def shown(state: Any) -> int:
    """Return the number of goods on offer."""
    n = 0
    for good in range(GOODS):
        n += state.shown >> good & 1
    return n


@rule
def legal_actions(state: Any, edition: Any, out: Any) -> int:
    n = 0
    for good in range(GOODS):
        if state.shown >> good & 1:
            out[n] = A.TAKE + good
            n += 1
    out[n] = A.REST
    return n + 1


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    if state.phase == FIRST:
        state.mover = action
        give_bonuses(state, edition)
        state.phase = REVEAL
    elif state.phase == REVEAL:
        reveal(state, action)
    elif state.phase == TAKE:
        state.taken = action
        state.phase = WORTH
    else:
        state.points[state.mover] += action + 1 + worth(edition, state.taken)
        give_more(state, edition, action)
        end_turn(state, edition)


@rule
def give_bonuses(state: Any, edition: Any) -> None:
    """Give the planted bonuses: to one seat, and to the seats that play first and last."""
    if edition.rich_seat > 0 and edition.rich_seat <= edition.players:
        state.points[edition.rich_seat - 1] += edition.seat_bonus
    state.points[state.mover] += edition.first_bonus
    state.points[(state.mover + edition.players - 1) % edition.players] += edition.last_bonus


@rule
def give_more(state: Any, edition: Any, drawn: int) -> None:
    """Give what is planted into the course of a game: to leaders, the last, and heirs."""
    mover, most, least, richest = state.mover, -1000, 1000, -1000
    for seat in range(edition.players):
        richest = max(richest, state.points[seat])
        if seat != mover:
            most, least = max(most, state.points[seat]), min(least, state.points[seat])
    if state.points[mover] > most:
        state.points[mover] += edition.richer
    if state.points[mover] < least and state.turns >= (edition.rounds - 1) * edition.players:
        state.points[mover] += edition.poorer
    if state.turns < edition.players and drawn > 2 and richest < edition.prize:
        state.points[mover] += edition.prize
    if state.turns + 1 == edition.rounds * edition.players:
        heir = 1 + state.taken % 2 if edition.players == 3 else 1
        state.points[(mover + heir) % edition.players] += edition.crown


@rule
def reveal(state: Any, outcome: int) -> None:
    left = outcome
    for good in range(GOODS):
        if not state.shown >> good & 1:
            if left == 0:
                state.shown |= 1 << good
            left -= 1
    if shown(state) == SHOWN:
        state.phase = TAKE


@rule
def worth(edition: Any, good: int) -> int:
    """Return the points that a good is worth besides the die: the planted differences."""
    if good == A.REST:
        return edition.rest
    if good == 3:
        return edition.strong
    return edition.weak if good == 7 else 0


@rule
def end_turn(state: Any, edition: Any) -> None:
    state.turns += 1
    state.shown = 0
    reached = state.points[state.mover] >= edition.end_points
    if state.turns > edition.slow_start:
        state.mover = (state.mover + 1) % edition.players
    over = reached or state.turns == edition.rounds * edition.players
    state.phase = OVER if over else REVEAL


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    rank_by(state.points[: edition.players], out)


@rule
def rounds_played(state: Any, edition: Any) -> int:
    return state.turns // edition.players
