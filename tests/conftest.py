"""Fixtures for all tests: the games of the tests, the browser and PostgreSQL.

What fails once fails again: in a test, the secret seeds of games follow from the test's name, what
pages contribute to them is fixed, and in CI the examples of properties are always the same.

Browser tests drive the system's Chromium; none is ever downloaded. Without Chromium they are
skipped with a message, except in CI (the variable CI is set), where they fail. PostgreSQL is run in
a temporary folder if it is installed; otherwise its tests are skipped.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from tests.support import changed, tiers
from tests.support.chromium import CHROMIUM_FLAGS, NO_CHROMIUM, find_chromium
from tests.support.postgres import NoPostgres, PostgresServer
from tests.support.registered import registered

from ducato.core import chance
from ducato.core.game import Game

from . import invented as invented_game
from . import planted as planted_game
from . import race as race_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# The machine may be busy: no property depends on how long its examples take.
settings.register_profile(
    "busy",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("busy")

_seeds = random.Random()
"""Where the secret seeds of games come from, anew in each test."""

FIXED_CONTRIBUTION = "crypto.getRandomValues = drawn => drawn.fill(%d)"
PATIENCE = 10_000  # milliseconds that a page may take for one thing, on two busy cores


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose tests."""
    tiers.add_options(parser)
    changed.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Prepare what was chosen, before other processes begin."""
    tiers.prepare(config)
    changed.prepare(config)
    chance.secrets = SimpleNamespace(token_bytes=_seeds.randbytes)  # type: ignore[attr-defined]
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        # For what tests start: they edit sources faster than the clock of files can tell.
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def pytest_sessionstart() -> None:
    """Take Ctrl-C as in a terminal: a shell lets its background processes ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Take a run that had nothing to do for a success."""
    changed.excuse(session)


@pytest.hookimpl(tryfirst=True)  # before -m is looked at
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests, leave those of the tier, and start with the slow ones.

    The processes that share the tests (`--dist worksteal`) get consecutive parts of equal length.
    Slow tests are dealt to these parts in turn, so that no process is left with one when the others
    have finished, and two processes rarely compile the same thing at the same time.
    """
    for item in items:
        tiers.mark(item)
    tiers.select(config, items)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    size = -(-len(quick) // workers)
    items[:] = [
        item
        for n in range(workers)
        for item in (*slow[n::workers], *quick[n * size : (n + 1) * size])
    ]


@pytest.hookimpl(tryfirst=True)  # before fixtures that begin games
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let the games of a test be the same in every run."""
    _seeds.seed(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Keep the short forms of long commands short, by processor time, as clocks are noisy."""
    budget = item.get_closest_marker("budget")
    before = sum(os.times()[:4])
    result = yield
    spent = sum(os.times()[:4]) - before
    if budget is not None and spent > budget.args[0]:
        pytest.fail(f"it took {spent:.0f} s of processor time; its budget is {budget.args[0]} s")
    return result


@pytest.fixture
def invented() -> Iterator[Game]:
    """Offer the small invented game while a test runs."""
    with registered(invented_game.GAME) as game:
        yield game


@pytest.fixture(scope="module")
def planted() -> Iterator[Game]:
    """Offer the game with planted advantages while the tests of a module run."""
    with registered(planted_game.GAME) as game:
        yield game


@pytest.fixture(scope="module")
def race() -> Iterator[Game]:
    """Offer the race while the tests of a module run."""
    with registered(race_game.GAME) as game:
        yield game


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrate an SQLite file to the current schema, once for all processes of a run.

    Each process of a run has a folder of its own in one that all share; the first to lock the file
    migrates it.
    """
    from ducato.server.kit.database.engine import Database

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
        if os.environ.get("CI"):
            pytest.fail(NO_CHROMIUM, pytrace=False)
        pytest.skip(NO_CHROMIUM)
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
    numbers = count()
    with ExitStack() as stack:

        def opened(**options: Any) -> Page:
            context = stack.enter_context(chromium.new_context(locale="en-GB", **options))
            context.add_init_script(FIXED_CONTRIBUTION % next(numbers))
            context.set_default_timeout(PATIENCE)
            context.on("weberror", lambda web_error: errors.append(str(web_error.error)))
            return context.new_page()

        yield opened
    assert not errors, f"uncaught in the page: {errors}"


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    """Open one page."""
    return new_page()
