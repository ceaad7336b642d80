"""Play whole games of every title in an exported page in flight mode, by mouse, touch and keyboard.

    python -m benchmarks.page.flight_mode [TITLE …]

Each ends with its analysis and is played on from a moment of it. An error ends the command.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium
from tests.support.exported import exported, serving
from tests.support.flight_mode import WAYS, play_in_flight_mode

from ducato.core.game import all_games


def main() -> None:
    """Play the games and say how long each took."""
    titles = sys.argv[1:] or sorted(all_games())
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(exported(titles, Path(folder))) as address,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        for title in titles:
            for way in WAYS:
                start = time.monotonic()
                assert play_in_flight_mode(chromium, address, title, way), "it has not ended"
                print(f"{title:20} {way:10} {time.monotonic() - start:6.0f} s", flush=True)


if __name__ == "__main__":
    main()
