"""Order of the bots' searches: fair between users, and none waits for another's long search."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections import Counter

import pytest
from tests.support.live_server import run_in_thread

from ducato.bots import Thinking
from ducato.core.game import load
from ducato.server.kit.workers.bot_queue import (
    MOST_WAITING,
    NOBODY,
    BotQueue,
    Payer,
    ThoughtKind,
    TooManyThoughts,
)
from ducato.server.kit.workers.pools import Workers

SLICE = 0.02
MALLORY, ANNA = Payer("6.6.6.6", "mallory"), Payer("7.7.7.7", "anna")


class Bench:
    """A queue without threads, with searches whose slices all take the same time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.queue = BotQueue(0, lambda: self.now)
        self.served: list[str] = []

    def ask(
        self, who: Payer, slices: int, *, kind: ThoughtKind = ThoughtKind.USUAL, about: str = ""
    ):
        def thinking() -> Thinking[str]:
            for number in range(slices):
                self.now += SLICE
                self.served.append(about or who.person)
                if number < slices - 1:
                    yield
            return about

        return self.queue.submit(thinking, who, kind=kind)

    def turns(self, number: int) -> Counter[str]:
        before = len(self.served)
        for _ in range(number):
            assert self.queue.run_slice()
        return Counter(self.served[before:])


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_what_nobody_waits_for_goes_on_only_while_nothing_else_waits(bench: Bench):
    analysis = bench.ask(NOBODY, 30, kind=ThoughtKind.IDLE, about="analysis")
    assert bench.turns(5) == {"analysis": 5}
    search = bench.ask(ANNA, 10)
    move = bench.ask(MALLORY, 1, kind=ThoughtKind.QUICK)
    assert bench.turns(1) == {"mallory": 1}
    assert bench.turns(10) == {"anna": 10}
    assert move.done()
    assert search.done()
    assert bench.turns(25) == {"analysis": 25}
    assert analysis.result() == "analysis"


def test_a_greedy_move_waits_for_nobodys_search(bench: Bench):
    searches = [bench.ask(MALLORY, 1000) for _ in range(20)]
    bench.turns(50)
    move = bench.ask(ANNA, 1, kind=ThoughtKind.QUICK)
    bench.turns(1)
    assert move.done()
    assert not any(search.done() for search in searches)


def test_who_asks_for_one_search_gets_as_much_as_who_asks_for_twenty(bench: Bench):
    for _ in range(20):
        bench.ask(MALLORY, 1000)
    bench.turns(300)
    bench.ask(ANNA, 1000)
    served = bench.turns(200)
    assert abs(served["anna"] - served["mallory"]) <= 1


def test_many_names_at_one_address_are_one_share(bench: Bench):
    for number in range(20):
        bench.ask(Payer("6.6.6.6", f"mallory {number}"), 1000)
    bench.ask(ANNA, 1000)
    served = bench.turns(200)
    assert abs(served["anna"] - 100) <= 1
    assert {served[f"mallory {number}"] for number in range(20)} == {5}


def test_people_of_this_machine_are_told_apart_by_who_they_are(bench: Bench):
    for _ in range(10):
        bench.ask(Payer(None, "mallory"), 1000)
    bench.ask(Payer(None, "anna"), 1000)
    assert abs(bench.turns(100)["anna"] - 50) <= 1


def test_nobody_gathers_credit_by_waiting_for_nothing(bench: Bench):
    bench.ask(ANNA, 1)
    bench.turns(1)
    bench.ask(MALLORY, 1000)
    bench.turns(500)
    bench.ask(ANNA, 1000)
    assert abs(bench.turns(100)["mallory"] - 50) <= 1


def test_one_after_the_other_for_one_person(bench: Bench):
    for name in "abc":
        bench.ask(ANNA, 3, about=name)
    bench.turns(9)
    assert "".join(bench.served) == "aaabbbccc"


def test_what_is_cancelled_is_thought_no_further(bench: Bench):
    begun, waiting = bench.ask(ANNA, 1000), bench.ask(ANNA, 1000)
    bench.turns(5)
    assert begun.cancel()
    assert waiting.cancel()
    assert bench.queue.waiting == 0
    assert not bench.queue.run_slice()
    assert len(bench.served) == 5


def test_a_person_has_so_many_thoughts_waiting_and_no_more(bench: Bench):
    first, *_ = [bench.ask(MALLORY, 2) for _ in range(MOST_WAITING)]
    with pytest.raises(TooManyThoughts):
        bench.ask(MALLORY, 2)
    bench.ask(ANNA, 2)  # that is not the others' fault
    first.cancel()
    bench.ask(MALLORY, 2)


def test_what_goes_wrong_is_told_to_who_asked(bench: Bench):
    def broken() -> Thinking[int]:
        yield
        raise RuntimeError("no idea")

    future = bench.queue.submit(broken, ANNA)
    assert bench.queue.run_slice()
    assert bench.queue.run_slice()
    with pytest.raises(RuntimeError, match="no idea"):
        future.result(0)


def test_a_thread_stops_a_search_that_nobody_waits_for():
    """When an event loop cancels the task, the thread is free for the next search."""
    stopped, begun = threading.Event(), threading.Event()

    def endless() -> Thinking[int]:
        try:
            for _ in itertools.count():
                begun.set()
                yield
        finally:
            stopped.set()
        return 0

    async def ask() -> None:
        workers = Workers()
        game = load("magnate")
        task = asyncio.create_task(workers.think(endless, ANNA, bot="random", game=game))
        assert await asyncio.to_thread(begun.wait, 10)
        task.cancel()
        assert await asyncio.to_thread(stopped.wait, 10)
        workers.close()

    run_in_thread(ask())
