"""A program that enters a tournament, plays at its tables, and goes on after an interruption."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

POLL = 0.5
"""Seconds between two questions for the next table."""
PATIENCE = 20.0
"""Seconds of silence at a table after which a program says that it is still there."""
TOO_FAST = 0.3
"""Seconds to wait when told to slow down."""


@dataclass
class Program:
    """A program that plays a tournament.

    Attributes:
        base: the address of the server.
        tournament: the id of the tournament.
        token: the token of its bot account.
        address: where it comes from.
        moves: the seconds until each of its moves was acknowledged.
        lost: how often a connection or a request failed and was repeated.
    """

    base: str
    tournament: str
    token: str
    address: str
    seed: int
    moves: list[float] = field(default_factory=list)
    lost: int = 0

    @property
    def headers(self) -> dict[str, str]:
        """The headers of all its requests."""
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}

    async def run(self) -> None:
        """Enter the tournament and play it to its end."""
        path = f"/api/tournaments/{self.tournament}"
        await self._ask(f"{path}/enter", {})
        rng = random.Random(self.seed)
        while True:
            own = await self._ask(f"{path}/me")
            if own["status"] in ("finished", "cancelled"):
                return
            if own["table"] is None:
                await asyncio.sleep(POLL * (0.5 + rng.random()))
                continue
            try:
                await self._play(own["table"], rng)
            except (OSError, WebSocketException, TimeoutError):
                self.lost += 1
                await asyncio.sleep(POLL)

    async def _ask(self, path: str, body: Any = None) -> Any:
        """Send a request until the server answers it."""
        while True:
            try:
                return await asyncio.to_thread(ask, self.base + path, self.headers, body)
            except HTTPError as error:
                if error.code not in (429, 502, 503, 504):
                    raise
            except (URLError, OSError, TimeoutError):
                pass
            self.lost += 1
            await asyncio.sleep(POLL)

    async def _play(self, table: str, rng: random.Random) -> None:
        """Play at a table until its game is over."""
        url = f"ws{self.base.removeprefix('http')}{table}/socket"
        drawn, view = secrets.token_hex(32), None
        sent = 0.0
        async with connect(url, additional_headers=self.headers) as socket:
            while view is None or view["result"] is None:
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                except TimeoutError:
                    await socket.send('{"type": "ping"}')
                    continue
                table_now = message.get("table")
                if table_now and table_now["status"] == "waiting" and table_now["own"]:
                    entropy = {"type": "entropy", "id": secrets.token_hex(8), "value": drawn}
                    await socket.send(json.dumps(entropy))
                if message["type"] == "accepted" and sent:
                    self.moves.append(time.perf_counter() - sent)
                    sent = 0.0
                steps = message["type"] == "steps" and message["steps"]
                latest = message["steps"][-1] if steps else message
                view = latest.get("view", view)
                rejected = message["type"] == "rejected"
                if rejected:
                    await asyncio.sleep(TOO_FAST)
                if view is not None and view["legal"] and ("view" in latest or rejected):
                    chosen = rng.choice(view["legal"])["action"]
                    move = {"id": secrets.token_hex(8), "seq": view["seq"], "action": chosen}
                    sent = time.perf_counter()
                    await socket.send(json.dumps({"type": "act", **move}))


def ask(url: str, headers: dict[str, str], body: Any = None) -> Any:
    """Send a request, a POST if there is a body, and return the answer."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"Content-Type": "application/json", **headers}
    with urlopen(Request(url, data, sent), timeout=60) as answer:
        return json.load(answer)
