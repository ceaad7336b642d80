"""Bursts of messages at tables: valid ones of every type, mutated ones and broken frames.

Several connections are open at each table: of players, of a person with two seats, of an external
bot, of spectators. After each burst a question that changes nothing is asked, so that all messages
before it must have been answered; then the answers are counted against the messages, and where
nothing was accepted the stored table, and what is shown of it, must be what it was.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from typing import Any

from benchmarks.fuzzing import mutations
from benchmarks.fuzzing.findings import Books, Findings
from benchmarks.fuzzing.http import say
from benchmarks.fuzzing.messages import MessageMaker, Sent, is_text, read
from benchmarks.fuzzing.plans import Plan
from benchmarks.fuzzing.screens import Heard, Screen
from benchmarks.fuzzing.wire import TEXT, Closed, Line, Silent, broken_frames

from ducato.core.chance import CommittedStream
from ducato.core.game import load
from ducato.core.match import Match, Step
from ducato.table import protocol
from ducato.table.setup.replay import replayed

BURSTS = [1, 1, 1, 2, 4, 8, 16, 32]
RESTLESS = 2.0
"""Seconds in which messages sent before the end of a connection may still be carried out."""
SCREENS = 4
"""Connections at each table, of all who might sit there; one more only watches."""
LOOK_EVERY, RELOAD_EVERY = 6, 40
"""Bursts without effect between two checks of what is shown, and between two reconnections."""
NOT_NOW = {1002, 1003, 1007, 1009, None}
"""Codes with which a socket may end when the frames themselves were broken."""
ANSWERS = {
    protocol.Explain: "explanation",
    protocol.Hint: "hint",
    protocol.Replay: "replay",
    protocol.Export: "record",
    protocol.ShowChart: "chart",
    protocol.ShowDecision: "decision",
    protocol.ShowState: "state",
}
OVERHEAD = ("accepted", "rejected", "stale")


class Table:
    """One table, from its opening to the end of its fuzzing."""

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
        self.id, self.quiet = "", 0
        self.messages = MessageMaker(rng)
        self.screens: list[Screen] = []
        self.shown: tuple[int, bytes] | None = None
        self.number, self.restless = 0, 0.0
        self.thought_about: set[str | None] = set()  # ids of messages that take a bot's time

    # -- opening

    async def open(self) -> None:
        """Open the table, seat all players, connect all screens."""
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
        people = [f"Cookie: {cookies[who]}\r\n" for who in "AABC"]
        for headers in rng.sample([*people, bearer, ""], SCREENS):
            query = rng.choice(["", "?lang=it", "?seat=1&lang=es", "?seat=99", "?lang=xx&seat=-1"])
            self.screens.append(Screen(self.port, f"/table/{self.id}/socket{query}", headers))
        self.spectator = Screen(self.port, f"/table/{self.id}/socket", "")
        for screen in [*self.screens, self.spectator]:
            await screen.open()
        if self.plan.name not in ("waiting", "a lesson"):  # there nobody contributes to the chance
            while self.spectator.status == "waiting":
                await self.spectator.hear()

    async def close(self) -> None:
        """Leave, and check that the stored table can be replayed."""
        for screen in [*self.screens, self.spectator]:
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
        """Send a burst and check the answers; return the number of messages."""
        rng = self.rng
        choosing = [screen for screen in self.screens if screen.chooses]
        screen = rng.choice(choosing if choosing and rng.random() < 0.3 else self.screens)
        if screen.socket is None:
            rush = self.messages.changed(screen).data if rng.random() < 0.3 else None
            try:
                await screen.open(rush=rush)
            except (Closed, Silent) as end:
                if rush is None or not isinstance(end, Closed) or end.code not in NOT_NOW:
                    self.findings.demand(False, f"{self}: no welcome: {end!r}", rush)
                screen.close()
                return 0
        if rng.random() < 0.03:
            return await self._break(screen)
        self.messages.fresh.clear()
        burst = [self.messages.changed(screen) for _ in range(rng.choice(BURSTS))]
        if rng.random() < 0.1:
            burst = [burst[0]] * len(burst)
        before = self.books.table(self.id)
        answers = await self._exchange(screen, burst)
        if answers is not None:
            self._compare(burst, answers)
            await self._unchanged(screen, burst, answers, before)
        self.findings.listen(burst)
        return len(burst)

    async def _exchange(self, screen: Screen, burst: list[Sent]) -> list[Heard] | None:
        """Send a burst and a harmless question; return the answers, or None if the line ended."""
        assert screen.socket is not None
        for one in burst:
            screen.socket.send(one.data, one.frame_kind)
        self.number += 1
        name, answers = f"burst {self.number}", []
        screen.socket.send(mutations.dumped({"type": "explain", "id": name}))
        try:
            while True:
                heard = await screen.hear()
                if heard.id == name:
                    if heard.type != "explanation":  # rate-limited, so it did not wait for the rest
                        self.restless = time.monotonic() + RESTLESS
                    return answers
                answers.append(heard)
        except Closed as end:
            screen.close()
            self.restless = time.monotonic() + RESTLESS
            expected = any(len(one.data) > 4 * protocol.LONGEST for one in burst)
            broken = any(one.frame_kind == TEXT and not is_text(one.data) for one in burst)
            allowed: set[int | None] = {4429} if self.limited else set()
            # None: we were still sending when the line was ended, and so did not get the reason.
            allowed |= {1009, None} if expected else set()
            allowed |= {1007, None} if broken else set()
            self.findings.demand(end.code in allowed, f"{self}: {screen.path} closed, {end}", burst)
            for one in burst:
                self.findings.count("sockets", one.kind, f"closed {end.code}")
            return None
        except Silent:
            self.findings.demand(False, f"{self}: {screen.path} silent", burst)
            screen.close()
            return None

    def _compare(self, burst: list[Sent], answers: list[Heard]) -> None:
        """Check that every message has its answer, by number and by kind."""
        wanted: Counter[str | None] = Counter()
        own: dict[str | None, set[str]] = {}
        later: set[str | None] = set()
        others: Counter[str] = Counter()
        for one in burst:
            message = read(one.data)
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
                    later.add(message.id)  # it takes a bot's time; a repeat replaces it
                kind = "an answer of its own"
                got = [a.type for a in answers if a.id == message.id]
                kind = got[0] if got else "later"
            self.findings.count("sockets", one.kind, kind)
        if self.limited:
            return  # much of it exceeded the limits
        got_ids: Counter[str | None] = Counter()
        for answer in answers:
            if answer.type in OVERHEAD or answer.type in ANSWERS.values():
                before = answer.id not in wanted or answer.id in self.thought_about - later
                if answer.type in ("hint", "chart") and before:
                    continue  # it was asked in an earlier burst
                got_ids[answer.id] += 1
                self.findings.demand(
                    answer.type in own.get(answer.id, set()),
                    f"{self}: {answer.type} ({answer.reason}) for {answer.id!r}",
                    burst,
                )
        self.thought_about |= later
        for name in wanted.keys() | got_ids.keys():
            if name not in later:
                self.findings.demand(
                    wanted[name] == got_ids[name],
                    f"{self}: {wanted[name]} asked as {name!r}, {got_ids[name]} answered",
                    burst,
                )
        for kind, number in others.items():
            got = sum(a.type == kind for a in answers)
            enough = got >= number if kind == "welcome" else got == number
            self.findings.demand(enough, f"{self}: {number} wanted {kind}, {got} came", burst)

    async def _unchanged(
        self,
        screen: Screen,
        burst: list[Sent],
        answers: list[Heard],
        before: tuple[str, list[tuple[int, int]]],
    ) -> None:
        """Check that a refused message changed nothing and an accepted one is stored."""
        accepted = [answer for answer in answers if answer.type == "accepted"]
        about, steps = self.books.table(self.id)
        if accepted:
            self.shown = None
            # A repeated request is accepted as it was the first time.
            fresh = [answer for answer in accepted if answer.id in self.messages.fresh]
            most = max((answer.seq or 0 for answer in fresh), default=0)
            undone = any(b'"undo"' in one.data for one in burst)
            self.findings.demand(
                undone or len(steps) >= most, f"{self}: {most} accepted, {len(steps)} stored", burst
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
                burst,
            )
            return
        self.quiet += 1
        if self.quiet % LOOK_EVERY == 0 and not self.limited:
            await self._look(burst, len(steps))
        if self.quiet % RELOAD_EVERY == 0:
            screen.close()

    async def _look(self, burst: list[Sent], seq: int) -> None:
        """Check that what is shown to spectators at this step is what was shown before."""
        spectator = self.spectator
        try:
            if spectator.socket is None:
                await spectator.open()
            assert spectator.socket is not None
            spectator.socket.send(
                mutations.dumped({"type": "replay", "id": "look", "seq": seq, "seat": None})
            )
            while (await spectator.hear()).id != "look":
                pass
        except (Closed, Silent) as end:
            spectator.close()
            self.findings.demand(False, f"{self}: a spectator was closed: {end!r}", burst)
            return
        if self.shown is not None and self.shown[0] == seq:
            self.findings.demand(
                self.shown[1] == spectator.raw, f"{self}: stored is the same, shown is not", burst
            )
        self.shown = seq, spectator.raw

    # -- invalid frames

    async def _break(self, screen: Screen) -> int:
        """Break the protocol beneath the messages: the socket may end, and nothing else."""
        assert screen.socket is not None
        rng, message = self.rng, self.messages.changed(screen)
        data = message.data[:2000].decode("utf-8", "ignore").encode()
        before = self.books.table(self.id)
        ways = broken_frames(rng, data)
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
