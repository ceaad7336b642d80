"""A connection at a table, and the parts of its messages that it reads."""

from __future__ import annotations

import msgspec
from benchmarks.fuzzing import mutations
from benchmarks.fuzzing.wire import Socket


class Legal(msgspec.Struct):
    """A legal action."""

    action: int = 0


class Piece(msgspec.Struct):
    """A piece."""

    id: str = ""


class Scene(msgspec.Struct):
    """The pieces of a scene."""

    pieces: list[Piece] = []


class View(msgspec.Struct):
    """The parts of a view that are needed to choose."""

    seq: int = 0
    legal: list[Legal] = []
    scene: Scene | None = None


class Happened(msgspec.Struct):
    """The parts of a step that are needed."""

    view: View | None = None


class About(msgspec.Struct):
    """The parts of a table that are needed."""

    status: str = ""


class Heard(msgspec.Struct):
    """The parts of an answer that are needed."""

    type: str
    id: str | None = None
    seq: int | None = None
    view: View | None = None
    steps: list[Happened] | None = None
    reason: str | None = None
    table: About | None = None


_decoder = msgspec.json.Decoder(Heard)


class Screen:
    """A connection at a table, and the messages it has received."""

    def __init__(self, port: int, path: str, headers: str) -> None:
        self.port, self.path, self.headers = port, path, headers
        self.socket: Socket | None = None
        self.seq, self.legal, self.pieces = 0, [0], ["none"]
        self.chooses = False
        self.status = ""
        self.raw = b""

    async def open(self, *, rush: bytes | None = None) -> None:
        """Connect and receive the welcome; send `rush`, if given, before waiting for it."""
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
        """Return the next message."""
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
        """Close the connection without a close frame."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None
