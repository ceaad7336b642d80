"""The analysis of finished games: what every choice cost, what chance gave, and what decided.

An analysis is read without NumPy; the search that makes it is in `analyse` and `appraisal`.
"""

from ducato.bots.analysis.budget import Budget
from ducato.bots.analysis.luck_and_play import Account, accounts
from ducato.bots.analysis.marks import Mark, mark_of
from ducato.bots.analysis.model import Analysis, ChanceEvent, Decision, Progress, Values
from ducato.bots.analysis.moments import DecidingMoment, deciding_moments
from ducato.bots.analysis.packing import pack, unpack

__all__ = [
    "Account",
    "Analysis",
    "Budget",
    "ChanceEvent",
    "DecidingMoment",
    "Decision",
    "Mark",
    "Progress",
    "Values",
    "accounts",
    "deciding_moments",
    "mark_of",
    "pack",
    "unpack",
]
