"""Accessibility: axe finds nothing, targets fit a finger, colour is never the only mark."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.support.live_server import (
    DESK,
    PATIENCE,
    PHONE,
    THEME,
    WAITING,
    LiveServer,
    create_table,
    played,
)
from tests.support.pairwise import pairwise

from ducato.core.game import all_games
from ducato.core.verbs import CHANCE
from ducato.core.visibility import redact

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
MOMENTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
SHEETS = {
    "#show-help": ".callouts:popover-open",
    "[popovertarget=settings]": "#settings:popover-open",
}
"""What can lie over the table, by what opens it; the table below was checked before."""
TOUCH = 44
"""Least size of a target in both directions, in pixels."""


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script of axe, which `npm ci` installs."""
    if not AXE.exists():
        if os.environ.get("CI"):
            pytest.fail("axe-core is missing: npm ci", pytrace=False)
        pytest.skip("axe-core is missing: npm ci")
    return AXE.read_text("utf-8")


def findings(page: Page, axe: str, part: str = "html") -> list[str]:
    """Return all that axe finds on the page or in a part of it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    page.wait_for_selector(part)
    # Without `preload`: axe copies imported style sheets inline, which the pages' policy forbids.
    options = "{resultTypes: ['violations'], preload: false}"
    found = page.evaluate(f"part => axe.run(part, {options})", part)
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]


def look(page: Page, theme: str) -> None:
    page.add_init_script(THEME % theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_lobby(screen: Page, server: LiveServer, axe: str, theme: str):
    look(screen, theme)
    create_table(server, played("magnate", 2, 0.4), screen, "greedy")
    screen.goto(server.address)
    screen.wait_for_selector(".play-now")
    screen.wait_for_selector("#own-tables .thumbnail.drawn")
    assert findings(screen, axe) == []
    for number, game in enumerate(all_games()):
        screen.goto(f"{server.address}/?game={game}")
        screen.wait_for_selector("#start:visible")
        screen.locator("#options-part summary").click()
        part = "#options-part" if number else "html"  # the rest is the same for all games
        assert findings(screen, axe, part) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_chance_is_checked(
    screen: Page, server: LiveServer, axe: str, theme: str
):
    look(screen, theme)
    screen.set_viewport_size(PHONE)
    screen.goto(f"{server.address}/verify")
    screen.wait_for_selector("#record:visible")
    assert findings(screen, axe) == []
    for content in ((EXAMPLES / "magnate.jsonl").read_bytes(), b"nothing"):
        found = {"name": "record.jsonl", "mimeType": "application/jsonl", "buffer": content}
        screen.set_input_files("#record", found)
        screen.wait_for_selector("#verdict .wrong" if content == b"nothing" else "#verdict .right")
        assert findings(screen, axe) == []
    screen.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    screen.emulate_media(media="print")  # paper is light
    assert screen.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


@pytest.mark.parametrize(("theme", "size"), [("light", DESK), ("dark", PHONE)])
def test_axe_finds_nothing_in_the_rules(
    screen: Page, server: LiveServer, axe: str, theme: str, size: dict[str, int]
):
    look(screen, theme)
    screen.set_viewport_size(size)
    for game in all_games():
        screen.goto(f"{server.address}/rules/{game}#components")
        screen.wait_for_selector("#components .drawing")
        screen.locator("#components thead button").first.click()
        assert findings(screen, axe, "#components") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "moment", "theme"), pairwise([*all_games()], [*MOMENTS], ["light", "dark"])
)
def test_axe_finds_nothing_at_a_table(
    screen: Page, server: LiveServer, axe: str, game: str, moment: str, theme: str
):
    """Light in a large window, dark on a phone."""
    players = all_games()[game].players[-1]
    address = create_table(server, played(game, players, MOMENTS[moment]), screen)
    look(screen, theme)
    screen.set_viewport_size(DESK if theme == "light" else PHONE)
    screen.goto(address)
    screen.wait_for_selector(WAITING if moment != "end" else "#show-result:visible")
    if theme == "dark":
        screen.locator("#show-side-panel").click()
    assert findings(screen, axe) == []
    if moment == "end":
        screen.keyboard.press("Escape")
        screen.locator("#show-result").click()
        assert findings(screen, axe, "#result[open]") == []
    elif moment == "start":
        for opener, sheet in SHEETS.items():
            screen.keyboard.press("Escape")
            screen.locator(opener).click()
            assert findings(screen, axe, sheet) == []


@pytest.mark.parametrize(("theme", "size"), [("light", DESK), ("dark", PHONE)])
def test_axe_finds_nothing_in_an_analysis(
    screen: Page, server: LiveServer, axe: str, theme: str, size: dict[str, int]
):
    look(screen, theme)
    screen.set_viewport_size(size)
    screen.goto(create_table(server, played("magnate", 2, 1), screen))
    screen.locator("#show-result").click()
    screen.locator("#chart .decisions .choice").first.wait_for(timeout=3 * PATIENCE)
    assert findings(screen, axe, "#result[open]") == []
    screen.locator("#chart .turning li button").first.click()
    screen.locator(".choice-card .judgement").wait_for(state="attached")
    assert findings(screen, axe) == []


@pytest.mark.parametrize(("theme", "size"), [("light", DESK), ("dark", PHONE)])
def test_axe_finds_nothing_in_what_lies_over_a_table(
    screen: Page, server: LiveServer, axe: str, theme: str, size: dict[str, int]
):
    look(screen, theme)
    screen.set_viewport_size(size)
    for game in all_games():
        screen.goto(f"{server.address}/?lang=en")
        screen.locator(f".game[data-game={game}] .learn-now").click()
        screen.wait_for_selector(WAITING)
        screen.wait_for_selector("#lesson:visible")
        assert findings(screen, axe) == []
        address = create_table(server, played(game, all_games()[game].players[0], 0.5), screen)
        screen.goto(address)
        screen.wait_for_selector(WAITING)
        screen.locator(".piece.kind-card button, .piece button").first.focus()
        screen.keyboard.press("z")
        assert findings(screen, axe, ".zoom:popover-open") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_a_person(
    screen: Page, server: LiveServer, axe: str, theme: str
):
    look(screen, theme)
    screen.set_viewport_size(PHONE)
    api = f"{server.address}/api/me"
    screen.request.post(api, data={"name": "Anna"})
    public = screen.request.post(f"{api}/preferences", data={"public": True}).json()["url"]
    for path, part in (
        ("/account", "#preference-turn-reminders"),
        ("/verify-email", "h1"),
        (public, "h1"),
    ):
        screen.goto(server.address + path)
        screen.wait_for_selector(part)
        assert findings(screen, axe) == []


def small_targets(page: Page) -> list[str]:
    """Return the clickable elements that are smaller than a finger, with their sizes."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll("a, button, select, summary")].flatMap((node) => {
            const { width, height } = node.getBoundingClientRect();
            if (!width || !node.checkVisibility()) return [];
            if (node.closest(".layout-map, .skip-link, .explains")) return [];
            const around = getComputedStyle(node, "::after"); // a ring that takes clicks, too
            const wide = Math.max(width, parseFloat(around.width) || 0);
            const high = Math.max(height, parseFloat(around.height) || 0);
            const name = node.getAttribute("aria-label") ?? node.textContent.trim();
            return wide > least - 1 && high > least - 1 ? [] : [`${name}: ${wide} x ${high}`];
        })""",
        TOUCH,
    )
    return found


CLOTHS = ("", "green", "blue", "brown", "teal", "plum", "slate")
SURFACES = ("cloth", "cloth-deep", "rail", "sheet", "control")
WEAKEST = """([cloths, surfaces]) => {
    const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const probe = document.body.appendChild(document.createElement("p"));
    const luminance = (name) => {
        probe.style.color = `var(--${name})`;
        brush.fillStyle = getComputedStyle(probe).color;
        brush.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const found = [];
    for (const theme of ["light", "dark"])
        for (const cloth of cloths) {
            document.documentElement.dataset.theme = theme;
            document.documentElement.style.colorScheme = theme;
            probe.dataset.cloth = cloth;
            for (const surface of surfaces)
                for (const ink of ["ink", "ink-soft"]) {
                    const pair = [luminance(surface), luminance(ink)].sort((a, b) => a - b);
                    const contrast = (pair[1] + 0.05) / (pair[0] + 0.05);
                    found.push([contrast, `${ink} on ${surface}, ${theme} ${cloth}`]);
                }
        }
    probe.remove();
    return found;
}"""


def test_words_stand_out_on_every_cloth(screen: Page, server: LiveServer):
    """Both inks have the contrast of 4.5 on every surface, by day and by candle."""
    screen.goto(server.address)
    found = screen.evaluate(WEAKEST, [CLOTHS, SURFACES])
    assert len(found) == 2 * len(CLOTHS) * len(SURFACES) * 2
    assert [pair for contrast, pair in found if contrast < 4.5] == []


@pytest.mark.parametrize("game", all_games())
def test_colour_is_never_the_only_mark(game: str):
    """Pieces of one kind that differ in tone differ in something else too, if only the owner."""
    for players in {all_games()[game].players[0], all_games()[game].players[-1]}:
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            match = played(game, players, share)
            tones: dict[str, set[str]] = defaultdict(set)
            scene = scene_of(match)
            owners = {area.id: area.owner for area in scene.areas}
            for piece in scene.pieces:
                look = replace(piece.face, tone="")
                tones[f"{piece.kind} {owners[piece.area]} {look}"].add(piece.face.tone)
            assert [face for face, found in tones.items() if len(found) > 1] == []


def scene_of(match: Any) -> Any:
    """Return the table as the player to move sees it."""
    seat = match.position.current_player()
    seat = seat if seat > CHANCE else 0
    state = redact(match.position.state, seat)
    legal = [] if match.is_over() else match.position.legal_actions()
    return match.game.game.module("scene").scene(state, match.game.edition, seat, legal)


COLOURS = """([part, ...properties]) => {
    const look = getComputedStyle(document.querySelector(part));
    return properties.map((property) => look[property]);
}"""


def test_states_differ_where_readers_choose_all_colours(
    new_screen: Callable[..., Page], server: LiveServer
):
    """In high contrast a border that is off has the colour of the background."""
    screen = new_screen(forced_colors="active")
    screen.set_viewport_size({"width": 1600, "height": 900})
    screen.goto(create_table(server, played("builders", 3, 0.3), screen, "random"))
    screen.wait_for_selector(WAITING)
    canvas = screen.evaluate(
        """() => {
            const probe = document.createElement("p");
            probe.style.background = "Canvas";
            document.body.append(probe);
            const { backgroundColor } = getComputedStyle(probe);
            probe.remove();
            return backgroundColor;
        }"""
    )
    pairs = [
        ("#tabs > [aria-selected=true]", "#tabs > [aria-selected=false]", "borderBottomColor"),
        (".seat-panel.to-move", ".seat-panel.role-others:not(.to-move)", "borderInlineStartColor"),
        ("#log-list .by-seat", "#log-list li:not(.by-seat)", "borderInlineStartColor"),
    ]
    seen = 0
    for on, off, border in pairs:
        if screen.locator(off).count():
            assert screen.evaluate(COLOURS, [off, border]) == [canvas], off
            seen += 1
        if screen.locator(on).count():
            assert screen.evaluate(COLOURS, [on, border]) != [canvas], on
    assert seen >= 2
    ghost = ".top .quiet"
    assert screen.evaluate(COLOURS, [ghost, "borderTopColor"]) == [canvas]
    # The triangle over what can be clicked is drawn by no borders.
    arrow = "(part) => getComputedStyle(document.querySelector(part), '::before').borderLeftWidth"
    assert screen.evaluate(arrow, ".can > .act") == "0px"
