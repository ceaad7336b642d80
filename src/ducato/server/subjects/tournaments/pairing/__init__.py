"""Tournaments between people: who plays whom, who is ahead, and what is exported.

All of it is computed from plain data, without a database, a clock or the web: the entrants of a
tournament, and its boards so far with their results. `Tournaments` keeps these data, and
`server.subjects.tournaments.service` makes the tables.

Tournaments between ducato's own bots are something else: see `ducato.lab.tournament`.
"""

from ducato.server.subjects.tournaments.pairing.model import (
    FORMATS,
    KNOCK_OUT,
    POINT_TABLES,
    ROUND_ROBIN,
    SWISS,
    Board,
    Entrant,
    TournamentPlan,
)
from ducato.server.subjects.tournaments.pairing.rounds import last_round, next_round
from ducato.server.subjects.tournaments.pairing.standings import Standing, standings, tie_breaks

__all__ = [
    "FORMATS",
    "KNOCK_OUT",
    "POINT_TABLES",
    "ROUND_ROBIN",
    "SWISS",
    "Board",
    "Entrant",
    "Standing",
    "TournamentPlan",
    "last_round",
    "next_round",
    "standings",
    "tie_breaks",
]
