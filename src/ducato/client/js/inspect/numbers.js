/** Which numbers a piece shows, and what they mean, as the scene says. */

/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("../net/protocol.js").NumberMeaning} NumberMeaning */

/**
 * The text of each part of a face that may show a number.
 * @type {Record<NumberMeaning["part"], (face: Piece["face"]) => string>}
 */
const SHOWN = {
  corner: ({ corner }) => corner,
  count: ({ count }) => String(count ?? ""),
  reward: ({ reward }) => reward,
  needs: ({ needs }) => needs.map(({ count }) => count).join(" "),
  chips: ({ chips }) => chips.map(({ text }) => text).join(" "),
  title: ({ title }) => title,
  // A line with a word explains its number itself.
  lines: ({ lines }) => lines.filter((line) => !/\p{L}{3}/u.test(line)).join(" · "),
  glyphs: ({ glyphs }) => glyphs.filter((name) => /\d$/.test(name)).join(" "),
};

/**
 * @param {Piece} piece
 * @param {NumberMeaning[]} meanings
 * @returns {{meaning: NumberMeaning, shown: string}[]} the first meaning that fits each part that
 *   shows a number
 */
export function numbersOn({ id, face }, meanings) {
  /** @type {Map<string, {meaning: NumberMeaning, shown: string}>} */
  const found = new Map();
  for (const meaning of meanings) {
    const { pieces, part } = meaning;
    if (found.has(part) || !id.startsWith(pieces)) continue;
    const shown = SHOWN[part](face);
    if (/\d/.test(shown)) found.set(part, { meaning, shown });
  }
  return [...found.values()];
}
