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
 * The address of the lab's report about a game.
 * @param {string} game
 */
export const balanceAddress = (game) => `/balance/${encodeURIComponent(game)}?lang=${language()}`;
