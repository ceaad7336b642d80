"""The system's Chromium: where it is, and how to start it."""

from __future__ import annotations

import shutil

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


def find_chromium() -> str | None:
    """Return the path of the system's Chromium, or None if it has none."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
