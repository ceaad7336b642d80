/**
 * Draws a score: a large number on the cloth, with the word for what it counts below it.
 */

import { svg } from "../ui/dom.js";
import { line } from "./svg_text.js";

/** Widths of a digit and of a letter of the caption, in the drawing's unit. */
const DIGIT = 18;
const LETTER = 6.6;

/**
 * @param {import("../net/protocol.js").Face} face
 * @returns {SVGSVGElement}
 */
export function score(face) {
  const number = String(face.corner || (face.count ?? ""));
  const wide = Math.round(Math.max(number.length * DIGIT, face.title.length * LETTER, 30)) + 4;
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} 42` },
    line(number, { x: wide / 2, y: 27, size: 36, look: "middle score-number" }),
    line(face.title, { x: wide / 2, y: 39, size: 13, look: "middle score-caption" }),
  );
}
