"""Every title in an exported page, in flight mode: by mouse, touch and keyboard.

They are the short form of ``python -m benchmarks.page.flight_mode``, where all of them are whole
games: here each title is played to its end in one of these ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from typing import Any

import pytest
from tests.support.exported import NEEDS, exported, serving
from tests.support.flight_mode import WAYS, play_in_flight_mode

from ducato.core.game import all_games

pytestmark = [*NEEDS, pytest.mark.slow]
TITLES = sorted(all_games())
WHOLE = set(zip(TITLES, cycle(WAYS), strict=False))
"""The games that are played to their ends."""
LATER = 4
"""The number of decisions in flight mode in the other games."""


@pytest.fixture(scope="module")
def all_titles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(exported(TITLES, tmp_path_factory.mktemp("all"))) as address:
        yield address


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("title", "way"), sorted(WHOLE))
def test_a_whole_game_in_flight_mode(chromium: Any, all_titles: str, title: str, way: str):
    assert play_in_flight_mode(chromium, all_titles, title, way)


@pytest.mark.parametrize(("title", "way"), sorted({*product(TITLES, WAYS)} - WHOLE))
def test_a_game_goes_on_in_flight_mode(chromium: Any, all_titles: str, title: str, way: str):
    assert not play_in_flight_mode(chromium, all_titles, title, way, LATER)
