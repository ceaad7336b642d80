"""The queue of e-mails, sent one after another in a thread that does nothing else.

A mail server may answer late or never. Nobody but the queue waits for it: a request is answered as
soon as its e-mail is queued, and when the queue is full, further e-mails are refused.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from queue import Full, Queue

from prometheus_client import Counter

from ducato.server.kit.mail.mailer import NO_HEADERS, DisabledMailer, Mailer, MailNotSent

MOST_WAITING = 50
"""Maximum number of waiting e-mails. If the mail server never answers, each takes `SMTP_TIMEOUT`
seconds, so that the last one of a full queue fails after a quarter of an hour."""

Email = tuple[str, str, str, Mapping[str, str]]
"""The recipient's address, the subject line, the text and further headers."""


class MailQueue:
    """The e-mails that wait to be sent, and the thread that sends them, started when first needed.

    Args:
        mailer: the mailer, which blocks until an e-mail is sent.
        counted: the counter of e-mails, by what became of them: sent, failed or refused.
    """

    def __init__(self, mailer: Mailer, counted: Counter) -> None:
        self._mailer, self._counted = mailer, counted
        self._queue: Queue[tuple[Email, Future[None]] | None] = Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None

    @property
    def waiting(self) -> int:
        """The number of waiting e-mails, without the one that is being sent."""
        return self._queue.qsize()

    def submit(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS
    ) -> Future[None]:
        """Queue an e-mail; see `Mailer.send` for the arguments. Call this in one thread only.

        Returns:
            A future that completes when the e-mail is sent, with the mailer's error if it fails.

        Raises:
            MailNotSent: the queue is full, or there is no mail server.
        """
        if isinstance(self._mailer, DisabledMailer):
            self._mailer.send(to, subject, text, headers)
        future: Future[None] = Future()
        try:
            self._queue.put_nowait(((to, subject, text, headers), future))
        except Full:
            self._counted.labels("refused").inc()
            raise MailNotSent(f"{MOST_WAITING} e-mails are waiting for the mail server") from None
        if self._thread is None:
            # A daemon, so that the process can end while the mail server does not answer.
            self._thread = threading.Thread(target=self._run, name="mail", daemon=True)
            self._thread.start()
        return future

    def close(self) -> None:
        """Drop all waiting e-mails and stop the thread after the one that is being sent."""
        while not self._queue.empty():
            dropped = self._queue.get_nowait()
            if dropped is not None:
                dropped[1].cancel()
        self._queue.put_nowait(None)

    def _run(self) -> None:
        while (waiting := self._queue.get()) is not None:
            email, future = waiting
            if future.set_running_or_notify_cancel():
                self._send(email, future)

    def _send(self, email: Email, future: Future[None]) -> None:
        try:
            self._mailer.send(*email)
        except Exception as error:
            self._counted.labels("failed").inc()
            future.set_exception(error)
        else:
            self._counted.labels("sent").inc()
            future.set_result(None)
