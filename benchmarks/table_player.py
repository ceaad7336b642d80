"""A player for measurements, which talks to a server over a socket without a browser.

It takes one of its legal actions by chance, and remembers what was acknowledged. Each player is a
person of its own, at an address of its own: a server that trusts its proxy at the loopback, as
uvicorn does, takes the header `X-Forwarded-For` for it, so that all limits hold as they would for
people who are far apart.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from ducato.core.game import all_games

STEPS = ('"type":"steps"', '"type":"welcome"', '"type":"undone"', '"type":"view"')


TOOK_TOO_MUCH = 0.25
"""Seconds that a player waits when told to slow down: enough for two more messages."""

_numbers = itertools.count(1)


def new_address() -> str:
    """Return an address that no one else has, of the block that is reserved for documentation."""
    number = next(_numbers)
    return f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1"


@dataclass
class Person:
    """A person with a session and an address of their own.

    Attributes:
        cookie: of the session; empty as long as they are unknown to the server.
        address: where they come from.
        entropy: what they contribute to the chance of their games.
    """

    cookie: str = ""
    address: str = field(default_factory=new_address)
    entropy: str = field(default_factory=lambda: secrets.token_hex(32))

    @property
    def headers(self) -> dict[str, str]:
        """The headers of all their requests."""
        known = {"Cookie": self.cookie} if self.cookie else {}
        return {"X-Forwarded-For": self.address, **known}

    def post(self, url: str, body: Any) -> dict[str, Any]:
        """Send a JSON body; return the answer, and keep the session that came with it."""
        headers = {"Content-Type": "application/json", **self.headers}
        asked = Request(url, json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=60) as answer:
            given = answer.headers.get("Set-Cookie")
            if given is not None:
                self.cookie = given.partition(";")[0]
            told: dict[str, Any] = json.load(answer)
        return told


@dataclass
class Player:
    """One connection at a table.

    Attributes:
        base: address of the server.
        path: of the table.
        person: the one who looks at it.
        seat: the one that it plays for.
        acknowledged: the actions that the server accepted, by the number of steps before them.
        delays: seconds from each request to its answer.
        heard, size: the messages received, and their characters.
    """

    base: str
    path: str
    person: Person
    seat: int | None
    rng: random.Random = field(default_factory=random.Random)
    acknowledged: dict[int, int] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    heard: int = 0
    size: int = 0
    contributed: bool = False

    async def connect(self) -> ClientConnection:
        """Connect to the table."""
        query = "" if self.seat is None else f"&seat={self.seat}"
        address = f"{self.base.replace('http', 'ws')}{self.path}/socket?lang=en{query}"
        return await connect(
            address,
            additional_headers=self.person.headers,
            compression=None,
            ping_interval=None,
            max_size=None,
            max_queue=64,
            open_timeout=60,
        )

    def hear(self, text: str | bytes) -> dict[str, Any]:
        """Process a message."""
        message: dict[str, Any] = json.loads(text)
        self.heard += 1
        self.size += len(text)
        if message["type"] == "steps" and message["steps"]:
            self.view = message["steps"][-1]["view"]
        else:
            self.view = message.get("view", self.view)
        return message

    async def act(self, line: ClientConnection, wait: float = 30.0) -> dict[str, Any]:
        """Take one of the legal actions and return the answer."""
        seq = self.view["seq"]
        action = self.rng.choice(self.view["legal"])["action"]
        request = {"type": "act", "id": f"{self.rng.getrandbits(64):x}", "seq": seq}
        await line.send(json.dumps({**request, "action": action}))
        began = time.perf_counter()
        async with asyncio.timeout(wait):
            while True:
                message = self.hear(await line.recv())
                if message.get("id") == request["id"]:
                    break
        self.delays.append(time.perf_counter() - began)
        if message["type"] == "accepted":
            self.acknowledged[seq] = action
        return message

    async def listen(self, line: ClientConnection) -> dict[str, Any]:
        """Receive and return one message; contribute to the chance of a game about to begin."""
        message = self.hear(await line.recv())
        table = message.get("table", {})
        if table.get("status") == "waiting" and table["own"] and not self.contributed:
            self.contributed = True
            request = {"type": "entropy", "id": f"{self.rng.getrandbits(64):x}"}
            await line.send(json.dumps({**request, "value": self.person.entropy}))
        return message


def new_table(base: str, host: Person, **request: Any) -> str:
    """Open a table; return its path."""
    url: str = host.post(f"{base}/api/tables", request)["url"]
    return url


def table_of(base: str, game: str, people: Sequence[Person]) -> str:
    """Have the first of these people open a table and the others sit down; return its path."""
    host, *others = people
    seats = [{"kind": "person", "name": "Player 1"}, *({"kind": "open"} for _ in others)]
    path = new_table(base, host, game=game, seats=seats)
    for number, person in enumerate(others, 2):
        person.post(
            f"{base}/api/tables/{path.rpartition('/')[2]}/join", {"name": f"Player {number}"}
        )
    return path


def tables_of_all_sizes(*games: str) -> Iterator[tuple[str, int]]:
    """Yield a game and a number of players: of each game the fewest, then the most, and again."""
    for end in itertools.cycle((0, -1)):
        for name in games or all_games():
            yield name, all_games()[name].players[end]
