"""The analysis of finished games: what every choice cost, what chance gave, and what decided."""

from ducato.bots.analysis.analyse import analysing
from ducato.bots.analysis.appraisal import SearchJudge
from ducato.bots.analysis.budget import Budget
from ducato.bots.analysis.model import Analysis, ChanceEvent, Decision, Progress, Values
from ducato.bots.analysis.moments import DecidingMoment, deciding_moments
from ducato.bots.analysis.packing import pack, unpack
from ducato.bots.analysis.shares import Account, Mark, accounts, mark_of

__all__ = [
    "Account",
    "Analysis",
    "Budget",
    "ChanceEvent",
    "DecidingMoment",
    "Decision",
    "Mark",
    "Progress",
    "SearchJudge",
    "Values",
    "accounts",
    "analysing",
    "deciding_moments",
    "mark_of",
    "pack",
    "unpack",
]
