"""The system's Chromium: where it is, how to start it, and how much its pages transfer."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

CHROMIUM_NAMES = (
    "chromium-headless-shell",  # without a window around the page, which costs more than the page
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
CHROMIUM_FLAGS = (
    "--no-sandbox",  # CI runs as root
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",  # it speaks to the test's own server and nobody else
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

NO_CHROMIUM = (
    "there is no Chromium for the browser tests: install it"
    " (apt-get install chromium-headless-shell)"
)

EXTRAS = ("/static/fonts/", "/art.svg", "/outlines.svg", "/preview.png")
"""Fonts and art, which pages can do without."""


def find_chromium() -> str | None:
    """Return the path of the system's Chromium, or None if it has none."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


class PageWeight:
    """The bytes that a page has received over HTTP since this was made, headers included.

    Args:
        tools: the developer tools of the page.

    Attributes:
        received: the bytes by URL.
    """

    def __init__(self, tools: CDPSession) -> None:
        self.received: dict[str, float] = {}
        self._urls: dict[str, str] = {}
        tools.on("Network.requestWillBeSent", self._asked)
        tools.on("Network.loadingFinished", self._loaded)
        tools.send("Network.enable")

    @property
    def total(self) -> float:
        return sum(self.received.values())

    @property
    def lean(self) -> float:
        """The bytes without those of `EXTRAS`."""
        return sum(
            size for url, size in self.received.items() if not any(part in url for part in EXTRAS)
        )

    def _asked(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["request"]["url"]

    def _loaded(self, event: dict[str, Any]) -> None:
        url = self._urls[event["requestId"]]
        self.received[url] = self.received.get(url, 0) + event["encodedDataLength"]
