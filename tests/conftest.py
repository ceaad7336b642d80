"""Fixtures for all tests: the browser and PostgreSQL.

Browser tests drive the system's Chromium; none is ever downloaded. Without Chromium they are
skipped with a message, except in CI (the variable CI is set), where they fail. PostgreSQL is run in
a temporary folder if it is installed; otherwise its tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium
from tests.support.postgres import NoPostgres, PostgresServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 10_000  # milliseconds that a page may take for one thing, on two busy cores


def pytest_sessionstart() -> None:
    """Take Ctrl-C as in a terminal: a shell lets its background processes ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # before -m is looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that use a browser or PostgreSQL, and start with the slow tests.

    The processes that share the tests (`--dist worksteal`) get consecutive parts of equal length.
    Slow tests are dealt to these parts in turn, so that no process is left with one when the others
    have finished, and two processes rarely compile the same thing at the same time.
    """
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            if "CI" in os.environ:  # once: a page may be held up by whatever else a machine does
                item.add_marker(pytest.mark.flaky(reruns=1))
        if "postgres" in getattr(item, "fixturenames", ()) or asks_for_postgres(item):
            item.add_marker("slow")
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    size = -(-len(quick) // workers)
    items[:] = [
        item
        for n in range(workers)
        for item in (*slow[n::workers], *quick[n * size : (n + 1) * size])
    ]


def asks_for_postgres(item: pytest.Item) -> bool:
    """Return whether a fixture of the test is parametrised with the name of the database."""
    call = getattr(item, "callspec", None)
    return call is not None and "postgres" in call.params.values()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Report browser tests that failed and were repeated: each of them is a defect with a cause."""
    repeated = terminalreporter.stats.get("rerun", [])
    if repeated:
        terminalreporter.section("FAILED ONCE AND REPEATED: FIND THE CAUSE", sep="!", red=True)
        for report in repeated:
            terminalreporter.line(f"{report.nodeid}\n{report.longreprtext}")


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrate an SQLite file to the current schema, once for all processes of a run.

    Each process of a run has a folder of its own in one that all share; the first to lock the file
    migrates it.
    """
    from ducato.store.database.engine import Database

    own = tmp_path_factory.getbasetemp()
    file = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "empty.sqlite3"
    with FileLock(f"{file}.lock"):
        if not file.exists():
            made = own / file.name
            Database(f"sqlite:///{made}").close()
            made.replace(file)
    return file


@pytest.fixture
def url(tmp_path: Path, empty_database: Path) -> str:
    """Return the URL of an SQLite file of a test's own; other tests are about its migration."""
    file = tmp_path / "tables.sqlite3"
    shutil.copy(empty_database, file)
    return f"sqlite:///{file}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Start a PostgreSQL server, once for all tests of a process."""
    try:
        server = PostgresServer.start()
    except NoPostgres as error:
        pytest.skip(str(error))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium under Playwright, once for all tests of a process."""
    executable = find_chromium()
    if executable is None:
        message = "no Chromium found: install it to run browser tests (apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(message, pytrace=False)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Return a function that opens pages, each in its own profile; uncaught script errors fail.

    It takes the options of a browser context, such as `has_touch`.
    """
    errors: list[str] = []
    with ExitStack() as stack:

        def opened(**options: Any) -> Page:
            context = stack.enter_context(chromium.new_context(locale="en-GB", **options))
            context.set_default_timeout(PATIENCE)
            context.on("weberror", lambda web_error: errors.append(str(web_error.error)))
            return context.new_page()

        yield opened
    assert not errors, f"uncaught in the page: {errors}"


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    """Open one page."""
    return new_page()
