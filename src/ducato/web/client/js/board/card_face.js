/**
 * Draws cards on a sheet of 100 by 140. What players look for (rank, glyphs and name) is in the top
 * strip, the only part of an overlapped card that shows. A card lying sideways has a drawing of its
 * own, in landscape, with a dashed edge.
 */

import { svg } from "../ui/dom.js";
import { glyph } from "./sprite.js";
import { badge, line, paragraph } from "./svg_text.js";

/** @typedef {import("../net/protocol.js").Face} Face */

/** Where the large glyphs stand round the middle, by how many there are: x, y and size. */
const AROUND = [
  [],
  [[0, 0, 46]],
  [
    [-17, -13, 36],
    [17, 13, 36],
  ],
  [
    [0, -19, 30],
    [-20, 14, 30],
    [20, 14, 30],
  ],
  [
    [-17, -17, 27],
    [17, -17, 27],
    [-17, 17, 27],
    [17, 17, 27],
  ],
];

/**
 * @param {string[]} glyphs
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function medallion(glyphs, x, y, scale) {
  const spots = AROUND[Math.min(glyphs.length, AROUND.length - 1)] ?? [];
  return [
    svg("circle", { class: "medallion", cx: x, cy: y, r: 37 * scale }),
    ...spots.map(([dx = 0, dy = 0, size = 0], index) =>
      glyph(glyphs[index] ?? "", x + dx * scale, y + dy * scale, size * scale),
    ),
  ];
}

/**
 * The sheet itself with its inner frame.
 * @param {number} width
 * @param {number} height
 */
const sheet = (width, height) => [
  svg("rect", { class: "sheet", x: 1, y: 1, width: width - 2, height: height - 2, rx: 7 }),
  svg("rect", { class: "frame", x: 4.5, y: 4.5, width: width - 9, height: height - 9, rx: 4 }),
];

/** The face-down side: a lattice with a coin. */
function back() {
  let lattice = "";
  for (let at = -130; at < 100; at += 15) lattice += `M${at} 7l126 126M${at + 126} 7L${at} 133`;
  return [
    ...sheet(100, 140),
    svg(
      "svg",
      { x: 7, y: 7, width: 86, height: 126, viewBox: "7 7 86 126" },
      svg("path", { class: "lattice", d: lattice }),
    ),
    svg("circle", { class: "coin", cx: 50, cy: 70, r: 21 }),
    svg("circle", { class: "coin-rim", cx: 50, cy: 70, r: 16.5 }),
    line("D", { x: 50, y: 78.5, size: 25, look: "middle coin-letter" }),
  ];
}

/** More letters than one line below the drawing holds are a text to read. */
const ONE_LINE = 26;

/** @param {Face} face */
function upright(face) {
  const glyphs = face.glyphs;
  const corner = face.corner;
  // The corner keeps room for two digits, however many glyphs stand beside it.
  const small = Math.min(22, (corner ? 57 : 84) / (glyphs.length || 1) - 1.5);
  const words = face.title;
  const notes = face.lines.join("\u00a0· "); // a line does not begin with the dot
  const text = notes.length > ONE_LINE;
  const middle = text ? 71 : notes ? 84 : 90;
  return [
    ...sheet(100, 140),
    corner &&
      line(corner, {
        x: 9,
        y: 28,
        size: 27,
        width: 92 - 9 - glyphs.length * (small + 2),
        look: "corner",
      }),
    ...glyphs.map((name, index) =>
      glyph(name, 92 - small / 2 - (glyphs.length - 1 - index) * (small + 1.5), 18.5, small),
    ),
    line(words, { x: 50, y: 43, size: 12.5, width: 86, look: "middle title" }),
    ...(glyphs.length
      ? medallion(glyphs, 50, middle, text ? 0.6 : 0.94)
      : text
        ? [svg("path", { class: "rule", d: "M20 50h60" })]
        : [svg("path", { class: "flourish", d: "M50 58l7 19 19 7-19 7-7 19-7-19-19-7 19-7z" })]),
    ...(text
      ? paragraph(notes, {
          x: 50,
          y: glyphs.length ? 96 : 54,
          size: 12,
          width: 84,
          height: glyphs.length ? 37 : 78,
          look: "middle note",
        })
      : [notes && line(notes, { x: 50, y: 131, size: 11.5, width: 86, look: "middle note" })]),
  ];
}

/** @param {Face} face */
function sideways(face) {
  const glyphs = face.glyphs;
  const [first = "", ...others] = face.lines;
  const size = glyphs.length > 2 ? 24 : 29;
  return [
    ...sheet(140, 100),
    svg("rect", { class: "unfinished", x: 4.5, y: 4.5, width: 131, height: 91, rx: 4 }),
    line(face.corner, { x: 11, y: 35, size: 32, width: 40, look: "corner" }),
    ...glyphs.map((name, index) =>
      glyph(name, 129 - size / 2 - (glyphs.length - 1 - index) * (size + 2), 25, size),
    ),
    line(face.title, { x: 70, y: first ? 55 : 70, size: 16, width: 122, look: "middle title" }),
    first &&
      line(first, {
        x: 70,
        y: others.length ? 76 : 82,
        size: 22,
        width: 122,
        look: "middle corner",
      }),
    others.length > 0 &&
      line(others.join(" · "), { x: 70, y: 90, size: 11.5, width: 124, look: "middle note" }),
  ];
}

/**
 * @param {Face} face
 * @returns {SVGSVGElement}
 */
export function card(face) {
  const lying = face.turned && !face.back;
  const drawing = face.back ? back() : lying ? sideways(face) : upright(face);
  const { count } = face;
  return svg(
    "svg",
    { viewBox: lying ? "0 0 140 100" : "0 0 100 140" },
    ...drawing,
    count !== null && (lying ? badge(count, 123, 83, 13) : badge(count, 83, 123, 13)),
  );
}
