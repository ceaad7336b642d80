"""A connection at a table, and the parts of its messages that it reads."""

from __future__ import annotations

import msgspec
from benchmarks.fuzzing import mutations
from benchmarks.fuzzing.wire import Socket


class Legal(msgspec.Struct):
    """One legal action."""

    action: int = 0


class Piece(msgspec.Struct):
    """One piece."""

    id: str = ""


class Scene(msgspec.Struct):
    """What lies there."""

    pieces: list[Piece] = []


class View(msgspec.Struct):
    """What of a view is needed to choose."""

    seq: int = 0
    legal: list[Legal] = []
    scene: Scene | None = None


class Happened(msgspec.Struct):
    """What of a step is needed."""

    view: View | None = None


class About(msgspec.Struct):
    """What of a table is needed."""

    status: str = ""


class Heard(msgspec.Struct):
    """What of an answer is needed."""

    type: str
    id: str | None = None
    seq: int | None = None
    view: View | None = None
    steps: list[Happened] | None = None
    reason: str | None = None
    table: About | None = None


_decoder = msgspec.json.Decoder(Heard)


class Screen:
    """One connection at a table, and what it has heard."""

    def __init__(self, port: int, path: str, headers: str) -> None:
        self.port, self.path, self.headers = port, path, headers
        self.socket: Socket | None = None
        self.seq, self.legal, self.pieces = 0, [0], ["none"]
        self.chooses = False
        self.status = ""
        self.raw = b""

    async def open(self, *, rush: bytes | None = None) -> None:
        """Connect and be welcomed; with a rush, something is said before."""
        self.close()
        self.socket = await Socket.open(self.port, self.path, self.headers)
        if rush is not None:
            self.socket.send(rush)
            self.socket.send(mutations.dumped({"type": "explain", "id": "welcome"}))
        while True:
            heard = await self.hear()
            if (heard.id == "welcome") if rush is not None else (heard.type == "welcome"):
                return

    async def hear(self) -> Heard:
        """The next message."""
        assert self.socket is not None
        self.raw = await self.socket.hear()
        heard = _decoder.decode(self.raw)
        if heard.table is not None:
            self.status = heard.table.status
        views = [heard.view, *(step.view for step in heard.steps or [])]
        for view in views:
            if view is not None and heard.type != "replay":
                self.seq = view.seq
                self.chooses = bool(view.legal)
                self.legal = [legal.action for legal in view.legal] or self.legal
                if view.scene is not None:
                    self.pieces = [piece.id for piece in view.scene.pieces] or self.pieces
        return heard

    def close(self) -> None:
        """Leave, without a word."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None
