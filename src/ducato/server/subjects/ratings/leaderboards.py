"""The leaderboards of games: the ranks of people in a season, which are final when it is over.

A game belongs to the season in which it ended. People are ranked by the strength that they have
almost certainly (`mu` minus two `sigma`), as it was after their last rated game of the season, if
they finished `LEAST_GAMES` in it. So it does not pay to stop while ahead, since a new season asks
for new games, nor to play many games rather than good ones.

Only people who show their rating and have a public page are ranked. Both conditions are checked
whenever ranks are read, so who withdraws either of them has no rank any more, in no season. The
ranks of the others stay as they were.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.subjects.ratings.history import InPoints, score_of
from ducato.server.subjects.ratings.seasons import Season

LEAST_GAMES = 5
"""The number of rated games in a season from which a person is ranked."""
MOST_ENTRIES = 100
"""Default number of ranks that a leaderboard shows."""
CLOSING_DELAY = 10 * 60 * 1000
"""Milliseconds after the end of a season until its ranks are final: a game that ended in its last
moment may still be waiting to be stored."""
OF_PERSON, OF_CHANGE = schema.persons.c, schema.rating_changes.c
OF_RANK, OF_CLOSED = schema.season_ranks.c, schema.closed_seasons.c
VISIBLE = OF_PERSON.shown & OF_PERSON.public_id.is_not(None) & OF_PERSON.leaving.is_(None)
"""The condition that a person may appear in leaderboards."""


@dataclass(frozen=True)
class LeaderboardEntry(InPoints):
    """A person with a rank in a season.

    Attributes:
        rank: the rank, 1 for the best; people with the same strength share one.
        person: the person's id, which others never see.
        name: the person's name.
        public_id: the id of their public page.
        mu, sigma: their strength and its standard deviation, in units of openskill.
        games: the number of their rated games in the season.
    """

    rank: int
    person: str
    name: str
    public_id: str
    mu: float
    sigma: float
    games: int

    @property
    def score(self) -> int:
        """The strength that counts: that which the person has almost certainly, in points."""
        return score_of(self.mu, self.sigma)


@dataclass(frozen=True)
class OwnSeason:
    """How far a person is in a season of a game.

    Attributes:
        games: the number of their rated games in it.
        visible: whether they show their rating and have a public page, and so may be ranked.
    """

    games: int
    visible: bool


@dataclass(frozen=True)
class FinalRank:
    """The final rank of a person in a season of a game, one of so many `ranked` people."""

    season: str
    game: str
    rank: int
    ranked: int


class Seasons(Storage):
    """The leaderboards and final ranks in one database."""

    def leaderboard(
        self, game: str, season: Season, person: str | None = None, limit: int = MOST_ENTRIES
    ) -> list[LeaderboardEntry]:
        """Return the first ranks of a game's season, and that of a person if they have one.

        The ranks are final as soon as the season is closed.

        Args:
            game: the name of the game.
            season: the season.
            person: a person whose rank is returned even if it is not among the first.
            limit: the number of people to return.
        """
        with self._database.reading() as connection:
            closed = select(OF_CLOSED.season).where(OF_CLOSED.season == season.name)
            is_final = connection.scalar(closed) is not None
            ranks = _final(season, game) if is_final else _current(season, game)
            entries = ranks.subquery()
            row = func.row_number().over(order_by=(entries.c.rank, entries.c.person))
            numbered = select(entries, row.label("row")).subquery()
            columns = [numbered.c[name] for name in LeaderboardEntry.__annotations__]
            query = (
                select(*columns)
                .where((numbered.c.row <= limit) | (numbered.c.person == person))
                .order_by(numbered.c.row)
            )
            return [LeaderboardEntry(**row_values(row)) for row in connection.execute(query)]

    def own(self, game: str, season: Season, person: str) -> OwnSeason:
        """Return how far a person is in a season of a game."""
        played = select(func.count()).where(_in_season(season, game), OF_CHANGE.person == person)
        visible = select(OF_PERSON.id).where(VISIBLE & (OF_PERSON.id == person))
        with self._database.reading() as connection:
            games = connection.scalar(played) or 0
            return OwnSeason(games, connection.scalar(visible) is not None)

    def closed(self, game: str | None = None) -> list[str]:
        """Return the names of the closed seasons, the latest first.

        Args:
            game: if not None, return only those in which somebody has a rank at this game.
        """
        query = select(OF_CLOSED.season).order_by(OF_CLOSED.season.desc())
        if game is not None:
            ranked = select(OF_RANK.season).join(
                schema.persons, (OF_PERSON.id == OF_RANK.person) & VISIBLE
            )
            query = query.where(OF_CLOSED.season.in_(ranked.where(OF_RANK.game == game)))
        return self._values(query)

    def final_ranks(self, person: str) -> list[FinalRank]:
        """Return the final ranks of a person, the latest season first.

        There are none while they do not show their rating or have no public page.
        """
        query = (
            select(OF_RANK.season, OF_RANK.game, OF_RANK.rank, OF_RANK.ranked)
            .join(schema.persons, (OF_PERSON.id == OF_RANK.person) & VISIBLE)
            .where(OF_RANK.person == person)
            .order_by(OF_RANK.season.desc(), OF_RANK.rank, OF_RANK.game)
        )
        return [FinalRank(**row_values(row)) for row in self._rows(query)]

    def due(self, moment: int) -> list[Season]:
        """Return the seasons that are over but not closed, the earliest first.

        Args:
            moment: the time, in milliseconds since 1970.
        """
        with self._database.reading() as connection:
            first = connection.scalar(select(func.min(OF_CHANGE.at)))
            closed = set(connection.scalars(select(OF_CLOSED.season)))
        found: list[Season] = []
        season = None if first is None else Season.at(first)
        while season is not None and season.end + CLOSING_DELAY <= moment:
            if season.name not in closed:
                found.append(season)
            season = season.following
        return found

    @in_transaction
    def close(self, connection: Connection, season: Season) -> bool:
        """Store the final ranks of a season at all games, once.

        Several processes may try: the row of the season can be inserted only once.

        Returns:
            Whether this call has closed the season; False if it was closed before.
        """
        try:
            with connection.begin_nested():
                row = {"season": season.name, "closed": now()}
                connection.execute(insert(schema.closed_seasons).values(row))
        except IntegrityError:
            return False
        games = select(OF_CHANGE.game).where(_during(season)).distinct()
        for game in connection.scalars(games.order_by(OF_CHANGE.game)).all():
            entries = connection.execute(_current(season, game)).all()
            rows = [
                {
                    "season": season.name,
                    "game": game,
                    "person": entry.person,
                    "rank": entry.rank,
                    "ranked": len(entries),
                    "mu": entry.mu,
                    "sigma": entry.sigma,
                    "games": entry.games,
                }
                for entry in entries
            ]
            if rows:
                connection.execute(insert(schema.season_ranks), rows)
        return True


def _during(season: Season) -> Any:
    return (OF_CHANGE.at >= season.start) & (OF_CHANGE.at < season.end)


def _in_season(season: Season, game: str) -> Any:
    return (OF_CHANGE.game == game) & _during(season)


def _current(season: Season, game: str) -> Any:
    """Return the query for the ranks that follow from the rated games of a season so far."""
    back = func.row_number().over(partition_by=OF_CHANGE.person, order_by=OF_CHANGE.number.desc())
    games = func.count().over(partition_by=OF_CHANGE.person)
    last = (
        select(
            OF_CHANGE.person,
            OF_CHANGE.mu,
            OF_CHANGE.sigma,
            back.label("back"),
            games.label("games"),
        )
        .where(_in_season(season, game))
        .subquery()
    )
    strength = last.c.mu - 2 * last.c.sigma
    rank = func.rank().over(order_by=strength.desc())
    return (
        select(
            rank.label("rank"),
            last.c.person,
            OF_PERSON.name,
            OF_PERSON.public_id,
            last.c.mu,
            last.c.sigma,
            last.c.games,
        )
        .join(schema.persons, (OF_PERSON.id == last.c.person) & VISIBLE)
        .where((last.c.back == 1) & (last.c.games >= LEAST_GAMES))
    )


def _final(season: Season, game: str) -> Any:
    """Return the query for the stored ranks of a season."""
    names = ("rank", "person", "mu", "sigma", "games")
    return (
        select(*(OF_RANK[name] for name in names), OF_PERSON.name, OF_PERSON.public_id)
        .join(schema.persons, (OF_PERSON.id == OF_RANK.person) & VISIBLE)
        .where((OF_RANK.season == season.name) & (OF_RANK.game == game))
    )


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's ranks to an account; of two at a game, keep the one with more games."""
    ranks = select(schema.season_ranks).where(OF_RANK.person == guest)
    for row in connection.execute(ranks).all():
        here = (OF_RANK.season == row.season) & (OF_RANK.game == row.game)
        of_account = here & (OF_RANK.person == account)
        games = connection.scalar(select(OF_RANK.games).where(of_account))
        if games is None or games < row.games:
            connection.execute(delete(schema.season_ranks).where(of_account))
            moved = update(schema.season_ranks).where(here & (OF_RANK.person == guest))
            connection.execute(moved.values(person=account))
    forget(connection, [guest])


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete the ranks of these people."""
    connection.execute(delete(schema.season_ranks).where(OF_RANK.person.in_(persons)))
