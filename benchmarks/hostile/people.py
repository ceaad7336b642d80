"""The people other than the attacker: what they do, and how long they wait."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.request import Request, urlopen

from benchmarks.table_player import Person, Player, new_table
from websockets.exceptions import WebSocketException

PEOPLE = 6
PAUSE = 0.3
"""Seconds between two moves of a person; no real player moves more often."""
VISITS = 2.0
"""Requests a second over a new connection."""
PATIENCE = 20.0
"""Seconds to wait for an answer; a longer wait counts as this long."""
GAME = "magnate"
BOT = "greedy"
BOTS_AT = {GAME: 1, "manifest-destiny": 4}
"""Number of bots at a table of each game."""


@dataclass
class Phase:
    """The waits of people, in seconds.

    Attributes:
        acknowledged: from a move to its acknowledgement.
        answered: from there, or from its last move, to the next move of the bot.
        visited: for a page, over a new connection.
        failed: visits and arrivals at a table without an answer.
    """

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    visited: list[float] = field(default_factory=list)
    failed: int = 0

    def add(self, other: Phase) -> None:
        """Add another phase of the same kind."""
        self.acknowledged += other.acknowledged
        self.answered += other.answered
        self.visited += other.visited
        self.failed += other.failed


def late(waits: Iterable[float], part: float = 0.95) -> float:
    """Return the wait that this share of all does not exceed, in milliseconds."""
    taken = sorted(waits)
    return 1000 * taken[min(len(taken) - 1, int(len(taken) * part))] if taken else 0.0


async def phase_of(base: str, seconds: float) -> Phase:
    """Have people play and visit for this many seconds."""
    phase, until = Phase(), time.perf_counter() + seconds
    people = (_play(base, until, phase, random.Random(n)) for n in range(PEOPLE))
    await asyncio.gather(_visit(base, until, phase), *people)
    return phase


async def _visit(base: str, until: float, phase: Phase) -> None:
    person = Person()
    going: set[asyncio.Task[None]] = set()

    async def once() -> None:
        began = time.perf_counter()
        try:
            await asyncio.to_thread(_get, f"{base}/health", person)
        except OSError:
            phase.failed += 1
        phase.visited.append(time.perf_counter() - began)

    while time.perf_counter() < until:
        visit = asyncio.create_task(once())
        going.add(visit)
        visit.add_done_callback(going.discard)
        await asyncio.sleep(1 / VISITS)
    await asyncio.gather(*going)


def _get(url: str, person: Person) -> None:
    with urlopen(Request(url, headers=person.headers), timeout=PATIENCE) as answer:
        answer.read()


async def _play(base: str, until: float, phase: Phase, rng: random.Random) -> None:
    """Play against the bot, game after game."""
    person = Person()
    while time.perf_counter() < until:
        try:
            await one_game(base, person, GAME, until, phase, rng)
        except (OSError, TimeoutError, WebSocketException):
            phase.failed += 1
            await asyncio.sleep(PAUSE)


async def one_game(
    base: str,
    person: Person,
    game: str,
    until: float,
    phase: Phase,
    rng: random.Random,
    answers: float = float("inf"),
) -> None:
    """Play a game until it or the time is over, or the bot has answered this often."""
    seats = [{"kind": "person", "name": "Anna"}, *[{"kind": "bot", "bot": BOT}] * BOTS_AT[game]]
    path = await asyncio.to_thread(new_table, base, person, game=game, seats=seats)
    player = Player(base, path, person, None, rng)
    async with await player.connect() as line:
        while not player.view:
            await player.listen(line)
        while (
            time.perf_counter() < until
            and player.view["result"] is None
            and len(phase.answered) < answers
        ):
            await _turn(player, line, phase)


async def _turn(player: Player, line: Any, phase: Phase) -> None:
    """Move, if allowed, and receive messages until the player may move again."""
    if player.view["legal"]:
        try:
            message = await player.act(line, PATIENCE)
        except TimeoutError:
            phase.acknowledged.append(PATIENCE)
            raise
        phase.acknowledged.append(player.delays[-1])
        if message["type"] == "accepted":  # its steps follow
            player.view = {**player.view, "legal": []}
    waited = time.perf_counter()
    while not player.view["legal"] and player.view["result"] is None:
        try:
            async with asyncio.timeout(PATIENCE):
                message = player.hear(await line.recv())
        except TimeoutError:
            phase.answered.append(PATIENCE)
            raise
        if any(step["actor"] > 0 for step in message.get("steps", ())):  # the bot has moved
            phase.answered.append(time.perf_counter() - waited)
            waited = time.perf_counter()
    await asyncio.sleep(PAUSE)
