"""Waiting for conditions: a test never waits for a time, in the hope that something has happened.

Only where nothing tells that a condition holds is it looked at again and again. These functions are
the one place where tests pause, between two looks.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = 30.0
"""Seconds for a condition; nothing takes a tenth of it, but cores may be busy."""
PAUSE = 0.01
"""Seconds between two looks."""


def until(condition: Callable[[], Found], patience: float = PATIENCE) -> Found:
    """Return the first value of a condition that counts as true.

    Raises:
        AssertionError: there was none in `patience` seconds.
    """
    end = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < end, f"it did not come to {condition}: {found!r}"
        time.sleep(PAUSE)
    return found


async def until_in_loop(condition: Callable[[], Found], patience: float = PATIENCE) -> Found:
    """Return the first value of a condition that counts as true, while the event loop goes on.

    Raises:
        AssertionError: there was none in `patience` seconds.
    """
    end = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < end, f"it did not come to {condition}: {found!r}"
        await asyncio.sleep(PAUSE)
    return found
