"""A page without a server, as its worker and its screen see it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from tests.support.scene_replica import SceneReplica, complete_message

from ducato.core.game import all_games
from ducato.page.host import Host


@dataclass
class Page:
    """A page as its worker and its screen see it; bots choose at random."""

    host: Host = field(default_factory=Host)
    table: str = ""
    saved: str = ""
    shown: dict[str, Any] = field(default_factory=dict)
    heard: list[dict[str, Any]] = field(default_factory=list)
    replica: SceneReplica = field(default_factory=SceneReplica)
    bot: dict[str, Any] | None = None
    entry: dict[str, Any] = field(default_factory=dict)
    requests: int = 0
    language: str = "en"

    def post(self, path: str, body: object) -> dict[str, Any]:
        answer = self.host.request(path, json.dumps(body), self.language, 1)
        made: dict[str, Any] = json.loads(answer)
        if made["table"]:
            self.table, self.saved = made["table"], made["answer"]["saved"]
        return made

    def open(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(
            self.host.open(self.table, self.saved, self.language, 2)
        )
        if "error" not in answer:
            self.take(answer["answer"])
        return answer

    def take(self, answer: dict[str, Any]) -> None:
        self.saved = answer["saved"] or self.saved
        self.bot, self.entry = answer["bot"], answer["entry"] or self.entry
        for message in answer["messages"]:
            self.heard.append(message)
            self.see(complete_message(self.replica, message))

    def see(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome" | "undone":
                self.shown = message["view"]
            case "steps":
                self.shown = message["steps"][-1]["view"] or self.shown

    def send(self, **message: Any) -> list[dict[str, Any]]:
        if "lang" not in message:
            self.requests += 1
            message["id"] = f"r{self.requests}"
        before = len(self.heard)
        self.take(json.loads(self.host.receive(self.table, json.dumps(message), 3)))
        return self.heard[before:]

    def begin(self) -> None:
        self.open()
        self.send(type="entropy", value="5" * 64)

    @property
    def live(self) -> Any:
        return self.host._tables[self.table].table

    def move(self) -> None:
        """Make one decision: a bot's, or the reader's."""
        match = self.live.match
        if self.bot is not None:
            bot, legal = self.bot, match.position.legal_actions()
            action = bot.get("action")
            if action is None:
                action = int(legal[int(bot["seed"], 16) % len(legal)])
            played = self.host.play(self.table, bot["revision"], bot["seat"], action, 4)
            self.take(json.loads(played))
            return
        seat = match.position.current_player()
        screen = self.host._tables[self.table].screen
        if screen.covered_for == seat:
            self.send(type="ready", seat=seat)
        legal = match.position.legal_actions()
        action = int(legal[(match.seq * 7919) % len(legal)])
        told = self.send(type="act", seq=match.seq, action=action)
        assert told[0]["type"] == "accepted", told[0]


def request(name: str, players: int | None = None, people: int = 1) -> dict[str, Any]:
    game = all_games()[name]
    count = players or game.players[0]
    seats: list[dict[str, str]] = [
        {"kind": "person", "name": f"Anna {n + 1}"} for n in range(people)
    ]
    seats += [{"kind": "bot", "bot": "random"}] * (count - people)
    return {"game": name, "seats": seats}
