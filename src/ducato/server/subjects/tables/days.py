"""Days, in UTC, of which the game of the day is the same for everybody, and its seed a secret."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from ducato.server.kit.database.engine import now
from ducato.table.state import DAILY


def today() -> str:
    """Return the present day, such as "2026-11-28"."""
    return datetime.fromtimestamp(now() / 1000, UTC).date().isoformat()


def days_after(day: str, days: int) -> str:
    """Return the day so many days after a day; before it if negative."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def week_to(day: str) -> list[str]:
    """Return the days of a week from Monday up to a day."""
    return [days_after(day, -before) for before in range(date.fromisoformat(day).weekday(), -1, -1)]


def end_of(day: str) -> int:
    """Return when a day ends, in milliseconds since 1970."""
    following = datetime.fromisoformat(days_after(day, 1)).replace(tzinfo=UTC)
    return int(following.timestamp()) * 1000


def withholds_seed(branch_of: str | None) -> bool:
    """Return whether a table is that of the game of a day that is not over.

    Args:
        branch_of: see `TableSettings`.
    """
    of = branch_of or ""
    return of.startswith(DAILY) and of.removeprefix(DAILY) >= today()
