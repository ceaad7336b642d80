/** The addresses of pages that others link to. */

import { language } from "../state/strings.js";

/**
 * The address of a game's rules, or of a clause.
 * @param {string} game its name, with the version of an older form of its rules as in "chess@1"
 * @param {string} [clause]
 */
export const ruleAddress = (game, clause) =>
  `/rules/${encodeURIComponent(game)}?lang=${language()}${clause ? `#${clause}` : ""}`;

/**
 * Where a game is played on this device, in the page that the server sends along.
 * @param {string} game
 * @returns {string} empty if the page is not there, or not with this game
 */
export const hereAddress = (game) =>
  JSON.parse(document.body.dataset.here ?? "[]").includes(game)
    ? `/here/index.html?play=${encodeURIComponent(game)}&lang=${language()}`
    : "";

/**
 * The address of the lab's report about a game.
 * @param {string} game
 */
export const balanceAddress = (game) => `/balance/${encodeURIComponent(game)}?lang=${language()}`;
