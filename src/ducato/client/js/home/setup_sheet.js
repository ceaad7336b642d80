/**
 * The sheet in which a new table is described: edition, seats, options and settings. It says what
 * is wrong with the description, next to the field.
 */

import { balanceAddress, ruleAddress } from "../net/addresses.js";
import { createTable, suggestedLevels } from "../net/new_table.js";
import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { changedOptions, optionField, presetOptions } from "./options.js";
import { Seats } from "./seats.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").CatalogEdition} Edition */
/** @typedef {import("ducato/api").ErrorBody} ApiError */
/** @typedef {Pick<import("./table_settings.js").TableSettings, "show" | "chosen">} Settings */

/** Says nothing of the table but what the form does. @type {Settings} */
const NO_SETTINGS = {
  show() {},
  chosen: () => ({ time_control: { kind: "untimed" }, public: false }),
};

export class SetupSheet {
  #form = need("new-table", HTMLFormElement);
  #sheet = need("setup", HTMLDialogElement);
  /** What the options shown start from. @type {import("./options.js").Basis | null} */
  #basis = null;
  /** @type {Game | undefined} */
  game;
  /** @type {Edition | undefined} */
  edition;

  /** @param {Settings | null} [settings] null where a table needs none: all play at this device */
  constructor(settings = null) {
    this.settings = settings ?? NO_SETTINGS;
    this.seats = new Seats(need("seats", HTMLElement), () => this.#recountOptions(), !settings);
    need("options", HTMLElement).addEventListener("input", () => this.markOptions());
    need("close-setup", HTMLElement).addEventListener("click", () => this.#sheet.close());
    this.#sheet.addEventListener("click", ({ target }) => {
      if (target === this.#sheet) this.#sheet.close();
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#start(need("start", HTMLButtonElement), "/api/tables");
    });
    const setUp = need("set-up", HTMLButtonElement);
    setUp.addEventListener("click", () => this.#start(setUp, "/api/positions", "#step=0"));
  }

  /** @param {Game} game for which a table is to be described */
  async open(game) {
    this.game = game;
    this.show();
    await this.showSheet();
  }

  /** Show the choices of the game; its suggested levels follow. */
  async showSheet() {
    const { game } = this;
    if (!game) return;
    this.#sheet.showModal();
    this.seats.suggest(game.name, await suggestedLevels(game.name));
  }

  /** What the game leaves to choose. */
  show() {
    const { game } = this;
    if (!game) return;
    const { editions } = game;
    this.#sheet.dataset.cloth = game.facts.cloth;
    need("setup-title", HTMLElement).textContent = t("lobby.setup", { game: game.title });
    this.edition = editions.find(({ name }) => name === this.edition?.name) ?? editions[0];
    need("editions", HTMLElement).replaceChildren(
      ...editions.map((one) => this.#editionField(one)),
    );
    this.seats.show(game);
    this.#showOptions();
    need("credit", HTMLElement).textContent = game.credit;
    const links = [
      ...(game.rules ? [["rules", ruleAddress(game.name)]] : []),
      ...(game.balance ? [["balance", balanceAddress(game.name)]] : []),
    ];
    need("learn", HTMLElement).replaceChildren(
      ...links.map(([name, href]) => html("a", { href, target: name }, t(`lobby.${name}`))),
    );
    this.settings.show(game, this.seats.count);
    this.complain(null);
  }

  /** @param {Edition} one */
  #editionField(one) {
    const checked = one === this.edition;
    const input = html("input", { type: "radio", name: "edition", value: one.name, checked });
    input.addEventListener("change", () => {
      this.edition = one;
      this.#showOptions();
    });
    const words = html("span", {}, html("b", {}, one.title), html("small", {}, one.about));
    return html("label", { class: "choice" }, input, words);
  }

  /** The options as the chosen edition sets them. */
  #showOptions() {
    const { game, edition } = this;
    if (!game || !edition) return;
    const from = { edition, players: this.seats.count };
    this.#basis = from;
    need("options", HTMLElement).replaceChildren(
      ...game.options.map((option) => optionField(option, from)),
    );
    need("options-part", HTMLElement).hidden = game.options.length === 0;
    this.markOptions();
  }

  /** Other numbers of players have other defaults; what was changed stays. */
  #recountOptions() {
    const kept = this.changes();
    this.#showOptions();
    this.preset(kept);
    if (this.game) this.settings.show(this.game, this.seats.count);
    this.markOptions();
  }

  /** @param {URLSearchParams} values of options, by name */
  preset(values) {
    if (this.game) presetOptions(this.game.options, values, this.#form);
  }

  #changed() {
    const { game } = this;
    return game && this.#basis ? changedOptions(game.options, this.#basis, this.#form) : {};
  }

  /** Return the options that differ from the edition. */
  changes() {
    const changed = Object.entries(this.#changed());
    return new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
  }

  /** Says on the folded options how many of them are not as the edition sets them. */
  markOptions() {
    const changed = this.changes().size;
    const mark = need("options-mark", HTMLElement);
    mark.hidden = changed === 0;
    mark.textContent = t("lobby.changed", { count: changed });
  }

  /**
   * Start the game that the form describes, or open one to set up positions.
   * @param {HTMLButtonElement} button
   * @param {string} address
   * @param {string} [where] at the table
   */
  async #start(button, address, where = "") {
    const { game, edition } = this;
    if (!game || !edition) return;
    const request = {
      game: game.name,
      edition: edition.name,
      options: this.#changed(),
      seats: where ? this.seats.nameless() : this.seats.chosen(),
      ...this.settings.chosen(),
    };
    button.disabled = true;
    this.complain(null);
    this.complain(await createTable(address, request, where));
    button.disabled = false;
  }

  /**
   * Show an error, next to the invalid field if the server names it.
   * @param {ApiError | null} wrong
   * @param {Element | null} [beside] what was clicked, if it was not the form's own button
   */
  complain(wrong, beside = null) {
    const form = this.#form;
    for (const old of document.querySelectorAll(".lobby .wrong, #new-table .wrong")) old.remove();
    for (const old of form.querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
    if (!wrong) return;
    const choices = wrong.choices?.length
      ? ` ${t("lobby.choices", { choices: wrong.choices.join(", ") })}`
      : "";
    const words = (wrong.error ?? t("lobby.unreachable")) + choices;
    const line = html("p", { class: "wrong", role: "alert", id: "wrong" }, words);
    if (beside) {
      beside.append(line);
      return;
    }
    const field = wrong.field
      ? form.querySelector(`[data-field="${CSS.escape(wrong.field)}"]`)
      : null;
    (field ?? need("start-part", HTMLElement)).prepend(line);
    const hidden = field?.closest("details");
    if (hidden) hidden.open = true;
    const input = field?.querySelector("input, select");
    input?.setAttribute("aria-invalid", "true");
    input?.setAttribute("aria-describedby", "wrong");
    if (input instanceof HTMLElement) input.focus();
  }
}
