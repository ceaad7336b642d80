"""The one thread that writes, and commits together what waits together.

A commit costs a write to the disk, whatever is in it. So all jobs that have gathered while the
disk was busy run in one transaction, and each of them is told when that is on the disk. If one of
them fails, the transaction is undone and each runs again in one of its own: so a job must have no
effects but those on the database.

This module must not know what the jobs are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

MOST_TOGETHER = 256
"""Jobs in one transaction; more gain nothing and make the first one wait."""

Result = TypeVar("Result")
Job = Callable[[Connection], Any]


class Writer:
    """Runs jobs on a database, one transaction after the other.

    Args:
        engine: of the database.
        translated: makes an error of the driver one of ours.
    """

    def __init__(self, engine: Engine, translated: Callable[[Exception], Exception]) -> None:
        self._engine, self._translated = engine, translated
        self._queue: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """Have a job done; its future ends when the result is on the disk.

        Raises:
            RuntimeError: the writer is closed.
        """
        future: Future[Result] = Future()
        # What is submitted is done, though whoever waits for it may be cancelled.
        future.set_running_or_notify_cancel()
        with self._closing:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put((job, future))
        return future

    @property
    def waiting(self) -> int:
        """How many jobs wait for the one that is being written."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish what was submitted, and stop."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < MOST_TOGETHER:
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._write(batch)
            if last:
                return

    def _write(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in batch]
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(self._translated(error))
            else:
                for one in batch:
                    self._write([one])
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)
