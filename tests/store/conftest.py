"""Databases for tests: SQLite in a folder of its own, and PostgreSQL where it is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ducato
from ducato.core.chance import CommittedStream
from ducato.core.match import Match
from ducato.store import Store


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture(scope="session")
def match() -> Match:
    match = Match(
        ducato.load("magnate", edition="spanish", courts=True), CommittedStream(bytes(32))
    )
    match.run_chance()
    return match
