/**
 * This browser's contribution to the chance of a game: a random number, drawn after the server
 * has shown the fingerprint of its seed. The number is kept, so that the page that verifies a game
 * can say whether it was used.
 */

import { recallList, remember } from "../state/settings.js";

/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */

/** The tables whose contributions are kept, the latest; some 100 bytes each. */
const KEPT = 200;
const KEY = "entropy";

/** @returns {[string, string][]} tables and what was contributed there, the oldest first */
const all = () =>
  (recallList(KEY) ?? []).filter((pair) => Array.isArray(pair) && pair.length === 2);

/** @param {string} table @returns {string | null} what this browser has contributed there */
export function contributed(table) {
  return all().find(([id]) => id === table)?.[1] ?? null;
}

/** @returns {Set<string>} all that this browser has contributed, as far as it is kept */
export const contributions = () => new Set(all().map(([, value]) => value));

/**
 * What to send when a table was shown: a number, if the person of this page sits there, has
 * contributed nothing yet, and the game has not begun. It is the same one when asked again.
 * @param {ServerMessage} message
 * @returns {string | null}
 */
export function contribution(message) {
  if (message.type !== "welcome" && message.type !== "table") return null;
  const { id, status, own, seats } = message.table;
  const mine = seats.find(({ seat }) => own.includes(seat));
  if (status !== "waiting" || !mine || mine.entropy) return null;
  const known = contributed(id);
  if (known) return known;
  const drawn = crypto.getRandomValues(new Uint8Array(32));
  const value = Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
  remember(KEY, JSON.stringify([...all(), [id, value]].slice(-KEPT)));
  return value;
}
