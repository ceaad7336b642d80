"""The legends of a map's regions are whole and legible, and none covers another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import WAITING, LiveServer, create_table, played
from tests.support.pairwise import pairwise

from ducato.core.i18n import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "manifest-destiny"
SIZES = [(1600, 900), (1280, 720), (900, 640), (390, 844)]
SMALLEST = 11
"""The least size of a letter, in pixels."""
FAULTS = """(smallest) => {
    const box = (node) => node.getBoundingClientRect();
    const map = box(document.querySelector(".layout-map > .pieces"));
    const legends = [...document.querySelectorAll(".layout-map .legend")].map((legend) => {
        const scale = box(legend).width / 100;
        const parts = [...legend.children].filter((node) => box(node).width > 0);
        const sizes = [...legend.querySelectorAll("text")].filter((node) => box(node).width > 0)
            .map((node) => parseFloat(getComputedStyle(node).fontSize) * scale);
        const name = legend.closest("[data-piece]").dataset.piece;
        return { name, boxes: parts.map(box), size: Math.min(...sizes) };
    });
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const faults = [];
    for (const [index, { name, boxes, size }] of legends.entries()) {
        if (size < smallest) faults.push(`${name} has letters of ${size} pixels`);
        for (const { left, right, top, bottom } of boxes)
            if (left < map.left - 1 || right > map.right + 1
                || top < map.top - 1 || bottom > map.bottom + 1) faults.push(`${name} is cut off`);
        for (const other of legends.slice(index + 1))
            if (boxes.some((a) => other.boxes.some((b) => over(a, b))))
                faults.push(`${name} covers ${other.name}`);
    }
    return [legends.length, faults];
}"""
"""The number of legends, and what is wrong with them."""


@pytest.mark.parametrize(("size", "language", "share"), pairwise(SIZES, LANGUAGES, (0.1, 0.5, 0.9)))
def test_no_legend_covers_another(
    screen: Page, server: LiveServer, size: tuple[int, int], language: str, share: float
):
    screen.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    screen.goto(f"{create_table(server, played(GAME, 5, share), screen)}&lang={language}")
    screen.wait_for_selector(WAITING)
    legends, faults = screen.evaluate(FAULTS, SMALLEST)
    assert legends > 60
    assert faults == []
