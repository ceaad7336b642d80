"""The one thread that writes; it commits all waiting jobs together (group commit).

A commit costs a write to the disk, whatever is in it. So all jobs that gathered while the disk was
busy run in one transaction, and their futures end together. If one of them fails, the transaction
is rolled back and each runs again in one of its own: a job must have no other effects than those on
the database. Where the answer to a commit is lost, it is looked up first
whether the jobs were done (`store.database.commit_markers`), and nothing runs twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from ducato.store.database.commit_markers import Commits

MOST_TOGETHER = 256
"""Jobs in one transaction; more would gain nothing and make the first one wait."""

Result = TypeVar("Result")
Job = Callable[[Connection], Any]


class Writer:
    """A thread that runs jobs on a database, one transaction after the other.

    Args:
        engine: of the database.
        translated: turns an error of the driver into ours; its second argument says that nobody
            knows whether the jobs were done.
    """

    def __init__(self, engine: Engine, translated: Callable[[Exception, bool], Exception]) -> None:
        self._engine, self._translated = engine, translated
        self._commits = Commits(engine)
        self._queue: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], Result]) -> Future[Result]:
        """Submit a job; its future ends when the result is on the disk.

        Raises:
            RuntimeError: the writer is closed.
        """
        future: Future[Result] = Future()
        # A submitted job is done even if whoever waits for it is cancelled.
        future.set_running_or_notify_cancel()
        with self._closing:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put((job, future))
        return future

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for the one being written."""
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
        results, marked = [], False
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in batch]
                self._commits.mark(connection)
                marked = True
        except Exception as error:
            made = marked and self._commits.was_made(lambda: self._closed)
            if not made:
                self._failed(batch, error, unsure=made is None)
                return
        self._commits.confirm()
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    def _failed(
        self, batch: list[tuple[Job, Future[Any]]], error: Exception, *, unsure: bool
    ) -> None:
        """Fail the futures; if it is certain that nothing was done, try each job alone."""
        if len(batch) > 1 and not unsure:
            for one in batch:
                self._write([one])
            return
        for _, future in batch:
            future.set_exception(self._translated(error, unsure))
