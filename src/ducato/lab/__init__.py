"""Tools for designers and researchers: runs of games, reports, tournaments, measurements."""

from ducato.lab.outcomes import Outcomes
from ducato.lab.run import RunFolder, play
from ducato.lab.thing_shares import ThingShare

__all__ = ["Outcomes", "RunFolder", "ThingShare", "play"]
