/**
 * The drawings of a game. The sprite is fetched once and put into the page, so that a new card
 * shows its glyphs in the same frame, and so that it is known which drawings there are and in what
 * tone.
 */

import { host } from "../state/host.js";
import { svg } from "../ui/dom.js";
import { line } from "./svg_text.js";

/** Keeps the ids of the game's symbols apart from the page's own. */
const PREFIX = "glyph-";
/** The id of the motifs, and the beginning of the id of each. */
const ART = "art";

/**
 * The tone of each drawing; empty where the symbol names none (it is then drawn in ink).
 * @type {Map<string, string>}
 */
const tones = new Map();

/**
 * @param {string} game
 * @returns {Promise<void>} settled in every case: without a sprite, letters stand for the drawings
 */
export async function loadSprite(game) {
  if (tones.size || document.body.dataset.glyphs === undefined) return;
  const answer = await host
    .request(`/games/${encodeURIComponent(game)}/glyphs.svg`)
    .catch(() => null);
  if (!answer?.ok) return;
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const store = svg("svg", { class: "sprite", "aria-hidden": "true" });
  for (const symbol of sprite.querySelectorAll("symbol[id]")) {
    tones.set(symbol.id, symbol.getAttribute("data-tone") ?? "");
    symbol.id = PREFIX + symbol.id;
    store.append(document.importNode(symbol, true));
  }
  document.body.append(store);
}

/**
 * Fetch the motifs of pictures, if the game has any. Drawings show them as soon as they are there.
 * @param {string} [game] whose motifs; else all
 * @returns {Promise<void>} settled in every case
 */
export async function loadArt(game) {
  if (document.getElementById(ART) || document.body.dataset.art === undefined) return;
  const store = svg("svg", { class: "sprite", id: ART, "aria-hidden": "true" });
  document.body.append(store);
  const motifs = game ? `/games/${encodeURIComponent(game)}/art.svg` : "/art.svg";
  const answer = await host.request(motifs).catch(() => null);
  if (!answer?.ok) return;
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  for (const symbol of sprite.querySelectorAll("symbol[id]")) {
    symbol.id = `${ART}-${symbol.id}`;
    store.append(document.importNode(symbol, true));
  }
}

/**
 * @param {string} name of a motif
 * @param {{x: number, y: number, width: number, height: number}} box
 * @returns {SVGElement}
 */
export const motif = (name, box) => svg("use", { href: `#${ART}-${name}`, ...box });

/**
 * @param {string} name
 * @param {number} x of the middle
 * @param {number} y of the middle
 * @param {number} size
 * @param {boolean} [plain] in the colour around it, not in its own tone
 * @returns {SVGElement}
 */
export function glyph(name, x, y, size, plain = false) {
  const tone = tones.get(name);
  const look = plain || !tone ? "glyph" : `glyph tone-${tone}`;
  if (tone === undefined) {
    const initial = name.slice(0, 1).toUpperCase();
    return line(initial, { x, y: y + size * 0.34, size: size * 0.9, look: `${look} middle` });
  }
  return svg("use", {
    class: look,
    href: `#${PREFIX}${name}`,
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
  });
}
