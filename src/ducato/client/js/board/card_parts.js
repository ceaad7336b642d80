/**
 * The parts of a card besides its picture: its index, its name, what it needs, gives and earns. A
 * name is drawn in up to three sizes, of which the style sheet shows the one that can be read on a
 * card of that width.
 */

import { svg } from "../ui/dom.js";
import { glyph } from "./sprite.js";
import { fold, growing, line } from "./svg_text.js";

/** @typedef {import("../net/protocol.js").Face} Face */

/** Mean width of a letter of the title face, in ems. */
const EM = 0.5;
/** No line with letters of this width, in ems, is made smaller. */
const LETTER = 0.52;
/** The sizes of a name: class, size, for cards from that many pixels on. See drawings.css. */
const NAMES = /** @type {const} */ ([
  ["large", 12],
  ["medium", 15],
  ["small", 19],
]);
const LEAD = 1.02;

/**
 * A coin with a number.
 * @param {string} number
 * @param {number} x
 * @param {number} y
 */
export const coin = (number, x, y) =>
  growing(
    "on-coin",
    16.5,
    x < 50 ? x - 13.5 : x + 13.5,
    y - 13.5,
    svg("circle", { class: "coin", cx: x, cy: y, r: 13.5 }),
    svg("circle", { class: "coin-rim", cx: x, cy: y, r: 10.8 }),
    line(number, { x, y: y + 5.6, size: 16.5, width: 19, look: "middle corner" }),
  );

/**
 * A ribbon with a number, hanging from the upper edge.
 * @param {string} number
 * @param {number} x of its left edge
 * @param {number} y
 */
export const ribbon = (number, x, y) =>
  growing(
    "on-ribbon",
    18,
    x,
    y,
    svg("path", { class: "ribbon", d: `M${x} ${y}h22v29l-11-6-11 6Z` }),
    line(number, { x: x + 11, y: y + 18, size: 18, width: 18, look: "middle corner" }),
  );

/**
 * What the card is known by, in a column at its left edge; and once more in a row at the upper
 * edge, for a card of which only that strip is in view.
 * @param {Face} face
 * @param {number} width of the card
 */
export function index(face, width) {
  const { corner, unit } = face;
  const glyphs = unit ? [unit, ...face.glyphs] : face.glyphs;
  const top = corner ? 43 : 19;
  const size = 17;
  const row = corner ? 34 : 15;
  return [
    growing(
      "index-column",
      width > 100 ? 21 : 15,
      0,
      0,
      corner && line(corner, { x: 13, y: 27, size: 25, width: 23, look: "middle corner" }),
      ...glyphs.map((name, at) => glyph(name, 13, top + at * 20, size)),
    ),
    svg(
      "g",
      { class: "index-row" },
      svg("path", { class: "strip", d: `M2 30V8q0-6 6-6H${width - 8}q6 0 6 6v22Z` }),
      corner && line(corner, { x: 15, y: 25, size: 25, width: 24, look: "middle corner" }),
      ...glyphs.map((name, at) => glyph(name, row + 8 + at * 22, 16.5, 19)),
    ),
  ];
}

/**
 * How high the largest form of a name is.
 * @param {string} words
 * @param {number} width
 */
export function nameHeight(words, width) {
  const [, size] = NAMES[0];
  return fold(words, width / (size * EM)).length * size * LEAD + size * 0.3;
}

/**
 * The name in its sizes, each on a band that covers what is behind it.
 * @param {string} words
 * @param {object} how
 * @param {number} how.x of its middle
 * @param {number} how.y of the lower edge
 * @param {number} how.width
 * @param {number} [how.scale] for a drawing that is wider than a card
 * @param {boolean} [how.whole] left out in a larger size in which it does not fit, not made smaller
 */
