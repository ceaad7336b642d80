"""Tables for tests: dealt from fixed seeds, so that every run plays the same games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.support.scene_replica import SceneReplica, complete_message

import ducato
from ducato.core.chance import CommittedStream
from ducato.core.match import Match
from ducato.table.changes import Messages
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock

PEOPLE = [TableSeat(0, "Anna", person="anna"), TableSeat(1, "Bruno", person="bruno")]


def plain(says: Messages) -> list[dict[str, Any]]:
    """Return messages as a browser reads them that was sent nothing before."""
    sight = SceneReplica()
    return [
        complete_message(sight, message)
        for message in msgspec.json.decode(msgspec.json.encode(says))
    ]


@pytest.fixture
def open_table() -> Callable[..., LiveTable]:
    """Return a function that makes tables, dealt from the seed if all seats are taken."""

    def make(
        seats: list[TableSeat] = PEOPLE,
        seed: int = 1,
        clock: Clock | None = None,
        name: str = "magnate",
        **options: Any,
    ) -> LiveTable:
        game = ducato.load(name, len(seats), **options)
        match = Match(game, CommittedStream(bytes([seed] * 32)), [seat.name for seat in seats])
        table = LiveTable("t", match, seats, clock)
        table.deal(0)
        return table

    return make


@pytest.fixture(name="plain")
def plain_fixture() -> Callable[[Messages], list[dict[str, Any]]]:
    return plain
