/**
 * The decisions of a finished game, one at a time: what was chosen, what a bot would have chosen
 * with the same knowledge, what the choice cost, and what spoke for the bot's.
 */

import { choiceList, groundsView, lineView } from "../dialogs/opinion.js";
import { detailsOf } from "../state/game_analysis.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { markSign, markWords, points } from "./marks.js";

/** @typedef {import("../net/protocol.js").DecisionDetails} DecisionDetails */
/** @typedef {import("../net/protocol.js").JudgedDecision} JudgedDecision */
/** @typedef {import("../net/protocol.js").Table} Table */

/**
 * @param {JudgedDecision[]} decisions
 * @param {readonly number[]} own the reader's seats
 * @returns {JudgedDecision | undefined} the reader's costliest choice, or anybody's
 */
export function costliest(decisions, own) {
  const mine = decisions.filter(({ seat }) => own.includes(seat));
  const [first] = (mine.length ? mine : decisions).toSorted((a, b) => b.lost - a.lost);
  return first;
}

export class DecisionView {
  /** What is shown. @type {DecisionDetails | undefined} */
  #shown;
  #select = html("select", { "aria-label": t("opinion.moment") });
  #previous = html("button", { type: "button", "aria-label": t("opinion.previous") }, "‹");
  #next = html("button", { type: "button", "aria-label": t("opinion.next") }, "›");
  #show = html("button", { type: "button" }, t("opinion.show"));
  /** Its height only grows, so that the buttons above and what is below stay where they are. */
  #content = html("div", { class: "decision opinion", "aria-live": "polite" });

  /**
   * @param {Table} table
   * @param {JudgedDecision[]} decisions those that were judged in full
   * @param {(seq: number) => void} look at a moment
   * @param {(seq: number) => void} ask the server about a decision
   */
  constructor(table, decisions, look, ask) {
    this.table = table;
    this.decisions = decisions;
    this.ask = ask;
    this.#select.addEventListener("change", () => this.#draw());
    this.#previous.addEventListener("click", () => this.#go(-1));
    this.#next.addEventListener("click", () => this.#go(1));
    this.#show.addEventListener("click", () => look(Number(this.#select.value)));
    this.root = html(
      "section",
      { class: "decisions", hidden: decisions.length === 0 },
      html("h4", {}, t("opinion.moment")),
      html("div", { class: "decision-bar" }, this.#previous, this.#select, this.#next, this.#show),
      this.#content,
    );
    this.#select.append(...decisions.map((one) => new Option(this.#title(one), String(one.seq))));
    const first = costliest(decisions, table.own);
    if (first) this.#select.value = String(first.seq);
    this.#draw();
  }

  /** The server may have said more. */
  update() {
    if (detailsOf(Number(this.#select.value)) !== this.#shown) this.#draw();
  }

  /** @param {JudgedDecision} decision */
  #title({ seq, seat, lost, mark }) {
    const words = { seq, name: this.#name(seat), lost: points(lost) };
    if (mark === null || mark === "good") return t("opinion.at", words);
    return `${t("opinion.at_lost", words)} ${markWords(mark)}`;
  }

  /** @param {number} seat */
  #name(seat) {
    return this.table.seats[seat]?.name ?? "";
  }

  /** @param {number} by */
  #go(by) {
    this.#select.selectedIndex += by;
    this.#draw();
  }

  #draw() {
    const { selectedIndex } = this.#select;
    this.#previous.disabled = selectedIndex <= 0;
    this.#next.disabled = selectedIndex >= this.decisions.length - 1;
    const decision = this.decisions[selectedIndex];
    if (!decision) return;
    const details = detailsOf(decision.seq);
    this.#shown = details;
    if (!details) this.ask(decision.seq);
    const { height } = this.#content.getBoundingClientRect();
    this.#content.style.minHeight = `${height}px`;
    const name = this.#name(decision.seat);
    this.#content.replaceChildren(
      judgement(decision, name),
      ...opinionParts(details, this.table, name),
    );
  }
}

/**
 * @param {JudgedDecision} decision
 * @param {string} name of who decided
 * @returns {HTMLElement} how good the choice was
 */
export function judgement({ mark, lost, lost_margin: margin }, name) {
  if (mark === null) return html("p", {}, t("opinion.resigned", { name }));
  const cost = { lost: points(lost), margin: points(margin) };
  return html(
    "p",
    { class: "judgement" },
    markSign(mark),
    html("b", {}, ` ${t(`mark.${mark}`)} `),
    margin === 0 && lost === 0 ? t("mark.same") : t("mark.cost", cost),
  );
}

/**
 * @param {DecisionDetails | undefined} details
 * @param {Table} table
 * @param {string} name of who decided
 * @returns {HTMLElement[]} what a bot would have chosen, and why
 */
export function opinionParts(details, table, name) {
  if (!details) return [html("p", { class: "small" }, t("chart.preparing"))];
  const { seat, taken, choices, grounds, line } = details;
  const note = (/** @type {number} */ action) => (action === taken ? t("opinion.taken") : null);
  const parts = [
    choiceList(choices, note),
    groundsView(grounds),
    lineView(line, seat, table.seats),
    html("small", { class: "opinion-about" }, t("opinion.about", { name })),
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}
