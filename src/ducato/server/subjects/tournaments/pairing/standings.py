"""The standings: all entrants in the order of their results."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from ducato.server.subjects.tournaments.pairing.model import KNOCK_OUT, Board, Entrant
from ducato.server.subjects.tournaments.pairing.tie_breaks import ORDER, TournamentResults


@dataclass(frozen=True)
class Standing:
    """An entrant's line in the standings.

    Attributes:
        rank: the rank, from 1; entrants who are equal in everything share it.
        entrant: the number of the entrant.
        points: the points; in a knock-out the number of rounds won.
        tie_breaks: the values of the format's tie-breaks, in order.
        played: the number of games played.
        won: how many of them were won.
    """

    rank: int
    entrant: int
    points: Fraction
    tie_breaks: tuple[Fraction, ...]
    played: int
    won: int


def tie_breaks(tournament_format: str) -> tuple[str, ...]:
    """Return the names of a format's tie-breaks, in order."""
    return ORDER[tournament_format]


def standings(
    tournament_format: str, entrants: Collection[Entrant], boards: Iterable[Board]
) -> list[Standing]:
    """Return the standings after the boards that are over, the best entrant first.

    Entrants who share a rank stand in the order of their entry.
    """
    results = TournamentResults(tournament_format, [one.number for one in entrants], boards)
    groups: dict[Fraction, set[int]] = {}
    for entrant, won in results.points.items():
        groups.setdefault(won, set()).add(entrant)
    keys = {}
    for entrant, won in results.points.items():
        values = tuple(
            results.value(name, entrant, groups[won]) for name in ORDER[tournament_format]
        )
        # In a knock-out a bye brings a point, too, but only the round that one reached counts.
        keys[entrant] = values if tournament_format == KNOCK_OUT else (won, *values)
    order = sorted(keys, key=lambda entrant: (*(-value for value in keys[entrant]), entrant))
    found: list[Standing] = []
    for number, entrant in enumerate(order):
        shared = number > 0 and keys[entrant] == keys[order[number - 1]]
        own = keys[entrant] if tournament_format == KNOCK_OUT else keys[entrant][1:]
        found.append(
            Standing(
                rank=found[-1].rank if shared else number + 1,
                entrant=entrant,
                points=results.points[entrant],
                tie_breaks=own,
                played=len(results.played[entrant]),
                won=results.wins[entrant],
            )
        )
    return found
