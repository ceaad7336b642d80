"""Messages to a table: valid ones of every type, and ones with mistakes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import msgspec
from benchmarks.fuzzing import mutations
from benchmarks.fuzzing.screens import Screen
from benchmarks.fuzzing.wire import BINARY, HUGE, TEXT

from ducato.table import protocol

LONG = 3000
"""Bytes that a change of size may add: some messages exceed the longest that is read."""
ENDS = 0.03
"""Share sent of the messages that end a connection: each makes a new connection necessary."""

WEIGHTS = {
    "act": 40, "undo": 4, "ready": 6, "explain": 6, "hint": 0.3, "replay": 2, "export": 0.5,
    "resign": 0.2, "chart": 0.3, "propose": 4, "vote": 4, "auto_responses": 4, "chat": 4, "mute": 3,
    "block": 1, "log": 3, "entropy": 2, "catch_up": 3, "language": 0.5, "ping": 6,
    "state": 2, "decision": 0.5, "try": 4,
}  # fmt: skip
"""How often each type is sent; what takes a bot's time is rare, and so is what ends a game."""


@dataclass
class Sent:
    """One frame of a burst.

    Attributes:
        kind: how it was mutated.
        data: its bytes.
        frame_kind: text or binary.
    """

    kind: str
    data: bytes
    frame_kind: int = TEXT

    def __repr__(self) -> str:
        return f"{self.kind}{' (binary)' if self.frame_kind == BINARY else ''}: {self.data!r}"


class MessageMaker:
    """Maker of messages for one table.

    Attributes:
        fresh: ids of the messages made since it was cleared.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.fresh: set[str] = set()
        self.sent = 0
        self.ids = ["same"]

    def changed(self, screen: Screen) -> Sent:
        """Return a message of any type, valid or mutated."""
        rng = self.rng
        message = self._valid(screen)
        kind = rng.random()
        frame_kind = BINARY if rng.random() < 0.1 else TEXT
        if kind < 0.2:
            return Sent("as it should be", mutations.dumped(message), frame_kind)
        if kind < 0.35:
            message.update(rng.choice([
                {"seq": rng.choice([0, 1, max(0, screen.seq - 1), screen.seq + 1, 2**31 - 1])},
                {"seat": rng.randrange(8)},
                {"action": rng.choice([0, 5, 70, 255, 2000, 2**31 - 1])},
                {"id": rng.choice(self.ids)},
            ]))  # fmt: skip
            return Sent("out of place", mutations.dumped(message), frame_kind)
        if kind < 0.36:
            size = HUGE if rng.random() < ENDS else rng.choice([4080, 5000, 12_000])
            return Sent("too long", b'{"id":"' + b"a" * size, frame_kind)
        how, data = mutations.mutated(rng, message, LONG)
        if not is_text(data) and rng.random() > ENDS:
            frame_kind = BINARY  # as text it would end the connection
        return Sent(how, data[: 4 * protocol.LONGEST], frame_kind)

    def _valid(self, screen: Screen) -> dict[str, Any]:
        """Return a message with everything that its type requires."""
        rng = self.rng
        self.sent += 1
        name = f"{self.sent}-{rng.randrange(2**32):x}"
        self.fresh.add(name)
        if rng.random() < 0.02:
            self.ids = [*self.ids[-4:], name]
        seat = rng.randrange(3)
        kind = rng.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
        match kind:
            case "act":
                return {
                    "type": kind,
                    "id": name,
                    "seq": screen.seq,
                    "action": rng.choice(screen.legal),
                }
            case "undo" | "decision" | "hint":
                return {"type": kind, "id": name, "seq": screen.seq}
            case "try":
                line = [rng.choice(screen.legal) for _ in range(rng.randrange(4))]
                more = {"actions": line, "deal": rng.randrange(3)}
                return {"type": kind, "id": name, "seq": screen.seq, **more}
            case "ready":
                return {"type": kind, "id": name, "seat": seat}
            case "explain":
                what = rng.choice(
                    [{"piece": rng.choice(screen.pieces)}, {"action": rng.randrange(300)}]
                )
                return {"type": kind, "id": name, **what}
            case "replay":
                seen = rng.choice([None, seat])
                return {
                    "type": kind,
                    "id": name,
                    "seq": max(0, screen.seq - rng.choice([0, 0, 0, 3])),
                    "seat": seen,
                }
            case "propose":
                return {"type": kind, "id": name, "what": rng.choice(["correspondence", "return"])}
            case "vote":
                return {
                    "type": kind,
                    "id": name,
                    "what": rng.choice(["correspondence", "return"]),
                    "seat": seat,
                    "yes": rng.random() < 0.5,
                }
            case "entropy":
                return {"type": kind, "id": name, "value": rng.choice(["0", "a", "f"]) * 64}
            case "auto_responses":
                return {
                    "type": kind,
                    "id": name,
                    "seat": seat,
                    "responses": rng.choice([[], ["pass"], ["x"]]),
                }
            case "chat":
                return {"type": kind, "id": name, "text": rng.choice(["hello", *mutations.STRINGS])}
            case "mute":
                muted = {"line": rng.randrange(1, 9), "on": rng.random() < 0.5}
                return {"type": kind, "id": name, **muted}
            case "block":
                whom = rng.choice([{"line": rng.randrange(1, 9)}, {"seat": seat}])
                return {"type": kind, "id": name, **whom}
            case "log" | "catch_up":
                return {"type": kind, "seq": max(0, screen.seq - rng.randrange(4))}
            case "language":
                return {"type": kind, "lang": rng.choice(["en", "it", "es", "xx"])}
            case "ping":
                return {"type": kind}
        return {"type": kind, "id": name}


def read(data: bytes) -> Any:
    """Return the message as the server reads it, or what is wrong with it."""
    try:
        return protocol.read(data)
    except protocol.Malformed as wrong:
        return wrong


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def types() -> set[str]:
    """Return the types of all messages that the protocol knows."""
    return {
        form.__struct_config__.tag
        for form in vars(protocol).values()
        if isinstance(form, type)
        and issubclass(form, msgspec.Struct)
        and form.__struct_config__.tag
    }
