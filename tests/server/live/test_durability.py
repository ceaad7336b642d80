"""Short forms of the measurements in `benchmarks/`: a server in its own process, under load."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from benchmarks import kill, load, soak_server
from tests.support.live_server import in_thread

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL"),
]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: Any, tmp_path: Path) -> Iterator[str]:
    if request.param == "postgres":
        yield request.getfixturevalue("postgres").new_url()
    else:
        yield f"sqlite:///{tmp_path / 'tables.sqlite3'}"


def test_a_killed_server_has_lost_no_move(database: str):
    found = in_thread(lambda: kill.killed(database, times=2, number=4))  # a table of each game
    assert found.kills == 2
    assert found.acknowledged > 0


def test_a_server_bears_many_players_of_all_games(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    found = in_thread(
        lambda: load.run(url, players=120, tables=8, rate=10, seconds=4, bots=1, games=())
    )
    assert found.acknowledged > 10
    assert found.stale_or_rejected == 0
    # Far above what is measured on a machine that has nothing else to do; one that others use as
    # well may stand still for a while.
    assert found.ack_p50 < 2_000
    assert found.ack_p95 < 20_000
    assert found.idle_connection < 200_000


@pytest.mark.timeout(900)  # as long as 200 tables may take on a busy machine
def test_memory_returns_to_its_level(tmp_path: Path):
    """No table stays in memory, and whatever else grows with each table soon stops growing."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    soak = partial(soak_server.run, url, tables=200, moves=1, step=100, compiled=False)
    *_, found = in_thread(lambda: list(soak()))
    assert found.left == 0
    assert found.over == 200
    assert found.rejected == 0
    assert found.growth(settled=100) < soak_server.MOST_GROWTH
