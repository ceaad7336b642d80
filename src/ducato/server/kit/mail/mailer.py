"""E-mails to people: the mailers that send or print them, and the quoting of names in them."""

from __future__ import annotations

import re
import secrets
import smtplib
import ssl
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import Protocol
from urllib.parse import unquote, urlsplit

from ducato.core.errors import BadValue, DucatoError
from ducato.core.i18n import say
from ducato.server.kit.http.locale import server_text
from ducato.server.subjects.people.storage import UNNAMED
from ducato.table.seats import one_line

SMTP_TIMEOUT = 20
"""Seconds to wait for a connection to the mail server, and for each of its replies."""
LONGEST_NAME = 32
"""Maximum number of characters of a name in an e-mail, enough to recognize the person."""
NOT_IN_NAMES = re.compile(r"[/\\@:<>\[\]\"“”„«»‹›]")
"""The characters of addresses and link markup, and quotation marks; spaces replace them."""
DOTS = re.compile(r"[.\u3002\u2024\u2027\u00b7]+(?=\S)")
"""One or more characters that count as dots in a domain name, unless a blank follows them."""

NO_HEADERS: Mapping[str, str] = {}
WHOLE_LINES = SMTP.clone(max_line_length=900)
"""The mail policy, whose long lines keep a link in a header on one line: folding would encode and
break it."""


class MailNotSent(DucatoError):
    """An error raised if an e-mail could not be sent. Its message contains no e-mail address."""


class Mailer(Protocol):
    """A sender of e-mails."""

    def send(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        """Send an e-mail, blocking until it is sent.

        Args:
            to: the recipient's address.
            subject: the subject line.
            text: the plain text.
            headers: further headers.

        Raises:
            MailNotSent: the e-mail could not be sent.
        """
        ...


class ConsoleMailer:
    """A mailer that prints e-mails on standard error, for a small private server."""

    def send(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        """Print the recipient, the subject and the text, without `headers`."""
        sys.stderr.write(f"\nducato: to {to}: {subject}\n{text}\n\n")
        sys.stderr.flush()


class DisabledMailer:
    """A mailer that sends nothing, for a server whose console is reserved for its log."""

    def send(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        """Refuse to send the e-mail.

        Raises:
            MailNotSent: always.
        """
        raise MailNotSent("no mail server is set")


@dataclass(frozen=True)
class SmtpMailer:
    """A mailer that uses a mail server.

    Attributes:
        host: the server's name.
        port: the server's port; at 465, TLS is used from the start, at others after STARTTLS.
        sender: the address in the header From.
        user: the user name for the login; None for no login.
        password: the user's password; None for an empty one.
        encrypted: whether to use TLS; if False, no port uses it.
    """

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = None
    encrypted: bool = True

    @classmethod
    def from_url(cls, url: str) -> SmtpMailer:
        """Create a mailer from a URL: ``smtp://user:password@host:587?from=ducato@example.org``.

        The scheme chooses the port if the URL has none: 587 for ``smtp``, 465 for ``smtps`` and 25
        for ``smtp+plain``, which uses no TLS and is meant for a mail server on this machine.

        Raises:
            BadValue: the URL is malformed, has any other scheme, lacks the host or the sender, or
                has a port that is not a number up to 65535. The error never contains the password.
        """
        # The URL and the errors of `urlsplit`, which quote it, are left out for the password.
        bad_url = BadValue(
            "--smtp",
            "…",
            "a URL such as smtp://user:password@host:587?from=address, with a port up to 65535",
        )
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise bad_url from None
        name, _, sender = parts.query.partition("=")
        ports = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
        if parts.scheme not in ports or not parts.hostname or name != "from" or not sender:
            raise bad_url
        return cls(
            parts.hostname,
            port or ports[parts.scheme],
            unquote(sender),
            unquote(parts.username) if parts.username else None,
            unquote(parts.password) if parts.password else None,
            parts.scheme != "smtp+plain",
        )

    def send(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        """Send the e-mail through the server.

        Raises:
            MailNotSent: the server cannot be reached or did not accept the e-mail, or a header is
                invalid.
        """
        try:
            message = self.email(to, subject, text, headers)
            with self._connected() as server:
                if self.user is not None:
                    server.login(self.user, self.password or "")
                server.send_message(message)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            why = f"the mail server {self.host} did not accept the e-mail: {_why(error)}"
            raise MailNotSent(why) from error

    def email(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS
    ) -> EmailMessage:
        """Return the complete e-mail, with a date and a message id.

        Raises:
            ValueError: a header is invalid.
        """
        message = EmailMessage(WHOLE_LINES)
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = format_datetime(datetime.now(UTC)), self._new_id()
        for name, value in headers.items():
            message[name] = value
        message.set_content(text)
        return message

    def _new_id(self) -> str:
        domain = parseaddr(self.sender)[1].rpartition("@")[2]
        return f"<{secrets.token_urlsafe(18)}@{domain or self.host}>"

    def _connected(self) -> smtplib.SMTP:
        if self.port == 465 and self.encrypted:
            return smtplib.SMTP_SSL(
                self.host, self.port, timeout=SMTP_TIMEOUT, context=ssl.create_default_context()
            )
        server = smtplib.SMTP(self.host, self.port, timeout=SMTP_TIMEOUT)
        if self.encrypted:
            server.starttls(context=ssl.create_default_context())
        return server


def quoted(name: str, language: str) -> str:
    """Return a person's name in a form that is safe in an e-mail to another person.

    A name may contain anything, such as an address that a mail program turns into a link. So the
    result is short, quoted and on one line, and nothing in it looks like an address.

    Example:
        >>> quoted("You won! https://evil.example/x", "en"), quoted("J.R.R. Tolkien", "it")
        ('“You won! https evil. example x”', '«J. R. R. Tolkien»')
    """
    plain = one_line(unicodedata.normalize("NFKC", name))
    words = " ".join(DOTS.sub(". ", NOT_IN_NAMES.sub(" ", plain)).split())
    short = words if len(words) <= LONGEST_NAME else f"{one_line(words[: LONGEST_NAME - 1])}…"
    return server_text(say("mail.name", name=short), language)


def greeting(name: str | None, language: str) -> str:
    """Return the first line of an e-mail to a person; None or `UNNAMED` for one without a name."""
    if name in (None, UNNAMED):
        return server_text(say("mail.greeting.unnamed"), language)
    return server_text(say("mail.greeting", name=quoted(str(name), language)), language)


def _why(error: Exception) -> str:
    """Return an error's type and any status code, but not its text, which may quote addresses."""
    code = getattr(error, "smtp_code", None)
    return type(error).__name__ if code is None else f"{type(error).__name__} {code}"
