/**
 * Draws a piece of any kind as SVG. What a piece means is the game's business; here is only how a
 * card, a token or a die looks. Colours come from classes (`tone-red`) that the style sheet sets for
 * light and dark.
 */

import { card } from "./card_face.js";
import { svg } from "./dom.js";
import { badge, line, title } from "./lettering.js";
import { glyph } from "./sprite.js";

/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./types.js").Kind} Kind */

/** Reserved name: a die that has it shows its number as pips. */
const PIPS = "pips";
/** For 1 to 6, which of the nine cells of a die's side hold a pip. */
const CELLS = ["", "4", "08", "048", "0268", "02468", "035268"];

/** @param {Face} face what stands in the middle of a small piece: its first glyph, else its corner, else its title */
function emblem(face, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) {
  const name = face.glyphs?.[0];
  if (name) return glyph(name, x, y, size, true);
  const words = String(face.corner ?? face.title ?? "");
  return words ? line(words, { x, y: y + size * 0.32, size: size * 0.9, width: size * 1.3 }) : null;
}

/** @param {Face} face */
function token(face) {
  const count = face.count ?? null;
  return svg("svg", { viewBox: "0 0 64 64" },
    svg("circle", { class: "solid", cx: 30, cy: 30, r: 28 }),
    svg("circle", { class: "groove", cx: 30, cy: 30, r: 23 }),
    svg("g", { class: "on-solid" }, emblem(face, 30, 30, 29)),
    count !== null && badge(count, 49, 49, 14));
}

/** @param {Face} face */
function die(face) {
  const number = Number(face.corner);
  const cells = face.glyphs?.[0] === PIPS ? CELLS[number] : undefined;
  const side = cells !== undefined
    ? [...cells].map((cell) => svg("circle", { class: "pip", cx: 16 + (Number(cell) % 3) * 16, cy: 16 + Math.floor(Number(cell) / 3) * 16, r: 5 }))
    : face.glyphs?.[0] ? [glyph(face.glyphs[0], 32, 32, 36)] : [emblem(face, 32, 32, 34)];
  return svg("svg", { viewBox: "0 0 64 64" },
    svg("rect", { class: "sheet", x: 3, y: 3, width: 58, height: 58, rx: 12 }),
    svg("rect", { class: "frame", x: 7, y: 7, width: 50, height: 50, rx: 17 }),
    svg("g", { class: "side" }, ...side));
}

/** @param {Face} face */
function pawn(face) {
  return svg("svg", { viewBox: "0 0 44 60" },
    svg("path", { class: "solid", d: "M22 3a11 11 0 0 1 6.5 19.9H31v4h-3.4c.6 8 3.4 13.5 7.9 18.1V49H8.5v-4c4.5-4.6 7.3-10.1 7.9-18.1H13v-4h2.5A11 11 0 0 1 22 3ZM5 51h34v6H5Z" }),
    svg("g", { class: "on-solid" }, emblem(face, 22, 14, 13)),
    (face.count ?? null) !== null && badge(face.count ?? 0, 34, 50, 9));
}

/** @param {Face} face */
function marker(face) {
  return svg("svg", { viewBox: "0 0 48 48" },
    svg("path", { class: "solid", d: "M24 3l18 10.5v21L24 45 6 34.5v-21Z" }),
    svg("g", { class: "on-solid" }, emblem(face, 24, 24, 22)),
    (face.count ?? null) !== null && badge(face.count ?? 0, 37, 37, 10));
}

/** @param {Face} face */
function tile(face) {
  const glyphs = face.glyphs ?? [];
  const notes = (face.lines ?? []).join(" · ");
  return svg("svg", { viewBox: "0 0 100 100" },
    svg("rect", { class: "sheet", x: 1, y: 1, width: 98, height: 98, rx: 7 }),
    svg("rect", { class: "frame", x: 4.5, y: 4.5, width: 91, height: 91, rx: 4 }),
    line(String(face.corner ?? ""), { x: 9, y: 27, size: 23, width: 40, look: "corner" }),
    ...glyphs.map((name, index) => glyph(name, 50 + (index - (glyphs.length - 1) / 2) * 28, 50, 27)),
    ...title(face.title ?? "", { x: 50, y: notes ? 81 : 88, size: 13, width: 88, look: "middle title" }),
    notes && line(notes, { x: 50, y: 93, size: 10, width: 88, look: "middle note" }),
    (face.count ?? null) !== null && badge(face.count ?? 0, 84, 18, 12));
}

/** @param {Face} face */
function counter(face) {
  const glyphs = face.glyphs ?? [];
  const number = String(face.corner ?? face.count ?? "");
  return svg("svg", { viewBox: "0 0 100 60" },
    svg("rect", { class: "sheet", x: 1, y: 1, width: 98, height: 58, rx: 7 }),
    glyphs[0] ? glyph(glyphs[0], 22, 24, 26) : null,
    line(number, { x: glyphs[0] ? 62 : 50, y: 34, size: 30, width: glyphs[0] ? 56 : 88, look: "middle corner" }),
    line(face.title ?? (face.lines ?? []).join(" · "), { x: 50, y: 52, size: 12, width: 90, look: "middle note" }));
}

/** @param {Face} face lies over its whole map, which tells the sheet's height */
function region(face, /** @type {number} */ height) {
  return svg("svg", { viewBox: `0 0 1000 ${height}` }, svg("path", { class: "land", d: face.shape ?? "" }));
}

const DRAW = { card, token, die, pawn, marker, tile, counter };

/**
 * @param {Kind} kind
 * @param {Face} face
 * @param {number} height of the map on which a region lies
 * @returns {SVGSVGElement}
 */
export function draw(kind, face, height) {
  const drawing = kind === "region" ? region(face, height) : DRAW[kind](face);
  drawing.setAttribute("class", `drawing tone-${face.tone ?? "paper"}`);
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}
