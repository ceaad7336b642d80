/**
 * The decisions of a finished game, one at a time: what was chosen, what a bot would have chosen
 * with the same knowledge, the chances to win, and what spoke for its choice.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { choiceList, groundsView, lineView } from "./opinion.js";

/** @typedef {import("../net/protocol.js").Odds} Odds */
/** @typedef {import("../net/protocol.js").Table["seats"]} Seats */

export class DecisionView {
  /** In their order. @type {Odds[]} */
  #odds = [];
  #select = html("select", { "aria-label": t("opinion.moment") });
  #previous = html("button", { type: "button", "aria-label": t("opinion.previous") }, "‹");
  #next = html("button", { type: "button", "aria-label": t("opinion.next") }, "›");
  #show = html("button", { type: "button" }, t("opinion.show"));
  /** Its height only grows, so that the buttons above and what is below stay where they are. */
  #content = html("div", { class: "decision opinion", "aria-live": "polite" });

  /**
   * @param {Seats} seats
   * @param {(seq: number) => void} look at a moment
   */
  constructor(seats, look) {
    this.seats = seats;
    this.#select.addEventListener("change", () => this.#draw());
    this.#previous.addEventListener("click", () => this.#go(-1));
    this.#next.addEventListener("click", () => this.#go(1));
    this.#show.addEventListener("click", () => look(Number(this.#select.value)));
    this.root = html(
      "section",
      { class: "decisions", hidden: true },
      html("h4", {}, t("opinion.moment")),
      html("div", { class: "decision-bar" }, this.#previous, this.#select, this.#next, this.#show),
      this.#content,
    );
  }

  /**
   * Show those where there was a choice.
   * @param {Odds[]} odds all that are known, in their order
   */
  update(odds) {
    const at = this.#select.value;
    this.#odds = odds.filter(({ choices }) => choices.length > 1);
    this.root.hidden = this.#odds.length === 0;
    this.#select.replaceChildren(
      ...this.#odds.map(({ seq, seat, lost }) => {
        const words = { seq, lost, name: this.#name(seat) };
        return new Option(t(lost > 0 ? "opinion.at_lost" : "opinion.at", words), String(seq));
      }),
    );
    if (this.#odds.some(({ seq }) => String(seq) === at)) this.#select.value = at;
    if (this.#select.value !== at) this.#draw();
    else this.#enableButtons();
  }

  /** @param {number} seat */
  #name(seat) {
    return this.seats.find((one) => one.seat === seat)?.name ?? "";
  }

  /** @param {number} by */
  #go(by) {
    this.#select.selectedIndex += by;
    this.#draw();
  }

  /** Enable the buttons that lead somewhere. */
  #enableButtons() {
    const { selectedIndex } = this.#select;
    this.#previous.disabled = selectedIndex <= 0;
    this.#next.disabled = selectedIndex >= this.#odds.length - 1;
  }

  #draw() {
    this.#enableButtons();
    const found = this.#odds[this.#select.selectedIndex];
    if (!found) return;
    const { seat, taken, choices, grounds, line } = found;
    const name = this.#name(seat);
    const note = (/** @type {number} */ action) => (action === taken ? t("opinion.taken") : null);
    const { height } = this.#content.getBoundingClientRect();
    this.#content.style.minHeight = `${height}px`;
    this.#content.replaceChildren(
      ...[
        taken < 0 && html("p", {}, t("opinion.resigned", { name })),
        choiceList(choices, note),
        groundsView(grounds),
        lineView(line, seat, this.seats),
        html("small", { class: "opinion-about" }, t("opinion.about", { name })),
      ].filter((part) => part instanceof Node),
    );
  }
}
