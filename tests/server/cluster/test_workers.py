"""Real servers of two workers on PostgreSQL, under play: a worker is killed, all are replaced."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.cluster.kill import killed
from benchmarks.cluster.server import Workers
from benchmarks.table_player import Person, Player, new_table
from tests.support.live_server import in_thread, run_in_thread
from tests.support.postgres import PostgresServer

TAKEOVER = 5.0
"""Seconds within which the tables of a killed worker are live again, on a busy machine."""


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_move(postgres: PostgresServer):
    found, times = in_thread(lambda: killed(postgres.new_url(), workers=2, times=2, number=4))
    assert (found.kills, found.acknowledged > 0) == (2, True)
    assert max(times, default=0.0) < TAKEOVER


@pytest.mark.slow
def test_workers_are_replaced_under_play_without_a_lost_move(postgres: PostgresServer):
    database = postgres.new_url()
    found, times = in_thread(lambda: killed(database, workers=2, times=1, number=4, restart=True))
    assert found.acknowledged > 0
    assert times  # every table had to move


@pytest.mark.slow
def test_who_joins_through_any_worker_does_not_move_the_table(postgres: PostgresServer):
    server = Workers(postgres.new_url())
    try:
        server.wait_until_complete()
        run_in_thread(_join(server))
    finally:
        server.stop()


async def _join(server: Workers) -> None:
    """Open a table for three, and have two people join it, each through another worker."""
    host, *others = Person(), Person(), Person()
    open_seat = {"kind": "open"}
    seats = [{"kind": "person", "name": "Anna"}, open_seat, open_seat]
    path = await asyncio.to_thread(new_table, server.base, host, game="fantasy-market", seats=seats)
    player = Player(server.base, path, host, 0, contributed=True)
    line = await player.connect()
    await player.listen(line)
    for number, (address, person) in enumerate(zip(server.addresses(), others, strict=True), 1):
        url = f"{address}/api/tables/{path.rpartition('/')[2]}/join"
        joined = await asyncio.to_thread(person.post, url, {"name": f"Player {number}"})
        assert joined == {"url": path}
        assert person.cookie
        async with asyncio.timeout(30):
            heard = await player.listen(line)  # it fails if the table moves
            while heard.get("table", {}).get("seats", [{}] * 3)[number].get("name") != (
                f"Player {number}"
            ):
                heard = await player.listen(line)
    line.transport.abort()


@pytest.mark.slow
def test_all_workers_stop_with_their_supervisor(postgres: PostgresServer, tmp_path: Path):
    server = Workers(postgres.new_url(), log=tmp_path / "log")
    server.wait_until_complete()
    pids = server.pids()
    assert len(pids) == 2
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) == 0
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    assert server.living() == 0
    server.stop()
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.slow
def test_workers_end_when_their_supervisor_is_killed(postgres: PostgresServer):
    server = Workers(postgres.new_url())
    server.wait_until_complete()
    pids = [os.pidfd_open(pid) for pid in server.pids()]
    server.process.kill()
    server.process.wait()
    for pid in pids:
        ended, _, _ = select.select([pid], [], [], 30)
        os.close(pid)
        assert ended
    assert server.living() == 0
    server.stop()


@pytest.mark.slow
def test_a_file_is_for_one_process(tmp_path: Path):
    program = [sys.executable, "-m", "ducato.cli", "serve", "--workers", "2", "--port", "0"]
    ended = subprocess.run(
        [*program, "--data", str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 2
    assert "several need PostgreSQL" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / "ducato.sqlite3").exists()
