/**
 * The seats of a new table: how many there are, and for each a person with a name, a bot of some
 * level, or an open seat.
 */

import { recall, remember } from "../state/settings.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { aboutLevels, levelField } from "./levels.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").SuggestedLevel} SuggestedLevel */
/**
 * picked: whether the reader chose the strength; else it follows the suggestion.
 * @typedef {{kind: string, name: string, strength: string, picked: boolean}} KeptSeat
 */
/**
 * @typedef {{kind: "person", name: string} | {kind: "open"} | {kind: "bot", bot: string}}
 *   ChosenSeat
 */

export class Seats {
  /**
   * What was typed and chosen, kept while the number of seats or the game changes.
   * @type {KeptSeat[]}
   */
  #kept = [];
  /** @type {Game | undefined} */
  #game;
  /** The levels suggested for the game, by number of players. @type {SuggestedLevel[]} */
  #suggested = [];
  /** How many sit at the table; a number that the game does not have becomes one that it has. */
  count = 0;

  /**
   * @param {HTMLElement} root
   * @param {() => void} recounted their number is another one
   * @param {boolean} [here] whether all people play at this device, so that no seat can be open
   */
  constructor(root, recounted, here = false) {
    this.root = root;
    this.recounted = recounted;
    this.here = here;
  }

  /** @param {Game} game */
  show(game) {
    if (game.name !== this.#game?.name) {
      this.#suggested = [];
      for (const seat of this.#kept) seat.picked = false;
    }
    this.#game = game;
    if (!game.players.includes(this.count)) this.count = game.players[0] ?? 1;
    this.#draw();
  }

  /**
   * Suggest levels, and choose them where the reader has not chosen.
   * @param {string} name of the game
   * @param {SuggestedLevel[]} suggested
   */
  suggest(name, suggested) {
    const game = this.#game;
    if (!game || game.name !== name) return;
    this.#suggested = suggested;
    for (const [index, seat] of this.#kept.entries()) {
      const field = this.root.querySelector(`[data-field="seats.${index}"] .level-field`);
      // Nothing changes under the hands of someone who is choosing.
      if (field && !field.contains(document.activeElement))
        field.replaceWith(this.#strength(seat, index, game));
    }
    this.#showAbout(game);
  }

  /** @returns {ChosenSeat[]} */
  chosen() {
    const seats = this.#kept.slice(0, this.count);
    const own = seats.find((seat) => seat.kind === "person");
    if (own && !own.name.trim()) own.name = recall("name") ?? "";
    if (own?.name) remember("name", own.name);
    return seats.map((seat, index) =>
      seat.kind === "bot"
        ? { kind: "bot", bot: seat.strength }
        : seat.kind === "open"
          ? { kind: "open" }
          : {
              kind: "person",
              name: seat.name.trim() || t("lobby.person_default", { number: index + 1 }),
            },
    );
  }

  /** @returns {ChosenSeat[]} as many people, none of them anybody */
  nameless() {
    return Array.from({ length: this.count }, (_, index) => ({
      kind: "person",
      name: t("lobby.person_default", { number: index + 1 }),
    }));
  }

  /** Return the name of the reader: as typed, as last time, or a default. */
  ownName() {
    const typed = this.#kept.find((seat) => seat.kind === "person")?.name.trim();
    return typed || recall("name") || t("lobby.person_default", { number: 1 });
  }

  #draw() {
    const game = this.#game;
    if (!game) return;
    const number = html(
      "select",
      { name: "players" },
      ...game.players.map((count) =>
        html("option", { value: count, selected: count === this.count }, String(count)),
      ),
    );
    number.addEventListener("change", () => {
      this.count = Number(number.value);
      this.#draw();
      this.recounted();
    });
    this.root.replaceChildren(
      ...(game.players.length > 1
        ? [
            html(
              "label",
              { class: "how-many", "data-field": "players" },
              html("span", {}, t("lobby.how_many")),
              number,
            ),
          ]
        : []),
      ...Array.from({ length: this.count }, (_, index) => this.#seat(index, game)),
    );
    this.#showAbout(game);
  }

  /** The level suggested for this number of players. */
  #suggestion() {
    return this.#suggested.find(({ players }) => players === this.count);
  }

  /** @param {Game} game */
  #showAbout(game) {
    const old = this.root.querySelector(".about-levels");
    const open = old?.querySelector("details")?.open ?? false;
    old?.remove();
    const bots = this.#kept.slice(0, this.count).some(({ kind }) => kind === "bot");
    const about = bots ? aboutLevels(game, this.count, this.#suggestion()) : null;
    if (!about) return;
    this.root.append(about);
    const details = about.querySelector("details");
    if (details) details.open = open;
  }

  /**
   * @param {number} index
   * @param {Game} game
   */
  #seat(index, game) {
    const seat = this.#kept[index] ?? {
      kind: index > 0 ? "bot" : "person",
      name: index === 0 ? (recall("name") ?? "") : "",
      strength: "",
      picked: false,
    };
    this.#kept[index] = seat;
    const kind = html(
      "select",
      { "aria-label": t("lobby.seat_kind", { number: index + 1 }) },
      html("option", { value: "person", selected: seat.kind === "person" }, t("lobby.person")),
      !this.here &&
        html("option", { value: "open", selected: seat.kind === "open" }, t("lobby.open_seat")),
      html("option", { value: "bot", selected: seat.kind === "bot" }, t("lobby.bot")),
    );
    kind.addEventListener("change", () => {
      seat.kind = kind.value;
      this.#draw();
      /** @type {HTMLElement | null} */ (
        this.root.querySelector(`[data-field="seats.${index}"] select`)
      )?.focus();
    });
    const who =
      seat.kind === "bot"
        ? this.#strength(seat, index, game)
        : seat.kind === "person"
          ? this.#name(seat, index)
          : null;
    return html(
      "div",
      { class: "seat-field", "data-field": `seats.${index}` },
      html("span", { class: "seat-number", "aria-hidden": "true" }, String(index + 1)),
      kind,
      who,
    );
  }

  /** @param {{name: string}} seat @param {number} index */
  #name(seat, index) {
    const name = html("input", {
      type: "text",
      maxlength: 40,
      autocomplete: index === 0 ? "nickname" : "off",
      value: seat.name,
      placeholder: t("lobby.person_default", { number: index + 1 }),
      "aria-label": t("lobby.seat_name", { number: index + 1 }),
    });
    name.addEventListener("input", () => {
      seat.name = name.value;
    });
    return name;
  }

  /** @param {KeptSeat} seat @param {number} index @param {Game} game */
  #strength(seat, index, game) {
    const suggested = this.#suggestion();
    const known = game.bots.some((bot) => bot.name === seat.strength);
    // Levels are ordered from weakest to strongest; newcomers begin with the weakest.
    if (!seat.picked || !known) seat.strength = suggested?.bot ?? game.bots[0]?.name ?? "";
    const how = { game, players: this.count, chosen: seat.strength, suggested, seat: index };
    return levelField(how, (bot) => {
      seat.strength = bot;
      seat.picked = true;
    });
  }
}
