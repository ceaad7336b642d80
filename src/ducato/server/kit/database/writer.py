"""The single writer thread, which commits all waiting jobs together (group commit).

A commit costs a write to the disk, whatever it contains. All jobs that arrive while the disk is
busy therefore run in one transaction, and their futures complete together. If one of them fails,
the transaction is rolled back and each job is run again in a transaction of its own, so a job must
have no effects outside the database. A job that fails because another process came between is run
once more: then it sees what the other one wrote. If the answer to a commit is lost, the writer
first checks whether the jobs were committed (`server.kit.database.commit_markers`), so that no job
runs twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from ducato.server.kit.database.commit_markers import Commits

CAME_BETWEEN = ("23505", "40001", "40P01")
"""PostgreSQL's codes for what happens if two processes write the same at the same time: a row that
exists already, transactions that exclude each other, and a deadlock."""
MOST_TOGETHER = 256
"""Maximum number of jobs per transaction; more would gain nothing and delay the first one."""

Result = TypeVar("Result")
Job = Callable[[Connection], Any]


class Writer:
    """A thread that runs jobs on a database, one transaction at a time.

    Args:
        engine: the engine of the database.
        translated: a function that converts an exception into the one to raise; its second argument
            is True if it is unknown whether the jobs were committed.
        process: the id of the process among those that share the database; 0 if it is alone.
    """

    def __init__(
        self,
        engine: Engine,
        translated: Callable[[Exception, bool], Exception],
        process: int = 0,
    ) -> None:
        self._engine, self._translated = engine, translated
        self._commits = Commits(engine, process)
        self._queue: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """Submit a job; its future completes once the result is on disk.

        Raises:
            RuntimeError: the writer is closed.
        """
        future: Future[Result] = Future()
        # A submitted job is run even if its caller is cancelled.
        future.set_running_or_notify_cancel()
        with self._closing:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put((job, future))
        return future

    @property
    def waiting(self) -> int:
        """The number of jobs in the queue."""
        return self._queue.qsize()

    def close(self) -> None:
        """Wait for all submitted jobs, and stop the thread."""
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

    def _write(self, batch: list[tuple[Job, Future[Any]]], *, again: bool = False) -> None:
        results, marked = [], False
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in batch]
                self._commits.mark(connection)
                marked = True
        except Exception as error:
            made = marked and self._commits.was_made(lambda: self._closed)
            if not made:
                self._failed(batch, error, unsure=made is None, again=again)
                return
        self._commits.confirm()
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    def _failed(
        self,
        batch: list[tuple[Job, Future[Any]]],
        error: Exception,
        *,
        unsure: bool,
        again: bool,
    ) -> None:
        """Run each job alone if the batch was certainly not committed; otherwise fail its futures.

        A batch of one job is run again, once, only if another process came between.
        """
        once_more = not again and _came_between(error)
        if not unsure and (len(batch) > 1 or once_more):
            for one in batch:
                self._write([one], again=len(batch) == 1)
            return
        for _, future in batch:
            future.set_exception(self._translated(error, unsure))


def _came_between(error: Exception) -> bool:
    """Return whether a job failed only because another process wrote the same meanwhile."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    return getattr(cause, "sqlstate", None) in CAME_BETWEEN
