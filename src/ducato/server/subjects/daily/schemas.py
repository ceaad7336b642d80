"""The messages about the position and the game of the day."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class DailyName(msgspec.Struct, frozen=True):
    """The name of who begins the position of the day; accounts keep their own."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class DailyPosition(msgspec.Struct, frozen=True):
    """The position of a day.

    Attributes:
        status: how far the reader is; the first answer counts.
        url: the path of the table of their first try; null before.
        answered: how many people have answered it.
        solved: how many of them have solved it.
    """

    status: Literal["open", "begun", "solved", "missed"]
    url: str | None
    answered: int
    solved: int


class DailyFigure(msgspec.Struct, frozen=True):
    """A number at the end of a game, such as points, with its title."""

    title: str
    value: int


class DailyRank(msgspec.Struct, frozen=True):
    """The result of a person in the game of a day.

    Attributes:
        rank: the rank among all, 1 for the best; who is equal shares a rank.
        name: the person's name.
        url: the path of their public page; null without one.
        own: whether it is the reader's.
        at_table: the rank at the table.
        figures: the numbers at the end, the most important first.
        replay: the path at which the game can be replayed; null unless it is one of the best.
    """

    rank: int
    name: str
    url: str | None
    own: bool
    at_table: int
    figures: list[DailyFigure]
    replay: str | None


class DailyGame(msgspec.Struct, frozen=True):
    """The game of a day.

    Attributes:
        status: how far the reader is; `late` if they finished after the day.
        url: the path of their table; null before.
        begun: how many people have begun it.
        finished: how many of them have finished it in time, without resigning.
        results: the first ranks, and the reader's; null while the day goes on and the reader has
            not finished.
    """

    status: Literal["open", "begun", "finished", "resigned", "late"]
    url: str | None
    begun: int
    finished: int
    results: list[DailyRank] | None


class DailyState(msgspec.Struct, frozen=True):
    """A day.

    Attributes:
        day: the day in UTC, such as "2026-11-28".
        commitment: the SHA-256 of the seed, in hexadecimal.
        seed: the seed, in hexadecimal; null before the day is over.
        position: the position; null if the game ships none.
        game: the game.
    """

    day: str
    commitment: str
    seed: str | None
    position: DailyPosition | None
    game: DailyGame


class DailyBoard(msgspec.Struct, frozen=True):
    """What there is today at a game, and what was yesterday.

    Attributes:
        ends: when the day ends, in milliseconds since 1970.
        players: the number of players in the game of the day.
        level: the title of the level of the bots in it.
        account: whether the reader has an account, as the game of the day asks for.
        tomorrow: the commitment of tomorrow's seed.
        today: today.
        yesterday: yesterday.
    """

    ends: int
    players: int
    level: str
    account: bool
    tomorrow: str
    today: DailyState
    yesterday: DailyState
