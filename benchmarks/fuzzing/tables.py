"""Messages at tables: valid ones of every type, changed ones, broken frames, in bursts.

Several screens sit at each table: of players, of somebody with two seats, of a bot from outside, of
those who watch. After each burst a question that changes nothing is asked, so that all before it
must have been answered; then the answers are counted against what was asked, and where nothing was
accepted the stored table, and what is shown of it, must be what it was.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec
from benchmarks.fuzzing import mutations
from benchmarks.fuzzing.findings import Books, Findings
from benchmarks.fuzzing.http import say
from benchmarks.fuzzing.wire import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    Closed,
    Line,
    Silent,
    Socket,
    frame,
)

from ducato.core.chance import CommittedStream
from ducato.core.game import load
from ducato.core.match import Match, Step
from ducato.table import protocol
from ducato.table.replay import replayed

LONG = 3000
"""Bytes that a change of size may add: some messages become longer than what is read."""
BURSTS = [1, 1, 1, 2, 4, 8, 16, 32]
HUGE = 20_000
"""Bytes of a frame that is too long to be answered."""
RESTLESS = 2.0
"""Seconds in which what was sent before the end of a connection may still be carried out."""
ENDS = 0.03
"""Of what ends a connection so much is sent: with each, a screen must be welcomed anew."""
SCREENS = 4
"""At each table, of all who might sit there, and one more that only looks."""
LOOK_EVERY, RELOAD_EVERY = 6, 40
"""Bursts without effect between two looks at what is shown."""
NOT_NOW = {1002, 1003, 1007, 1009, None}
"""How a socket may end when the frames themselves were broken."""
ANSWERS = {
    protocol.Explain: "explanation",
    protocol.Hint: "hint",
    protocol.Replay: "replay",
    protocol.Export: "record",
    protocol.ShowChart: "chart",
}
OVERHEAD = ("accepted", "rejected", "stale")


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


@dataclass
class Sent:
    """One frame of a burst.

    Attributes:
        kind: what was done to it.
        data: its bytes.
        frame_kind: text or binary.
    """

    kind: str
    data: bytes
    frame_kind: int = TEXT

    def __repr__(self) -> str:
        return f"{self.kind}{' (binary)' if self.frame_kind == BINARY else ''}: {self.data!r}"


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


@dataclass(frozen=True)
class Plan:
    """Who sits at a table: ``"A"``, ``"B"`` people, ``"bot"``, ``"outside"`` a bot, ``"open"``."""

    name: str
    seats: tuple[str, ...]
    time_control: dict[str, Any] = field(default_factory=lambda: {"kind": "untimed"})


PLANS = [
    Plan("two people", ("A", "B")),
    Plan("against a bot", ("A", "bot")),
    Plan("one screen", ("A", "A")),
    Plan("waiting", ("A", "open")),
    Plan("a bot from outside", ("A", "outside")),
    Plan("with clocks", ("A", "B"), {"kind": "real_time", "minutes": 200, "increment": 5}),
    Plan("a lesson", ()),
]


class Table:
    """One table, from its opening until it was fuzzed enough."""

    def __init__(
        self,
        port: int,
        books: Books,
        findings: Findings,
        rng: random.Random,
        game: dict[str, Any],
        plan: Plan,
        short: dict[str, Any],
        limited: bool,
    ) -> None:
        self.port, self.books, self.findings, self.rng = port, books, findings, rng
        self.game, self.plan, self.short, self.limited = game, plan, short, limited
        self.id, self.sent, self.quiet = "", 0, 0
        self.screens: list[Screen] = []
        self.shown: tuple[int, bytes] | None = None
        self.ids: list[str] = ["same"]
        self.number, self.restless = 0, 0.0
        self.fresh: set[str] = set()  # ids that were made for this burst
        self.thought_about: set[str | None] = set()  # ids of what takes a bot's time

    # -- opening

    async def open(self) -> None:
        """Open the table, seat everybody, connect all screens."""
        line, rng = Line(self.port), self.rng
        cookies = {who: (await say(line, "POST", "/api/me", name=who)).cookie for who in "ABC"}
        made = json.loads(
            (await say(line, "POST", "/api/bot-accounts", cookies["C"], name="Argo")).body
        )
        bearer = f"Authorization: Bearer {made['token']}\r\n"
        if self.plan.name == "a lesson":
            asked = {"game": self.game["name"], "name": "A"}
            opened = await say(line, "POST", "/api/lessons", cookies["A"], **asked)
        else:
            players = rng.choice(self.game["players"])
            seats = [*self.plan.seats, *["bot"] * players][:players]
            rows = [
                {"kind": "person", "name": "Anna"}
                if seat == "A"
                else {"kind": "bot", "bot": rng.choice(["greedy", "random"])}
                if seat == "bot"
                else {"kind": "open"}
                for seat in seats
            ]
            opened = await say(
                line, "POST", "/api/tables", cookies["A"],
                game=self.game["name"], seats=rows, time_control=self.plan.time_control,
                public=rng.random() < 0.5,
                options=self.short if rng.random() < 0.8 else {},
            )  # fmt: skip
            self.id = json.loads(opened.body)["id"]
            if "B" in seats:
                await say(line, "POST", f"/api/tables/{self.id}/join", cookies["B"], name="Bruno")
            if "outside" in seats:
                reply = await line.ask(
                    f"POST /api/tables/{self.id}/join HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer}"
                    "Content-Length: 2\r\n\r\n{}".encode()
                )
                assert reply is not None
                assert reply.status == 200, reply
        self.id = json.loads(opened.body)["id"]
        line.close()
        people = [f"Cookie: session={cookies[who]}\r\n" for who in "AABC"]
        for headers in rng.sample([*people, bearer, ""], SCREENS):
            query = rng.choice(["", "?lang=it", "?seat=1&lang=es", "?seat=99", "?lang=xx&seat=-1"])
            self.screens.append(Screen(self.port, f"/table/{self.id}/socket{query}", headers))
        self.watcher = Screen(self.port, f"/table/{self.id}/socket", "")
        for screen in [*self.screens, self.watcher]:
            await screen.open()
        if self.plan.name not in ("waiting", "a lesson"):  # nobody contributes to the chance
            while self.watcher.status == "waiting":
                await self.watcher.hear()

    async def close(self) -> None:
        """Leave, and see whether what is stored can be opened again as it was."""
        for screen in [*self.screens, self.watcher]:
            screen.close()
        await asyncio.sleep(0)
        rows = self.books.row(self.id)
        loaded = load(rows["game"], rows["players"], rows["edition"], **rows["options"])
        steps = [Step(*step) for step in self.books.steps(self.id)]
        names = [f"#{n}" for n in range(rows["players"])]
        if not rows["begun"]:
            self.findings.demand(not steps, f"{self}: steps before the deal", len(steps))
            self.findings.count("tables", self.plan.name, "waiting")
            return
        try:
            stream = CommittedStream(rows["seed"], self.books.contributions(self.id))
            match = replayed(loaded, stream, names, steps)
            Match.from_lines(match.to_lines())
        except Exception as error:
            self.findings.demand(False, f"{self}: cannot be replayed: {error!r}", len(steps))
            return
        over = rows["finished"] is not None
        self.findings.demand(match.is_over() == over, f"{self}: over or not over?", len(steps))
        self.findings.count("tables", self.plan.name, "over" if over else "left")

    def __str__(self) -> str:
        return f"{self.game['name']}, {self.plan.name}, table {self.id}"

    # -- one burst

    async def burst(self) -> int:
        """Say something, hear what comes of it; how much was said."""
        rng = self.rng
        choosing = [screen for screen in self.screens if screen.chooses]
        screen = rng.choice(choosing if choosing and rng.random() < 0.3 else self.screens)
        if screen.socket is None:
            rush = self._changed(screen).data if rng.random() < 0.3 else None
            try:
                await screen.open(rush=rush)
            except (Closed, Silent) as end:
                if rush is None or not isinstance(end, Closed) or end.code not in NOT_NOW:
                    self.findings.demand(False, f"{self}: no welcome: {end!r}", rush)
                screen.close()
                return 0
        if rng.random() < 0.03:
            return await self._break(screen)
        self.fresh.clear()
        said = [self._changed(screen) for _ in range(rng.choice(BURSTS))]
        if rng.random() < 0.1:
            said = [said[0]] * len(said)
        before = self.books.table(self.id)
        answers = await self._exchange(screen, said)
        if answers is not None:
            self._compare(said, answers)
            await self._unchanged(screen, said, answers, before)
        self.findings.listen(said)
        return len(said)

    async def _exchange(self, screen: Screen, said: list[Sent]) -> list[Heard] | None:
        """Send, ask what changes nothing, and hear up to its answer; None if the line ended."""
        assert screen.socket is not None
        for one in said:
            screen.socket.send(one.data, one.frame_kind)
        self.number += 1
        name, answers = f"burst {self.number}", []
        screen.socket.send(mutations.dumped({"type": "explain", "id": name}))
        try:
            while True:
                heard = await screen.hear()
                if heard.id == name:
                    if heard.type != "explanation":  # too much, and it did not wait
                        self.restless = time.monotonic() + RESTLESS
                    return answers
                answers.append(heard)
        except Closed as end:
            screen.close()
            self.restless = time.monotonic() + RESTLESS
            expected = any(len(one.data) > 4 * protocol.LONGEST for one in said)
            broken = any(one.frame_kind == TEXT and not _is_text(one.data) for one in said)
            allowed: set[int | None] = {4429} if self.limited else set()
            # None: we still spoke when the line had been ended, and so did not hear why.
            allowed |= {1009, None} if expected else set()
            allowed |= {1007, None} if broken else set()
            self.findings.demand(end.code in allowed, f"{self}: {screen.path} closed, {end}", said)
            for one in said:
                self.findings.count("sockets", one.kind, f"closed {end.code}")
            return None
        except Silent:
            self.findings.demand(False, f"{self}: {screen.path} silent", said)
            screen.close()
            return None

    def _compare(self, said: list[Sent], answers: list[Heard]) -> None:
        """Every message has its answer, by number and by kind."""
        wanted: Counter[str | None] = Counter()
        own: dict[str | None, set[str]] = {}
        later: set[str | None] = set()
        others: Counter[str] = Counter()
        for one in said:
            message = _read(one.data)
            if isinstance(message, protocol.Malformed):
                wanted[message.id] += 1
                own.setdefault(message.id, set()).add("rejected")
                kind = "rejected, not understood"
            elif isinstance(message, protocol.Ping):
                others["pong"] += 1
                kind = "pong"
            elif isinstance(message, protocol.ShowLog):
                others["log"] += 1
                kind = "log"
            elif isinstance(message, protocol.SetLanguage):
                others["welcome"] += 1
                kind = "welcome"
            elif isinstance(message, protocol.CatchUp):
                kind = "steps or welcome"
            else:
                wanted[message.id] += 1
                own.setdefault(message.id, set()).update(
                    {*OVERHEAD, ANSWERS.get(type(message), "accepted")}
                )
                if isinstance(message, protocol.Hint | protocol.ShowChart):
                    later.add(message.id)  # it takes a bot's time; who asks again hears the last
                kind = "an answer of its own"
                got = [a.type for a in answers if a.id == message.id]
                kind = got[0] if got else "later"
            self.findings.count("sockets", one.kind, kind)
        if self.limited:
            return  # much of it was too much
        got_ids: Counter[str | None] = Counter()
        for answer in answers:
            if answer.type in OVERHEAD or answer.type in ANSWERS.values():
                before = answer.id not in wanted or answer.id in self.thought_about - later
                if answer.type in ("hint", "chart") and before:
                    continue  # it was asked in a burst before this one
                got_ids[answer.id] += 1
                self.findings.demand(
                    answer.type in own.get(answer.id, set()),
                    f"{self}: {answer.type} ({answer.reason}) for {answer.id!r}",
                    said,
                )
        self.thought_about |= later
        for name in wanted.keys() | got_ids.keys():
            if name not in later:
                self.findings.demand(
                    wanted[name] == got_ids[name],
                    f"{self}: {wanted[name]} asked as {name!r}, {got_ids[name]} answered",
                    said,
                )
        for kind, number in others.items():
            got = sum(a.type == kind for a in answers)
            enough = got >= number if kind == "welcome" else got == number
            self.findings.demand(enough, f"{self}: {number} wanted {kind}, {got} came", said)

    async def _unchanged(
        self,
        screen: Screen,
        said: list[Sent],
        answers: list[Heard],
        before: tuple[str, list[tuple[int, int]]],
    ) -> None:
        """What was refused has changed nothing; what was accepted is stored."""
        accepted = [answer for answer in answers if answer.type == "accepted"]
        about, steps = self.books.table(self.id)
        if accepted:
            self.shown = None
            # What was asked before and is asked again is accepted as it was then.
            fresh = [answer for answer in accepted if answer.id in self.fresh]
            most = max((answer.seq or 0 for answer in fresh), default=0)
            undone = any(b'"undo"' in one.data for one in said)
            self.findings.demand(
                undone or len(steps) >= most, f"{self}: {most} accepted, {len(steps)} stored", said
            )
            return
        if (about, steps) != before:
            self.shown = None
            old = before[1]
            added = steps[len(old) :]
            by_bots = (
                steps[: len(old)] == old
                and bool(added)
                and added[0][0] in self.books.played_by_bots(self.id)
            )
            late = time.monotonic() < self.restless
            self.findings.demand(
                by_bots or late,
                f"{self}: nothing accepted, and yet {before} became {about, steps}",
                said,
            )
            return
        self.quiet += 1
        if self.quiet % LOOK_EVERY == 0 and not self.limited:
            await self._look(said, len(steps))
        if self.quiet % RELOAD_EVERY == 0:
            screen.close()

    async def _look(self, said: list[Sent], seq: int) -> None:
        """What everybody sees at this moment is what everybody saw."""
        watcher = self.watcher
        try:
            if watcher.socket is None:
                await watcher.open()
            assert watcher.socket is not None
            watcher.socket.send(
                mutations.dumped({"type": "replay", "id": "look", "seq": seq, "seat": None})
            )
            while (await watcher.hear()).id != "look":
                pass
        except (Closed, Silent) as end:
            watcher.close()
            self.findings.demand(False, f"{self}: a watcher was closed: {end!r}", said)
            return
        if self.shown is not None and self.shown[0] == seq:
            self.findings.demand(
                self.shown[1] == watcher.raw, f"{self}: stored is the same, shown is not", said
            )
        self.shown = seq, watcher.raw

    # -- frames that are none

    async def _break(self, screen: Screen) -> int:
        """Break the protocol beneath the messages: the socket may end, and nothing else."""
        assert screen.socket is not None
        rng, data = self.rng, self._changed(screen).data[:2000].decode("utf-8", "ignore").encode()
        before = self.books.table(self.id)
        ways = {
            "unmasked": frame(data, 0x81, masked=False),
            "reserved bits": frame(data, 0x81 | rng.choice([0x10, 0x20, 0x40])),
            "reserved opcode": frame(data, 0x80 | rng.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])),
            "long control": frame(b"x" * 200, 0x80 | rng.choice([CLOSE, PING, PONG])),
            "control in parts": frame(b"x", rng.choice([CLOSE, PING, PONG])),
            "no beginning": frame(data, 0x80),
            "no end": frame(data, 0x01) + frame(data, 0x81),
            "in parts": frame(data[:5], 0x01) + frame(b"p", 0x89) + frame(data[5:], 0x80),
            "too long": frame(b"[" * HUGE, 0x81),
            "said to be long": b"\x81\xff" + rng.randbytes(8) + b"abcd" + data,
            "no text": frame(rng.randbytes(40) + b"\xff", 0x81),
            "cut": frame(data + b"     ", 0x81)[: rng.randrange(1, 6)],
            "noise": rng.randbytes(rng.randrange(1, 300)),
            "close": frame(rng.choice([b"", b"\x03", b"\x03\xe8", b"\x00\x00", b"\x03\xed",
                                       b"\x0f\xa0\xff", b"\xff\xff"]), 0x88),
            "empty": frame(b"", 0x81),
        }  # fmt: skip
        way = rng.choice([*ways])
        screen.socket.send_raw(ways[way])
        if way not in ("in parts", "empty"):
            screen.socket.end_of_words()
        code: int | str | None = "open"
        try:
            if way in ("in parts", "empty"):
                answers = await self._exchange(screen, [])
                code = "open" if answers is not None else "ended"
            else:
                while True:
                    await screen.hear()
        except Closed as end:
            code = end.code
        except Silent:
            self.findings.demand(False, f"{self}: {way}: neither ended nor answered", ways[way])
        allowed = {"open"} if way in ("in parts", "empty") else {*NOT_NOW, 1000, 1005, 4000}
        self.findings.demand(code in allowed, f"{self}: {way}: ended with {code}", ways[way])
        self.findings.count("frames", way, f"{code}")
        if code != "open":
            screen.close()
        if way not in ("in parts", "unmasked", "noise"):
            after = self.books.table(self.id)
            if after != before:
                added = after[1][len(before[1]) :]
                by_bots = bool(added) and added[0][0] in self.books.played_by_bots(self.id)
                by_bots |= time.monotonic() < self.restless
                self.findings.demand(by_bots, f"{self}: {way} changed something", ways[way])
        self.findings.listen(ways[way])
        return 1

    # -- messages

    def _changed(self, screen: Screen) -> Sent:
        """A message of any type, as it should be or not."""
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
        if not _is_text(data) and rng.random() > ENDS:
            frame_kind = BINARY  # as text it would end the connection
        return Sent(how, data[: 4 * protocol.LONGEST], frame_kind)

    def _valid(self, screen: Screen) -> dict[str, Any]:
        """A message with everything that its type has."""
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
            case "undo":
                return {"type": kind, "id": name, "seq": screen.seq}
            case "hint":
                return {"type": kind, "id": name, "seq": screen.seq}
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
                return {"type": kind, "id": name, "text": rng.choice(["hello", *mutations.LETTERS])}
            case "mute":
                return {
                    "type": kind,
                    "id": name,
                    "line": rng.randrange(1, 9),
                    "on": rng.random() < 0.5,
                }
            case "log" | "catch_up":
                return {"type": kind, "seq": max(0, screen.seq - rng.randrange(4))}
            case "language":
                return {"type": kind, "lang": rng.choice(["en", "it", "es", "xx"])}
            case "ping":
                return {"type": kind}
        return {"type": kind, "id": name}


WEIGHTS = {
    "act": 40, "undo": 4, "ready": 6, "explain": 6, "hint": 0.3, "replay": 2, "export": 0.5,
    "resign": 0.2, "chart": 0.3, "propose": 4, "vote": 4, "auto_responses": 4, "chat": 4, "mute": 3,
    "log": 3, "entropy": 2, "catch_up": 3, "language": 0.5, "ping": 6,
}  # fmt: skip
"""How often each type is said. What takes a bot's time is rare, and so is what ends a game."""


def _read(data: bytes) -> Any:
    """The message as the server reads it, or what is wrong with it."""
    try:
        return protocol.read(data)
    except protocol.Malformed as wrong:
        return wrong


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def types() -> set[str]:
    """The types of all messages that the protocol knows."""
    return {
        form.__struct_config__.tag
        for form in vars(protocol).values()
        if isinstance(form, type)
        and issubclass(form, msgspec.Struct)
        and form.__struct_config__.tag
    }
