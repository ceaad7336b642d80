/**
 * How good a choice was, as a sign, a word and a colour, and numbers of the analysis in words.
 */

import { locale, t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Mark} Mark */

/** As in commentaries on chess. @type {Record<Mark, string>} */
const SIGNS = { good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @type {Mark[]} the best first */
export const MARKS = ["good", "inaccuracy", "mistake", "blunder"];

/** @param {Mark} mark @returns {string} its sign and its word */
export const markWords = (mark) => `${SIGNS[mark]} ${t(`mark.${mark}`)}`;

/** @param {Mark} mark */
export const markSign = (mark) =>
  html("span", { class: `choice-mark choice-mark-${mark}`, "aria-hidden": "true" }, SIGNS[mark]);

/**
 * @param {number} value in points of the chance to win
 * @param {number} [digits] after the point
 * @returns {string} as the reader's language writes it
 */
export const points = (value, digits = 1) =>
  value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @param {number} value @returns {string} rounded, with its sign */
export const signed = (value) => {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
};

/** @param {number} wins a chance @returns {number} in whole per cent */
export const percent = (wins) => Math.round(Math.min(100, Math.max(0, wins)));
