/** Asks the server for a new table, and goes to it. */

import { language, t } from "../state/strings.js";

/** @typedef {import("./protocol.js").ApiError} ApiError */
/** @typedef {import("./protocol.js").Game} Game */

/**
 * @param {string} address
 * @param {object} request
 * @returns {Promise<ApiError | null>} what is wrong with the request, if there is no table
 */
export async function createTable(address, request) {
  try {
    const answer = await fetch(`${address}?lang=${language()}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const reply = await answer.json();
    if (!answer.ok) return reply;
    location.assign(reply.url);
    return null;
  } catch {
    return { error: t("lobby.unreachable") };
  }
}

/**
 * A table with the usual rules: the reader against the weakest bots, as few as possible.
 * @param {Game} game
 * @param {string} name of the reader
 */
export function quickTable(game, name) {
  const others = Math.max(game.players.find((count) => count > 1) ?? 1, 1) - 1;
  const [edition] = game.editions;
  const [bot] = game.bots;
  return {
    game: game.name,
    edition: edition?.name,
    options: {},
    seats: [
      { kind: "person", name },
      ...Array.from({ length: others }, () => ({ kind: "bot", bot: bot?.name ?? "" })),
    ],
  };
}

/**
 * Start a first game, as the button of the first page does.
 * @param {string} name of the game
 * @param {string} person the name of the reader
 */
export async function startQuickTable(name, person) {
  const answer = await fetch(`/api/games?lang=${language()}`).catch(() => null);
  /** @type {Game[]} */
  const games = answer?.ok ? await answer.json() : [];
  const game = games.find((one) => one.name === name);
  return game
    ? createTable("/api/tables", quickTable(game, person))
    : { error: t("lobby.unreachable") };
}
