"""A mail server that keeps what it receives, and a login with the link from an e-mail."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue
from socketserver import StreamRequestHandler, ThreadingTCPServer

from benchmarks.table_player import Person

ARRIVES_WITHIN = 30
"""Seconds for an e-mail to arrive."""


class Mails(ThreadingTCPServer):
    """A mail server at a free port of the loopback interface.

    Attributes:
        received: the e-mails, in order.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.received: Queue[EmailMessage] = Queue()

    @property
    def url(self) -> str:
        """The URL under which ducato sends e-mails to it."""
        return f"smtp+plain://127.0.0.1:{self.server_address[1]}?from=ducato@example.org"


class Session(StreamRequestHandler):
    """One connection to the mail server (RFC 5321)."""

    def handle(self) -> None:
        """Accept every e-mail until the client leaves."""
        assert isinstance(self.server, Mails)
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            match line[:4].upper():
                case b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    lines = iter(self.rfile.readline, b".\r\n")
                    whole = b"".join(line.removeprefix(b".") for line in lines)
                    self.server.received.put(message_from_bytes(whole, policy=policy.default))  # type: ignore[arg-type]
                case b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
            self.wfile.write(b"250 yes\r\n")


@contextmanager
def mail_server() -> Iterator[Mails]:
    """Run a mail server in a thread."""
    with Mails() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def log_in(base: str, mails: Mails, email: str, home: str) -> Person:
    """Ask for a link by e-mail, follow it, and return the person with the new session.

    Args:
        base: the address of the server.
        mails: the mail server.
        email: the address of the account.
        home: the public address, to which the link must lead.

    Raises:
        queue.Empty: no e-mail arrived.
        AssertionError: the e-mail or the account is another one.
    """
    person = Person()
    person.post(f"{base}/api/me/email", {"email": email})
    mail = mails.received.get(timeout=ARRIVES_WITHIN)
    assert mail["To"] == email, mail["To"]
    link = re.search(rf"{re.escape(home)}/verify-email\S*#(\S+)", mail.get_content())
    assert link is not None, mail.get_content()
    me = person.post(f"{base}/api/me/email/verify", {"token": link[1]})
    assert me["email"] == email, me
    return person
