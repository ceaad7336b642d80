"""Ratings over time, recomputed from the stored ranks, and the final ranks of seasons.

What is recomputed can differ a little from what was computed at the time: a player whose account
was deleted counts as one of unknown strength, and guests who became an account have its rating.
So a person's history is kept only if it has as many games as the stored rating and ends near it;
its last entry is then the stored rating itself. The histories of all others begin with their next
rated game.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op
from openskill.models import PlackettLuce

revision, down_revision = "0008", "0007"

NEAR = 0.5
"""The distance from the stored strength, in units of openskill, up to which a history is kept."""


def upgrade() -> None:
    """Create the tables and fill the histories."""
    _create_tables()
    connection = op.get_bind()
    tables = sa.MetaData()
    tables.reflect(
        connection, only=["tables", "seats", "ratings", "rating_changes", "closed_seasons"]
    )
    histories = _replayed(connection, tables)
    rows = [row for history in _kept(connection, tables, histories) for row in history]
    if rows:
        connection.execute(tables.tables["rating_changes"].insert(), rows)
    _close_earlier_seasons(connection, tables, rows)


def _create_tables() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("person", "table_id"),
    )
    op.create_index("ix_rating_changes_table_id", "rating_changes", ["table_id"])
    op.create_index("ix_rating_changes_game_at", "rating_changes", ["game", "at"])
    op.create_table(
        "closed_seasons",
        sa.Column("season", sa.String(8), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season"),
    )
    op.create_table(
        "season_ranks",
        sa.Column("season", sa.String(8), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("ranked", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season"], ["closed_seasons.season"]),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("season", "game", "person"),
    )
    op.create_index("ix_season_ranks_person", "season_ranks", ["person"])


def _replayed(
    connection: sa.Connection, tables: sa.MetaData
) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Return the history of each person at each game, as if all their opponents were known."""
    games, seats = tables.tables["tables"].c, tables.tables["seats"].c
    query = (
        sa.select(games.id, games.game, games.finished, seats.person, seats.rank, seats.substitute)
        .join_from(tables.tables["tables"], tables.tables["seats"], seats.table_id == games.id)
        .where(games.rated.is_(sa.true()) & games.finished.is_not(None) & seats.rank.is_not(None))
        .order_by(games.finished, games.id, seats.seat)
    )
    rows = connection.execute(query).all()
    by_table: dict[str, list[Any]] = {}
    for row in rows:
        by_table.setdefault(row.id, []).append(row)
    model = PlackettLuce()
    histories: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for table_id, here in by_table.items():
        persons = [row.person for row in here if row.person is not None]
        if len(set(persons)) < len(persons):
            continue
        known = [histories.get((row.person, row.game)) for row in here]
        old = [
            model.rating(earlier[-1]["mu"], earlier[-1]["sigma"]) if earlier else model.rating()
            for earlier in known
        ]
        ranks = [float(row.rank if row.substitute is None else len(here) + 1) for row in here]
        new = model.rate([[rating] for rating in old], ranks=ranks)
        for row, before, (after,) in zip(here, old, new, strict=True):
            if row.person is None:
                continue
            history = histories.setdefault((row.person, row.game), [])
            history.append(
                {
                    "person": row.person,
                    "table_id": table_id,
                    "game": row.game,
                    "at": row.finished,
                    "number": len(history) + 1,
                    "mu_before": before.mu,
                    "sigma_before": before.sigma,
                    "mu": after.mu,
                    "sigma": after.sigma,
                }
            )
    return histories


def _kept(
    connection: sa.Connection,
    tables: sa.MetaData,
    histories: dict[tuple[str, str], list[dict[str, Any]]],
) -> list[list[dict[str, Any]]]:
    """Return the histories that lead to the stored ratings."""
    found = []
    for stored in connection.execute(sa.select(tables.tables["ratings"])):
        history = histories.get((stored.person, stored.game), [])
        if len(history) == stored.games and abs(history[-1]["mu"] - stored.mu) <= NEAR:
            history[-1] |= {"mu": stored.mu, "sigma": stored.sigma}
            found.append(history)
    return found


def _close_earlier_seasons(
    connection: sa.Connection, tables: sa.MetaData, rows: list[dict[str, Any]]
) -> None:
    """Mark the seasons before the present one as closed, without ranks: nobody knew of them."""
    now = datetime.now(UTC)
    quarters = {_quarter(datetime.fromtimestamp(row["at"] / 1000, UTC)) for row in rows}
    earlier = sorted(quarters - {_quarter(now)})
    if earlier:
        first, *_ = earlier
        year, quarter = map(int, first.split("-"))
        closed = []
        while f"{year}-{quarter}" < _quarter(now):
            moment = round(now.timestamp() * 1000)
            closed.append({"season": f"{year}-{quarter}", "closed": moment})
            year, quarter = year + quarter // 4, quarter % 4 + 1
        connection.execute(tables.tables["closed_seasons"].insert(), closed)


def _quarter(moment: datetime) -> str:
    return f"{moment.year}-{(moment.month + 2) // 3}"
