/**
 * The editor of a position: numbers, places of cards and whose turn it is, at a moment of a
 * finished game. The server says after each change whether the rules lead there; the board shows
 * what is lawful, and a branch goes on from it.
 */

import { playOn } from "../dialogs/branch.js";
import { send } from "../net/requests.js";
import { ruleLink } from "../play/side_panel.js";
import { ViewDecoder } from "../state/scene_changes.js";
import { t } from "../state/strings.js";
import { html, textButton } from "../ui/dom.js";
import { isPlain } from "../ui/keys.js";

/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {import("ducato/api").PositionForm} Form */
/** @typedef {import("ducato/api").FormItem} Item */
/**
 * @typedef {object} Moment
 * @property {number} seq
 * @property {number | null} seat whose viewpoint; null is what everybody sees
 */

export class PositionEditor {
  /** In their order, the last of each item. @type {import("ducato/api").PositionEdit[]} */
  #edits = [];
  /** The number of the last request: an answer to an earlier one is out of date. */
  #asked = 0;
  /** The lawful position last shown. @type {import("../net/protocol.js").View | null} */
  #view = null;
  /** Which moment it is. */
  #where = html("p", { class: "position-moment" });
  #reason = html("p", { class: "position-reason", role: "status" });
  #groups = html("div", { class: "position-groups" });
  #seat = html("select", {});
  #play;
  /** The moment that is changed. */
  seq;

  /**
   * @param {Table} table
   * @param {import("./study.js").Board} board whose moment is changed, if a turn begins there
   * @param {() => void} leave
   */
  constructor(table, board, leave) {
    this.table = table;
    this.board = board;
    this.moment = board.at();
    this.seq = this.moment.seq;
    this.#play = textButton("position.play", () => void this.#goOn(), "main");
    this.#play.disabled = true;
    this.#seat.append(...table.seats.map(({ seat, name }) => new Option(name, String(seat))));
    this.#seat.value = String(this.moment.seat ?? 0);
    this.root = html(
      "section",
      { class: "position", "aria-label": t("position.title") },
      html("h3", { tabindex: "-1" }, t("position.title")),
      html("p", { class: "small" }, t("position.about")),
      this.#where,
      this.#reason,
      this.#groups,
      html("label", {}, t("position.seat"), this.#seat),
      html(
        "div",
        { class: "branch-buttons" },
        this.#play,
        textButton("position.reset", () => void this.#begin()),
        textButton("position.close", leave),
      ),
    );
    this.root.addEventListener("keydown", (event) => {
      if (!isPlain(event) || event.key !== "Escape") return;
      if (event.target instanceof HTMLSelectElement) return;
      event.preventDefault(); // which would leave the analysis
      leave();
    });
    void this.#begin();
  }

  focus() {
    this.root.querySelector("h3")?.focus();
  }

  /** Show the position again: the board has shown something else. */
  draw() {
    if (this.#view) this.board.show(this.#view);
  }

  async #begin() {
    this.#edits = [];
    const form = await this.#ask();
    if (!form) return;
    this.seq = form.seq;
    this.#where.textContent = this.#moment(form);
    if (this.board.at().seq !== form.seq) this.board.look(form.seq, this.moment.seat);
    /** @type {Map<string, HTMLElement[]>} */
    const groups = new Map();
    /** What has no name besides its heading. @type {Set<string>} */
    const alone = new Set();
    for (const item of form.items) {
      const heading = this.#heading(item);
      if (item.label === item.title) alone.add(heading);
      const group = groups.get(heading) ?? [];
      group.push(this.#field(item, heading));
      groups.set(heading, group);
    }
    this.#groups.replaceChildren(
      ...[...groups].map(([heading, fields]) =>
        alone.has(heading) && fields.length === 1 && fields[0]
          ? fields[0]
          : html("details", {}, html("summary", {}, heading), ...fields),
      ),
    );
  }

  /** @param {Form} form @returns {string} which moment of the game is changed */
  #moment({ seq, first, of }) {
    const here = t(seq === first ? "position.at_start" : "position.at", { seq, of });
    const asked = this.moment.seq;
    return asked === seq || seq === first
      ? here
      : `${here} ${t("position.not_at", { seq: asked })}`;
  }

  /**
   * @returns {Promise<Form | null>} the newest answer; null if it is out of date, or there is none
   */
  async #ask() {
    this.#asked += 1;
    const number = this.#asked;
    const path = `/api/tables/${encodeURIComponent(this.table.id)}/position`;
    const { seat } = this.moment;
    const answer = await send("POST", path, {
      seq: this.seq,
      seat: seat ?? -1,
      edits: this.#edits,
    });
    if (number !== this.#asked) return null;
    this.#play.disabled = !answer.ok || answer.data.reason !== null || this.#edits.length === 0;
    if (!answer.ok) {
      this.#say(answer.error, "", true);
      return null;
    }
    /** @type {Form} */
    const form = answer.data;
    if (form.reason) this.#say(form.reason.text, form.reason.clause, true);
    else this.#say(t(this.#edits.length ? "position.lawful" : "position.unchanged"), "", false);
    if (form.view) {
      this.#view = new ViewDecoder().decode(/** @type {any} */ (form.view));
      this.draw();
    }
    return form;
  }

  /** @param {string} text @param {string} clause @param {boolean} wrong */
  #say(text, clause, wrong) {
    this.#reason.classList.toggle("wrong", wrong);
    this.#reason.replaceChildren(text, " ", clause ? ruleLink(clause) : "");
  }

