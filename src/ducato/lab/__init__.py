"""Tools for designers and researchers: runs of games, reports, tournaments, measurements."""

from ducato.lab.games import Games
from ducato.lab.lift import Lift
from ducato.lab.run import RunFolder, play

__all__ = ["Games", "Lift", "RunFolder", "play"]
