"""Whatever stands on a table can be read, in every size of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from benchmarks.browser import legibility
from tests.support.live_server import LiveServer, create_table, played

if TYPE_CHECKING:
    from playwright.sync_api import Page


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
