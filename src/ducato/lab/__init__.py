"""Tools for designers and researchers: runs of games, reports, tournaments, measurements."""

from ducato.lab.lift import Lift
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import RunFolder, play

__all__ = ["Lift", "Outcomes", "RunFolder", "play"]
