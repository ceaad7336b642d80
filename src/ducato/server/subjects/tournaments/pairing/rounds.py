"""The rounds of a tournament, whatever its format."""

from __future__ import annotations

from collections.abc import Collection

from ducato.server.subjects.tournaments.pairing import knock_out, point_tables, round_robin, swiss
from ducato.server.subjects.tournaments.pairing.model import (
    KNOCK_OUT,
    POINT_TABLES,
    ROUND_ROBIN,
    Board,
    Entrant,
    TournamentPlan,
)


def last_round(plan: TournamentPlan, entrants: int) -> int:
    """Return the number of rounds of a tournament that begins with so many entrants."""
    match plan.format:
        case "round_robin":
            return round_robin.rounds_of(entrants, plan.rounds)
        case "knock_out":
            return knock_out.rounds_of(entrants)
        case _:
            return plan.rounds


def next_round(
    plan: TournamentPlan,
    entrants: Collection[Entrant],
    boards: Collection[Board],
    round_number: int,
) -> list[Board]:
    """Return the boards of a round; none if the tournament is over before it.

    Args:
        plan: the format and the number of rounds.
        entrants: all entrants, including those who have left.
        boards: all boards so far, with the results of all rounds before this one.
        round_number: the number of the round, from 1.
    """
    started = [one for one in entrants if one.first_round == 1]
    if round_number > last_round(plan, len(started)):
        return []
    if plan.format == ROUND_ROBIN:
        found = round_robin.next_boards(started, round_number)
    elif plan.format == KNOCK_OUT:
        found = knock_out.next_boards(started, boards, round_number)
    elif plan.format == POINT_TABLES:
        found = point_tables.next_boards(entrants, boards, round_number, plan.sizes)
    else:
        found = swiss.next_boards(entrants, boards, round_number)
    return found if sum(len(board.seats) for board in found) > 1 else []
