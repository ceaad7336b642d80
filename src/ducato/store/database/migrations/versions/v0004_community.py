"""Tables for friends, presence, challenges, groups and searches for opponents."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    """Create the tables, and the preference to show whether one is online."""
    op.add_column(
        "persons",
        sa.Column("visible_online", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    _create_friends()
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("request", sa.JSON(), nullable=False),
        sa.Column("once", sa.Boolean(), nullable=False),
        sa.Column("accepted", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_challenges_person", "challenges", ["person"])
    op.create_table(
        "opponent_searches",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("time_control", sa.String(200), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_index(
        "ix_opponent_searches_game", "opponent_searches", ["game", "players", "time_control"]
    )
    _create_groups()


def _create_friends() -> None:
    op.create_table(
        "friendships",
        sa.Column("first", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32), nullable=False),
        sa.Column("asked_by", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["first"], ["persons.id"]),
        sa.ForeignKeyConstraint(["second"], ["persons.id"]),
        sa.PrimaryKeyConstraint("first", "second"),
    )
    op.create_index("ix_friendships_second", "friendships", ["second"])
    op.create_table(
        "presence",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("at_table", sa.BigInteger()),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("person"),
    )


def _create_groups() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("description", sa.String(500), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("link", sa.String(32)),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("link"),
    )
    op.create_table(
        "group_members",
        sa.Column("group_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"]),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("group_id", "person"),
    )
    op.create_index("ix_group_members_person", "group_members", ["person"])
    op.create_table(
        "group_tables",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("group_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"]),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("ix_group_tables_group_id", "group_tables", ["group_id"])
