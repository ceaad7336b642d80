"""A lock that prevents two servers from using the same database.

For SQLite this is a lock on a file next to the database; for PostgreSQL, an advisory lock held by a
dedicated session. Either is released when the process dies, however it dies. Without the lock, two
servers would keep the same tables in memory, unaware of each other's moves. Servers that know of
each other (`server.cluster.leases`) hold it together, and keep out one that does not. Backups do
not need it.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from sqlalchemy import URL, Connection, NullPool, create_engine, text
from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError

from ducato.core.errors import DucatoError
from ducato.server.kit.database import private_files
from ducato.server.kit.database.engine import parsed_url, where_is
from ducato.server.kit.database.errors import (
    NotShared,
    StorageFailure,
    StoreError,
    from_system,
    translated,
)

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

log = logging.getLogger(__name__)

SUFFIX = ".lock"
LOCKED_BYTE = 1 << 20
"""Offset of the locked byte, far past the file's contents: Windows forbids reading locked bytes."""
KEY = 0x6475636B
"""Key of the PostgreSQL advisory lock; such keys are local to each database."""
OLD_SESSION = 3.0
"""Seconds allowed for PostgreSQL to notice that the session of a killed server has ended."""
LOOK_EVERY = 2.0
"""Seconds between checks that PostgreSQL still has our session."""
PATIENCE_FOR_HOLDER = 10.0
"""Seconds to wait for a starting server's address: it opens the database before it has one."""
HOLDER = text(
    "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = "
    "'advisory' AND granted AND classid = 0 AND objid = :key AND objsubid = 1 AND pg_locks.database"
    " = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class Holder(NamedTuple):
    """The process that holds a lock.

    Attributes:
        pid: the process id, None if unknown.
        address: the address that the process serves, None if unknown.
    """

    pid: int | None = None
    address: str | None = None


class DatabaseInUse(DucatoError):
    """An error raised if another process is using the database.

    Attributes:
        where: the path or URL of the database, without a password.
        holder: the other process and the address it serves.
    """

    def __init__(self, where: str, holder: Holder) -> None:
        self.where, self.holder = where, holder
        said = f"process {holder.pid or 'unknown'}"
        if holder.address:
            said += f", at {holder.address}"
        super().__init__(
            f"{where} is used by another ducato ({said}): stop that one first, or name another "
            "place with --data or --database"
        )


class SeveralNames(DucatoError):
    """An error raised if a database has several names (hard links).

    SQLite would keep a log of its own beside each name, and so damage the database.

    Attributes:
        where: the path of the database.
    """

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(
            f"{where} has several names (hard links), under which two servers could damage it: "
            "stop the other server and delete all names but one; back up with `ducato backup`"
        )


class Lock(Protocol):
    """The lock of a database, held by this process."""

    def announce(self, address: str) -> None:
        """Record the address that this process serves, for other processes to report."""

    def watch(self, lost: Callable[[DatabaseInUse], None]) -> None:
        """Call `lost` from a thread if another process takes the lock later."""

    def release(self) -> None:
        """Release the lock."""


def hold(url: str, *, shared: bool = False) -> Lock:
    """Acquire the lock of a database.

    If another process holds it, the error may be raised only after some seconds: a server that is
    starting has no address yet, and PostgreSQL may not have noticed that a server has ended.

    Args:
        url: the URL of the database.
        shared: whether other processes may hold it, too, if they also share it.

    Raises:
        InUse: another process holds it.
        NotShared: the lock of this database cannot be shared.
        StoreError: the URL is not valid, or the database or the folder of its file cannot be used.
    """
    parsed = parsed_url(url)
    if parsed.get_backend_name() == "postgresql":
        return SessionLock(parsed, where_is(parsed), shared=shared)
    if shared:
        raise NotShared(where_is(parsed))
    return FileLock(parsed.database or "")


class FileLock:
    """A lock on a file next to the SQLite file.

    A database in memory, or one given as a ``file:`` URI, gets no lock.

    Args:
        database: the path of the database.

    Raises:
        InUse: another process holds the lock.
        SeveralNames: the database has several names, each of which could be locked.
        StoreError: the lock's file or its folder cannot be created or opened.
    """

    def __init__(self, database: str) -> None:
        self._file = -1
        if not private_files.is_file(database):
            return
        # Resolve links: however the file is reached, it is the same database.
        path = Path(os.path.realpath(database) + SUFFIX)
        _check_names(database)
        try:
            private_files.make_folder(path.parent)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise from_system(database, error) from error
        if not _locked(self._file):
            holder = _holder_in(self._file)
            os.close(self._file)
            raise DatabaseInUse(database, holder)
        self._write({"pid": os.getpid()})

    def announce(self, address: str) -> None:
        """Record the address that this process serves, for other processes to report."""
        self._write({"pid": os.getpid(), "address": address})

    def watch(self, lost: Callable[[DatabaseInUse], None]) -> None:
        """Do nothing: a file lock cannot be taken over while this process holds it."""

    def release(self) -> None:
        """Release the lock; the file stays, because a waiting process may have it open."""
        if self._file >= 0:
            self._write({})
            os.close(self._file)
            self._file = -1

    def _write(self, holder: dict[str, object]) -> None:
        if self._file < 0:
            return
        written = json.dumps(holder).encode()
        try:
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, written)
            os.ftruncate(self._file, len(written))
        except OSError as error:  # such as a full disk; the lock is still held
            log.warning("the lock cannot say who holds it: %s", error)


