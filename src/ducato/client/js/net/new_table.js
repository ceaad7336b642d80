/** Asks the server for a new table, and goes to it. */

import { host } from "../state/host.js";
import { recall } from "../state/settings.js";
import { language, t } from "../state/strings.js";
import { send } from "./requests.js";

/** @typedef {import("ducato/api").ErrorBody} ApiError */
/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").SuggestedLevel} SuggestedLevel */

/** The reader's name, or a default. */
export const ownName = () => recall("name") || t("lobby.person_default", { number: 1 });

/**
 * @param {string} address
 * @param {object} request
 * @param {string} [where] at the table, such as a step of its game
 * @returns {Promise<ApiError | null>} what is wrong with the request, if there is no table
 */
export async function createTable(address, request, where = "") {
  const answer = await send("POST", address, request);
  if (!answer.ok) return answer;
  host.go(`${answer.data.url}${where}`);
  return null;
}

/**
 * Return the levels suggested to the reader, by their own results.
 * @param {string} game its name
 * @returns {Promise<SuggestedLevel[]>} none if the server cannot be reached
 */
export async function suggestedLevels(game) {
  try {
    const answer = await host.request(`/api/me/suggested-levels?game=${encodeURIComponent(game)}`);
    return answer.ok ? await answer.json() : [];
  } catch {
    return [];
  }
}

/**
 * A table with the usual rules: the reader against as few bots as possible, of the level suggested
 * to them, else of the weakest.
 * @param {Game} game
 * @param {string} name of the reader
 * @param {SuggestedLevel[]} [suggested]
 */
export function quickTable(game, name, suggested = []) {
  const others = Math.max(game.players.find((count) => count > 1) ?? 1, 1) - 1;
  const [edition] = game.editions;
  const level = suggested.find(({ players }) => players === others + 1);
  const bot = level?.bot ?? game.bots[0]?.name ?? "";
  return {
    game: game.name,
    edition: edition?.name,
    options: {},
    seats: [
      { kind: "person", name },
      ...Array.from({ length: others }, () => ({ kind: "bot", bot })),
    ],
  };
}

/**
 * Start a first game, as the button of the first page does.
 * @param {string} name of the game
 * @param {string} person the name of the reader
 */
export async function startQuickTable(name, person) {
  const answer = await host.request(`/api/games?lang=${language()}`).catch(() => null);
  /** @type {Game[]} */
  const games = answer?.ok ? await answer.json() : [];
  const game = games.find((one) => one.name === name);
  return game
    ? createTable("/api/tables", quickTable(game, person))
    : { error: t("lobby.unreachable") };
}
