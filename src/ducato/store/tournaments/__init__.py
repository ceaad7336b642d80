"""Storage of tournaments: their entrants, their rounds and the tables of these."""

from ducato.store.tournaments.models import (
    CANCELLED,
    ENTRY,
    FINISHED,
    RUNNING,
    OwnEntry,
    PendingBoard,
    StoredBoard,
    StoredTournament,
    TournamentSettings,
    TournamentSummary,
    UnknownTournament,
)
from ducato.store.tournaments.tournaments import Tournaments

__all__ = [
    "CANCELLED",
    "ENTRY",
    "FINISHED",
    "RUNNING",
    "OwnEntry",
    "PendingBoard",
    "StoredBoard",
    "StoredTournament",
    "TournamentSettings",
    "TournamentSummary",
    "Tournaments",
    "UnknownTournament",
]