class SessionLock:
    """An advisory lock in PostgreSQL, held by a session used for nothing else.

    The session ends when the database server stops or the network fails. The thread started by
    `watch` then reacquires the lock as soon as the database answers, unless another process was
    quicker.

    Args:
        url: the URL of the database.
        where: the URL without its password, for error messages.
        shared: whether processes that share the lock may hold it together.

    Raises:
        InUse: another process holds the lock.
        StoreError: the database cannot be reached, or its driver is not installed.
    """

    def __init__(self, url: URL, where: str, *, shared: bool = False) -> None:
        self._where, self._address = where, ""
        self._lock = text(f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}(:key)")
        self._own = secrets.token_hex(4)  # PIDs may coincide between containers
        self._over = threading.Event()
        self._watching: threading.Thread | None = None
        try:
            self._engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            raise StoreError(where, StorageFailure.NO_URL, str(error)) from error
        deadline = time.monotonic() + OLD_SESSION
        while True:
            try:
                self._connection = self._taken()
                return
            except SQLAlchemyError as error:
                raise translated(where, error) from error
            except DatabaseInUse:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def announce(self, address: str) -> None:
        """Record the address that this process serves, for other processes to report."""
        self._address = address
        try:
            self._sign(self._connection)
        except SQLAlchemyError as error:  # recorded when the lock is reacquired
            log.warning("the lock cannot say who holds it: %s", translated(self._where, error))

    def watch(self, lost: Callable[[DatabaseInUse], None]) -> None:
        """Start a thread that calls `lost` if another process takes the lock."""
        self._watching = threading.Thread(target=self._keep, args=(lost,), name="lock", daemon=True)
        self._watching.start()

    def release(self) -> None:
        """Release the lock."""
        self._over.set()
        if self._watching is not None:
            self._watching.join()
        self._connection.close()
        self._engine.dispose()

    def _keep(self, lost: Callable[[DatabaseInUse], None]) -> None:
        while not self._over.wait(LOOK_EVERY):
            if not self._connection.closed:
                try:
                    self._connection.execute(text("SELECT 1"))
                    continue
                except SQLAlchemyError as error:
                    log.warning("the lock is lost: %s", translated(self._where, error))
                self._connection.invalidate()
                self._connection.close()
            try:
                self._connection = self._taken()
            except DatabaseInUse as error:
                lost(error)
                return
            except SQLAlchemyError:
                continue  # unreachable, so no other process can take it either
            log.warning("the lock is held again")

    def _taken(self) -> Connection:
        """Open a session and acquire the lock in it.

        Raises:
            InUse: another process holds it.
            SQLAlchemyError: the database cannot be reached, or has not noticed yet that our
                previous session ended.
        """
        connection = self._engine.connect()
        try:
            self._sign(connection)
            if connection.scalar(self._lock, {"key": KEY}):
                return connection
            _, pid, own, address = _signed(connection.scalar(HOLDER, {"key": KEY}) or "")
        except BaseException:
            connection.close()
            raise
        connection.close()
        if own == self._own:
            # Our previous session: PostgreSQL has not yet noticed that it ended.
            raise SQLAlchemyError("our own session holds the lock")
        raise DatabaseInUse(
            self._where, Holder(int(pid) if pid.isdecimal() else None, address or None)
        )

    def _sign(self, connection: Connection) -> None:
        signed = f"ducato {os.getpid()} {self._own} {self._address}"
        settings = {"application_name": signed}
        # Let PostgreSQL notice within a minute that this machine is gone.
        for name, value in (("idle", 30), ("interval", 10), ("count", 3)):
            settings[f"tcp_keepalives_{name}"] = str(value)
        for setting, said in settings.items():
            connection.execute(
                text("SELECT set_config(:name, :value, false)"), {"name": setting, "value": said}
            )


def _signed(name: str) -> tuple[str, str, str, str]:
    """Split the application name of a session into its four parts, empty where missing."""
    parts = (name.split(" ") + [""] * 4)[:4]
    return parts[0], parts[1], parts[2], parts[3]


def _check_names(database: str) -> None:
    """Check that a database that exists has one name only, besides symbolic links.

    Raises:
        SeveralNames: it has several.
    """
    try:
        names = os.stat(database).st_nlink
    except OSError:  # it does not exist, or opening it tells why it cannot be read
        return
    if names > 1:
        raise SeveralNames(database)


def _locked(file: int) -> bool:
    """Lock an open file if possible. Return False if another process holds the lock."""
    try:
        if sys.platform == "win32":
            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            return False
        raise
    return True


def _holder_in(file: int) -> Holder:
    """Return the holder of a file's lock; wait for the address of a server that is starting."""
    deadline, holder = time.monotonic() + PATIENCE_FOR_HOLDER, Holder()
    while holder.address is None and time.monotonic() < deadline:
        try:
            os.lseek(file, 0, os.SEEK_SET)
            found = json.loads(os.read(file, 4096))
            holder = Holder(found.get("pid"), found.get("address"))
        except (ValueError, AttributeError):
            pass  # the file is being written
        if holder.address is None:
            time.sleep(0.05)
    return holder
