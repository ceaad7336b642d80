/**
 * Draws a piece of any kind as SVG. The game decides what a piece means; this module only knows
 * what a card, a token or a die looks like. Colours come from classes (`tone-red`), which the style
 * sheet sets for light and dark.
 */

import { svg } from "../ui/dom.js";
import { card } from "./card_face.js";
import { coin, names } from "./card_parts.js";
import { picture, portrait, WHOLE } from "./picture.js";
import { EMBLEMS, region } from "./regions.js";
import { score } from "./score.js";
import { glyph } from "./sprite.js";
import { badge, fold, line, title } from "./svg_text.js";

/** @typedef {import("../net/protocol.js").Face} Face */
/** @typedef {import("../net/protocol.js").Kind} Kind */

/** Reserved name: a die that has it shows its number as pips. */
const PIPS = "pips";
/** For 1 to 6, which of the nine cells of a die's side hold a pip. */
const CELLS = ["", "4", "08", "048", "0268", "02468", "035268"];

/** Letters of a note that has room beside a corner. */
const SHORT = 8;

/** Longer words would be too small to read on a small piece; its label contains them. */
const LEGIBLE = 4;

/**
 * The number or word that stands for a piece without a drawing of its own.
 * @param {Face} face
 */
const emblemWords = (face) => String(face.corner || face.title || "");

/**
 * @param {Face} face what stands in the middle of a small piece: its first glyph, else its corner,
 *   else its title
 */
function emblem(
  face,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ size,
) {
  const name = face.glyphs[0];
  if (name) return glyph(name, x, y, size, true);
  const words = emblemWords(face);
  if (words.length > LEGIBLE) return svg("circle", { class: "stud", cx: x, cy: y, r: size * 0.22 });
  return words ? line(words, { x, y: y + size * 0.32, size: size * 0.9, width: size * 1.3 }) : null;
}

/** @param {Face} face */
function token(face) {
  if (face.art) return portrait(face, face.art, WHOLE);
  const { count } = face;
  return svg(
    "svg",
    { viewBox: "0 0 64 64" },
    svg("circle", { class: "solid", cx: 30, cy: 30, r: 28 }),
    svg("circle", { class: "groove", cx: 30, cy: 30, r: 23 }),
    svg("g", { class: "on-solid" }, emblem(face, 30, 30, 29)),
    count !== null && badge(count, 49, 49, 14),
  );
}

/**
 * A die with pips or a drawing is a cube seen from above; one with a number has many sides, one of
 * which, a kite, lies towards us.
 * @param {Face} face
 */
function die(face) {
  const name = face.glyphs[0];
  const cells = name === PIPS ? CELLS[Number(emblemWords(face))] : undefined;
  const many = cells === undefined && !name;
  const side =
    cells !== undefined
      ? [...cells].map((cell) =>
          svg("circle", {
            class: "pip",
            cx: 16 + (Number(cell) % 3) * 16,
            cy: 16 + Math.floor(Number(cell) / 3) * 16,
            r: 5,
          }),
        )
      : [
          name
            ? glyph(name, 32, 32, 36)
            : line(emblemWords(face), { x: 32, y: 38, size: 25, width: 32, look: "middle corner" }),
        ];
  const body = many
    ? [
        svg("path", { class: "sheet", d: "M32 2 61 23v18L32 62 3 41V23Z" }),
        svg("path", {
          class: "facet",
          d: "M32 2 52 35 32 47 12 35ZM52 35l9-12M12 35 3 23M52 35l9 6M12 35l-9 6M32 47v15",
        }),
      ]
    : [
        svg("rect", { class: "sheet", x: 3, y: 3, width: 58, height: 58, rx: 12 }),
        svg("rect", { class: "frame", x: 7, y: 7, width: 50, height: 50, rx: 17 }),
      ];
  return svg("svg", { viewBox: "0 0 64 64" }, ...body, svg("g", { class: "side" }, ...side));
}

