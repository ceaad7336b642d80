"""Database errors, with messages that say what to do.

Driver errors are translated into one type with a small set of causes, so that the user reads "the
disk is full" instead of a driver's error code.
"""

from __future__ import annotations

import errno
import shutil
from enum import StrEnum
from pathlib import Path

from sqlalchemy.exc import OperationalError

from ducato.core.errors import DucatoError
from ducato.core.i18n import say
from ducato.server.kit.errors import PageError

BESIDE = 64 * 1024
"""Bytes of the files that SQLite keeps beside an open database, at least."""


class StorageFailure(StrEnum):
    """The cause of a database failure; also the key of the text that explains it."""

    FULL = "full"
    READ_ONLY = "read_only"
    UNREACHABLE = "unreachable"
    BUSY = "busy"
    DAMAGED = "damaged"
    NO_URL = "no_url"
    OTHER_VERSION = "other_version"
    EXISTS = "exists"
    UNSURE = "unsure"
    OTHER = "other"


REMEDIES = {
    StorageFailure.FULL: "the disk is full: free some space and try again",
    StorageFailure.READ_ONLY: "it may only be read: make the file and its folder writable, or "
    "choose another folder with the environment variable DUCATO_DATA",
    StorageFailure.UNREACHABLE: "it cannot be opened: check that its folder exists and is yours, "
    "or that its server runs and knows you, or choose another folder with the environment "
    "variable DUCATO_DATA",
    StorageFailure.BUSY: "another program keeps it locked: close that program and try again",
    StorageFailure.DAMAGED: "it is damaged or no database: move the file away and put a copy in "
    "its place",
    StorageFailure.NO_URL: "this is not the URL of a database, or its driver is not installed: "
    "write sqlite:////folder/file or, with ducato[postgres], postgresql+psycopg://user@host/name",
    StorageFailure.OTHER_VERSION: "another version of ducato wrote it, such as a newer one or one "
    "from before the first release: use that version, or choose another place with --data or "
    "--database",
    StorageFailure.EXISTS: "something is there already, and would be lost: choose another place",
    StorageFailure.UNSURE: "the connection was lost while it was being written: look whether it "
    "is there",
    StorageFailure.OTHER: "the database refused",
}

UNREACHABLE_SERVER = (
    "it cannot be reached: check that the server runs, has this database and knows you"
)
"""What to do about a database that is not a file."""

CAUSES = {
    "SQLITE_FULL": StorageFailure.FULL,
    "SQLITE_READONLY": StorageFailure.READ_ONLY,
    "SQLITE_PERM": StorageFailure.READ_ONLY,
    "SQLITE_CANTOPEN": StorageFailure.UNREACHABLE,
    "SQLITE_BUSY": StorageFailure.BUSY,
    "SQLITE_LOCKED": StorageFailure.BUSY,
    "SQLITE_CORRUPT": StorageFailure.DAMAGED,
    "SQLITE_NOTADB": StorageFailure.DAMAGED,
}
"""The cause for each SQLite error name, cut off at its second underscore."""

STATES = {
    "53100": StorageFailure.FULL,
    "25006": StorageFailure.READ_ONLY,
    "53300": StorageFailure.BUSY,  # too many connections
    "55P03": StorageFailure.BUSY,
    "XX001": StorageFailure.DAMAGED,
    "XX002": StorageFailure.DAMAGED,
    "08": StorageFailure.UNREACHABLE,
    "28": StorageFailure.UNREACHABLE,  # access denied
    "3D": StorageFailure.UNREACHABLE,  # no such database
    "57": StorageFailure.UNREACHABLE,  # shutting down
}
"""The cause for each SQLSTATE code or class of codes (the first two characters)."""


class StoreError(DucatoError):
    """An error raised if the database or a backup of it cannot be read or written.

    Nothing was written, except perhaps if the failure is `UNSURE`.

    Attributes:
        where: the path or URL of the database or backup, without a password.
        failure: the cause.
        detail: a technical message, usually the driver's.
    """

    def __init__(self, where: str, failure: StorageFailure, detail: str) -> None:
        self.where, self.failure, self.detail = where, failure, detail
        remedy, said = REMEDIES[failure], ""
        if failure is StorageFailure.UNREACHABLE and where.startswith("postgresql"):
            remedy, said = UNREACHABLE_SERVER, f" ({detail.partition(chr(10))[0]})"
        elif failure in (StorageFailure.OTHER, StorageFailure.NO_URL, StorageFailure.OTHER_VERSION):
            said = f" ({detail})"
        what = "nothing was saved in"
        if failure is StorageFailure.UNSURE:
            what = "nobody knows whether it was saved in"
        super().__init__(f"{what} {where}: {remedy}{said}")


class UnknownTable(PageError, KeyError):
    """An error raised if there is no table with this id."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        detail = f"there is no table {table_id!r}"
        super().__init__(404, say("lost.table"), detail=detail)

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would show the repr


class WrongSequence(DucatoError):
    """An error raised if a table has an unexpected number of steps: another writer was first.

    Attributes:
        table_id: id of the table.
        expected: the number of steps that the writer expected.
        found: the number of steps stored.
    """

    def __init__(self, table_id: str, expected: int, found: int) -> None:
        self.table_id, self.expected, self.found = table_id, expected, found
        super().__init__(
            f"table {table_id!r} has {found} steps, not {expected}: nothing was written"
        )


class NotOwner(DucatoError):
    """An error raised if another process has taken over a table; nothing was written.

    Attributes:
        table_id: id of the table.
    """

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        super().__init__(f"table {table_id!r} is another process's now: nothing was written")


class NotShared(DucatoError):
    """An error raised if several processes are to share a database that serves only one.

    Attributes:
        where: the path or URL of the database, without a password.
    """

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(
            f"{where} serves one process only: several need PostgreSQL, as in --database "
            "postgresql://user@host/name"
        )


def translated(where: str, error: Exception) -> StoreError:
    """Convert a driver's error into a `StoreError`."""
    driver = getattr(error, "orig", None) or error
    failure = _cause(error, driver)
    if failure in (StorageFailure.OTHER, StorageFailure.UNREACHABLE) and _is_on_full_disk(where):
        failure = StorageFailure.FULL
    return StoreError(where, failure, str(driver))


def from_system(where: str, error: OSError) -> StoreError:
    """Convert an error of the file system into a `StoreError`."""
    failure = StorageFailure.UNREACHABLE
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        failure = StorageFailure.FULL
    elif error.errno in (errno.EACCES, errno.EROFS):
        failure = StorageFailure.READ_ONLY
    return StoreError(where, failure, str(error))


def _is_on_full_disk(where: str) -> bool:
    """Return whether a file is on a disk without room for the files that SQLite keeps beside it.

    SQLite reports that it cannot create or extend them as an error of input and output.
    """
    try:
        return Path(where).is_file() and shutil.disk_usage(Path(where).parent).free < BESIDE
    except OSError:
        return False


def _cause(error: Exception, driver: object) -> StorageFailure:
    name = "_".join(str(getattr(driver, "sqlite_errorname", "")).split("_")[:2])
    if name in CAUSES:
        return CAUSES[name]
    state = getattr(driver, "sqlstate", "")
    if state is None and isinstance(error, OperationalError):
        return StorageFailure.UNREACHABLE  # no answer at all
    return STATES.get(state or "", STATES.get((state or "")[:2], StorageFailure.OTHER))