  /** @param {Item} item @returns {string} cards are together by where they lie at first */
  #heading({ title, seat, card, value, choices }) {
    const area = card ? choices.find((choice) => choice.value === value) : null;
    const owner = area ? area.seat : seat;
    const parts = [title, area?.label, owner === null ? null : this.#name(owner)];
    return parts.filter(Boolean).join(" · ");
  }

  /** @param {number | null | undefined} seat */
  #name(seat) {
    return this.table.seats[seat ?? -1]?.name ?? "";
  }

  /**
   * @param {Item} item
   * @param {string} heading
   * @returns {HTMLElement} its name, with what changes it
   */
  #field(item, heading) {
    const { label, title, low, high, value, choices } = item;
    const name = label === title ? heading : label;
    if (choices.length) {
      const select = html("select", {});
      select.append(
        ...choices.map((choice) => {
          const owner = choice.seat === null ? "" : this.#name(choice.seat);
          return new Option([choice.label, owner].filter(Boolean).join(" · "), `${choice.value}`);
        }),
      );
      select.value = String(value);
      select.addEventListener("change", () => this.#change(item, Number(select.value)));
      return html("label", {}, html("span", {}, name), select);
    }
    if (low === 0 && high === 1) {
      const box = html("input", { type: "checkbox" });
      box.checked = value === 1;
      box.addEventListener("change", () => this.#change(item, Number(box.checked)));
      return html("label", {}, html("span", {}, name), box);
    }
    return this.#stepper(item, name);
  }

  /** @param {Item} item @param {string} name */
  #stepper(item, name) {
    const { low, high, value } = item;
    const field = html("input", { type: "number", min: low, max: high, step: 1, value });
    const change = () => {
      if (field.value !== "" && Number.isInteger(Number(field.value)))
        this.#change(item, Number(field.value));
    };
    field.addEventListener("change", change);
    const step = (/** @type {string} */ sign, /** @type {() => void} */ go) => {
      const key = sign === "+" ? "position.more" : "position.less";
      const button = html("button", { type: "button", "aria-label": t(key, { name }) }, sign);
      button.addEventListener("click", () => {
        go();
        change();
      });
      return button;
    };
    return html(
      "div",
      { class: "stepper" },
      html("label", {}, html("span", {}, name), field),
      step("−", () => field.stepDown()),
      step("+", () => field.stepUp()),
    );
  }

  /** @param {Item} item @param {number} value */
  #change({ id, value: before }, value) {
    this.#edits = this.#edits.filter((edit) => edit.id !== id);
    if (value !== before) this.#edits.push({ id, value });
    void this.#ask();
  }

  #goOn() {
    return playOn(this.#play, this.table, this.seq, Number(this.#seat.value), this.#edits);
  }
}