export function names(words, { x, y, width, scale = 1, whole = false }) {
  if (!words) return [];
  return NAMES.map(([look, plain]) => {
    const size = plain * scale;
    const lines = fold(words, width / (size * EM));
    const long = (/** @type {string} */ part) => width < part.length * size * LETTER;
    const least = look === "small";
    if (whole && !least && lines.some(long)) return null;
    const high = lines.length * size * LEAD + size * 0.3;
    const drawn = lines.map((part, at) => {
      const base = y - size * 0.3 - (lines.length - 1 - at) * size * LEAD;
      // Of the smallest form, long words have narrow letters, as lower ones could not be read.
      const tight = least && long(part);
      const text = line(part, {
        x,
        y: base,
        size,
        width,
        look: tight ? "middle title tight" : "middle title",
      });
      if (tight) text.setAttribute("textLength", String(width));
      if (tight) text.setAttribute("lengthAdjust", "spacingAndGlyphs");
      return text;
    });
    return svg(
      "g",
      { class: `name ${look}` },
      svg("rect", { class: "name-band", x: x - width / 2, y: y - high, width, height: high }),
      ...drawn,
    );
  });
}

/**
 * What the card needs: a row for each thing, with a pip for each time, filled when it is met.
 * @param {Face["needs"]} needs
 * @param {number} x
 * @param {number} y of the middle of the first row
 * @param {number} step from row to row
 */
export const needs = (needs, x, y, step) =>
  needs.map(({ glyph: what, count, met = 0, coming = 0 }, row) => {
    const sign = glyph(what, x + 6, y + row * step, 12);
    const tone = /tone-\w+/.exec(sign.getAttribute("class") ?? "")?.[0] ?? "";
    return svg(
      "g",
      { class: `need ${tone}` },
      sign,
      ...Array.from({ length: count }, (_, at) =>
        svg("circle", {
          class: at < met ? "pip met" : at < met + coming ? "pip coming" : "pip",
          cx: x + 20 + at * 11.5,
          cy: y + row * step,
          r: 4.6,
        }),
      ),
    );
  });

/**
 * How much of what the card needs is met, as a fraction; for one too small for the single pips.
 * @param {Face["needs"]} needs
 * @param {number} x of its middle
 * @param {number} y of the lower edge of the upper number
 */
export function progress(needs, x, y) {
  const met = needs.reduce((sum, { met = 0 }) => sum + met, 0);
  const all = needs.reduce((sum, { count }) => sum + count, 0);
  const look = { x, size: 36, width: 60, look: "middle corner" };
  return svg(
    "g",
    { class: "progress" },
    line(String(met), { ...look, y }),
    svg("path", { class: "rule", d: `M${x - 24} ${y + 6}h48` }),
    line(String(all), { ...look, y: y + 44 }),
  );
}

/**
 * What the card gives, two side by side.
 * @param {Face["chips"]} chips
 * @param {number} x of the left edge
 * @param {number} y of the lower edge
 * @param {number} width of both
 */
export function chips(chips, x, y, width) {
  const columns = Math.min(2, chips.length);
  const wide = columns === 1 ? Math.min(width, 56) : width / 2 - 2;
  const left = columns === 1 ? x + (width - wide) / 2 : x;
  const rows = Math.ceil(chips.length / 2);
  return chips.map(({ glyph: what, text }, at) => {
    const sign = glyph(what, 0, 0, 13);
    const tone = /tone-\w+/.exec(sign.getAttribute("class") ?? "")?.[0] ?? "";
    const dx = left + (at % 2) * (wide + 4);
    const dy = y - (rows - Math.floor(at / 2)) * 21;
    return svg(
      "g",
      { class: `chip ${tone}`, transform: `translate(${dx} ${dy})` },
      svg("rect", { class: "pill", width: wide, height: 18.5, rx: 9.2 }),
      what && glyph(what, 13, 9.4, 13),
      line(text, { x: (wide + (what ? 17 : 0)) / 2, y: 14.6, size: 15, width: wide - 24 }),
    );
  });
}
