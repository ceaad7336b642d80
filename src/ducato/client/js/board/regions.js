/**
 * Draws the regions of a map: their outline, and the legend around their middle.
 */

import { svg } from "../ui/dom.js";
import { hatching } from "./hatching.js";
import { outlineOf } from "./outlines.js";
import { glyph } from "./sprite.js";
import { line } from "./svg_text.js";

/** @typedef {import("../net/protocol.js").Face} Face */
/**
 * @typedef {{height: number, x: number, y: number}} Spot how tall the map is, and the middle of a
 *   region on it
 */

/** The emblem of each tone that a holder has, round its middle: nobody need know the colours. */
export const EMBLEMS = new Map(
  Object.entries({
    blue: "M0-8.7a8.7 8.7 0 0 1 0 17.4a8.7 8.7 0 0 1 0-17.4Z",
    red: "M-5-8h10q3 0 3 3v10q0 3-3 3h-10q-3 0-3-3v-10q0-3 3-3Z",
    violet: "M0-10 10 0 0 10-10 0Z",
    green: "M-4.7-8.2h9.4L9.4 0 4.7 8.2h-9.4L-9.4 0Z",
    orange: "M0-9.3 8.5-6v5.8c0 4.4-3.4 7.4-8.5 9.3-5.1-1.9-8.5-4.9-8.5-9.3V-6Z",
    wood: "M-1.6-10.5 0-8l1.6-2.5M0-8.5 9.5 8h-19Z",
  }),
);
const VACANT = "M0-7.5a7.5 7.5 0 0 1 0 15a7.5 7.5 0 0 1 0-15Z";

/** Sizes in a legend: the line of the name, a line of signs, a sign. */
const NAME = 12;
const ROW = 16;
const SIGN = 13;
/** Room for the emblem with the number. */
const EMBLEM = 19;
/** Width and height of the sheet on which a legend is drawn; it may reach over the edge. */
const SHEET = 100;

/**
 * The land of a region, which lies over its whole map. One with a name, whose tone says whose it
 * is, has strokes as well, and a border on the inside.
 * @param {Face} face
 * @param {Spot} spot
 */
export function region(face, { height, x, y }) {
  const known = outlineOf(face.shape);
  /** @param {string} look @param {Record<string, string>} [more] */
  const part = (look, more = {}) =>
    known
      ? svg("use", { class: look, href: known.href, ...more })
      : svg("path", { class: look, d: face.shape ?? "", ...more });
  const strokes = face.title && hatching(face.tone);
  return svg(
    "svg",
    { viewBox: `0 0 1000 ${height}` },
    part(known ? `land tint-${known.tint}` : "land"),
    strokes && part("strokes", { fill: strokes }),
    known && part("edge", { "clip-path": known.inside }),
    known && svg("circle", { class: "spot", cx: x, cy: y, r: 18 }),
  );
}

/**
 * What is known of a region, around its middle: its name, its number in the emblem of its holder,
 * and its glyphs. It is a drawing of its own, since it lies above all neighbours, and never smaller
 * than can be read: where the map is small, letters stand for the name. Without a name it is a sign
 * on a square.
 * @param {Face} face
 * @param {Spot} spot
 */
export function legend(face, spot) {
  const known = outlineOf(face.shape);
  const drawing = svg("svg", {
    class: "legend",
    viewBox: `${-SHEET / 2} ${-SHEET / 2} ${SHEET} ${SHEET}`,
    "aria-hidden": "true",
  });
  setPosition(drawing, spot.x / 1000, spot.y / spot.height);
  const glyphs = face.glyphs;
  const number = face.corner ? 1 : 0;
  const columns = Math.max(1, known?.columns ?? glyphs.length + number);
  const rows = Math.ceil((glyphs.length + number) / columns) || 0;
  const head = face.title ? NAME : 0;
  const top = -(head + rows * ROW) / 2;
  if (face.title)
    drawing.append(
      line(face.title, { x: 0, y: top + 9.5, size: 11.5, look: "middle title name" }),
      line(known?.code ?? face.title, {
        x: 0,
        y: top + 9.5,
        size: 11.5,
        look: "middle title code",
      }),
    );
  for (let row = 0; row < rows; row += 1) {
    const first = row === 0;
    const from = row * columns - (first ? 0 : number);
    const here = glyphs.slice(from, (row + 1) * columns - number);
    const wide = (first && number ? EMBLEM : 0) + here.length * SIGN;
    const y = top + head + (row + 0.5) * ROW + 1;
    let x = -wide / 2;
    if (wide > 0)
      drawing.append(
        svg("rect", { class: "plate", x: x - 1, y: y - 7.5, width: wide + 2, height: 15, rx: 7.5 }),
      );
    if (first && number) {
      drawing.append(emblem(face, x + EMBLEM / 2 - 1, y));
      x += EMBLEM;
    }
    for (const [index, name] of here.entries())
      drawing.append(glyph(name, x + (index + 0.5) * SIGN, y, SIGN - 1));
  }
  if (!EMBLEMS.has(face.tone) && face.lines.length)
    drawing.append(
      line(face.lines.join(" · "), { x: 0, y: -top + 11, size: 11.5, look: "middle note" }),
    );
  return drawing;
}

/**
 * @param {SVGSVGElement} drawing
 * @param {number} across from 0 to 1
 * @param {number} down from 0 to 1
 */
export function setPosition(drawing, across, down) {
  drawing.style.left = `${100 * across}%`;
  drawing.style.top = `${100 * down}%`;
}

/**
 * @param {Face} face whose corner stands in the emblem of its tone, an empty one if it is turned
 * @param {number} x
 * @param {number} y
 */
function emblem({ corner, tone, turned }, x, y) {
  const look = EMBLEMS.has(tone) ? (turned ? "held new" : "held") : "free";
  const low = tone === "wood" ? 7 : 4;
  return svg(
    "g",
    {
      class: `emblem-${look.replace(" ", " emblem-")} tone-${tone}`,
      transform: `translate(${x} ${y})`,
    },
    svg("path", { d: EMBLEMS.get(tone) ?? VACANT }),
    line(corner, { x: 0, y: low, size: 11.5, look: "middle corner" }),
  );
}
