/**
 * Draws cards on a sheet of 100 by 140, or of 140 by 100 for one that lies sideways. A card that
 * needs, gives or earns something has a low picture with that below; any other has its index in a
 * column and a high picture beside it. Without a picture, a medallion shows the glyphs.
 */

import { svg } from "../ui/dom.js";
import { chips, coin, index, nameHeight, names, needs, progress, ribbon } from "./card_parts.js";
import { picture } from "./picture.js";
import { glyph } from "./sprite.js";
import { badge, fold, line, paragraph } from "./svg_text.js";

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
    ...spots.map(([dx = 0, dy = 0, size = 0], at) =>
      glyph(glyphs[at] ?? "", x + dx * scale, y + dy * scale, size * scale),
    ),
  ];
}

/**
 * The sheet itself.
 * @param {number} width
 * @param {number} height
 */
const sheet = (width, height) =>
  svg("rect", { class: "sheet", x: 1, y: 1, width: width - 2, height: height - 2, rx: 7 });

/**
 * The face-down side: a lattice with the sign of its deck.
 * @param {Face} face
 */
function back(face) {
  let lattice = "";
  for (let at = -130; at < 100; at += 15) lattice += `M${at} 7l126 126M${at + 126} 7L${at} 133`;
  const [sign] = face.glyphs;
  return [
    sheet(100, 140),
    svg("rect", { class: "frame", x: 4.5, y: 4.5, width: 91, height: 131, rx: 4 }),
    svg(
      "svg",
      { x: 7, y: 7, width: 86, height: 126, viewBox: "7 7 86 126" },
      svg("path", { class: "lattice", d: lattice }),
    ),
    svg("circle", { class: "seal", cx: 50, cy: 70, r: 24 }),
    sign
      ? glyph(sign, 50, 70, 32, true)
      : line(face.corner || "D", { x: 50, y: 80, size: 29, look: "middle seal-letter" }),
  ];
}

/**
 * The number in the corner of a card with a low picture, as its unit asks for.
 * @param {Face} face
 */
function mark({ corner, unit }) {
  if (!corner) return null;
  if (unit === "coin") return coin(corner, 18, 18);
  return ribbon(corner, 8, 3);
}

/**
 * A picture, or a medallion where there is none.
 * @param {Face} face
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
const scenery = (face, x, y, width, height) =>
  face.art
    ? picture(face.art, x, y, width, height)
    : medallion(face.glyphs, x + width / 2, y + height / 2, Math.min(width, height) / 80);

/** Longer notes are read on the enlarged card or, on paper, below the name. */
const MOST_LETTERS = 34;
/** The height that they take there. */
const NOTES_BELOW = 36;

/** @param {Face} face its notes in one line, which does not break before a dot */
const noted = (face) => face.lines.join("\u00a0· ");

/**
 * The notes of a card over its picture, right above its name, for one that is wide enough to read
 * them.
 * @param {Face} face
 * @param {number} x of the left edge
 * @param {number} y of the lower edge
 * @param {number} width
 */
function notes(face, x, y, width) {
  const words = noted(face);
  if (!words || words.length > MOST_LETTERS) return null;
  const lines = fold(words, width / 5.2);
  const high = lines.length * 12.5 + 3;
  return svg(
    "g",
    { class: "notes" },
    ...["name-band", "picture-frame"].map((look) =>
      svg("rect", { class: look, x, y: y - high, width, height: high, rx: 4 }),
    ),
    ...lines.map((part, at) =>
      line(part, {
        x: x + width / 2,
        y: y - 4 - (lines.length - 1 - at) * 12.5,
        size: 11.2,
        width: width - 3,
        look: "middle note",
      }),
    ),
  );
}

/**
 * A card with its index in a column.
 * @param {Face} face
 * @param {boolean} whole whether long notes stand on it, too
 */
