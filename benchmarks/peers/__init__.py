"""Random play in environments of ducato and of others, in the units of `compare.py`.

Each module has a function `measurements` that returns, for what it can measure here, a function of
the number of a run that returns the steps per second of processor time. A step is a decision; the
chance steps that come with it are not counted. What is not installed is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

Measure = Callable[[int], float]


class Row(NamedTuple):
    """A line of the table.

    Attributes:
        label: the environment.
        what: "mask" for steps with legal actions and rewards, "observation" for steps with what
            the players see, too.
    """

    label: str
    what: str


def per_second(steps: Callable[[], int]) -> float:
    """Return the steps per second of processor time of something that returns its steps."""
    start = time.process_time()
    done = steps()
    return done / (time.process_time() - start)
