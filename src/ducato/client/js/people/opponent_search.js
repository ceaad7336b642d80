/**
 * The search for opponents: a person waits, sees how long and how many wait, and is taken to the
 * table that is found. The search ends when this page is left.
 */

import { ownName } from "../net/new_table.js";
import { read, send } from "../net/requests.js";
import { host } from "../state/host.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { timeText } from "../ui/format.js";
import { GameChoice, playableGames, timeControlText } from "./game_choice.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("ducato/api").SearchState} SearchState */

/** Milliseconds between two questions for the result; a search ends after 30 s without one. */
const ASK_EVERY = 3000;
const ADDRESS = "/api/me/opponent-search";

export class OpponentSearch {
  #timer = 0;

  /**
   * @param {HTMLElement} section shows the state, and is hidden without a search
   * @param {HTMLButtonElement} button begins a search
   * @param {string} [game] the only one to search for; else any
   */
  constructor(section, button, game = "") {
    this.game = game;
    this.section = section;
    this.words = html("p", { role: "status" });
    this.time = html("p", { class: "waited" });
    this.cancel = html("button", { type: "button" });
    section.replaceChildren(html("div", { class: "who" }, this.words, this.time), this.cancel);
    button.addEventListener("click", () => void this.#choose());
    this.cancel.addEventListener("click", async () => {
      await send("DELETE", ADDRESS);
      this.#show(null);
      button.focus();
    });
  }

  /** Go on with a search that was begun before this page was loaded. */
  async resume() {
    /** @type {SearchState | null} */
    const state = await read(ADDRESS);
    if (state?.searching) this.#show(state);
  }

  async #choose() {
    const choice = new GameChoice(
      (await playableGames()).filter(({ name }) => !this.game || name === this.game),
      "quick",
    );
    openSheet(
      t("people.find_opponents"),
      [html("p", {}, t("people.find_about")), choice.node],
      t("people.search"),
      async () => {
        const begun = await send("POST", ADDRESS, { ...choice.chosen(), name: ownName() });
        if (!begun.ok) return begun.error;
        this.#show(begun.data);
        return null;
      },
    );
  }

  async #ask() {
    /** @type {SearchState | null} */
    const state = await read(ADDRESS);
    // While the server cannot be reached, the search may still be there.
    if (state) this.#show(state);
    else this.#askLater();
  }

  #askLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ASK_EVERY);
  }

  /** @param {SearchState | null} state */
  #show(state) {
    clearTimeout(this.#timer);
    if (state?.url) {
      host.go(state.url);
      return;
    }
    this.section.hidden = !state?.searching;
    if (!state?.searching || !state.time_control) return;
    const words = t("people.searching", {
      game: state.title ?? "",
      players: state.players,
      time: timeControlText(state.time_control),
    });
    // A live region speaks only when its text changes.
    if (this.words.textContent !== words) this.words.textContent = words;
    this.time.textContent = t("people.waited", {
      time: timeText(state.waited * 1000),
      waiting: state.waiting,
    });
    this.cancel.textContent = t("people.cancel");
    this.#askLater();
  }
}