/** @param {Face} face */
function pawn(face) {
  if (face.art) return portrait(face, face.art);
  return svg(
    "svg",
    { viewBox: "0 0 44 60" },
    svg("path", {
      class: "solid",
      d: "M22 3a11 11 0 0 1 6.5 19.9H31v4h-3.4c.6 8 3.4 13.5 7.9 18.1V49H8.5v-4c4.5-4.6 7.3-10.1 7.9-18.1H13v-4h2.5A11 11 0 0 1 22 3ZM5 51h34v6H5Z",
    }),
    svg("g", { class: "on-solid" }, emblem(face, 22, 14, 16)),
    face.count !== null && badge(face.count, 34, 50, 9),
  );
}

/** @param {Face} face */
function marker(face) {
  return svg(
    "svg",
    { viewBox: "0 0 48 48" },
    svg("path", { class: "solid", d: "M24 3l18 10.5v21L24 45 6 34.5v-21Z" }),
    svg("g", { class: "on-solid" }, emblem(face, 24, 24, 22)),
    face.count !== null && badge(face.count, 37, 37, 10),
  );
}

/**
 * A broad plate with a picture, its glyphs in a column beside it.
 * @param {Face} face
 * @param {import("../net/protocol.js").Art} art
 */
function scenic(face, art) {
  const step = Math.min(22, 62 / (face.glyphs.length || 1));
  return svg(
    "svg",
    { viewBox: "0 0 140 100" },
    svg("rect", { class: "sheet", x: 1, y: 1, width: 138, height: 98, rx: 9 }),
    ...picture(art, 32, 7, 101, 64),
    ...face.glyphs.map((sign, at) =>
      glyph(sign, 17, 37 + (at - (face.glyphs.length - 1) / 2) * step, step * 0.9),
    ),
    ...names(face.title, { x: 70, y: 97, width: 134, scale: 1.4 }),
    face.count !== null && badge(face.count, 120, 20, 14),
  );
}

/** From one cube of an owner to the next. */
const CUBE = 20;
/** Letters of a name that a step has room for in a line. */
const STEP_LETTERS = 14;

/**
 * A low plate on a track: its name, what it costs, and a cube for each of its owners.
 * @param {Face} face
 */
function step({ title: name, lines, owners }) {
  const [cost = ""] = lines;
  const from = 130 - (owners.length - 0.5) * CUBE;
  return svg(
    "svg",
    { viewBox: "0 0 140 70" },
    svg("rect", { class: "sheet", x: 1, y: 1, width: 138, height: 68, rx: 7 }),
    ...title(name, {
      x: 70,
      y: fold(name, STEP_LETTERS).length > 1 ? 40 : 28,
      size: 17,
      width: 132,
    }),
    line(cost, { x: 9, y: 61, size: 17, width: Math.max(40, from - 24), look: "corner" }),
    ...owners.map((tone, at) =>
      svg(
        "g",
        { class: `cube tone-${tone}`, transform: `translate(${from + at * CUBE} 55) scale(0.95)` },
        svg("path", { d: EMBLEMS.get(tone) ?? "" }),
      ),
    ),
  );
}

/**
 * The tile of something that is bought and sold: the price on a coin and what it is worth on a
 * paler one, a picture or a glyph between them, the name below.
 * @param {Face} face
 * @returns {SVGSVGElement}
 */
function goods(face) {
  const { art, count, glyphs, reward } = face;
  return svg(
    "svg",
    { viewBox: "0 0 140 100" },
    svg("rect", { class: "sheet", x: 1, y: 1, width: 138, height: 98, rx: 9 }),
    svg("rect", { class: "frame", x: 4, y: 4, width: 132, height: 92, rx: 7 }),
    ...(art ? picture(art, 6, 6, 128, 70) : [glyph(glyphs[0] ?? "", 70, 36, 46)]),
    coin(face.corner, 19, 19),
    reward && svg("g", { class: "worth" }, coin(reward, 121, 19)),
    ...names(face.title, { x: 70, y: 97, width: 132, scale: 1.4, whole: true }),
    count !== null && count > 1 && svg("g", { class: "copies" }, badge(count, 70, 15, 12)),
  );
}

/**
 * A broad plate. One with a corner is like a small card: corner and glyphs above, the name below in
 * up to two lines; one without shows its glyphs large in the middle.
 * @param {Face} face
 */
