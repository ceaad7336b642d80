"""The small invented game of `tests.invented`, offered by an entry point while a test runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..invented import GAME
from ..invented.offered import offered


@pytest.fixture
def invented() -> Iterator[object]:
    """The invented game, found among all games."""
    for _ in offered():
        yield GAME
