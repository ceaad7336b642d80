"""Games registered by an entry point while a test runs: the invented and the planted one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..invented import GAME
from ..invented.registered import registered
from .planted.registered import registered as planted_registered


@pytest.fixture
def invented() -> Iterator[object]:
    """Register the invented game, and return it."""
    for _ in registered():
        yield GAME


@pytest.fixture(scope="module")
def planted() -> Iterator[None]:
    """Register the game of `planted` for a module."""
    yield from planted_registered()
