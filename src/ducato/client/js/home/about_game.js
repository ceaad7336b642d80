/**
 * What somebody must know before they accept: the game in one sentence, how long it takes, its
 * clock, and ways to look at it without giving an answer.
 */

import { ruleAddress } from "../net/addresses.js";
import { read } from "../net/requests.js";
import { language, t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { facts } from "./game_cards.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("../net/protocol.js").TimeControl} TimeControl */

/** @param {TimeControl} clock */
export function clockText(clock) {
  if (clock.kind === "correspondence") return t("site.days", { days: clock.days });
  if (clock.kind === "real_time")
    return t("site.clock", { minutes: clock.minutes, seconds: clock.increment ?? 0 });
  return t("site.no_clock");
}

/**
 * @param {Game} game
 * @param {TimeControl | null} clock null where it is said already
 */
export function aboutGame(game, clock) {
  const room = `/games/${encodeURIComponent(game.name)}`;
  return html(
    "div",
    { class: "about-game" },
    html(
      "p",
      { class: "about-facts" },
      clock ? `${facts(game)} · ${clockText(clock)}` : facts(game),
    ),
    html("p", {}, game.about),
    html(
      "p",
      { class: "about-ways" },
      game.lesson && html("a", { href: `${room}?learn`, target: "lesson" }, t("site.learn_first")),
      game.rules && html("a", { href: ruleAddress(game.name), target: "rules" }, t("lobby.rules")),
      html("a", { href: room, target: "room" }, t("site.room")),
    ),
  );
}

/**
 * Fetch what the server says of a game, and tell about it.
 * @param {string} name
 * @param {TimeControl | null} clock null where it is said already
 * @returns {Promise<HTMLElement | null>} null if the game or the server is not there
 */
export async function describeGame(name, clock) {
  /** @type {Game[]} */
  const games = (await read("/api/games")) ?? [];
  const game = games.find((one) => one.name === name && one.unavailable === null);
  return game ? aboutGame(game, clock) : null;
}

/** What is described about the game of a table, kept while the table changes. */
let described = { key: "", node: html("div") };

/**
 * @param {import("../net/protocol.js").Table} table where somebody is awaited
 * @returns {HTMLElement} filled as soon as the server has answered
 */
export function aboutTable({ game, time_control: clock }) {
  const key = `${game} ${language()}`;
  if (described.key !== key) {
    const node = html("div");
    described = { key, node };
    void describeGame(game, clock).then((words) => words && node.append(words));
  }
  return described.node;
}