function tile(face) {
  if (face.unit === "coin") return goods(face);
  if (face.art) return scenic(face, face.art);
  if (isStep(face)) return step(face);
  const glyphs = face.glyphs;
  const corner = face.corner;
  const lines = face.lines;
  // Where no drawing stands beside the corner, a first short note does, such as a price.
  const beside =
    corner && glyphs.length === 0 && (lines[0]?.length ?? SHORT + 1) <= SHORT
      ? (lines[0] ?? "")
      : "";
  const notes = lines.slice(beside ? 1 : 0).join(" · ");
  const words = face.title;
  const size = Math.min(corner ? 36 : 40, (corner ? 74 : 116) / (glyphs.length || 1));
  const first = corner
    ? 130 - size / 2 - (glyphs.length - 1) * (size + 2)
    : 70 - ((glyphs.length - 1) / 2) * (size + 2);
  return svg(
    "svg",
    { viewBox: "0 0 140 100" },
    svg("rect", { class: "sheet", x: 1, y: 1, width: 138, height: 98, rx: 9 }),
    svg("rect", { class: "frame", x: 5, y: 5, width: 130, height: 90, rx: 6 }),
    corner &&
      line(corner, {
        x: 11,
        y: 35,
        size: 30,
        width: glyphs.length || beside ? 50 : 118,
        look: "corner",
      }),
    beside && line(beside, { x: 130, y: 31, size: 22, width: 66, look: "end corner" }),
    ...glyphs.map((name, index) =>
      glyph(name, first + index * (size + 2), corner ? 26 : notes ? 38 : 42, size * 0.92),
    ),
    ...names(words, { x: 70, y: notes ? 82 : 94, width: 126, scale: 1.4 }),
    notes && line(notes, { x: 70, y: 92, size: 14, width: 126, look: "middle note" }),
    face.count !== null && badge(face.count, corner ? 78 : 120, corner ? 22 : 20, 14),
  );
}

/**
 * Whether a counter has words beside its number, and so is longer.
 * @param {Face} face
 */
export const hasWords = (face) => Boolean(face.lines.length || (face.title && face.corner));

/**
 * Whether a tile is a step of a track: it has a name and what it costs, and no number or sign.
 * @param {Face} face
 */
export const isStep = ({ title, corner, glyphs, lines, art }) =>
  Boolean(title && lines.length && !corner && !glyphs.length && !art);

/** Width of a digit of a counter, in ems: digits are broader than letters are on the average. */
const DIGIT = 0.7;

/** @param {Face} face a pill: glyph, number, words */
function counter(face) {
  const name = face.glyphs[0];
  const number = String(face.corner || (face.count ?? face.title));
  const notes = [number === face.title ? "" : face.title, ...face.lines]
    .filter((note) => note)
    .join(" · ");
  const left = name ? 32 : 11;
  const size = 22;
  const after = left + number.length * size * DIGIT + (number ? 5 : 0);
  const wide = notes ? after + Math.min(notes.length * 8.5, 160) + 10 : Math.max(60, after + 8);
  return svg(
    "svg",
    { viewBox: `0 0 ${Math.round(wide)} 32` },
    svg("rect", { class: "sheet", x: 1, y: 1, width: Math.round(wide) - 2, height: 30, rx: 15 }),
    name && glyph(name, number || notes ? 19 : wide / 2, 16.5, 20, number !== ""),
    notes
      ? line(number, { x: left, y: 23.5, size, look: "corner" })
      : line(number, {
          x: (left + wide - 7) / 2 - 1,
          y: 24,
          size,
          width: wide - left - 4,
          look: "middle corner",
        }),
    notes && line(notes, { x: after, y: 21.5, size: 14.5, width: wide - after - 9, look: "note" }),
  );
}

const DRAW = { card, token, die, pawn, marker, tile, counter, score };

/**
 * @param {Kind} kind
 * @param {Face} face
 * @param {import("./regions.js").Spot & {whole?: boolean}} spot of a region; whole: see `card`
 * @returns {SVGSVGElement}
 */
export function draw(kind, face, spot) {
  const drawing = kind === "region" ? region(face, spot) : DRAW[kind](face, spot);
  drawing.style.setProperty("--width", String(drawing.viewBox.baseVal.width));
  const looks = ["drawing", `tone-${face.tone ?? "paper"}`];
  if (kind === "region" && face.title) looks.push("named");
  if (kind === "region" && face.turned) looks.push("fresh");
  drawing.setAttribute("class", looks.join(" "));
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}
