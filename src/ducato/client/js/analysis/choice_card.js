/**
 * What was better at the moment on the board: the choice that was made, what it cost, and what a
 * bot would have chosen with the same knowledge, with the line that is likely to follow.
 */

import { decisionAt, detailsOf, found } from "../state/game_analysis.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { judgement, opinionParts } from "./decisions.js";

/** @typedef {import("../net/protocol.js").DecisionDetails} DecisionDetails */
/** @typedef {import("../net/protocol.js").Table} Table */

export class ChoiceCard {
  #seq = 0;
  #content = html("div", { class: "opinion", "aria-live": "polite" });
  #before;
  #after;
  /** The moment shown, and whether there were details: nothing is drawn twice. */
  #drawn = "";

  /**
   * @param {Table} table
   * @param {(seq: number, seat: number) => void} look at a moment, as a seat saw it
   * @param {(seq: number) => void} ask the server about a decision
   */
  constructor(table, look, ask) {
    this.table = table;
    this.ask = ask;
    const go = (/** @type {number} */ by) => {
      const wrong = this.#mistake(by);
      if (wrong) look(wrong.seq, wrong.seat);
    };
    this.#before = html("button", { type: "button" }, t("analysis.before"));
    this.#after = html("button", { type: "button" }, t("analysis.after"));
    this.#before.addEventListener("click", () => go(-1));
    this.#after.addEventListener("click", () => go(1));
    this.root = html(
      "section",
      { class: "choice-card", "aria-label": t("analysis.choice"), tabindex: "0" },
      html("div", { class: "mistakes" }, this.#before, this.#after),
      this.#content,
    );
  }

  /** What the server said of the decision at this moment; null before. */
  get details() {
    return detailsOf(this.#seq) ?? null;
  }

  /** @param {number} seq */
  show(seq) {
    this.#seq = seq;
    this.update();
  }

  /** There may be more to say. */
  update() {
    const decision = decisionAt(this.#seq);
    const details = detailsOf(this.#seq);
    this.#before.disabled = this.#mistake(-1) === null;
    this.#after.disabled = this.#mistake(1) === null;
    const key = `${this.#seq} ${decision !== null} ${details !== undefined} ${found() !== null}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (!decision) {
      const words = found() ? t("analysis.no_choice") : "";
      this.#content.replaceChildren(html("p", { class: "small" }, words));
      return;
    }
    const name = this.table.seats[decision.seat]?.name ?? "";
    if (decision.judged && !details) this.ask(decision.seq);
    this.#content.replaceChildren(
      judgement(decision, name),
      ...this.#better(details),
      ...(decision.judged ? opinionParts(details, this.table, name) : []),
    );
    this.root.scrollTo(0, 0);
  }

  /**
   * @param {DecisionDetails | undefined} details
   * @returns {HTMLElement[]} what was chosen, and what was better
   */
  #better(details) {
    if (!details) return [];
    const [best] = details.choices;
    const made = details.choices.find(({ action }) => action === details.taken);
    if (!best?.text || best.action === details.taken) return [];
    return [
      html(
        "p",
        { class: "better" },
        ...(made?.text ? [html("span", {}, t("analysis.played", { text: made.text }))] : []),
        html("b", {}, t("analysis.better", { text: best.text })),
      ),
    ];
  }

  /**
   * @param {number} by the direction
   * @returns {import("../net/protocol.js").JudgedDecision | null} the nearest mistake there
   */
  #mistake(by) {
    const wrong = (found()?.decisions ?? []).filter(
      ({ judged, mark, seq }) =>
        judged && mark !== null && mark !== "good" && (by < 0 ? seq < this.#seq : seq > this.#seq),
    );
    return wrong.at(by < 0 ? -1 : 0) ?? null;
  }
}
