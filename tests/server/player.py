"""A player who talks to the server over the socket, as a page does."""

from __future__ import annotations

from contextlib import ExitStack
from secrets import token_hex
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from tests.support.scene_replica import SceneReplica, complete_message

ENTROPY = "0f" * 32
"""What every player contributes to the chance of the game."""


class Player:
    """One connection at a table."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self._sitting = ExitStack()
        self.session = self._sitting.enter_context(session)
        self.sent = 0
        self._name = token_hex(4)  # a browser's ids are its own too
        self.heard: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self._replica = SceneReplica()
        self._unheard: list[dict[str, Any]] = []
        self.waits = False

    def come(self) -> None:
        """Receive the table, and contribute to its chance if the game is about to begin."""
        table = self.hear("welcome")["table"]
        self.waits = table["status"] == "waiting"
        if self.waits and table["own"] and not table["seats"][table["own"][0]]["entropy"]:
            self.contribute()

    def contribute(self) -> None:
        """Contribute to the chance; if no other player is awaited, hear the game begin."""
        self.say(type="entropy", id=f"{self._name}-e", value=ENTROPY)
        heard = [self._receive()]
        while heard[-1]["type"] not in ("accepted", "rejected"):
            heard.append(self._receive())
        if heard[-1]["type"] == "rejected":  # on a busy machine the game has begun already
            begun = next(n for n, one in enumerate(self.heard) if _has_begun(one))
            self.waits, self.heard = False, self.heard[begun:-1]
            self._unheard = self.heard[1:]
            return
        told = self._receive()
        while told["type"] not in ("table", "welcome"):
            heard.append(told)
            told = self._receive()
        if not _has_begun(told):
            self._unheard = [one for one in heard if one["type"] not in ("accepted", "table")]
        else:
            self._begun()

    def begin(self) -> None:
        """Hear the game begin, now that all have contributed."""
        while self.waits:
            if self.hear("welcome")["table"]["status"] != "waiting":
                self._begun()

    def _begun(self) -> None:
        self.waits = False
        del self.heard[:-1]  # from here on the messages are about the game

    def leave(self) -> None:
        """Close the connection; a test's server stops only when everyone has left."""
        self._sitting.close()

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Receive messages up to the next one of these kinds, or just the next one."""
        while True:
            message = self._unheard.pop(0) if self._unheard else self._receive()
            if not kinds or message["type"] in kinds:
                return message

    def _receive(self) -> dict[str, Any]:
        message = complete_message(self._replica, self.session.receive_json())
        self.heard.append(message)
        self.view = message.get("view", self.view)
        if message["type"] == "steps" and message["steps"]:
            self.view = message["steps"][-1]["view"]
        return message

    def say(self, **message: Any) -> None:
        self.session.send_json(message)

    def act(self, action: int | None = None, **changes: Any) -> dict[str, Any]:
        """Take this action, or the first legal one, and return the answer."""
        self.sent += 1
        chosen = self.view["legal"][0]["action"] if action is None else action
        message = {
            "type": "act",
            "id": f"{self._name}-{self.sent}",
            "seq": self.view["seq"],
            "action": chosen,
        }
        self.say(**{**message, **changes})
        return self.hear("accepted", "rejected", "stale")

    def wait_for_turn(self) -> None:
        """Receive messages until this player is to choose, or the game is over."""
        while not self.view["legal"] and self.view["result"] is None:
            self.hear("steps", "undone", "view", "welcome")

    def play(self, moves: int = 10_000) -> None:
        """Make this many moves, or play to the end."""
        for _ in range(moves):
            self.wait_for_turn()
            if self.view["result"] is not None:
                return
            assert self.act()["type"] == "accepted"
            self.hear("steps")


def _has_begun(message: dict[str, Any]) -> bool:
    """Return whether a message says that the game is no longer waiting to begin."""
    return "table" in message and message["table"]["status"] != "waiting"


def begin_game(address: str, *clients: TestClient) -> None:
    """Have all players contribute to the chance, so that the game begins, and leave again."""
    for client in clients:
        player = Player(client.websocket_connect(f"{address}/socket"))
        player.come()
        player.leave()
