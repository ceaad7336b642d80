"""Ratings: the model and its rules, the ratings over time, and the leaderboards of seasons."""

from ducato.server.subjects.ratings.history import SCALE, RatingChange, RatingHistory
from ducato.server.subjects.ratings.leaderboards import (
    LEAST_GAMES,
    FinalRank,
    LeaderboardEntry,
    OwnSeason,
    Seasons,
)
from ducato.server.subjects.ratings.model import (
    MODEL,
    Rating,
    Ratings,
    decide,
    forget,
    merge,
    settle,
)
from ducato.server.subjects.ratings.seasons import Season

__all__ = [
    "LEAST_GAMES",
    "MODEL",
    "SCALE",
    "FinalRank",
    "LeaderboardEntry",
    "OwnSeason",
    "Rating",
    "RatingChange",
    "RatingHistory",
    "Ratings",
    "Season",
    "Seasons",
    "decide",
    "forget",
    "merge",
    "settle",
]
