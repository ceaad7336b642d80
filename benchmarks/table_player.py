"""A player who speaks to a server over a socket, for measurements: no browser, no page.

It takes the first of its legal actions, or one by chance, and remembers what was acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

STEPS = ('"type":"steps"', '"type":"welcome"', '"type":"undone"', '"type":"view"')


@dataclass
class Player:
    """One screen at a table.

    Attributes:
        base: address of the server.
        path: of the table.
        cookie: of the session.
        seat: the one that it plays for.
        acknowledged: the actions that the server accepted, by the number of steps before them.
        delays: seconds from each request to its answer.
    """

    base: str
    path: str
    cookie: str
    seat: int | None
    rng: random.Random = field(default_factory=random.Random)
    acknowledged: dict[int, int] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    heard: int = 0

    async def connect(self) -> ClientConnection:
        """Come to the table."""
        query = "" if self.seat is None else f"&seat={self.seat}"
        address = f"{self.base.replace('http', 'ws')}{self.path}/socket?lang=en{query}"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        return await connect(
            address,
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            max_size=None,
            max_queue=64,
            open_timeout=60,
        )

    def hear(self, text: str | bytes) -> dict[str, Any]:
        """Take in a message."""
        message: dict[str, Any] = json.loads(text)
        self.heard += 1
        if message["type"] == "steps" and message["steps"]:
            self.view = message["steps"][-1]["view"]
        else:
            self.view = message.get("view", self.view)
        return message

    async def act(self, line: ClientConnection, wait: float = 30.0) -> dict[str, Any]:
        """Do one of the legal actions; the answer."""
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

    async def listen(self, line: ClientConnection) -> None:
        """Hear one message."""
        self.hear(await line.recv())


def new_table(base: str, cookie: str, **request: Any) -> tuple[str, str]:
    """Open a table; its path, and the cookie of who did."""
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    asked = Request(f"{base}/api/tables", json.dumps(request).encode(), headers)
    with urlopen(asked, timeout=60) as answer:
        given = answer.headers.get("Set-Cookie")
        url: str = json.load(answer)["url"]
    return url, cookie if given is None else given.partition(";")[0]
