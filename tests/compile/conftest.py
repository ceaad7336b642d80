"""The invented game, offered by an entry point while a test runs; and what compiles, says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.compiled import compiled_code_is_marked

from ..invented import GAME
from ..invented.registered import registered

__all__ = ["compiled_code_is_marked"]


@pytest.fixture
def invented() -> Iterator[object]:
    """Register the invented game, and return it."""
    for _ in registered():
        yield GAME
