"""Every title in an exported page, in flight mode: by mouse, touch or keyboard.

They are the short form of ``python -m benchmarks.page.flight_mode``, which plays every title to its
end in each of these ways: here one game is played to its end, and of each title some moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from tests.support.exported import NEEDS, exported, serving
from tests.support.flight_mode import WAYS, play_in_flight_mode

from ducato.core.game import all_games

pytestmark = [*NEEDS, pytest.mark.slow]
TITLES = sorted(all_games())
PLAYED = [*zip(TITLES, cycle(WAYS), strict=False)]
LATER = 4
"""The number of decisions in flight mode, unless a game is played to its end."""


@pytest.fixture(scope="module")
def all_titles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(exported(TITLES, tmp_path_factory.mktemp("all"))) as address:
        yield address


@pytest.mark.timeout(900)
def test_a_whole_game_in_flight_mode(chromium: Any, all_titles: str):
    title, way = PLAYED[0]
    assert play_in_flight_mode(chromium, all_titles, title, way)


@pytest.mark.parametrize(("title", "way"), PLAYED[1:])
def test_a_game_goes_on_in_flight_mode(chromium: Any, all_titles: str, title: str, way: str):
    assert not play_in_flight_mode(chromium, all_titles, title, way, LATER)
