"""Push subscriptions that end with a session, and codes beside the links for verification.

Links that were mailed before become invalid, and browsers subscribe again.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    """Replace both tables."""
    op.drop_table("push_subscriptions")
    op.create_table(
        "push_subscriptions",
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.token_hash"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("endpoint_hash"),
    )
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])
    op.drop_table("email_verifications")
    op.create_table(
        "email_verifications",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("request_hash", sa.String(64), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("token_hash"),
        sa.UniqueConstraint("request_hash"),
    )
    op.create_index("ix_email_verifications_person", "email_verifications", ["person"])
