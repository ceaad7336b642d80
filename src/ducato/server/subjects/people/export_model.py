"""Data classes for the export of a person's data."""

from __future__ import annotations

from dataclasses import dataclass

from ducato.server.subjects.people.community_data import CommunityExport


@dataclass(frozen=True)
class RatingExport:
    """The person's rating at a game; see `server.subjects.ratings.Rating`."""

    game: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class RatingChangeExport:
    """What a rated game did to the person's rating; see `server.subjects.ratings.RatingChange`."""

    table: str
    game: str
    at: str
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


@dataclass(frozen=True)
class SeasonRankExport:
    """The person's final rank in a season of a game, one of so many `ranked` people."""

    season: str
    game: str
    rank: int
    ranked: int
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
class TournamentEntryExport:
    """A tournament that the person entered or hosts.

    Attributes:
        entrant: the person's number among the entrants; None if they did not enter, like the rest.
        entrant_name: their name there.
        first_round: the first round in which they play.
        left_round: the first round in which they do not play any more.
    """

    id: str
    name: str
    opened_by_me: bool
    entrant: int | None
    entrant_name: str | None
    first_round: int | None
    left_round: int | None


@dataclass(frozen=True)
class BotExport:
    """A bot account, with its ratings, tables and chat lines."""

    name: str
    created: str
    revoked: bool
    ratings: list[RatingExport]
    tables: list[TableExport]
    tournaments: list[TournamentEntryExport]
    lines: list[LineExport]


@dataclass(frozen=True)
class PreferencesExport:
    """Preferences; `public_id` is the id of the public page, None without one."""

    rated: bool
    shown: bool
    public_id: str | None
    language: str | None
    turn_reminders: str
    visible_online: bool


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
class SessionExport:
    """A session: when it began and was last used, and the kinds of browser and system."""

    began: str
    used: str
    device: str | None


@dataclass(frozen=True)
class BlockExport:
    """A person whom this one has blocked, by the name under which they knew them."""

    name: str
    at: str


@dataclass(frozen=True)
class ReportExport:
    """A report that the person has made: about whom, what it is about, and what they wrote."""

    name: str
    table: str
    kind: str
    text: str
    at: str


@dataclass(frozen=True)
class BanExport:
    """A ban of the person; `until` is None for good."""

    reason: str
    begun: str
    until: str | None


@dataclass(frozen=True)
class PersonExport:
    """All data of a person. Times are in UTC, in ISO 8601 format.

    Attributes:
        sessions: the sessions.
        email_verifications: the addresses to which a link was mailed that has not been used.
        rating_changes: what each rated game did to a rating.
        season_ranks: the final ranks in seasons.
        muted: the number of people whom the person has muted.
        blocked: the people whom the person has blocked.
        reports: the reports that the person has made about others.
        bans: the bans of the person, the last first.
        push_subscriptions: the addresses of the browsers to which turns are pushed.
        push_reminders: for each table, the last turn of which a push told the person.
        community: friends, challenges, groups and searches for opponents.
        reminder_emails: the times at which reminders were sent.
        turn_reminders: for each table, the last turn that the person was reminded of.
    """

    name: str
    email: str | None
    created: str
    preferences: PreferencesExport
    sessions: list[SessionExport]
    email_verifications: list[str]
    ratings: list[RatingExport]
    rating_changes: list[RatingChangeExport]
    season_ranks: list[SeasonRankExport]
    tables: list[TableExport]
    tournaments: list[TournamentEntryExport]
    lines: list[LineExport]
    bot_accounts: list[BotExport]
    muted: int
    blocked: list[BlockExport]
    reports: list[ReportExport]
    bans: list[BanExport]
    push_subscriptions: list[str]
    push_reminders: list[ReminderExport]
    community: CommunityExport
    reminder_emails: list[str]
    turn_reminders: list[ReminderExport]
