"""What becomes of messages: their deliveries, when to repeat them, and how many a person gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum

SECOND = 1000
DAY = 24 * 3600 * SECOND
FIRST_RETRY, FACTOR = 60 * SECOND, 4
"""Milliseconds until the first repetition, and how much longer each further one waits."""
MOST_ATTEMPTS = 4
"""Maximum number of attempts to send a message, the first included."""


class Delivery(Enum):
    """What became of a message."""

    SENT = "sent"
    FAILED = "failed"
    EXPIRED = "expired"


@dataclass(frozen=True)
class Outcome:
    """The outcome of an attempt to send a message.

    Attributes:
        delivery: what became of the message.
        temporary: whether it failed for a reason that may pass.
        wait: the milliseconds for which the push service asked to wait; 0 if it did not ask.
    """

    delivery: Delivery
    temporary: bool = False
    wait: int = 0

    def pause(self, attempts: int) -> int | None:
        """Return the milliseconds until the next attempt, None if there is to be none.

        Args:
            attempts: the number of attempts that were made.
        """
        if not self.temporary or attempts >= MOST_ATTEMPTS or self.wait > DAY:
            return None
        backoff: int = FIRST_RETRY * FACTOR ** (attempts - 1)
        return max(backoff, self.wait)


def failure(status: int | None, headers: Mapping[str, str]) -> Outcome:
    """Return the outcome of a message that a push service refused with this status."""
    temporary = status is not None and (status == 429 or status >= 500)
    return Outcome(Delivery.FAILED, temporary, retry_after(headers.get("retry-after", "")))


def retry_after(text: str) -> int:
    """Return the milliseconds that a header ``Retry-After`` asks for; 0 if it is invalid."""
    if text.isascii() and text.isdigit():
        return int(text[:9]) * SECOND
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return 0
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0, int((until - datetime.now(UTC)).total_seconds() * SECOND))


class DailyLimit:
    """A limit on what each person is told in any 24 hours, counted since the server started.

    Args:
        most: the maximum number for each person.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._moments: dict[str, list[int]] = {}

    def has_room(self, person: str, moment: int) -> bool:
        """Return whether a person may be told of something now."""
        recent = [one for one in self._moments.get(person, ()) if one > moment - DAY]
        if recent:
            self._moments[person] = recent
        else:
            self._moments.pop(person, None)
        return len(recent) < self._most

    def note(self, person: str, moment: int) -> None:
        """Count that a person is told of something now."""
        self._moments.setdefault(person, []).append(moment)
