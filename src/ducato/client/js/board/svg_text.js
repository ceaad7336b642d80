/**
 * Text inside drawings. Widths are estimated from the number of letters, because measuring would
 * force a layout for every card. On a piece too small for it, the style sheet draws a number larger
 * than it stands here, so that its digits are never lower than 11 pixels, and leaves out words.
 */

import { svg } from "../ui/dom.js";

/** Mean width of a letter of the title face, in ems. */
const EM = 0.53;
/** From one line of a paragraph to the next, in ems. */
const LEAD = 1.18;

/**
 * One line of text, made smaller when it is too long.
 * @param {string} words
 * @param {object} how
 * @param {number} how.x
 * @param {number} how.y of the base line
 * @param {number} how.size
 * @param {number} [how.width] that it may take
 * @param {string} [how.look] classes; `middle` centres
 */
export function line(words, { x, y, size, width = Infinity, look = "middle" }) {
  const fits = Math.min(size, width / (words.length * EM || 1));
  const text = svg("text", { class: look, x, y }, words);
  text.style.setProperty("--size", String(Math.round(fits * 10) / 10));
  return text;
}

/**
 * Parts that grow together round a point, so that the text among them can be read.
 * @param {string} look class
 * @param {number} size of the letters
 * @param {number} x of the point that stays where it is
 * @param {number} y
 * @param {...import("../ui/dom.js").Child} parts
 */
export function growing(look, size, x, y, ...parts) {
  const group = svg("g", { class: `${look} growing` }, ...parts);
  group.style.setProperty("--letters", String(size));
  group.style.transformOrigin = `${x}px ${y}px`;
  return group;
}

/**
 * The words in at most two lines of about the same length, parted at a space or after a slash.
 * @param {string} words
 * @param {number} letters that one line holds at full size
 * @returns {string[]}
 */
export function fold(words, letters) {
  const middle = words.length / 2;
  const cuts = [...words.matchAll(/ |(?<=\/)(?! )/g)].map(({ index }) => index);
  const [cut] = cuts.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  if (words.length <= letters || !cut) return [words];
  return [words.slice(0, cut), words.slice(cut).trimStart()];
}

/**
 * A title of one or two lines whose last line stands at y.
 * @param {string} words
 * @param {{x: number, y: number, size: number, width: number, look?: string}} how
 */
export function title(words, how) {
  const lines = fold(words, how.width / (how.size * EM));
  return lines.map((part, index) =>
    line(part, { ...how, y: how.y - (lines.length - 1 - index) * how.size * 1.05 }),
  );
}

/**
 * Words in as many lines as they need, as large as the box allows, from its top.
 * @param {string} words
 * @param {{x: number, y: number, size: number, width: number, height: number, look?: string}} box x
 *   is its middle
 */
export function paragraph(words, { x, y, size, width, height, look = "middle" }) {
  /** @type {string[]} */
  let lines = [];
  let fits = size;
  for (; ; fits *= 0.92) {
    lines = wrap(words, width / (fits * EM));
    if (lines.length * fits * LEAD <= height || fits < size / 2) break;
  }
  return lines.map((part, index) =>
    line(part, { x, y: y + (index + 0.8) * fits * LEAD, size: fits, width, look }),
  );
}

/**
 * @param {string} words
 * @param {number} letters in a line
 */
function wrap(words, letters) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * A round badge with a number.
 * @param {number} count
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function badge(count, x, y, r) {
  const digits = String(count);
  const size = Math.min(r * 1.25, (r * 1.7) / (digits.length * EM));
  return growing(
    "badge",
    size,
    x + r / 2,
    y + r / 2,
    svg("circle", { cx: x, cy: y, r }),
    line(digits, { x, y: y + size * 0.34, size }),
  );
}
