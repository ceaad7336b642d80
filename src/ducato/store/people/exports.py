"""Data classes for the export of a person's data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RatingExport:
    """The person's rating at a game; see `store.ratings.Rating`."""

    game: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class SeatExport:
    """A seat at one of the person's tables.

    Attributes:
        own: whether the seat is the person's own.
        rank: the final rank, 1 for the best; None before the end.
        entropy: the person's contribution to the game's randomness; None if there is none, and at
            the seats of others.
    """

    seat: int
    name: str
    own: bool
    rank: int | None
    substitute: str | None
    entropy: str | None = None


@dataclass(frozen=True)
class TableExport:
    """A table where the person sat or that they opened, without its steps."""

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
    """A bot account, with its ratings, tables and chat lines."""

    name: str
    created: str
    revoked: bool
    ratings: list[RatingExport]
    tables: list[TableExport]
    lines: list[LineExport]


@dataclass(frozen=True)
class PreferencesExport:
    """Preferences; `public_id` is the id of the public page, None without one."""

    rated: bool
    shown: bool
    public_id: str | None
    language: str | None
    turn_reminders: str


@dataclass(frozen=True)
class ReminderExport:
    """The last turn that the person was reminded of at one table.

    Attributes:
        table: the id of the table.
        turn: the number of the last step made by another player before that turn.
    """

    table: str
    turn: int


@dataclass(frozen=True)
class PersonExport:
    """All data of a person. Times are in UTC, in ISO 8601 format.

    Attributes:
        sessions: the times at which the sessions began.
        email_verifications: the addresses to which a link was mailed that has not been used.
        muted: the number of people whom the person has muted.
        push_subscriptions: the addresses of the browsers to which turns are pushed.
        push_reminders: for each table, the last turn of which a push told the person.
        reminder_emails: the times at which reminders were sent.
        turn_reminders: for each table, the last turn that the person was reminded of.
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
    push_subscriptions: list[str]
    push_reminders: list[ReminderExport]
    reminder_emails: list[str]
    turn_reminders: list[ReminderExport]
