/** The form that describes a new tournament. */

import { changedOptions, optionField } from "../home/options.js";
import { TIME_CONTROLS } from "../home/table_settings.js";
import { send } from "../net/requests.js";
import { host } from "../state/host.js";
import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { FEWEST } from "./words.js";

/** @typedef {import("ducato/api").CatalogGame} Game */

const FORMATS = ["swiss", "round_robin", "knock_out", "point_tables"];
/** The longest times for a round that can be chosen, in minutes. */
const DEADLINES = [0, 60, 120, 240, 3 * 24 * 60, 7 * 24 * 60, 14 * 24 * 60, 30 * 24 * 60];
const DAY = 24 * 60;

export class NewTournament {
  /** @type {Game[]} */
  #games = [];
  /** What was typed, by the name of the field, kept while other fields are built again. */
  #values = new Map([
    ["format", "swiss"],
    ["time_control", "calm"],
    ["rounds", "5"],
    ["most_entrants", "64"],
    ["late_round", "1"],
    ["round_minutes", "0"],
  ]);

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    // While it is typed: a field that is built anew has not told of a change.
    form.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement)
        this.#values.set(target.name, target.value);
    });
    form.addEventListener("change", ({ target }) => {
      const name = target instanceof HTMLSelectElement ? target.name : "";
      if (["game", "edition", "format", "players"].includes(name)) this.#build(name);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
  }

  /** @param {Game[]} games that can be played */
  show(games) {
    this.#games = games;
    this.#build("");
  }

  get #format() {
    return this.#values.get("format") ?? "swiss";
  }

  /** The games that can be played in the chosen format. */
  get #possible() {
    const atTables = this.#format === "point_tables";
    return this.#games.filter(({ players }) =>
      players.some((count) => (atTables ? count > 2 : count === 2)),
    );
  }

  get #game() {
    const possible = this.#possible;
    return possible.find(({ name }) => name === this.#values.get("game")) ?? possible[0];
  }

  get #players() {
    const counts = this.#game?.players.filter((count) => count > 2) ?? [];
    if (this.#format !== "point_tables") return 2;
    const wanted = Number(this.#values.get("players"));
    return counts.includes(wanted) ? wanted : (counts.find((n) => n === 4) ?? counts[0] ?? 3);
  }

  get #basis() {
    const editions = this.#game?.editions ?? [];
    const edition = editions.find(({ name }) => name === this.#values.get("edition"));
    const chosen = edition ?? editions[0];
    return chosen ? { edition: chosen, players: this.#players } : null;
  }

  /** @param {string} changed the name of the field that keeps the focus */
  #build(changed) {
    const game = this.#game;
    const basis = this.#basis;
    if (!game || !basis) return;
    const format = this.#format;
    const counts = game.players.filter((count) => count > 2);
    const fixed = format === "round_robin" || format === "knock_out";
    need("what", HTMLElement).replaceChildren(
      this.#field("name", "tournaments.name", this.#text("name", 60)),
      this.#select("format", "tournaments.format", FORMATS, (one) => t(`tournaments.${one}`)),
      this.#select(
        "game",
        "account.game",
        this.#possible.map(({ name }) => name),
        (name) => this.#games.find((one) => one.name === name)?.title ?? name,
        game.name,
      ),
      this.#select(
        "edition",
        "lobby.edition",
        game.editions.map(({ name }) => name),
        (name) => game.editions.find((one) => one.name === name)?.title ?? name,
        basis.edition.name,
      ),
      ...(format === "point_tables"
        ? [
            this.#select(
              "players",
              "tournaments.players",
              counts.map(String),
              String,
              String(this.#players),
            ),
          ]
        : []),
    );
    need("rounds", HTMLElement).replaceChildren(
      ...(format === "knock_out"
        ? []
        : format === "round_robin"
          ? [
              this.#select("cycles", "tournaments.cycles", ["1", "2"], (n) =>
                t(`tournaments.cycles_${n}`),
              ),
            ]
          : [this.#field("rounds", "tournaments.rounds", this.#number("rounds", 1, 15))]),
      this.#select(
        "time_control",
        "lobby.time_control",
        Object.keys(TIME_CONTROLS).filter((key) => key !== "untimed"),
        (key) => t(`time_control.${key}`),
      ),
      this.#select("round_minutes", "tournaments.deadline", DEADLINES.map(String), deadlineText),
      this.#field(
        "starts",
        "tournaments.starts",
        html("input", {
          type: "datetime-local",
          name: "starts",
          value: this.#values.get("starts"),
        }),
      ),
    );
    need("who", HTMLElement).replaceChildren(
      html("p", { class: "fewest" }, t("tournaments.fewest", { count: FEWEST })),
      this.#field("most_entrants", "tournaments.most", this.#number("most_entrants", FEWEST, 256)),
      ...(fixed
        ? []
        : [this.#field("late_round", "tournaments.late", this.#number("late_round", 1, 15))]),
      this.#select(
        "entry",
        "tournaments.entry",
        ["all", "people", "accounts", "accounts_bots"],
        (one) => t(`tournaments.entry_${one}`),
      ),
    );
    const options = need("options", HTMLElement);
    if (!["format"].includes(changed) || options.childElementCount === 0)
      options.replaceChildren(...game.options.map((option) => optionField(option, basis)));
    need("options-part", HTMLElement).hidden = game.options.length === 0;
    if (changed) {
      const field = this.form.elements.namedItem(changed);
      if (field instanceof HTMLElement) field.focus();
    }
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {HTMLElement} input
   */
  #field(name, label, input) {
    return html(
      "label",
      { class: "choice", "data-field": name },
      html("span", {}, t(label)),
      input,
    );
  }

  /** @param {string} name @param {number} maxlength */
  #text(name, maxlength) {
    return html("input", { name, maxlength, required: true, value: this.#values.get(name) ?? "" });
  }

  /** @param {string} name @param {number} min @param {number} max */
  #number(name, min, max) {
    const value = this.#values.get(name);
    return html("input", { type: "number", name, min, max, step: 1, value, required: true });
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string[]} choices
   * @param {(choice: string) => string} title
   * @param {string} [chosen]
   */
  #select(name, label, choices, title, chosen = this.#values.get(name)) {
    const options = choices.map((value) =>
      html("option", { value, selected: value === chosen }, title(value)),
    );
    return this.#field(name, label, html("select", { name }, ...options));
  }

  /** @returns {object} the request */
  #request() {
    const data = new FormData(this.form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    const entry = text("entry");
    const basis = this.#basis;
    const starts = text("starts") ? new Date(text("starts")).getTime() : null;
    return {
      name: text("name"),
      game: text("game"),
      edition: text("edition"),
      options: basis && this.#game ? changedOptions(this.#game.options, basis, this.form) : {},
      format: this.#format,
      players: this.#players,
      rounds: Number(text("rounds") || text("cycles") || 1),
      time_control: TIME_CONTROLS[text("time_control")],
      round_minutes: Number(text("round_minutes")) || null,
      most_entrants: Number(text("most_entrants")),
      late_round: Number(text("late_round") || 1),
      accounts_only: entry.startsWith("accounts"),
      bots: entry === "all" || entry === "accounts_bots",
      starts,
    };
  }

  async #send() {
    const button = need("start", HTMLButtonElement);
    button.disabled = true;
    this.#complain(null);
    const done = await send("POST", "/api/tournaments", this.#request());
    button.disabled = false;
    if (done.ok) host.go(done.data.url);
    else this.#complain(done);
  }

  /**
   * @param {{error: string, field: string | null} | null} wrong shown beside the invalid field if
   *   the server names it
   */
  #complain(wrong) {
    for (const old of this.form.querySelectorAll(".wrong")) old.remove();
    for (const old of this.form.querySelectorAll("[aria-invalid]"))
      old.removeAttribute("aria-invalid");
    if (!wrong) return;
    const line = html("p", { class: "wrong", role: "alert", id: "wrong" }, wrong.error);
    const field = wrong.field
      ? this.form.querySelector(`[data-field="${CSS.escape(wrong.field)}"]`)
      : null;
    (field ?? need("start-part", HTMLElement)).prepend(line);
    const input = field?.querySelector("input, select");
    input?.setAttribute("aria-invalid", "true");
    input?.setAttribute("aria-describedby", "wrong");
    if (input instanceof HTMLElement) input.focus();
  }
}

/** @param {string} minutes */
function deadlineText(minutes) {
  const count = Number(minutes);
  if (count === 0) return t("tournaments.no_deadline");
  return count < DAY
    ? t("tournaments.hours", { hours: count / 60 })
    : t("tournaments.deadline_days", { days: count / DAY });
}
