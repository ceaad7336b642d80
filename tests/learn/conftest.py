"""The race, registered by an entry point while the tests of a module run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .race.registered import registered


@pytest.fixture(scope="module", autouse=True)
def race() -> Iterator[None]:
    """Register the race for a module."""
    yield from registered()
