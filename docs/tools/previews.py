"""Draw the pictures for previews of links, one for each game, and the icons of the app.

    python -m docs.tools.previews

It needs Chromium. The pictures show cards as the page of a game's rules draws them, so they are
drawn again when the cards change.
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
from ducato.web.support.client_files import FOLDER
from ducato.web.support.link_preview import HEIGHT, OWN_PICTURE, PICTURE, WIDTH

GAMES = FOLDER.parents[1] / "games"
ICONS = FOLDER / "icons"
SIZES = {"icon-192": (192, 0), "icon-512": (512, 0), "icon-maskable": (512, 0.14)}
"""For each icon, its width, and the part of that on each side that systems may cut off."""

FEW, MANY = 40, 256
"""Numbers of colours: of cards, which are flat, and of the shining coin."""

DRAWN = """async ([game, edition, title, most]) => {
  const { drawComponent, fetchComponents } = await import("/static/js/board/component_faces.js");
  const all = [...(await fetchComponents(game, edition)).values()].filter(({ face }) => !face.back);
  const cards = all.filter(({ kind }) => kind === "card");
  const from = cards.length >= most ? cards : all.filter(({ kind }) => kind !== "region");
  const chosen = Array.from({ length: most }, (_, n) =>
    from[Math.floor(((n + 0.5) * from.length) / most)]);
  const sheet = document.createElement("div");
  sheet.id = "preview";
  Object.assign(sheet.style, { position: "fixed", inset: 0, zIndex: 9, overflow: "hidden",
    background: "#4a2f1c", color: "#f8ecd3" });
  const name = document.createElement("div");
  name.textContent = title;
  Object.assign(name.style, { position: "absolute", left: "64px", top: "52px",
    font: "600 92px 'EB Garamond', Georgia, serif", lineHeight: 1, maxWidth: "1080px" });
  const line = document.createElement("div");
  Object.assign(line.style, { position: "absolute", left: "64px", top: "170px", width: "180px",
    height: "6px", background: "#e0b23c" });
  sheet.append(name, line);
  document.body.append(sheet);
  chosen.forEach((one, n) => {
    const holder = document.createElement("div");
    sheet.append(holder);
    drawComponent(holder, one);
    const drawing = holder.querySelector("svg");
    const { width, height } = drawing.getBoundingClientRect();
    const scale = Math.min(400 / height, 264 / width);
    const middle = 600 + (n - (most - 1) / 2) * 272;
    const off = n - (most - 1) / 2;
    Object.assign(holder.style, { position: "absolute", width: `${width}px`,
      left: `${middle - width / 2}px`, top: `${440 + off * off * 10 - height / 2}px`,
      transform: `rotate(${off * 3}deg) scale(${scale})` });
  });
}"""
"""Lay cards of a game side by side over the page."""

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


def save(page: Page, path: Path, colours: int) -> None:
    """Save what a page shows as a small file with this many colours."""
    picture = base64.b64encode(page.screenshot(omit_background=True)).decode()
    pixels = np.frombuffer(base64.b64decode(page.evaluate(PIXELS, picture)), np.uint8)
    size = page.viewport_size
    assert size is not None
    path.write_bytes(small_png(pixels.reshape(size["height"], size["width"], 4), colours))


def draw_game(server: LiveServer, page: Page, name: str) -> None:
    """Draw the picture of one game."""
    game = all_games()[name]
    page.goto(f"{server.address}/rules/{name}?lang=en")
    page.evaluate(DRAWN, [name, game.editions[0], game.text("title", "en"), 4])
    page.wait_for_timeout(300)
    save(page, GAMES / name.replace("-", "_") / PICTURE, FEW)


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
        save(page, ICONS / f"{name}.png", MANY)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.set_content(PLAIN.format(icon=icon))
    page.locator("img").evaluate("image => image.decode()")
    save(page, ICONS / Path(OWN_PICTURE).name, MANY)


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
