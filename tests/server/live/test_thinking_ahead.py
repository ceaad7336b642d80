"""On a machine of one's own, the next bot thinks while a person is to move, and only there."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import pytest

from ducato.bots import Thinking, make
from ducato.bots.search.bot import SearchBot
from ducato.core.game import load
from ducato.core.struct import Struct
from ducato.core.visibility import redact
from ducato.server.live.table_bots import TableBots

Make = Callable[..., str]
Seen = list[tuple[int, bytes]]
ANNA = {"kind": "person", "name": "Anna"}
SEARCH = {"kind": "bot", "bot": "ismcts:sims=32"}
PATIENCE = 60


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> tuple[Seen, threading.Event]:
    """Note what bots see when they think ahead, and that the first of them has begun."""
    seen: Seen = []
    begun = threading.Event()

    def thinking_ahead(self: SearchBot, state: Struct, seat: int, seed: int) -> Thinking[None]:
        seen.append((seat, state.tobytes()))
        begun.set()
        yield

    monkeypatch.setattr(SearchBot, "thinking_ahead", thinking_ahead)
    return seen, begun


def test_the_next_bot_thinks_while_a_person_is_to_move(
    opened: Callable[..., Any], sit: Any, table_at: Make, thoughts: tuple[Seen, threading.Event]
):
    seen, begun = thoughts
    client = opened(think_ahead=True)
    address = table_at(client, ANNA, SEARCH)
    anna = sit(client, address)
    anna.wait_for_turn()
    assert begun.wait(PATIENCE)
    live = client.app.state.services.registry.find(address.rpartition("/")[2])
    match = live.table.match
    assert match.position.current_player() == 0
    assert seen[-1] == (1, redact(match.state_at(match.seq), 1).tobytes())
    begun.clear()
    anna.act()
    anna.wait_for_turn()
    assert begun.wait(PATIENCE)


def test_a_server_for_many_leaves_its_time_to_those_who_wait(
    client: Any, sit: Any, table_at: Make, thoughts: tuple[Seen, threading.Event]
):
    seen, _ = thoughts
    anna = sit(client, table_at(client, ANNA, SEARCH))
    for _ in range(3):
        anna.wait_for_turn()
        anna.act()
    assert seen == []


def test_the_bots_of_a_table_think_one_after_another(monkeypatch: pytest.MonkeyPatch):
    """A cancelled thought is still in its slice when the next one begins."""
    inside, together = 0, threading.Barrier(2)
    most = 0

    def choosing(self: SearchBot, state: Struct, seat: int, seed: int) -> Thinking[int]:
        nonlocal inside, most
        for _ in range(20):
            inside += 1
            most = max(most, inside)
            for _ in range(200):  # the other thread gets its turns
                os.sched_yield()
            inside -= 1
            yield
        return 3

    monkeypatch.setattr(SearchBot, "choosing", choosing)
    game = load("magnate")
    bots = TableBots(game)
    name = "ismcts:sims=8"
    assert make(name, game).name == name
    results = []

    def think() -> None:
        together.wait(PATIENCE)
        thought = bots.choosing(name, game.new_initial_state().state, 0, 1)
        while True:
            try:
                next(thought)
            except StopIteration as end:
                results.append(end.value)
                return

    threads = [threading.Thread(target=think) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (results, most) == ([3, 3], 1)
