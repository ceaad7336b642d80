"""Whatever stands on a table can be read, in every size of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from benchmarks.browser import legibility
from tests.support.live_server import LiveServer, create_table, played

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOWS = [("laptop", "en", 0.2), ("phone", "es", 0.5), ("small", "it", 0.8)]
"""Size of the window, language, and how far the game has gone. The rest is a benchmark."""


@pytest.mark.parametrize(("size", "lang", "share"), WINDOWS)
@pytest.mark.parametrize("game", all_games())
def test_nothing_is_small_cut_or_covered(
    screen: Page, server: LiveServer, game: str, size: str, lang: str, share: float
):
    width, height = legibility.SIZES[size]
    screen.set_viewport_size({"width": width, "height": height})
    match = played(game, all_games()[game].players[-1], share)
    screen.goto(f"{create_table(server, match, screen)}?lang={lang}")
    assert legibility.faults_of(legibility.table_texts(screen)) == []


@pytest.mark.parametrize(
    ("style", "why"),
    [
        (".score-number { font-size: 4px !important }", "small"),
        (".seat-name { max-width: 2rem !important }", "cut"),
        (".score-caption { translate: 0 -20px }", "over"),
    ],
)
def test_a_fault_is_found(screen: Page, server: LiveServer, style: str, why: str):
    screen.goto(create_table(server, played("magnate", 2, 0.5), screen))
    screen.wait_for_selector("body.ready")
    screen.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);"
        " document.adoptedStyleSheets.push(sheet); }",
        style,
    )
    faults = legibility.faults_of(legibility.table_texts(screen))
    assert why in {fault.why for fault in faults}
