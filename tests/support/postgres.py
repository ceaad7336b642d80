"""A temporary PostgreSQL server for tests and measurements.

It listens on a Unix socket in a temporary folder and nowhere else. PostgreSQL does not run as root,
so root runs it as the user ``postgres`` or ``nobody``.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

FOLDERS = (
    "/usr/local/bin",
    "/usr/bin",
    *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin"))),
)
"""Where its programs are if they are not on the path, as in Debian."""


NO_POSTGRES = (
    "there is no PostgreSQL for the tests of databases: install it (apt-get install postgresql)"
)


def find_postgres() -> str | None:
    """Return the path of the system's PostgreSQL, or None if it has none."""
    return _find("initdb")


class NoPostgres(Exception):
    """PostgreSQL is not installed, or cannot be run here."""


@dataclass
class PostgresServer:
    """A running server.

    Attributes:
        folder: holds its data and its socket.
    """

    folder: Path
    _migrated: str | None = None

    @classmethod
    def start(cls) -> PostgresServer:
        """Start a server.

        Raises:
            NoPostgres: PostgreSQL is not installed, or cannot be run here.
        """
        folder = Path(tempfile.mkdtemp(prefix="ducato-pg-"))
        server = cls(folder)
        try:
            _give_away(folder)
            server._run("initdb", "-D", "data", "-A", "trust", "-U", "ducato", "-E", "UTF8")
            options = f"-c listen_addresses= -c unix_socket_directories={folder}"
            server._run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")
        except (OSError, subprocess.SubprocessError, KeyError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise NoPostgres(f"PostgreSQL cannot be started: {error}") from error
        return server

    def new_url(self, *, empty: bool = False) -> str:
        """Create a database and return its URL.

        Args:
            empty: whether it has no schema; otherwise it is a copy of one that was migrated once.
        """
        if empty:
            return self._url(self._create("template1"))
        if self._migrated is None:
            from ducato.server.kit.database.engine import Database

            self._migrated = self._create("template1")
            Database(self._url(self._migrated)).close()
        return self._url(self._create(self._migrated))

    def stop(self, how: str = "fast") -> None:
        """Stop the server and remove its data."""
        self._run("pg_ctl", "-D", "data", "-m", how, "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _create(self, template: str) -> str:
        import psycopg

        name = f"d{next(_names)}_{os.getpid()}"
        where = f"dbname=postgres user=ducato host={self.folder}"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")  # of our own making
        return name

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://ducato@/{name}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        found = _find(program)
        if found is None:
            raise NoPostgres(f"PostgreSQL is not installed: there is no {program}")
        subprocess.run(
            [found, *arguments],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=60,
            user=_other_user(),
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        )


@contextmanager
def new_database(postgres: bool) -> Iterator[str]:
    """Create a database for a measurement, SQLite or PostgreSQL; yield its URL."""
    if not postgres:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/tables.sqlite3"
        return
    server = PostgresServer.start()
    try:
        yield server.new_url()
    finally:
        server.stop("immediate")


_names = count()


def _find(program: str) -> str | None:
    return shutil.which(program) or shutil.which(program, path=os.pathsep.join(FOLDERS))


def _other_user() -> int | None:
    """Return the user to run as if this process runs as root, else None."""
    if os.name != "posix" or os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise KeyError("no user but root")


def _give_away(folder: Path) -> None:
    user = _other_user()
    if user is not None:
        os.chown(folder, user, -1)
