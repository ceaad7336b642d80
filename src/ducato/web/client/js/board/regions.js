/**
 * Draws the regions of a map: their outline, and the legend around their middle.
 */

import { svg } from "../ui/dom.js";
import { hatching } from "./hatching.js";
import { glyph } from "./sprite.js";
import { line } from "./svg_text.js";

/** @typedef {import("../net/protocol.js").Face} Face */
/**
 * @typedef {{height: number, x: number, y: number}} Spot how tall the map is, and the middle of a
 *   region on it
 */

/**
 * @param {Face} face lies over its whole map; one with a name, whose tone says whose it is, has
 *   strokes as well
 */
export function region(face, /** @type {Spot} */ { height }) {
  const d = face.shape ?? "";
  const strokes = face.title && hatching(face.tone);
  return svg(
    "svg",
    { viewBox: `0 0 1000 ${height}` },
    svg("path", { class: "land", d }),
    strokes && svg("path", { class: "strokes", d, fill: strokes }),
  );
}

/**
 * What is known of a region, around its middle: name, corner and glyphs in one line, on a plate
 * where strokes would run through them, and notes below. It is a drawing of its own, since it lies
 * above all neighbours. Widths are in the map's own unit.
 * @param {Face} face
 * @param {Spot} spot
 */
export function legend(face, { height, x, y }) {
  const glyphs = face.glyphs;
  const corner = face.corner;
  const notes = face.lines.join(" · ");
  const wide = (corner ? 20 : 0) + glyphs.length * 19;
  const left = x - wide / 2;
  return svg(
    "svg",
    { class: "legend", viewBox: `0 0 1000 ${height}`, "aria-hidden": "true" },
    face.title && line(face.title, { x, y: y - 14, size: 13, width: 88, look: "middle title" }),
    hatching(face.tone) &&
      wide > 0 &&
      svg("rect", { class: "plate", x: left - 2, y: y - 11, width: wide + 4, height: 22, rx: 11 }),
    corner && svg("circle", { class: "control", cx: left + 9, cy: y, r: 9.5 }),
    corner && line(corner, { x: left + 9, y: y + 5, size: 14, width: 15, look: "middle corner" }),
    ...glyphs.map((name, index) => glyph(name, left + (corner ? 30 : 10) + index * 19, y, 18)),
    notes && line(notes, { x, y: y + 21, size: 12, width: 90, look: "middle note" }),
  );
}
