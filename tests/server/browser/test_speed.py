"""The weight of a page: what must be transferred on a slow line before a game can be played.

How long it takes is measured by `benchmarks/client.py`: time depends on the machine, bytes do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.support.chromium import PageWeight
from tests.support.live_server import WAITING, LiveServer, create_table, played

from ducato.core.game import all_games
from ducato.server.kit.http.client_files import ClientFiles

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST, MOST_IN_ALL = 100_000, 400_000
"""Bytes of a first load, headers included, without the game itself, which comes by the socket:
without fonts, art and sounds, and with them."""


@pytest.mark.parametrize("game", all_games())
def test_a_table_is_light(screen: Page, server: LiveServer, game: str):
    if not ClientFiles().is_bundled():
        pytest.skip("module by module, pages are heavier: see `make client`")
    weight = PageWeight(screen.context.new_cdp_session(screen))
    screen.goto(create_table(server, played(game, all_games()[game].players[0], 0.0), screen))
    screen.wait_for_selector(WAITING)
    screen.wait_for_load_state("networkidle")
    assert len(weight.received) >= 7  # page, styles, two scripts, texts, sprite, fonts
    assert weight.lean < MOST
    assert weight.total < MOST_IN_ALL
