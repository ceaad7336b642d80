"""Whether every text of a table can be read: its size, whether it is whole, and what lies over it.

For each game with the most players, in positions spread over a whole game, in five sizes of the
window and three languages:

- piece, page: the smallest letters on pieces and boards and elsewhere, in pixels (11 and 12 are
  asked)
- cut: texts that do not fit into what holds them, or leave the drawing they belong to
- over: pairs of texts that cover each other
- missing: cards and tiles on the board and among one's own that show no name though nothing covers
  them; in the strips of others, a small one may show its index only

A card under another in a fan is not read until it is on top, so what two pieces that overlap cover
is not counted.

    python -m benchmarks.browser.legibility [--game NAME] [--size NAME] [--positions 20] [--show]

It prints a table in Markdown, and with `--show` each fault. It knows no game.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium
from tests.support.live_server import WAITING, LiveServer, create_table, played

from ducato.core.game import all_games

SIZES = {
    "desk": (1600, 900),
    "large": (1920, 1080),
    "notebook": (1440, 900),
    "laptop": (1280, 720),
    "tablet": (900, 640),
    "phone": (390, 844),
    "small": (360, 640),
    "sideways": (844, 390),
    "low": (640, 360),
}
LANGUAGES = ("en", "it", "es")
SMALLEST = {"piece": 11.0, "page": 12.0}
"""The least size of letters, in pixels."""
TEXTS = """() => {
    const fits = { opacityProperty: true, visibilityProperty: true };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found = [];
    // What stays while the page is scrolled covers what is scrolled behind it.
    const stays = (at) => at && at !== document.body &&
        (/sticky|fixed/.test(getComputedStyle(at).position) ? at : stays(at.parentElement));
    const behind = (holder, x, y) => {
        const bar = stays(document.elementFromPoint(x, y));
        return bar && bar !== document.body && !bar.contains(holder);
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trim(), holder = node.parentElement;
        if (!text || !holder.checkVisibility(fits)) continue;
        if (holder.closest(".unseen, script, style, title, desc, option")) continue;
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width < 1 || box.height < 1) continue;
        const piece = holder.closest("[data-piece]");
        const size = parseFloat(getComputedStyle(holder).fontSize);
        const seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
        const descent = /[gjpqy,;()]/.test(text) ? 0.08 : 0.28;
        const share = (frame) =>
            Math.max(0, Math.min(frame.right, box.right) - Math.max(frame.left, box.left)) *
            Math.max(0, Math.min(frame.bottom, box.bottom) - Math.max(frame.top, box.top)) /
            box.width / box.height;
        let scale = 1, cut = 0, scrolled = 1, slant = 0;
        const clip = (frame, scrolls) => {
            // A line's box is higher than its letters.
            const air = size * scale / 4;
            const outside = Math.max(frame.left - box.left, box.right - frame.right,
                frame.top - box.top - air, box.bottom - frame.bottom - air);
            if (!scrolls) cut = Math.max(cut, outside);
            else scrolled *= share(frame);
            seen.left = Math.max(seen.left, frame.left);
            seen.right = Math.min(seen.right, frame.right);
            seen.top = Math.max(seen.top, frame.top);
            seen.bottom = Math.min(seen.bottom, frame.bottom);
        };
        if (holder instanceof SVGElement) {
            const { b, d } = holder.getScreenCTM();
            scale = Math.abs(d);
            // The box of a slanted line, as in a fan, is higher than the line at each of its ends.
            slant = box.width * Math.min(1, Math.abs(b / Math.hypot(b, d))) / 2;
        }
        let hidden = false;
        for (let at = holder; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.display === "none") hidden = true;  // left out for its size
            if (style.clipPath === "inset(50%)") hidden = true;  // for a screen reader
            if (!(holder instanceof SVGElement)) {
                if (style.scale !== "none") scale *= parseFloat(style.scale);
                if (style.transform !== "none") scale *= new DOMMatrix(style.transform).d;
            }
            if (at instanceof SVGElement && at.ownerSVGElement) continue;
            if (/hidden|clip|auto|scroll/.test(style.overflow)) {
                const frame = at.getBoundingClientRect().toJSON();
                if (style.overflowX === "visible") [frame.left, frame.right] = [0, innerWidth];
                if (frame.width < 2 || frame.height < 2) hidden = true;  // for a screen reader
                clip(frame, /auto|scroll/.test(style.overflow));
            }
        }
        clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, true);
        if (behind(holder, (seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2)) continue;
        if (hidden || scrolled < 0.5) continue;
        if (seen.right <= seen.left || seen.bottom <= seen.top) continue;
        found.push({ text, size: size * scale, cut: cut > 1.5,
            kind: piece || holder instanceof SVGElement ? "piece" : "page",
            piece: piece?.dataset.piece ?? "",
            style: holder.getAttribute("class") ?? holder.localName,
            // Of a line's box, letters leave a fifth of their size free above, and most below.
            lines: [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
                left: Math.max(left, seen.left), right: Math.min(right, seen.right),
                top: Math.max(top + slant + size * scale / 5, seen.top),
                bottom: Math.min(bottom - slant - size * scale * descent, seen.bottom) })),
            // In a fan, a piece is as wide as its strip, its drawing as wide as the card.
            // Regions touch, and their names must not.
            within: (piece?.matches(".kind-region") ? holder : piece?.querySelector("svg")
                ?? piece ?? holder).getBoundingClientRect().toJSON(),
            floats: Boolean(holder.closest("[popover], dialog")) });
    }
    return found;
}"""
"""All texts in view, each with the size of its letters and its box."""


NAMELESS = """() => {
    const faces = new Map(ducato.state.shown.scene.pieces.map(({ id, face }) => [id, face]));
    const shows = (title) =>
        title.getBoundingClientRect().width > 1 && parseFloat(getComputedStyle(title).fontSize) > 0;
    return [...document.querySelectorAll("#board [data-piece], #own [data-piece]")]
        .filter((node) => node.matches(".kind-card, .kind-tile") && node.checkVisibility())
        .filter((node) => !node.matches(".under-card, .under-turned") &&
            !node.closest(".layout-fan, .layout-stack"))
        .filter((node) => {
            const { top, bottom, left, right } = node.getBoundingClientRect();
            return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
        })
        .map((node) => [node, faces.get(node.dataset.piece)])
        .filter(([node, face]) => face?.title && !face.back &&
            ![...node.querySelectorAll(".title")].some(shows))
        .map(([, face]) => face.title);
}"""
"""The names of the cards and tiles in view that do not show them."""


class Fault(NamedTuple):
    """A text that cannot be read, and why."""

    why: str
    text: str


def overlap(a: dict[str, float], b: dict[str, float], least: float = 2) -> bool:
    """Return whether two boxes overlap by more than this many pixels each way."""
    wide = min(a["right"], b["right"]) - max(a["left"], b["left"])
    high = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return wide > least - 1.5 and high > least


def covered(texts: list[dict[str, Any]]) -> list[Fault]:
    """Return the pairs of texts that cover each other."""
    faults = []
    still = [text for text in texts if not text["floats"]]
    for number, one in enumerate(still):
        for other in still[number + 1 :]:
            apart = one["piece"] != other["piece"] and one["piece"] and other["piece"]
            if apart and overlap(one["within"], other["within"]):
                continue
            if any(overlap(a, b) for a in one["lines"] for b in other["lines"]):
                faults.append(Fault("over", f"{one['text']} / {other['text']}"))
    return faults


def faults_of(texts: list[dict[str, Any]]) -> list[Fault]:
    """Return all that is wrong with these texts."""
    small = [
        Fault("small", f"{text['size']:.1f} px: {text['text']} ({text['style']})")
        for text in texts
        if text["size"] < SMALLEST[text["kind"]] - 0.05
    ]
    cut = [Fault("cut", f"{text['text']} ({text['piece']})") for text in texts if text["cut"]]
    return small + cut + covered(texts)


def missing_names(page: Page) -> list[Fault]:
    """Return the cards and tiles that leave their name out."""
    return [Fault("missing", name) for name in page.evaluate(NAMELESS)]


def table_texts(page: Page) -> list[dict[str, Any]]:
    """Return the texts of the table that a page shows."""
    page.wait_for_selector(WAITING)
    page.evaluate("document.fonts.ready.then(() => null)")
    found: list[dict[str, Any]] = page.evaluate(TEXTS)
    return found


def row(pages: dict[str, Page], server: LiveServer, game: str, size: str, asked: Any) -> str:
    """Return one line of the report."""
    least = {"piece": 99.0, "page": 99.0}
    faults: Counter[Fault] = Counter()
    width, height = SIZES[size]
    for number in range(asked.positions):
        match = played(game, all_games()[game].players[-1], (number + 0.5) / asked.positions)
        for page in pages.values():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(create_table(server, match, page))
            texts = table_texts(page)
            for text in texts:
                least[text["kind"]] = min(least[text["kind"]], text["size"])
            faults.update([*faults_of(texts), *missing_names(page)])
    if asked.show:
        for fault, times in faults.most_common():
            print(f"  {game} {size} {fault.why} x{times}: {fault.text[:120]}", flush=True)
    numbers = Counter(fault.why for fault in faults.elements())
    counts = " | ".join(str(numbers[why]) for why in ("cut", "over", "missing"))
    sizes = " | ".join(f"{value:.1f}" for value in least.values())
    return f"| {game}, {size} | {sizes} | {counts} |"


def main() -> None:
    """Run the measurements and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=[*all_games()], action="append")
    parser.add_argument("--size", choices=[*SIZES], action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--show", action="store_true", help="print each fault")
    asked = parser.parse_args()
    print("| table, window | piece, px | page, px | cut | over | missing |\n|---|" + "---:|" * 5)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(f"sqlite:///{Path(folder) / 'tables.sqlite3'}")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        pages = {
            language: browser.new_context(locale=language, reduced_motion="reduce").new_page()
            for language in asked.language or LANGUAGES
        }
        try:
            for game in asked.game or all_games():
                for size in asked.size or SIZES:
                    print(row(pages, server, game, size, asked), flush=True)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
