"""What the export of a person's data contains."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RatingExport:
    """A rating, as `store.ratings` keeps it."""

    game: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class SeatExport:
    """A seat at one of the person's tables.

    Attributes:
        own: whether it is theirs.
        entropy: their contribution to the chance; None at the seats of others.
    """

    seat: int
    name: str
    own: bool
    rank: int | None
    substitute: str | None
    entropy: str | None = None


@dataclass(frozen=True)
class TableExport:
    """A table that the person sat at or opened; its moves are in its record, once it is over."""

    id: str
    game: str
    edition: str
    opened_by_me: bool
    public: bool
    rated: bool | None
    created: str
    updated: str
    finished: str | None
    seats: list[SeatExport]


@dataclass(frozen=True)
class LineExport:
    """A chat line: a `text`, or the key of a `phrase`."""

    table: str
    at: str
    seat: int | None
    name: str
    text: str | None
    phrase: str | None


@dataclass(frozen=True)
class BotExport:
    """A bot account, with the same data as any player."""

    name: str
    created: str
    revoked: bool
    ratings: list[RatingExport]
    tables: list[TableExport]
    lines: list[LineExport]


@dataclass(frozen=True)
class PreferencesExport:
    """Preferences; `public_id` is the id of the public page."""

    rated: bool
    shown: bool
    public_id: str | None
    language: str | None
    turn_reminders: str


@dataclass(frozen=True)
class ReminderExport:
    """The last turn of a table that the person was reminded of: after which step of others."""

    table: str
    turn: int


@dataclass(frozen=True)
class PersonExport:
    """All data of a person. Moments are in UTC, by ISO 8601.

    Attributes:
        sessions: when each session began.
        email_verifications: addresses whose link is neither used nor expired.
        muted: how many others the person has muted.
        reminder_emails: when reminders were sent.
        turn_reminders: the turns that they were about.
    """

    name: str
    email: str | None
    created: str
    preferences: PreferencesExport
    sessions: list[str]
    email_verifications: list[str]
    ratings: list[RatingExport]
    tables: list[TableExport]
    lines: list[LineExport]
    bot_accounts: list[BotExport]
    muted: int
    reminder_emails: list[str]
    turn_reminders: list[ReminderExport]
