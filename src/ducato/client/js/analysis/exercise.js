/**
 * The exercise at a table: its question, and after the choice the answer with what speaks for it,
 * what follows, and what follows the usual wrong choice; then the way to the next one.
 */

import { groundsView, lineView, moveTexts } from "../dialogs/opinion.js";
import { createTable, ownName } from "../net/new_table.js";
import { read } from "../net/requests.js";
import { locale, t } from "../state/strings.js";
import { html, textButton } from "../ui/dom.js";
import { points } from "./marks.js";

/** @typedef {import("ducato/api").ExerciseState} ExerciseState */
/** @typedef {import("ducato/api").ExerciseAnswer} Answer */
/** @typedef {import("../net/protocol.js").Table} Table */

export class ExerciseView {
  /** @type {Table | null} */
  table = null;
  #steps = -1;
  #answered = false;
  #root = html("div", { class: "status-part exercise" });

  /**
   * The table may have changed.
   * @param {Table} table
   * @param {number} steps of the game so far
   */
  update(table, steps) {
    this.table = table;
    if (!this.#answered && steps !== this.#steps) {
      this.#steps = steps;
      void this.#load();
    }
    return this.#root;
  }

  async #load() {
    const id = encodeURIComponent(this.table?.id ?? "");
    /** @type {ExerciseState | null} */
    const found = await read(`/api/tables/${id}/exercise`);
    if (!found || this.#answered) return;
    this.#answered = found.answer !== null;
    this.#root.replaceChildren(
      html(
        "p",
        {},
        ...(found.own ? [`${t("exercise.own")} `] : []),
        found.answer ? "" : html("b", {}, t("exercise.question")),
        " ",
        html("small", {}, t("exercise.rating", { points: found.points, spread: found.spread })),
      ),
    );
    if (found.answer) this.#show(found.answer, found.due);
  }

  /**
   * @param {Answer} answer
   * @param {number | null} due
   */
  #show(answer, due) {
    const { seats = [], own = [] } = this.table ?? {};
    const seat = own[0] ?? 0;
    const { solved, best, wrong, chosen, theme, wins, gap } = answer;
    const cost = { text: wrong, points: points(answer.cost), margin: points(answer.margin) };
    const than = { than: wrong, groups: answer.grounds };
    const after = moveTexts(answer.refutation.slice(1), seat, seats).join(" → ");
    const date = due === null ? "" : new Date(due).toLocaleDateString(locale());
    const parts = [
      html("p", {}, html("b", {}, t(solved ? "exercise.solved" : "exercise.missed"))),
      solved ? null : html("p", {}, t("exercise.chosen", { text: chosen })),
      html("p", {}, t("exercise.best", { text: best, wins, gap: points(gap) })),
      html("p", { class: "small" }, t("exercise.theme", { theme })),
      groundsView(than),
      lineView(answer.line, seat, seats),
      html(
        "p",
        {},
        t("exercise.refuted", cost),
        ...(after.length ? [" ", html("span", {}, t("exercise.then", { line: after }))] : []),
      ),
      date ? html("p", { class: "small" }, t("exercise.due", { date })) : null,
      html(
        "div",
        { class: "branch-buttons" },
        textButton("exercise.next", () => void this.#next(), "main"),
      ),
    ];
    this.#root.append(
      html(
        "div",
        { class: "opinion", role: "status" },
        ...parts.filter((part) => part instanceof HTMLElement),
      ),
    );
  }

  async #next() {
    const game = document.body.dataset.game ?? "";
    const wrong = await createTable("/api/exercises", { game, name: ownName() });
    if (wrong) this.#root.append(html("p", { class: "wrong", role: "alert" }, wrong.error));
  }
}
