"""What a seat is sent does not depend on what is hidden from it: checked on pairs of worlds.

A pair are two tables with the same past and people, whose present differs in what one seat cannot
see. Both go on side by side, in ways that this seat cannot tell apart, and its screen says the same
things to both, allowed and not: every byte that it is sent must be equal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.examples.projects import installed_examples
from tests.support.worlds import alike, choices, step, twin_of

from ducato.core.chance import new_rng
from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES
from ducato.core.match import Match
from ducato.core.visibility import SPECTATOR, redact, resample
from ducato.table.protocol import (
    Act,
    CatchUp,
    ClientMessage,
    Explain,
    Export,
    Propose,
    Ready,
    Replay,
    SetLanguage,
    ShowLog,
    ShowState,
    Undo,
    Vote,
)
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock, RealTime

TOGETHER = 25
"""Steps for which two worlds are played side by side, while they look alike."""
BEFORE = {"caravan": (3, 15)}
"""The least and the most steps before these, where a game is shorter than others."""
ASKED = 4
"""Actions that are tried out of turn, or against the rules, after each step."""
WHYS = 8
"""After each step, one in so many pieces is asked about; over time, all of them."""
NOW = 1_000_000


@pytest.fixture(scope="module", autouse=True)
def examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the example games, whose scenes and sentences are the defaults."""
    yield from installed_examples(tmp_path_factory.mktemp("examples"))


def wrong(match: Match, seat: int, choose: random.Random) -> list[int]:
    """Return actions that this seat knows to be illegal now."""
    allowed = match.position.legal_actions() if match.position.current_player() == seat else []
    count = len(match.game.actions)
    tried = [choose.randrange(count) for _ in range(ASKED)]
    return [action for action in tried if action not in allowed] + [count]


def messages_of(match: Match, seat: int, actions: list[int]) -> Iterator[ClientMessage]:
    """Yield messages that change nothing."""
    seq = match.seq
    for action in actions:
        yield Act(f"a{seq}:{action}", seq, action)
    yield Act(f"old{seq}", seq - 1, 0)
    yield Undo(f"o{seq}", seq - 1)
    yield Ready(f"r{seq}", max(0, seat))
    yield CatchUp(max(0, seq - 2))
    yield CatchUp(10**6)
    yield ShowLog(seq + 1)
    yield Replay(f"l{seq}", seq, None if seat == SPECTATOR else seat)
    yield Export(f"e{seq}")
    yield ShowState(f"s{seq}")
    yield Propose(f"b{seq}", "return")
    yield Vote(f"v{seq}", "correspondence", 0, True)
    yield from (SetLanguage(language) for language in LANGUAGES)


def sent(table: LiveTable, seat: int, messages: list[ClientMessage]) -> bytes:
    """Return everything that a screen of this seat is sent."""
    seats = () if seat == SPECTATOR else (seat,)
    screen = Screen(seats, "en", None if seat == SPECTATOR else f"p{seat}")
    says = [*table.welcome(screen, NOW), *table.table_update(screen, NOW)]
    for brief in (False, True):
        screen.seq = table.match.seq - 1
        says += table.updates(screen, NOW, brief=brief)
    pieces = msgspec.json.decode(msgspec.json.encode(says))[0]["view"]["scene"]["pieces"]
    asked = pieces[table.match.seq % WHYS :: WHYS]
    whys = [Explain(f"w{piece['id']}", piece=piece["id"]) for piece in asked]
    for message in [*messages, *whys]:
        answer = table.receive(screen, message, NOW)
        assert answer.change is None
        says += answer.messages
    return msgspec.json.encode(says)


def pairs() -> Iterator[Any]:
    for name, game in all_games().items():
        for case in range(3):
            yield pytest.param(name, game.players[0], case, {}, id=f"{name}-{case}")
    for case in range(3, 6):
        closed = {"closed_discards": True}
        yield pytest.param("magnate", 2, case, closed, id=f"closed-{case}")
    for case in range(4):
        yield pytest.param("caravan", 3, case, {}, id=f"caravan-{case}")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "case", "options"), [*pairs()])
def test_equal_for_equal_eyes(
    open_table: Callable[..., LiveTable],
    name: str,
    players: int,
    case: int,
    options: dict[str, bool],
):
    choose = random.Random(case)
    seat = (*range(players), SPECTATOR)[case % (players + 1)]
    seats = [TableSeat(n, f"Player {n}", person=f"p{n}") for n in range(players)]
    clock = Clock.new(RealTime(10, 5), players)
    table = open_table(seats, seed=case + 1, clock=clock, name=name, **options)
    match = table.match
    for _ in range(choose.randrange(*BEFORE.get(name, (5, 60)))):
        match.act(choose.choice(match.position.legal_actions()))
        match.run_chance()
        if match.is_over():
            match.undo(match.steps[-1].actor)
            break
    world = resample(match.position.state, seat, new_rng(case))
    twin, differed = twin_of(match, world), world != match.position.state
    twin_table = LiveTable("t", twin, seats, clock.copy())
    for one in (table, twin_table):
        one.begin(NOW)
        one.state.auto_responses = dict.fromkeys(one.state.auto_responses, frozenset())
    for _ in range(TOGETHER):
        action = choose.choice(choices(match))
        if match.position.current_player() == seat:
            assert choices(match) == choices(twin)
        other = alike(match, twin, seat, action)
        if other is None:
            break
        step(match, action)
        step(twin, other)
        differed |= match.position.state != twin.position.state
        # From the second step on: whether a step can be taken back depends on the one before it,
        # and the twin's past is that of the first world.
        messages = list(messages_of(match, seat, wrong(match, seat, choose)))
        assert sent(table, seat, messages) == sent(twin_table, seat, messages)
        if match.is_over():
            break
    assert differed or not secretive(match.game)


def secretive(game: Any) -> bool:
    """Whether worlds differ as a rule, here: where each seat has a hand that nobody else sees."""
    return game.name in ("magnate", "caravan")


def test_where_something_is_hidden_the_worlds_differ():
    """Otherwise the test above would compare a world with itself."""
    differing = 0
    for game in all_games().values():
        position = game.load(game.players[0]).new_initial_state()
        while position.is_chance_node():
            position.apply_action(position.chance_outcomes()[0][0])
        if redact(position.state, SPECTATOR) != position.state:
            worlds = {resample(position.state, SPECTATOR, new_rng(n)).tobytes() for n in range(9)}
            differing += len(worlds) > 1
    assert differing >= 1
