"""The schema of the first release.

A new database gets it whole from `server.kit.database.schema`, so there is nothing to do.
"""

revision, down_revision = "0001", None


def upgrade() -> None:
    """Do nothing: no older schema was ever released."""
