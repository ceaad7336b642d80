/**
 * The choice of a game, of the number of players and of the time control, for games with people.
 * What was chosen last comes first again.
 */

import { TIME_CONTROLS } from "../home/table_settings.js";
import { read } from "../net/requests.js";
import { recall, remember } from "../state/settings.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("../net/protocol.js").TimeControl} TimeControl */

/** @returns {Promise<Game[]>} the games that several people can play */
export async function playableGames() {
  /** @type {Game[]} */
  const games = (await read("/api/games")) ?? [];
  return games.filter(
    ({ unavailable, players }) => unavailable === null && Math.max(...players) > 1,
  );
}

export class GameChoice {
  #game = html("select", { name: "people-game" });
  #players = html("select", { name: "people-players" });
  #time = html("select", { name: "people-time" });
  /** @type {HTMLElement} */
  node;

  /**
   * @param {Game[]} games
   * @param {string} untimed the time control chosen at first
   */
  constructor(games, untimed = "untimed") {
    this.games = games;
    const kept = recall("people.game");
    this.#game.append(
      ...games.map(({ name, title }) =>
        html("option", { value: name, selected: name === kept }, title),
      ),
    );
    const time = recall("people.time") ?? untimed;
    this.#time.append(
      ...Object.keys(TIME_CONTROLS).map((key) =>
        html("option", { value: key, selected: key === time }, t(`time_control.${key}`)),
      ),
    );
    this.#game.addEventListener("change", () => this.#showPlayers());
    this.#showPlayers();
    this.node = html(
      "div",
      { class: "game-choice" },
      html("label", {}, html("span", {}, t("people.game")), this.#game),
      html("label", {}, html("span", {}, t("people.players")), this.#players),
      html("label", {}, html("span", {}, t("lobby.time_control")), this.#time),
    );
  }

  /** @returns {{game: string, players: number, time_control: TimeControl}} */
  chosen() {
    remember("people.game", this.#game.value);
    remember("people.players", this.#players.value);
    remember("people.time", this.#time.value);
    return {
      game: this.#game.value,
      players: Number(this.#players.value),
      time_control: TIME_CONTROLS[this.#time.value] ?? { kind: "untimed" },
    };
  }

  /**
   * The table of this choice, with a seat for the reader; the others are open.
   * @param {string} name of the reader
   */
  table(name) {
    const { game, players, time_control } = this.chosen();
    return {
      game,
      time_control,
      seats: [
        { kind: "person", name },
        ...Array.from({ length: players - 1 }, () => ({ kind: "open" })),
      ],
    };
  }

  #showPlayers() {
    const game = this.games.find(({ name }) => name === this.#game.value);
    const kept = this.#players.value || recall("people.players");
    this.#players.replaceChildren(
      ...(game?.players ?? [])
        .filter((count) => count > 1)
        .map((count) =>
          html("option", { value: count, selected: String(count) === kept }, String(count)),
        ),
    );
  }
}

/**
 * Return the words for a time control.
 * @param {TimeControl} control
 */
export function timeControlText(control) {
  const same = JSON.stringify(control);
  const key = Object.keys(TIME_CONTROLS).find((one) => JSON.stringify(TIME_CONTROLS[one]) === same);
  if (key === "untimed") return t("people.untimed");
  if (key) return t(`time_control.${key}`);
  if (control.kind === "real_time")
    return t("people.real_time", { minutes: control.minutes, increment: control.increment });
  return control.kind === "correspondence" ? t("people.days", { days: control.days }) : "";
}
