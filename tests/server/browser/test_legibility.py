"""Texts that cannot be read are found; that all of a table can be read is in `test_screens`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.browser import legibility
from tests.support.live_server import LiveServer, create_table, played

if TYPE_CHECKING:
    from playwright.sync_api import Page


STYLES = {
    "small": ".score-number { font-size: 4px !important }",
    "cut": ".seat-name { max-width: 2rem !important }",
    "over": ".score-caption { translate: 0 -20px }",
    "missing": ".name { display: none !important }",
}


def test_a_fault_is_found(screen: Page, server: LiveServer):
    screen.goto(create_table(server, played("magnate", 2, 0.5), screen))
    screen.wait_for_selector("body.ready")
    screen.evaluate("document.adoptedStyleSheets.push(globalThis.fault = new CSSStyleSheet())")
    for why, style in STYLES.items():
        screen.evaluate("css => fault.replaceSync(css)", style)
        faults = legibility.faults_of(legibility.table_texts(screen))
        faults += legibility.missing_names(screen)
        assert why in {fault.why for fault in faults}
