"""The budget of an analysis: processor time, or a number of simulations that can be repeated."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from ducato.bots.analysis.model import Progress
from ducato.bots.thinking import Result, Thinking

FEWEST = 32
"""The fewest simulations of a search or an appraisal, however small the budget is."""
MOST = 20_000
"""The most: more would make errors smaller than what a search misjudges."""
FIRST_PASS = 0.5
"""The part of the budget for the pass over all decisions; the rest is for those that matter."""
GUESSED_RATE = 20_000.0
"""Simulations per second, until some have been made."""
SECOND_PASS = 4
"""How many times as many simulations the second pass makes, where they are counted."""

Clock = Callable[[], float]


@dataclass(frozen=True)
class Budget:
    """The budget of the analysis of one game.

    Attributes:
        seconds: the processor time in seconds; without effect if simulations are counted.
        simulations: the number of simulations of each search and each choice in the first pass;
            None to derive it from the time. With a number, an analysis can be repeated exactly.
    """

    seconds: float = 60.0
    simulations: int | None = None

    def share(self, spent: Progress, weight: float, left: float, until: float) -> int:
        """Return the number of simulations for a piece of work.

        Args:
            spent: what has been spent.
            weight: the weight of the work.
            left: the weight of all work that is left in this pass, this included.
            until: the part of the budget that this pass may have spent at its end.
        """
        if self.simulations is not None:
            return max(1, round(self.simulations * weight))
        rate = spent.simulations / spent.seconds if spent.simulations > FEWEST else GUESSED_RATE
        seconds = max(0.0, until * self.seconds - spent.seconds)
        return max(FEWEST, min(MOST, int(seconds * rate * weight / max(left, weight))))

    def is_spent(self, spent: Progress) -> bool:
        """Return whether nothing is left of the time."""
        return self.simulations is None and spent.seconds >= self.seconds


PROCESSOR_TIME: Clock = getattr(time, "thread_time", time.perf_counter)
"""The clock of what a thread computes; in a browser's Python, that of the time that passes."""


def timed(
    thinking: Thinking[Result], spent: Progress, clock: Clock = PROCESSOR_TIME
) -> Thinking[Result]:
    """Run a thought, slice by slice, and add the time of each slice to what was spent."""
    while True:
        began = clock()
        try:
            next(thinking)
        except StopIteration as end:
            result: Result = end.value
            return result
        finally:
            spent.seconds += max(0.0, clock() - began)
        yield
