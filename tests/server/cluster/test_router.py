"""The router, which passes on connections without reading from them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.cluster.test_shards import SHARDS
from tests.support.conditions import until_in_loop
from tests.support.live_server import run_in_thread

from ducato.server.cluster import router
from ducato.server.cluster.channel import Receiver, send_end
from ducato.server.cluster.router import Router
from ducato.server.cluster.shards import shard_of, worker_of

PATIENCE = 20.0


class Ends:
    """A router with two workers that note what they get.

    Attributes:
        got: by worker, the connections that it got.
        ended: the workers that were told to end.
        channels: the supervisor's ends of the channels of the workers that are ready.
    """

    def __init__(self, stack: ExitStack) -> None:
        self.listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.got: dict[int, asyncio.Queue[socket.socket]] = {}
        self.ended: list[int] = []
        self.channels: dict[int, socket.socket] = {}
        self._stack = stack
        for number in (1, 2):
            here, there = socket.socketpair()
            stack.enter_context(here)
            stack.enter_context(there)
            here.setblocking(False)
            self.channels[number], self.got[number] = here, asyncio.Queue()
            Receiver(there, self._taker(number), lambda n=number: self.ended.append(n))

    def _taker(self, number: int) -> Callable[[socket.socket], None]:
        def take(connection: socket.socket) -> None:
            self._stack.enter_context(connection)
            self.got[number].put_nowait(connection)

        return take

    def connect(self, *parts: bytes) -> socket.socket:
        """Connect, and send the first part."""
        client = self._stack.enter_context(socket.create_connection(self.listening.getsockname()))
        client.sendall(b"".join(parts))
        return client

    async def taken(self, number: int) -> socket.socket:
        return await asyncio.wait_for(self.got[number].get(), PATIENCE)


def routing(work: Callable[[Ends], Awaitable[None]]) -> None:
    async def run() -> None:
        with ExitStack() as stack:
            ends = Ends(stack)
            task = asyncio.create_task(Router(ends.listening, lambda: ends.channels).run())
            try:
                await work(ends)
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    run_in_thread(run())


def of_worker(number: int) -> bytes:
    """Return the first line of a request for a table of a worker."""
    shard = next(one for one in SHARDS if worker_of(one, (1, 2)) == number)
    return f"GET /table/{shard}xyz/socket HTTP/1.1\r\n".encode()


def test_each_table_has_its_worker_which_reads_everything():
    async def work(ends: Ends) -> None:
        for number in (1, 2, 2, 1):
            client = ends.connect(of_worker(number))
            connection = await ends.taken(number)
            assert connection.recv(1000) == of_worker(number)
            assert connection.getpeername() == client.getsockname()

    routing(work)


def test_other_requests_go_round():
    async def work(ends: Ends) -> None:
        for _ in range(4):
            ends.connect(b"GET / HTTP/1.1\r\n")
        for number in (1, 2, 1, 2):
            await ends.taken(number)

    routing(work)


def test_a_request_may_come_in_pieces_or_not_at_all(monkeypatch: pytest.MonkeyPatch):
    async def work(ends: Ends) -> None:
        looks: list[bytes] = []
        monkeypatch.setattr(router, "shard_of", lambda head: looks.append(head) or shard_of(head))
        client = ends.connect(of_worker(2)[:9])
        await until_in_loop(lambda: looks)
        client.sendall(of_worker(2)[9:])
        await ends.taken(2)
        monkeypatch.setattr(router, "PATIENCE", 0.1)
        ends.connect()  # any worker closes it in time
        await ends.taken(1)

    routing(work)


def test_the_others_take_over_from_a_worker_that_is_gone():
    async def work(ends: Ends) -> None:
        assert send_end(ends.channels[1])
        await until_in_loop(lambda: ends.ended)
        assert ends.ended == [1]
        del ends.channels[1]
        ends.connect(of_worker(1))
        await ends.taken(2)

    routing(work)


def test_a_connection_waits_for_a_worker(monkeypatch: pytest.MonkeyPatch):
    passed: list[bool] = []
    try_once = Router._pass

    def noted(self: Router, *given: Any) -> bool:
        passed.append(try_once(self, *given))
        return passed[-1]

    monkeypatch.setattr(Router, "_pass", noted)

    async def work(ends: Ends) -> None:
        kept = dict(ends.channels)
        ends.channels.clear()
        ends.connect(of_worker(1))
        await until_in_loop(lambda: passed)
        assert passed[0] is False
        ends.channels.update(kept)
        await ends.taken(1)

    routing(work)
