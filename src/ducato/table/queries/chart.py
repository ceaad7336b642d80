"""The chart of a finished game: figures for each seat from turn to turn.

A game may offer figures, each drawn as a line (`narration.series`). The winning chances come with
the analysis of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ducato.core.match import Match

MOST_MOMENTS = 120
"""The maximum number of points of a line before the final one; more could not be told apart."""


class Chart:
    """The chart of one finished match.

    Args:
        match: a match that is over.

    Attributes:
        moments: the step counts at which a turn began, thinned out, and the final one.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.moments = [*_thinned(list(_turns(match)), MOST_MOMENTS), match.seq]

    def series(self, text: Callable[[str], str]) -> list[dict[str, Any]]:
        """Return the lines, each with a title and, for each moment, a number for each seat.

        `text` must return the title for a key of the game's catalogue. If the game offers no
        figures, there are no lines.
        """
        measured = self.match.game.presentation.series
        seats = range(self.match.game.players)
        at = [self.match.state_at(seq) for seq in self.moments]
        rows = [[measured(state, self.match.game.edition, seat) for seat in seats] for state in at]
        return [
            {
                "title": text(f"series.{name}"),
                "values": [[int(row[seat][line][1]) for seat in seats] for row in rows],
            }
            for line, (name, _) in enumerate(rows[0][0])
        ]


def _turns(match: Match) -> list[int]:
    """Return the step counts at which a different seat began to act."""
    found, before = [], -1
    for seq, step in enumerate(match.steps):
        if step.actor >= 0 and step.actor != before:
            found.append(seq)
            before = step.actor
    return found


def _thinned(moments: list[int], most: int) -> list[int]:
    """Return at most `most` of the moments, evenly spaced."""
    n = min(len(moments), most)
    return [moments[index * len(moments) // n] for index in range(n)]
