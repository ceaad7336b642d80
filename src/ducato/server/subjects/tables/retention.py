"""Retention periods: for how many days the store keeps what nobody needs any more."""

from __future__ import annotations

from dataclasses import dataclass

from ducato.server.subjects.people.session_rows import DAY, SESSION_LASTS


@dataclass(frozen=True)
class Retention:
    """Retention periods in days, which an operator can change.

    Attributes:
        abandoned: of unfinished games, after their last change.
        guest: of guests of whom no seat, table, chat line or bot is left, after the last use of
            their sessions.
        chat: of the chat of finished games, after their end.
        reports: of reports, and of bans that have ended.
        log: of the log of administrators.
    """

    abandoned: int = SESSION_LASTS // DAY
    guest: int = SESSION_LASTS // DAY
    chat: int = 400
    reports: int = 365
    log: int = 730
