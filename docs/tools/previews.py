"""Draw the pictures for previews of links, one for each game, and the icons of the app.

    python -m docs.tools.previews

It needs Chromium. The picture of a game is its card of the first page, large and without buttons,
so it is drawn again when that changes.
"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

import numpy as np
from docs.tools.small_png import small_png
from playwright.sync_api import Page, sync_playwright
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium
from tests.support.live_server import LiveServer

from ducato.core.game import all_games
from ducato.server.kit.http.client_files import FOLDER
from ducato.server.subjects.tables.link_preview import HEIGHT, OWN_PICTURE, PICTURE, WIDTH

GAMES = FOLDER.parents[1] / "games"
ICONS = FOLDER / "icons"
SIZES = {"icon-192": (192, 0), "icon-512": (512, 0), "icon-maskable": (512, 0.14)}
"""For each icon, its width, and the part of that on each side that systems may cut off."""

COLOURS = 256

ALONE = """(game) => {
  const card = document.querySelector(`.game[data-game="${game}"]`);
  const icon = Object.assign(new Image(), { src: "/static/favicon.svg" });
  card.querySelector(".game-about").replaceChildren(icon, "ducato");
  card.querySelector(".game-buttons").remove();
  const title = card.querySelector(".game-title");
  title.classList.toggle("long", title.textContent.length > 18);
  document.body.replaceChildren(card, document.getElementById("art"));
  return icon.decode();
}"""
"""Leave only a game's card of the first page, signed by ducato."""

LARGE = """
  body { margin: 0; }
  .game { box-sizing: border-box; width: 1200px; height: 630px; border-radius: 0;
    padding: 0 40px 0 60px; grid-template-columns: 456px minmax(0, 1fr); gap: 0; }
  .game-words { order: -1; gap: 30px; }
  .game-title { font-size: 100px; line-height: 1; }
  .game-title.long { font-size: 68px; }
  .game-facts { font-size: 32px; white-space: nowrap; }
  .game-about { display: flex; align-items: center; gap: 14px; margin: 26px 0 0;
    font: 600 42px var(--serif); }
  .game-about img { width: 60px; }
  .game .fan > svg { width: 248px; filter: none; }
  .game .fan > svg + svg { margin-inline-start: -72px; }
"""
"""How the card fills the picture."""

PLAIN = """<body style="margin:0;background:#4a2f1c;color:#f8ecd3;text-align:center;
  font:600 120px Georgia, serif"><img src="{icon}" width="320" style="margin:70px 0 20px">
  <div>ducato</div></body>"""


PIXELS = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const parts = [];
  for (let at = 0; at < data.length; at += 32768)
    parts.push(String.fromCharCode(...data.subarray(at, at + 32768)));
  return btoa(parts.join(""));
}"""
"""Return the bytes of all pixels of a picture."""


def save(page: Page, path: Path) -> None:
    """Save what a page shows as a small file."""
    picture = base64.b64encode(page.screenshot(omit_background=True)).decode()
    pixels = np.frombuffer(base64.b64decode(page.evaluate(PIXELS, picture)), np.uint8)
    size = page.viewport_size
    assert size is not None
    path.write_bytes(small_png(pixels.reshape(size["height"], size["width"], 4), COLOURS))


def draw_game(server: LiveServer, page: Page, name: str) -> None:
    """Draw the picture of one game."""
    page.goto(f"{server.address}/?lang=en")
    page.locator("#art symbol").first.wait_for(state="attached")
    page.locator(f".game[data-game='{name}'] .fan").wait_for()
    page.evaluate(ALONE, name)
    page.add_style_tag(content=LARGE)
    page.evaluate("document.fonts.ready")
    save(page, GAMES / name.replace("-", "_") / PICTURE)


def draw_icons(server: LiveServer, page: Page) -> None:
    """Draw the icons of the app, and the picture for pages of no game."""
    icon = f"{server.address}/static/favicon.svg"
    page.goto(server.address)
    for name, (size, margin) in SIZES.items():
        page.set_viewport_size({"width": size, "height": size})
        width, edge = round(size * (1 - 2 * margin)), round(size * margin)
        ground = "#523419" if margin else "transparent"
        page.set_content(
            f'<body style="margin:0;background:{ground}"><img src="{icon}" width="{width}" '
            f'style="display:block;margin:{edge}px"></body>'
        )
        page.locator("img").evaluate("image => image.decode()")
        save(page, ICONS / f"{name}.png")
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.set_content(PLAIN.format(icon=icon))
    page.locator("img").evaluate("image => image.decode()")
    save(page, ICONS / Path(OWN_PICTURE).name)


def main() -> None:
    """Draw everything."""
    ICONS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(f"sqlite:///{folder}/tables.sqlite3")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        try:
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", bypass_csp=True
            )
            for name in all_games():
                draw_game(server, page, name)
            draw_icons(server, page)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
