"""Computation in slices, so that several bots can share a thread.

A `Thinking` is a generator: each `next` runs a slice, usually of some milliseconds, and the result
is the value that the generator returns. The length of the slices does not influence the result.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")
Thinking: TypeAlias = Generator[None, None, Result]


def finish(thinking: Thinking[Result]) -> Result:
    """Run all slices without a break and return the result."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            result: Result = end.value
            return result
