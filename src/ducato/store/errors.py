"""What can go wrong with a database, in words that say what to do.

The errors of drivers differ from one database to the next; here they become one type with a small
set of causes, so that a person reads "the disk is full" and not a driver's code.
"""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy.exc import SQLAlchemyError

from ducato.core.errors import DucatoError


class Trouble(StrEnum):
    """Why the database could not do it; also the key of the sentence that tells it to a person."""

    FULL = "full"
    READ_ONLY = "read_only"
    UNREACHABLE = "unreachable"
    BUSY = "busy"
    DAMAGED = "damaged"
    OTHER = "other"


REMEDIES = {
    Trouble.FULL: "the disk is full: free some space and try again",
    Trouble.READ_ONLY: "it may only be read: make the file and its folder writable, or choose "
    "another folder with the environment variable DUCATO_DATA",
    Trouble.UNREACHABLE: "it cannot be opened: check that its folder exists and is yours, or "
    "choose another one with the environment variable DUCATO_DATA",
    Trouble.BUSY: "another program keeps it locked: close that program and try again",
    Trouble.DAMAGED: "it is damaged or no database: move the file away and put a copy in its place",
    Trouble.OTHER: "the database refused",
}

CAUSES = {
    "SQLITE_FULL": Trouble.FULL,
    "SQLITE_READONLY": Trouble.READ_ONLY,
    "SQLITE_PERM": Trouble.READ_ONLY,
    "SQLITE_CANTOPEN": Trouble.UNREACHABLE,
    "SQLITE_BUSY": Trouble.BUSY,
    "SQLITE_LOCKED": Trouble.BUSY,
    "SQLITE_CORRUPT": Trouble.DAMAGED,
    "SQLITE_NOTADB": Trouble.DAMAGED,
}
"""SQLite's names of errors, without what comes after a second underscore."""


class StoreError(DucatoError):
    """The database could not do it; nothing was written.

    Attributes:
        where: the database, without a password.
        trouble: the cause.
        detail: the driver's own words.
    """

    def __init__(self, where: str, trouble: Trouble, detail: str) -> None:
        self.where, self.trouble, self.detail = where, trouble, detail
        said = f" ({detail})" if trouble is Trouble.OTHER else ""
        super().__init__(f"nothing was saved in {where}: {REMEDIES[trouble]}{said}")


class UnknownTable(DucatoError, KeyError):
    """There is no table with this id."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        super().__init__(f"there is no table {table_id!r}")

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would show its repr


class WrongSequence(DucatoError):
    """Steps were offered that do not follow the last one stored: somebody else wrote first.

    Attributes:
        table_id: the table.
        expected: how many steps the writer believed were there.
        found: how many are.
    """

    def __init__(self, table_id: str, expected: int, found: int) -> None:
        self.table_id, self.expected, self.found = table_id, expected, found
        super().__init__(
            f"table {table_id!r} has {found} steps, not {expected}: nothing was written"
        )


def translated(where: str, error: SQLAlchemyError | OSError) -> StoreError:
    """The driver's error as a `StoreError`."""
    driver = getattr(error, "orig", None) or error
    name = "_".join(str(getattr(driver, "sqlite_errorname", "")).split("_")[:2])
    return StoreError(where, CAUSES.get(name, Trouble.OTHER), str(driver))
