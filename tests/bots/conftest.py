"""The small game of `tests.invented`, registered by an entry point while a test runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..invented import GAME
from ..invented.registered import registered


@pytest.fixture
def invented() -> Iterator[object]:
    """Register the invented game, and return it."""
    for _ in registered():
        yield GAME
