"""Whole games at tables, as a page plays them that has no NumPy and no compiler.

As a program, it blocks their import, imports every module that must do without them, and prints a
digest of all that was said in one game of the title named.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import random
import sys
from collections.abc import Iterator
from typing import Any

BLOCKED = ("numpy", "numba", "llvmlite")
ARRAYS = {
    "ducato.core.batch",
    "ducato.core.game.value_weights",
    "ducato.core.observation.spec",
    "ducato.core.observation.write",
    "ducato.core.observation.zones",
    "ducato.table.game_checks",
}
"""The modules of `core`, `games` and `table` that work on arrays: what plays imports none."""
NAMES = ("random", "greedy", "ismcts:sims=20:variety=0:playout=uniform", "beginner:style=hoarder",
         "fox", "greedy:sims=3", "ismcts:sims=0", "ismcts:variety=", "ismcts:playout=wild",
         "ismcts:sims=99999", "ismcts:seconds=1", "random:style=hoarder")  # fmt: skip
"""Names of bots: some that a table accepts, and of those that it refuses one of each kind."""
LONGEST = 3000
"""A number of messages that no game played at random exceeds."""


class Blocker:
    """A finder of modules that finds none of those blocked."""

    def find_spec(self, name: str, *_: Any) -> None:
        """Raise if the module is one of those blocked."""
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)


def modules() -> Iterator[str]:
    """Yield the names of all modules that must do without NumPy."""
    for package in ("core", "games", "table"):
        path = importlib.import_module(f"ducato.{package}").__path__
        for found in pkgutil.walk_packages(path, f"ducato.{package}."):
            if found.name not in ARRAYS:
                yield found.name


class Game:
    """One game at a table, and the digest of all that its screens are sent."""

    def __init__(self, name: str) -> None:
        from ducato.core.chance import CommittedStream
        from ducato.core.game import find_game
        from ducato.core.match import Match
        from ducato.table.screens import Screen
        from ducato.table.seats import TableSeat
        from ducato.table.table import LiveTable

        self.digest, self.draw, self.asked = hashlib.sha256(), random.Random(name), 0
        registered = find_game(name)
        self.game = registered.load()
        people = [TableSeat(n, f"Anna {n}", person=f"{n}") for n in range(self.game.players)]
        names = [seat.name for seat in people]
        self.match = Match(self.game, CommittedStream(bytes(32)), names)
        self.table = LiveTable("t", self.match, people)
        self.table.deal(0)
        languages = ("en", "it", "es", "en", "it")
        self.screens = [Screen((s.seat,), languages[s.seat], s.person) for s in people]
        self.screens.append(Screen((), "es"))
        for screen in self.screens:
            self.note(self.table.welcome(screen))

    def note(self, messages: object) -> None:
        """Add messages to the digest."""
        import msgspec

        self.digest.update(msgspec.json.encode(messages))

    def ask(self, asker: int, type: str, /, **fields: Any) -> None:
        """Send a message from the screen of a seat, and think what the answer needs."""
        from ducato.bots.thinking import finish
        from ducato.table import protocol

        self.asked += 1
        sent = json.dumps({"type": type, "id": f"{self.asked}", **fields})
        reply = self.table.receive(self.screens[asker], protocol.read(sent))
        self.note(reply.messages)
        for thought in reply.thoughts:
            self.note(finish(thought()))

    def play(self) -> None:
        """Play to the end, with actions drawn by lot; some are taken back."""
        match = self.match
        while not match.is_over():
            assert self.asked < LONGEST
            seat, legal = match.position.current_player(), match.position.legal_actions()
            if self.draw.random() < 0.1:
                self.ask(seat, "explain", action=self.draw.randrange(len(self.game.actions)))
                self.hint(seat, legal)
            self.ask(seat, "act", seq=match.seq, action=self.draw.choice(legal))
            if match.undoable(seat) is not None and self.draw.random() < 0.2:
                self.ask(seat, "undo", seq=match.seq)
            for screen in self.screens:
                self.note(self.table.updates(screen))

    def hint(self, seat: int, legal: list[int]) -> None:
        """Say in words what a search elsewhere might find in a position that it was sent."""
        from ducato.core.seen_state import read_seen, seen_data
        from ducato.table.queries.hints import Advice, Opinion, describe
        from ducato.table.queries.opinions import Words

        seen = read_seen(seen_data(self.match, seat))
        labels = {action: describe(self.game, seen.state, action) for action in legal[:5]}
        opinion = Opinion([Advice(legal[0], 50, 2, 9)], labels, [], None)
        words = Words(self.match, self.table.state.views.texts, "it")
        self.note(words.opinion(opinion, opinion.advice))
        self.note(self.game.from_bytes(self.match.position.to_bytes()).to_dict(seat))

    def review(self) -> None:
        """Ask for the log, the chart, earlier positions and the record, and replay it."""
        from ducato.core.match import Match
        from ducato.table.setup.levels import known_bot, strength
        from ducato.table.setup.replay import replayed
        from ducato.table.views.component_list import component_list
        from ducato.table.views.full_log import game_log

        match, registered = self.match, self.game.game
        for seq in range(0, match.seq, 50):
            self.ask(0, "replay", seq=seq, seat=None)
        self.ask(1, "export")
        self.ask(1, "chart")
        lines = match.to_lines()
        again = Match.from_lines(lines)
        assert again.to_lines() == lines
        assert (
            replayed(self.game, match.stream, match.names, match.steps).position == again.position
        )
        self.note([*lines, *game_log(again, "en")])
        self.note(str(component_list(registered, self.game.edition_name, "es")))
        bots = [known_bot(level, self.game) for level in registered.levels]
        self.note([strength(bot, registered, "it") for bot in bots])
        for name in NAMES:
            self.seat(name)
        self.edit()

    def edit(self) -> None:
        """Set up positions by hand, and begin a game with one."""
        from ducato.table.setup.set_up import (
            PositionEdit,
            PositionRequest,
            match_from,
            position_form,
        )

        match, seq = self.match, self.match.seq // 2
        items = position_form(match, PositionRequest(seq, 0), "it").items
        for item in items[:: max(1, len(items) // 6)]:
            value = next((c.value for c in item.choices if c.value != item.value), item.low)
            edits = [PositionEdit(item.id, value)]
            self.note(position_form(match, PositionRequest(seq, 0, edits), "it"))
        self.note(match_from(match, seq, [], match.names).start.hex())

    def seat(self, bot: str) -> None:
        """Ask the host of a page for a table with a bot of this name."""
        from ducato.page.host import Host

        seats = [{"kind": "person", "name": "Anna"}, *[{"kind": "bot", "bot": bot}] * 2]
        request = {"game": self.game.name, "seats": seats[: self.game.players]}
        answer = json.loads(Host().request("/api/tables", json.dumps(request), "it", 0))
        said = answer["data"] if answer["table"] is None else answer["answer"]["entry"]["names"][1:]
        self.note([bot, answer["status"], said])


def digest_of(name: str) -> str:
    """Play a whole game at a table, and return a digest of all that was said."""
    game = Game(name)
    game.play()
    game.review()
    return game.digest.hexdigest()


if __name__ == "__main__":
    sys.meta_path.insert(0, Blocker())
    for module in modules():
        importlib.import_module(module)
    sys.stdout.write(digest_of(sys.argv[1]))
