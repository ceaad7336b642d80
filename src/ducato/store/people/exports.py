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
    """A seat at one's table; `own` if one sat, or sits, there.

    Attributes:
        entropy: what one contributed to the chance of the game; None at the seats of others.
    """

    seat: int
    name: str
    own: bool
    rank: int | None
    substitute: str | None
    entropy: str | None = None


@dataclass(frozen=True)
class TableExport:
    """A table that one sat at or opened; its moves are in its record, once it is over."""

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
    """Something that one said: a `text`, or the key of a `phrase`."""

    table: str
    at: str
    seat: int | None
    name: str
    text: str | None
    phrase: str | None


@dataclass(frozen=True)
class BotExport:
    """A bot, with what is kept about it as about any player."""

    name: str
    created: str
    revoked: bool
    ratings: list[RatingExport]
    tables: list[TableExport]
    lines: list[LineExport]


@dataclass(frozen=True)
class PreferencesExport:
    """What one has chosen; `public_id` is the id of the public page."""

    rated: bool
    shown: bool
    public_id: str | None
    language: str | None
    turn_reminders: str


@dataclass(frozen=True)
class ReminderExport:
    """The turn that one was told of last at a table: after which step of somebody else."""

    table: str
    turn: int


@dataclass(frozen=True)
class PersonExport:
    """All that is kept about a person. Moments are in UTC, by ISO 8601.

    Attributes:
        sessions: when each of the browsers where one is known came to know one.
        email_verifications: addresses whose link is neither used nor expired.
        muted: how many others one does not want to hear.
        reminder_emails: when one was written to about turns.
        turn_reminders: the turns that these letters told.
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
