"""Who changes seats before the game learns nothing by it: of one screen, all that it is ever sent.

Somebody comes to a table with open seats, sits down at each of them, at several, leaves, sits down
elsewhere, asks whatever can be asked, and then plays, or watches, for a while. The same is done in
another world, which differs in what that person may not know at the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from tests.support.worlds import alike, choices, step, twin_of

from ducato.core.chance import CommittedStream, new_rng
from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES
from ducato.core.visibility import SPECTATOR, resample
from ducato.table.changes import Messages
from ducato.table.protocol import (
    Act,
    CatchUp,
    ClientMessage,
    Entropy,
    Explain,
    Export,
    Hint,
    Ready,
    Replay,
    SetLanguage,
    ShowChart,
    ShowLog,
    ShowState,
    Undo,
)
from ducato.table.screens import Screen
from ducato.table.setup import create
from ducato.table.setup.create import OpenSeat, PersonSeat, TableRequest
from ducato.table.table import LiveTable

NOW = 1_000_000
TOGETHER = 12
"""Steps for which two worlds are played side by side, while they look alike."""
SHOWN = ("view", "log", "step", "lines", "steps", "state")
"""The parts of a message that show the game."""


class Life:
    """Everything that one connection is sent."""

    def __init__(self, table: LiveTable, person: str | None) -> None:
        self.table, self.screen = table, Screen((), "en", person)
        self.sent: list[bytes] = []

    def take(self, says: Messages) -> None:
        self.sent += [msgspec.json.encode(one) for one in says]

    def look_around(self) -> None:
        """Look at the table as the actor shows it, and send every query."""
        own = self.table.roster.of(self.screen.person)
        if own != self.screen.seats:
            self.screen.sit(own)
        welcome = self.table.welcome(self.screen, NOW)
        self.take(welcome)
        self.take(self.table.table_update(self.screen, NOW))
        scene = msgspec.json.decode(msgspec.json.encode(welcome[0]))["view"]["scene"]
        for piece in scene["pieces"]:
            self.ask(Explain("w", piece=piece["id"]))
        for message in questions(self.table):
            self.ask(message)

    def ask(self, message: ClientMessage) -> None:
        answer = self.table.receive(self.screen, message, NOW)
        assert answer.change is None
        self.take(answer.messages)

    def shown(self) -> list[Any]:
        """Return what it was shown of the game, without the reader's own data."""
        sent = [msgspec.json.decode(one) for one in self.sent]
        return [one[part] for one in sent for part in SHOWN if part in one]


def questions(table: LiveTable) -> Iterator[ClientMessage]:
    """Yield every query that changes nothing."""
    seq, seats = table.match.seq, range(len(table.roster.seats))
    yield from (Replay(f"l{at}{seat}", at, seat) for at in {0, seq} for seat in (None, *seats))
    yield from (Ready(f"r{seat}", seat) for seat in seats if table.status == "waiting")
    yield from (Act("a", seq, 10**6), Undo("u", seq), Hint("h", seq)) if seq == 0 else ()
    yield from (Export("e"), ShowChart("c"), ShowState("s"))
    yield from (CatchUp(0), CatchUp(seq), ShowLog(seq + 1))
    yield from (SetLanguage(language) for language in (*LANGUAGES, "en"))


def walk(table: LiveTable, lives: list[Life]) -> None:
    """Let the first person take and leave every seat; everybody looks each time."""
    seats = len(table.roster.seats)

    def all_look() -> None:
        for life in lives:
            life.look_around()

    all_look()
    table.leave("host", NOW)
    for ways in ([n] for n in range(seats)), ([n, (n + 1) % seats] for n in range(seats - 1)):
        for taken in ways:
            if len(taken) == seats:
                continue  # that would begin the game
            for seat in taken:
                table.join("walker", "Walker", seat, NOW)
                all_look()
            table.leave("walker", NOW)
            all_look()
    table.join("walker", "Walker", 0, NOW)
    table.remove_person("walker", NOW)
    all_look()


