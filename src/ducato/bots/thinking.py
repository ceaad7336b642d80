"""Thinking in slices: a long thought that stops now and then, so that others can be given a turn.

A thought is a generator: each `next` does a slice of some milliseconds, and its value comes at the
end. How it is cut has no influence on the value.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")
Thinking: TypeAlias = Generator[None, None, Result]


def finish(thinking: Thinking[Result]) -> Result:
    """Return what a thought comes to, without a break."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            result: Result = end.value
            return result
