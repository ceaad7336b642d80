"""The weight of a page: what must be transferred on a slow line before a game can be played.

How long it takes is measured by `benchmarks/client.py`: time depends on the machine, bytes do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.support.live_server import WAITING, LiveServer, create_table, played

from ducato.core.game import all_games
from ducato.web.support.client_files import ClientFiles

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST = 50_000
"""Bytes of a first load, headers included, without the game itself, which comes by the socket."""


@pytest.mark.parametrize("game", all_games())
def test_a_table_is_light(screen: Page, server: LiveServer, game: str):
    if not ClientFiles().is_bundled():
        pytest.skip("module by module, pages are heavier: see `make client`")
    received: list[float] = []

    def note(event: dict[str, Any]) -> None:
        received.append(event["encodedDataLength"])

    tools = screen.context.new_cdp_session(screen)
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", note)
    screen.goto(create_table(server, played(game, all_games()[game].players[0], 0.0), screen))
    screen.wait_for_selector(WAITING)
    assert len(received) >= 5  # page, styles, script, texts, sprite
    assert sum(received) < MOST
