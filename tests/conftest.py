"""Fixtures that know no game: the browser, and PostgreSQL.

Browser tests drive the system's own Chromium; none is ever downloaded. Where there is no Chromium
they are skipped and say so, except in CI (the variable CI is set), where they fail. PostgreSQL is
started in a temporary folder where its programs are installed; else its tests are skipped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from benchmarks.postgres import NoPostgres, PostgresServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = (
    "--no-sandbox",  # CI runs as root
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",  # it speaks to the test's own server and nobody else
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 10_000  # milliseconds that a page may take for one thing, on two busy cores


@pytest.hookimpl(tryfirst=True)  # before -m is looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that use a browser as `browser`; those that take long come first.

    The processes that share the tests then end together, and are not kept waiting by a last one.
    """
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of our own, started once for all tests of a process."""
    try:
        server = PostgresServer.start()
    except NoPostgres as error:
        pytest.skip(str(error))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium under Playwright, started once for all tests of a process."""
    executable = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
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
def new_page(chromium: Browser) -> Iterator[Callable[[], Page]]:
    """Opens pages, each in a browser profile of its own; an uncaught error of a script fails."""
    errors: list[str] = []
    with ExitStack() as stack:

        def opened() -> Page:
            context = stack.enter_context(chromium.new_context(locale="en-GB"))
            context.set_default_timeout(PATIENCE)
            context.on("weberror", lambda web_error: errors.append(str(web_error.error)))
            return context.new_page()

        yield opened
    assert not errors, f"uncaught in the page: {errors}"


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    """One page."""
    return new_page()
