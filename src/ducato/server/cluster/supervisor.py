"""The supervisor: it runs the workers, replaces those that end, and routes connections to them."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import sys
import time
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ducato.server.cluster.channel import READY, send_end
from ducato.server.cluster.leases import Leases
from ducato.server.cluster.router import Router
from ducato.server.kit.database.engine import Database, default_url
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.database.lock import hold
from ducato.server.kit.process.connections import raise_descriptor_limit
from ducato.server.kit.process.logging import LogFormat, configure_logging
from ducato.server.listening import TRIED_PORTS, listen, local_url
from ducato.server.subjects.tables.retention import Retention

logger = logging.getLogger(__name__)

BACKLOG = 2048
"""Number of connections that wait in the system until they are accepted."""
END_SECONDS = 15.0
"""Seconds that a worker has to end; its own limits are shorter."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker is replaced that ended again soon; each time twice as long."""
STEADY = 30.0
"""Seconds for which a worker must have lived to be replaced at once."""


class Worker:
    """A worker and its process.

    Args:
        number: its number, from 1.

    Attributes:
        channel: the supervisor's end of the channel.
        ready: set once the worker takes connections.
        ending: whether it was told to end.
        id: its process id among those that share the database; None before it is ready.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.channel, self._other = socket.socketpair()
        self.channel.setblocking(False)
        self.ready = asyncio.Event()
        self.ending = False
        self.id: int | None = None
        self.started = time.monotonic()
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, url: str, options: dict[str, Any]) -> None:
        """Start the process."""
        program = [_python(), "-m", "ducato.server.cluster.worker", str(self._other.fileno())]
        self.process = await asyncio.create_subprocess_exec(
            *program, pass_fds=(self._other.fileno(),), stdin=asyncio.subprocess.PIPE
        )
        self._other.close()
        settings = {"number": self.number, "url": url, "options": options}
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(settings).encode() + b"\n")
        self.process.stdin.close()

    async def watch(self) -> int:
        """Wait until the process ends, noting when it is ready. Return its exit status."""
        assert self.process is not None
        loop, said = asyncio.get_running_loop(), b""
        while len(said) < READY.size:
            try:
                more = await loop.sock_recv(self.channel, READY.size - len(said))
            except OSError:
                break
            if not more:
                break
            said += more
        if len(said) == READY.size:
            self.id = READY.unpack(said)[1]
            self.ready.set()
        return await self.process.wait()

    async def end(self) -> None:
        """Have the process end after its last connections, and wait for that."""
        if self.process is None:
            return
        self.ending = True
        if not send_end(self.channel) and self.process.returncode is None:
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), END_SECONDS)
        except TimeoutError:
            logger.error("worker %d does not end: it is killed", self.number)
            self.process.kill()
            await self.process.wait()


class Supervisor:
    """The supervisor of the workers of one server.

    Args:
        workers: the number of workers.
        listening: the socket that listens at the public port.
        leases: the leases of the shared database, for those of workers that have died.
        url: the URL of the server on this machine.
        options: the settings of a worker; its own port comes after the public one.
    """

    def __init__(
        self,
        workers: int,
        listening: socket.socket,
        leases: Leases,
        url: str,
        options: dict[str, Any],
    ) -> None:
        self._leases, self._url, self._options = leases, url, options
        self._numbers = range(1, workers + 1)
        self._workers: dict[int, Worker] = {}
        self._changed = asyncio.Event()
        self._stopping = asyncio.Event()
        self._restart: asyncio.Task[None] | None = None
        self._router = Router(listening, self._channels)

    async def run(self) -> None:
        """Run the workers until the supervisor is told to stop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self._restart_all)
        keeping = [asyncio.create_task(self._keep(number)) for number in self._numbers]
        routing = asyncio.create_task(self._router.run())
        reporting = asyncio.create_task(self._report())
        await self._stopping.wait()
        logger.info("stopping")
        for task in (routing, reporting, *([self._restart] if self._restart else [])):
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in list(self._workers.values())))
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)

    def _channels(self) -> dict[int, socket.socket]:
        """Return the channels of the workers that take connections."""
        return {
            number: worker.channel
            for number, worker in self._workers.items()
            if worker.ready.is_set() and not worker.ending
        }

    async def _report(self) -> None:
        """Report the page once all workers are ready."""
        for number in self._numbers:
            await self._started(number, None)
        sys.stdout.write(f"ducato is at {self._url} - Ctrl-C ends it\n")
        sys.stdout.flush()
        logger.info("started")

    async def _keep(self, number: int) -> None:
        """Run one worker after the other under a number."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            worker = self._workers[number] = Worker(number)
            await worker.start(self._url, self._options_of(number))
            noting = asyncio.create_task(self._note(worker))
            status = await worker.watch()
            noting.cancel()
            worker.channel.close()
            del self._workers[number]
            if self._stopping.is_set():
                return
            if not worker.ending:
                logger.error("worker %d has ended with status %d", number, status)
                await self._free(worker)
                if time.monotonic() - worker.started > STEADY:
                    pause = FIRST_PAUSE
                elif worker.id is None or pause > FIRST_PAUSE:
                    await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _note(self, worker: Worker) -> None:
        await worker.ready.wait()
        self._changed.set()

    def _options_of(self, number: int) -> dict[str, Any]:
        port = self._options["port"]
        warm = self._options["warm"] and number == 1  # the others find what it compiled
        return {**self._options, "port": port + number if port else 0, "warm": warm}

    async def _free(self, worker: Worker) -> None:
        """Free the tables of a worker that has died, so that nobody waits for its lease to end."""
        if worker.id is None:
            return
        try:
            await asyncio.to_thread(self._leases.free, [worker.id])
        except StoreError as error:
            what = "the tables of worker %d are free when its lease ends: %s"
            logger.warning(what, worker.number, error)

    async def _started(self, number: int, old: Worker | None) -> None:
        """Wait until the worker that follows an old one is ready."""
        while (new := self._workers.get(number)) is old or new is None or not new.ready.is_set():
            self._changed.clear()
            await self._changed.wait()

    def _restart_all(self) -> None:
        if self._restart is None or self._restart.done():
            self._restart = asyncio.create_task(self._restart_in_turn())

    async def _restart_in_turn(self) -> None:
        """Replace one worker after the other; the others serve its tables meanwhile."""
        logger.info("restarting the workers in turn")
        for number in self._numbers:
            worker = self._workers.get(number)
            if worker is not None:
                await worker.end()
            await self._started(number, worker)
        logger.info("all workers are restarted")


def _python() -> str:
    """Return the interpreter for a new worker.

    It lies beside the program that was started. If that is reached by a link to a release, a worker
    started after the link has changed belongs to the new release.
    """
    beside = Path(sys.argv[0]).absolute().with_name(Path(sys.executable).name)
    return str(beside) if Path(sys.argv[0]).name == "ducato" and beside.exists() else sys.executable


def supervise(
    workers: int,
    host: str,
    port: int,
    *,
    data: Path | None = None,
    database: str | None = None,
    public_url: str | None = None,
    log: LogFormat = "text",
    retention: Retention | None = None,
    **options: Any,
) -> None:
    """Run a server of several workers until it is stopped; see `server.serve.serve`.

    Raises:
        NotShared: the database serves only one process.
        StoreError: the database cannot be opened.
        InUse: a server that does not share it uses the database.
        CannotListen: no port is free, or the server cannot listen at the address.
    """
    where = database or default_url(data)
    with ExitStack() as stack:
        lock = hold(where, shared=True)
        stack.callback(lock.release)
        shared = stack.enter_context(closing(Database(where)))  # the workers find it migrated
        listening = stack.enter_context(listen(host, port, 1 if public_url else TRIED_PORTS))
        listening.listen(BACKLOG)
        url = local_url(host, port, listening)
        lock.announce(url)
        configure_logging(log)
        raise_descriptor_limit()
        options |= {
            "host": "127.0.0.1",
            "port": listening.getsockname()[1] if port else 0,
            "data": None if data is None else str(data),
            "database": database,
            "public_url": public_url,
            "log": log,
            "retention": asdict(retention or Retention()),
            "hosts": [host, *options.get("hosts", ())],
        }

        async def run() -> None:
            supervisor = Supervisor(workers, listening, Leases(shared), url, options)
            await supervisor.run()

        asyncio.run(run())