function tall(face, whole) {
  const beside = Boolean(face.corner || face.glyphs.length || face.unit);
  const left = beside ? 25 : 6;
  if (!face.art && face.glyphs.length === 0) return wordy(face);
  const words = noted(face);
  const below = whole && words.length > MOST_LETTERS ? NOTES_BELOW : 0;
  const bottom = Math.min(112, 136 - nameHeight(face.title, 92) - below);
  // Letters of notes are narrower than those of titles, by which widths are estimated.
  const box = {
    x: 50,
    y: 139 - below,
    size: 8,
    width: 104,
    height: below - 3,
    look: "middle note",
  };
  return [
    sheet(100, 140),
    ...scenery(face, left, 6, 94 - left, bottom - 6),
    notes(face, left, bottom, 94 - left),
    ...index(face, 100),
    ...names(face.title, { x: 50, y: 137 - below, width: 92 }),
    below ? svg("g", { class: "notes" }, ...paragraph(words, box)) : null,
  ];
}

/**
 * A card of words only: its name above, and what it does in as many lines as that needs.
 * @param {Face} face
 */
function wordy(face) {
  const text = noted(face);
  return [
    sheet(100, 140),
    ...index(face, 100),
    ...names(face.title, { x: face.corner ? 59 : 50, y: 34, width: face.corner ? 68 : 90 }),
    text
      ? svg(
          "g",
          { class: "notes" },
          svg("path", { class: "rule", d: "M20 44h60" }),
          ...paragraph(text, {
            x: 50,
            y: 50,
            size: 12,
            width: 86,
            height: 84,
            look: "middle note",
          }),
        )
      : svg("path", { class: "flourish", d: "M50 58l7 19 19 7-19 7-7 19-7-19-19-7 19-7z" }),
  ];
}

/**
 * A card with a low picture, and below it what it needs and gives.
 * @param {Face} face
 */
function low(face) {
  const rows = face.needs.length;
  const given = Math.ceil(face.chips.length / 2) * 21;
  const below = (rows ? rows * 12.5 + 3 : 0) + given;
  const high = nameHeight(face.title, 92);
  const bottom = Math.min(112, 136 - below - high);
  return [
    sheet(100, 140),
    ...scenery(face, 6, 6, 88, bottom - 6),
    mark(face),
    face.reward && svg("g", { class: "reward" }, coin(face.reward, 82, 18)),
    ...names(face.title, { x: 50, y: bottom + 1 + high, width: 92 }),
    ...needs(face.needs, 9, bottom + 8 + high, 12.5),
    ...chips(face.chips, 6, 137, 88),
    notes(face, 6, bottom, 88),
  ];
}

/**
 * A card lying sideways: unfinished, with what it still needs or its notes.
 * @param {Face} face
 */
function sideways(face) {
  const [first = ""] = face.lines;
  const edge = svg("rect", { class: "unfinished", x: 3.5, y: 3.5, width: 133, height: 93, rx: 5 });
  if (face.needs.length) {
    return [
      sheet(140, 100),
      ...scenery(face, 7, 7, 52, 86),
      mark(face),
      face.reward && svg("g", { class: "reward" }, coin(face.reward, 44, 77)),
      ...needs(face.needs, 63, 100 - face.needs.length * 14, 14),
      progress(face.needs, 100, 42),
      ...names(face.title, { x: 98, y: 92 - face.needs.length * 14, width: 74, scale: 1.3 }),
      edge,
    ];
  }
  return [
    sheet(140, 100),
    ...scenery(face, 28, 7, 105, first ? 40 : 66),
    ...index(face, 140),
    ...names(face.title, { x: 80, y: first ? 69 : 95, width: 108, scale: 1.4 }),
    first && line(first, { x: 80, y: 90, size: 22, width: 108, look: "middle corner" }),
    edge,
  ];
}

/** @param {Face} face @param {boolean} whole */
function upright(face, whole) {
  const { needs, chips, reward, unit } = face;
  const much = needs.length || chips.length || reward || unit === "coin" || unit === "ribbon";
  return much ? low(face) : tall(face, whole);
}

/**
 * @param {Face} face
 * @param {{whole?: boolean}} [how] whole: it cannot be enlarged, so all of its notes stand on it
 * @returns {SVGSVGElement}
 */
export function card(face, { whole = false } = {}) {
  const lying = face.turned && !face.back;
  const drawing = face.back ? back(face) : lying ? sideways(face) : upright(face, whole);
  const { count } = face;
  return svg(
    "svg",
    { viewBox: lying ? "0 0 140 100" : "0 0 100 140" },
    ...drawing,
    count !== null && (lying ? badge(count, 123, 83, 13) : badge(count, 83, 123, 13)),
  );
}
