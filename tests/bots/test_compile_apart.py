"""Bots are compiled in a process of their own, or else by the server itself."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.registered import registered

from ducato.bots import compile_apart, warmup
from ducato.bots.compile_apart import Compiler, NotCompiledApart, main
from ducato.bots.warmup import COMPILED
from ducato.compile.cache import NotKept, may_compile, only_kept
from ducato.compile.kernels import KERNELS
from ducato.core.game import load
from ducato.server.kit.workers import bot_queue, warm_up
from ducato.server.kit.workers.warm_up import WarmUp

from ..invented import GAME

PATIENCE = 20


class Pipe(io.StringIO):
    """What was written to a process, still to be read after it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.closings = 0

    def close(self) -> None:
        self.closings += 1


class Process:
    """A process that answers with these lines, and then dies."""

    def __init__(self, *answers: str) -> None:
        self.stdin, self.stdout, self.returncode = Pipe(), io.StringIO("".join(answers)), -9
        self.killed = False

    def kill(self) -> None:
        self.killed = True

    def wait(self, timeout: float) -> int:
        return self.returncode


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that are started, each of which compiles two bots."""
    processes: list[Process] = []

    def start() -> Any:
        processes.append(Process("\n", "\n"))
        return processes[-1]

    monkeypatch.setattr(compile_apart, "_started", start)
    return processes


def test_each_game_has_a_process(started: list[Process]):
    compiler, first, second = Compiler(), load("magnate"), load("builders")
    compiler.compile("greedy", first)
    compiler.compile("ismcts", first)
    assert [process.killed for process in started] == [False]
    compiler.compile("greedy", second)
    assert [process.killed for process in started] == [True, False]
    compiler.close()
    assert [process.killed for process in started] == [True, True]
    asked = [json.loads(line) for line in started[0].stdin.getvalue().splitlines()]
    assert asked == [["greedy", "magnate"], ["ismcts", "magnate"]]


def test_the_process_gives_way_to_moves_but_not_to_searches(monkeypatch: pytest.MonkeyPatch):
    """Or else, on a busy machine, a player would wait for a bot that is never compiled."""
    given: list[int] = []
    monkeypatch.setattr(os, "nice", given.append)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    main()
    assert 0 < sum(given) < bot_queue.NICENESS


def test_a_process_that_dies_is_told_and_started_again(started: list[Process]):
    compiler, game = Compiler(), load("magnate")
    for kind in ("greedy", "ismcts"):
        compiler.compile(kind, game)
    with pytest.raises(NotCompiledApart, match="ended with -9"):
        compiler.compile("advice", game)
    compiler.compile("advice", game)
    assert len(started) == 2


def test_the_process_says_what_went_wrong(monkeypatch: pytest.MonkeyPatch):
    compiled: list[tuple[str, str]] = []

    def compile_or_fail(kind: str, game: Any) -> None:
        sys.stdout.write("a game may print")
        if kind == "broken":
            raise RuntimeError("it has\ntwo lines")
        compiled.append((kind, game.name))

    answers = io.StringIO()
    asked = [json.dumps([kind, "magnate"]) + "\n" for kind in ("greedy", "broken", "ismcts")]
    monkeypatch.setattr(compile_apart, "warm_up", compile_or_fail)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(asked)))
    monkeypatch.setattr(sys, "stdout", answers)
    monkeypatch.setattr(compile_apart, "os", SimpleNamespace())
    main()
    assert answers.getvalue() == "\nRuntimeError: it has two lines\n\n"
    assert compiled == [("greedy", "magnate"), ("ismcts", "magnate")]


class Order:
    """A compiler in another process and this one's, which note what they do."""

    def __init__(self, error: Exception | None = None, *, kept: bool = False) -> None:
        self.kept = kept
        self.done: list[str] = []
        self._error = error

    def compile(self, kind: str, game: Any) -> None:
        self.done.append(f"{kind} apart")
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        self.done.append("closed")

    def here(self, kind: str, game: Any) -> None:
        if not (may_compile() or self.kept):
            raise NotKept(kind)
        self.done.append(f"{kind} here")


@pytest.mark.parametrize("error", [None, NotCompiledApart("it was killed")])
def test_the_server_loads_what_was_compiled_or_compiles_it_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception | None
):
    order = Order(error)
    monkeypatch.setattr(warm_up, "warm_up", order.here)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    warming = WarmUp()
    warming.apart = order  # type: ignore[assignment]
    with caplog.at_level(logging.WARNING):
        warming.ensure_compiled(load("magnate"), "greedy").result(PATIENCE)
    warming.close()
    assert order.done[:2] == ["greedy apart", "greedy here"]
    assert ("it was killed" in caplog.text) is (error is not None)


def test_the_process_ends_even_if_the_last_bot_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch):
    order, closed = Order(), threading.Event()
    order.close = closed.set  # type: ignore[method-assign]

    def broken(kind: str, game: Any) -> None:
        if may_compile():
            raise RuntimeError(kind)
        raise NotKept(kind)

    monkeypatch.setattr(warm_up, "warm_up", broken)
    warming = WarmUp()
    warming.apart = order  # type: ignore[assignment]
    warming.ensure_compiled(load("magnate"), "greedy").result(PATIENCE)
    assert closed.wait(PATIENCE)
    warming.close()


def test_no_process_starts_for_what_is_in_the_cache(monkeypatch: pytest.MonkeyPatch):
    order = Order(kept=True)
    monkeypatch.setattr(warm_up, "warm_up", order.here)
    warming = WarmUp()
    warming.apart = order  # type: ignore[assignment]
    for kind in COMPILED:
        warming.ensure_compiled(load("magnate"), kind).result(PATIENCE)
    warming.close()
    assert [done for done in order.done if done != "closed"] == [
        f"{kind} here" for kind in COMPILED
    ]


@pytest.mark.compiled
def test_every_kernel_of_a_bot_comes_from_the_cache(monkeypatch: pytest.MonkeyPatch):
    """As in a server that starts again."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    with registered(GAME):
        for kind in COMPILED:
            warmup.warm_up(kind, GAME.load())
        for kernel in KERNELS:
            monkeypatch.setattr(kernel, "_compiled", {})
            monkeypatch.setattr(kernel, "_dispatchers", {})
        with only_kept():
            for kind in COMPILED:
                warmup.warm_up(kind, GAME.load())
    assert any(kernel._compiled for kernel in KERNELS)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_process_fills_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DUCATO_CACHE", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    compiler, game = Compiler(), load("magnate")
    with pytest.raises(NotKept), only_kept():
        warmup.warm_up("greedy", game)
    assert not list(tmp_path.rglob("*"))
    compiler.compile("greedy", game)
    compiler.close()
    assert list(tmp_path.rglob("*.nbc"))
    with only_kept():
        warmup.warm_up("greedy", game)
