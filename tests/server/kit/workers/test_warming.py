"""Bots are compiled before a player waits for them, and no other bot waits for the compiler."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
from tests.support.live_server import run_in_thread

from ducato.bots import Thinking
from ducato.bots.warmup import COMPILED, warm_up
from ducato.compile.cache import NotKept, may_compile
from ducato.core.game import LoadedGame, all_games, load
from ducato.server.kit.workers.pools import Workers
from ducato.server.kit.workers.warm_up import WarmUp

PATIENCE = 20


class Compiler:
    """A compiler that takes as long as the test wants.

    Attributes:
        kept: the names of games that are in the cache.
    """

    def __init__(self) -> None:
        self.kept: set[str] = set()
        self.compiled: list[tuple[str, str]] = []
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, kind: str, game: LoadedGame) -> None:
        if not may_compile():
            if game.name not in self.kept:
                raise NotKept(kind)
            return
        self.begun.set()
        self.may_end.wait(PATIENCE)
        self.compiled.append((game.name, kind))


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    compiler = Compiler()
    monkeypatch.setattr("ducato.server.kit.workers.warm_up.warm_up", compiler)
    yield compiler
    compiler.may_end.set()


def test_what_somebody_waits_for_is_compiled_next(compiler: Compiler):
    first, *others = all_games()
    warming = WarmUp()
    warming.queue_all()
    assert compiler.begun.wait(PATIENCE)
    wanted = warming.ensure_compiled(load(others[-1]), COMPILED[-1])
    compiler.may_end.set()
    wanted.result(PATIENCE)
    assert compiler.compiled[:2] == [(first, COMPILED[0]), (others[-1], COMPILED[-1])]
    for name in all_games():
        for kind in COMPILED:
            warming.ensure_compiled(load(name), kind).result(PATIENCE)
    assert len(compiler.compiled) == len(COMPILED) * len(all_games())  # each of them once
    warming.close()


def test_what_is_in_the_cache_does_not_wait_for_the_compiler(compiler: Compiler):
    unknown, known, *_ = all_games()
    compiler.kept = {known}
    warming = WarmUp()
    waiting = warming.ensure_compiled(load(unknown), "greedy")
    assert compiler.begun.wait(PATIENCE)
    warming.ensure_compiled(load(known), "greedy").result(PATIENCE)
    assert not waiting.done()
    compiler.may_end.set()
    waiting.result(PATIENCE)
    warming.close()


def test_other_numbers_of_players_need_no_compiler(compiler: Compiler):
    compiler.may_end.set()
    warming = WarmUp()
    for name, game in all_games().items():
        for players in game.players:
            warming.ensure_compiled(load(name, players), "greedy").result(PATIENCE)
        assert compiler.compiled.count((name, "greedy")) == 1
    warming.close()


def test_no_bot_waits_while_another_game_is_compiled(compiler: Compiler):
    def choosing() -> Thinking[int]:
        yield from ()
        return 7

    async def ask() -> int:
        workers = Workers()
        known, *new = (load(name) for name in all_games())
        waiting = [
            asyncio.create_task(workers.think(choosing, bot="ismcts:sims=9", game=game))
            for game in new
        ]
        assert await asyncio.to_thread(compiler.begun.wait, PATIENCE)
        chosen = await workers.think(choosing, bot="random", game=known)
        assert not any(task.done() for task in waiting)
        waiting.pop().cancel()  # a move was taken back: the others keep waiting
        compiler.may_end.set()
        assert await asyncio.gather(*waiting) == [7] * len(waiting)
        workers.close()
        return chosen

    assert run_in_thread(ask()) == 7


@pytest.mark.compiled
@pytest.mark.parametrize("kind", COMPILED)
@pytest.mark.parametrize("name", all_games())
def test_every_game_has_a_first_choice_for_it(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # the compiler itself is not under test
    warm_up(kind, load(name))


def test_a_bot_that_cannot_be_compiled_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(kind: str, game: LoadedGame) -> None:
        raise RuntimeError(kind)

    monkeypatch.setattr("ducato.server.kit.workers.warm_up.warm_up", broken)
    warming = WarmUp()
    warming.ensure_compiled(load("magnate"), "greedy").result(PATIENCE)
    assert "cannot be compiled" in caplog.text
    warming.close()