def waiting_table(name: str, monkeypatch: pytest.MonkeyPatch, seed: int) -> LiveTable:
    monkeypatch.setattr(create, "CommittedStream", lambda: CommittedStream(bytes([seed] * 32)))
    game = all_games()[name]
    seats = [PersonSeat("Host"), *[OpenSeat()] * (game.players[-1] - 1)]
    return create.open_table(TableRequest(name, seats), "host")


def seat_all(table: LiveTable, walker: int | None) -> None:
    """Seat everybody, maybe the walker, too; with their contributions the game begins."""
    for seat in range(len(table.roster.seats)):
        person = "walker" if seat == walker else f"p{seat}"
        table.join(person, person, seat, NOW)
    for seat, sits in enumerate(table.roster.seats):
        table.receive(Screen((seat,), "en", sits.person), Entropy(f"e{seat}", f"{seat:064x}"), NOW)
    assert table.status == "playing"


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
def test_whoever_sat_everywhere_was_shown_what_everybody_is(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    told = []
    for seed in (1, 2):
        table = waiting_table(name, monkeypatch, seed)
        walker, watcher = Life(table, "walker"), Life(table, None)
        walk(table, [walker, watcher])
        assert walker.shown() == watcher.shown()
        assert table.match.seq == 0
        commitment = table.match.stream.commitment.encode()
        told.append([one.replace(commitment, b"commitment") for one in walker.sent])
    assert told[0] == told[1], "something depends on the seed before the game"


def split(table: LiveTable, seat: int, case: int) -> tuple[LiveTable, LiveTable]:
    """Return the table twice, in two worlds that this seat cannot tell apart."""
    world = resample(table.match.position.state, seat, new_rng(case))
    twin = twin_of(table.match, world)
    seats = table.roster.seats
    first, other = (LiveTable("t", match, list(seats)) for match in (table.match, twin))
    first.state.auto_responses = dict.fromkeys(first.state.auto_responses, frozenset())
    other.state.auto_responses = dict(first.state.auto_responses)
    return first, other


@pytest.mark.slow
@pytest.mark.parametrize("case", range(2))
@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("watches", [False, True], ids=["plays", "watches"])
def test_a_whole_life_tells_no_more_than_the_last_seat_may_know(
    name: str, watches: bool, case: int, monkeypatch: pytest.MonkeyPatch
):
    choose = random.Random(case)
    tables = [waiting_table(name, monkeypatch, case + 1) for _ in range(2)]
    players = len(tables[0].roster.seats)
    seat = SPECTATOR if watches else choose.randrange(players)
    if tables[0].match.seq:  # was anything dealt, there would be two worlds already
        tables = [*split(tables[0], seat, case)]
    lives = [Life(table, "walker") for table in tables]
    for table, life in zip(tables, lives, strict=True):
        walk(table, [life])
        seat_all(table, None if watches else seat)
    tables = [*split(tables[0], seat, case)]
    for table, life in zip(tables, lives, strict=True):
        life.table = table
        life.look_around()
    table, twin = tables
    for _ in range(TOGETHER):
        action = choose.choice(choices(table.match))
        other = alike(table.match, twin.match, seat, action)
        if other is None or table.match.is_over():
            break
        step(table.match, action)
        step(twin.match, other)
        for one, life in zip(tables, lives, strict=True):
            life.take(one.updates(life.screen, NOW))
            life.ask(CatchUp(max(0, one.match.seq - 3)))
            life.ask(Replay("l", one.match.seq, None if seat == SPECTATOR else seat))
            life.ask(Export("e"))
    assert lives[0].sent == lives[1].sent
    assert len(lives[0].sent) > 100


def test_the_walk_begins_no_game(monkeypatch: pytest.MonkeyPatch):
    """Otherwise the tests above would compare games in progress."""
    table = waiting_table("magnate", monkeypatch, 1)
    stages: set[str] = set()
    looked: Callable[[Life], None] = Life.look_around

    def look(life: Life) -> None:
        stages.add(table.status)
        looked(life)

    monkeypatch.setattr(Life, "look_around", look)
    walk(table, [Life(table, "walker")])
    assert stages == {"waiting"}
