"""The chart of a finished game: figures for each seat from turn to turn, and winning chances.

A game may offer figures, each drawn as a line (`narration.series`). The winning chances are
estimated by a bot's search, which takes time and knows only what the seat to move could see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ducato.bots.thinking import Thinking
from ducato.core import verbs
from ducato.core.match import Match
from ducato.core.visibility import redact
from ducato.table.queries.hints import Advice, Adviser, Opinion

MOST_MOMENTS = 120
"""The maximum number of points of a line before the final one; more could not be told apart."""
MOST_ODDS = 60
"""The maximum number of positions for which winning chances are estimated."""
SIMULATIONS = 400
"""The number of simulations for the winning chances at one position.

It yields a win rate to within about three percentage points."""
LEAST_VISITS = 10
"""The number of simulations of an action from which its win rate says something."""


class Odds(NamedTuple):
    """The estimate for one position.

    Attributes:
        wins: each seat's win rate in percent; None where it is unknown.
        seat: the seat to move.
        lost: by how many points the search liked the action taken less than its own choice; 0 if
            it hardly tried the action.
        taken: the action taken; below 0 if the seat resigned.
        opinion: the search's opinion of the decision.
    """

    wins: list[int | None]
    seat: int
    lost: int
    taken: int
    opinion: Opinion

    def advice(self) -> list[Advice]:
        """Return the advice about the actions with a description, among them the one taken."""
        return [one for one in self.opinion.advice if one.action in self.opinion.labels]


class Chart:
    """The chart of one finished match.

    Args:
        match: a match that is over.
        adviser: the bot whose search estimates the winning chances.

    Attributes:
        moments: the step counts at which a turn began, thinned out, and the final one.
        odds_at: the step counts for which winning chances are estimated.
    """

    def __init__(self, match: Match, adviser: Adviser) -> None:
        self.match, self._adviser = match, adviser
        turns = list(_turns(match))
        self.moments = [*_thinned(turns, MOST_MOMENTS), match.seq]
        self.odds_at = _thinned(turns, MOST_ODDS)
        self._odds: dict[int, Odds] = {}

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

    def odds(self, seq: int) -> Thinking[Odds]:
        """Estimate each seat's win rate after `seq` steps, and what the choice made there cost.

        A search estimates the win rate of the seat to move; with two seats, the other seat's is
        the remainder.
        """
        if seq not in self._odds:
            state = self.match.state_at(seq)
            seat = verbs.current_player(state, self.match.game.edition)
            taken = self.match.steps[seq].action
            opinion = yield from self._adviser.advising(redact(state, seat), seat, seq, taken)
            best = opinion.advice[0]
            made = next((one for one in opinion.advice if one.action == taken), best)
            lost = 0
            if best.wins is not None and made.wins is not None and made.visits >= LEAST_VISITS:
                lost = max(0, best.wins - made.wins)
            wins: list[int | None] = [None] * self.match.game.players
            wins[seat] = best.wins
            if len(wins) == 2 and best.wins is not None:
                wins[1 - seat] = 100 - best.wins
            self._odds[seq] = Odds(wins, seat, lost, taken, opinion)
        return self._odds[seq]


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
