"""Branches in analysis rooms: how long a person waits for the bots' answer.

    python -m benchmarks.bots.branches
    python -m benchmarks.bots.branches --rooms 10 --seconds 60 --games magnate builders

For each game, so many finished games are stored on a server with its usual limits. In each room one
person follows the finished game and plays a branch of it against the game's levels, each room
another one in turn, from a moment drawn by chance; after each answer they think for a time drawn by
chance, of `--pause` seconds on average. A branch that ends is followed by another one.

It prints, by game: the seconds from a move after which bots are to move to the first of their
moves, and to the next choice of the person (median, 95th percentile, the most). Answers of the
first `--warm` seconds, when bots are compiled or loaded, do not count. Server and players share the
cores of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import time
from dataclasses import dataclass, field
from typing import Any

from benchmarks.client import quantile
from benchmarks.server import Server
from benchmarks.table_player import Person, Player
from tests.support.postgres import new_database

from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.match import Match
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat

LATEST = 0.8
"""The part of the game from which branches go on."""


@dataclass
class Waits:
    """Seconds to the bots' first move and to the person's next choice, by level."""

    first: dict[str, list[float]] = field(default_factory=dict)
    whole: dict[str, list[float]] = field(default_factory=dict)

    def note(self, level: str, first: float, whole: float) -> None:
        """Note an answer."""
        self.first.setdefault(level, []).append(first)
        self.whole.setdefault(level, []).append(whole)


def finished(name: str, seed: int) -> Match:
    """Return a game between random players, of as few as can play."""
    game = load(name)
    match, rng = Match(game, CommittedStream(seed.to_bytes(32, "big"))), random.Random(seed)
    match.run_chance()
    while not match.is_over():
        match.act(rng.choice(match.position.legal_actions()))
        match.run_chance()
    return match


def stored(url: str, match: Match) -> str:
    """Store a finished game that bots have played; return the id of its table."""
    database = Database(url)
    seats = [TableSeat(n, name, "random").to_row() for n, name in enumerate(match.names)]
    table_id = Tables(database).create(match, seats).result()
    database.close()
    return table_id


class Room:
    """A person who plays one branch after another of a finished game against one level."""

    def __init__(self, base: str, game: str, match: Match, level: str, rng: random.Random) -> None:
        self._base, self._game, self._match = base, game, match
        self._level, self._rng, self._person = level, rng, Person()

    async def follow(self) -> None:
        """Look at the finished game."""
        player = Player(self._base, f"/table/{self._game}", self._person, None)
        async with await player.connect() as line:
            while True:
                await player.listen(line)

    async def play(self, waits: Waits, since: float, until: float, pause: float) -> None:
        """Play until a time; note the answers from `since` on."""
        while time.perf_counter() < until:
            seat = self._rng.randrange(self._match.game.players)
            seq = self._rng.randrange(int(LATEST * self._match.seq))
            address = f"{self._base}/api/tables/{self._game}/branches"
            wanted = {"seq": seq, "seat": seat, "bot": self._level}
            made = await asyncio.to_thread(self._person.post, address, wanted)
            player = Player(self._base, made["url"], self._person, seat, self._rng)
            async with await player.connect() as line:
                await self._branch(player, line, waits, since, until, pause)

    async def _branch(
        self, player: Player, line: Any, waits: Waits, since: float, until: float, pause: float
    ) -> None:
        while not (player.view and player.view["legal"]):
            if player.view and player.view["result"] is not None:
                return
            await player.listen(line)
        while player.view["result"] is None and (began := time.perf_counter()) < until:
            await player.act(line)
            seq, first = player.view["seq"], 0.0
            while not player.view["legal"] and player.view["result"] is None:
                await player.listen(line)
                if not first and player.view["seq"] > seq:
                    first = time.perf_counter() - began
            if first and began > since:
                waits.note(self._level, first, time.perf_counter() - began)
            if first:
                await asyncio.sleep(self._rng.expovariate(1 / pause))


async def measured(server: Server, name: str, rooms: int, asked: argparse.Namespace) -> Waits:
    """Open rooms on a running server and play in them."""
    waits, levels = Waits(), list(all_games()[name].levels)
    people = []
    for number in range(rooms):
        match = finished(name, number)
        game = await asyncio.to_thread(stored, asked.database, match)
        rng = random.Random(number)
        people.append(Room(server.base, game, match, levels[number % len(levels)], rng))
    since = time.perf_counter() + asked.warm
    until = since + asked.seconds
    followers = [asyncio.create_task(room.follow()) for room in people]
    await asyncio.gather(*(room.play(waits, since, until, asked.pause) for room in people))
    for task in followers:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    return waits


def summary(waits: dict[str, list[float]], level: str | None = None) -> str:
    """Return the median, the 95th percentile and the most of the waits, in seconds."""
    found = [one for name, many in waits.items() if level in (None, name) for one in many]
    if not found:
        return "none"
    median, late = quantile(found, 0.5), quantile(found, 0.95)
    return f"{len(found):5} answers, median {median:.2f}, p95 {late:.2f}, most {max(found):.2f}"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=20)
    parser.add_argument("--pause", type=float, default=4)
    parser.add_argument("--games", nargs="+", default=sorted(all_games()))
    asked = parser.parse_args()
    for name in asked.games:
        with new_database(False) as url:
            asked.database = url
            server = Server(url)
            try:
                waits = asyncio.run(measured(server, name, asked.rooms, asked))
            finally:
                server.stop()
        print(f"{name}, load {os.getloadavg()[0]:.1f}")
        print(f"  first move   {summary(waits.first)}")
        print(f"  next choice  {summary(waits.whole)}")
        for level in waits.whole:
            print(f"    {level:10} {summary(waits.whole, level)}", flush=True)


if __name__ == "__main__":
    main()
