/**
 * Puts the signs of the analysis (?!, ?, ??) into the log of a finished game. A sign leads to the
 * moment before the choice, where it can be seen what was better.
 */

import { found } from "../state/game_analysis.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { markSign, points } from "./marks.js";

export class MarkedLog {
  #changes = new MutationObserver(() => this.update());

  /**
   * @param {HTMLElement} list the lines of the log
   * @param {{entries: import("../net/protocol.js").LogEntry[]}} log
   * @param {(seq: number, seat: number) => void} look at a moment, as a seat saw it
   */
  constructor(list, log, look) {
    this.list = list;
    this.log = log;
    this.look = look;
    this.#changes.observe(list, { childList: true });
  }

  /** Mark all lines that are not marked yet. */
  update() {
    const decisions = found()?.decisions ?? [];
    /** @type {Map<string, Element>} the last line of each step */
    const lines = new Map();
    for (const line of this.list.querySelectorAll("[data-seq]"))
      lines.set(line.getAttribute("data-seq") ?? "", line);
    for (const { seq, seat, mark, lost } of decisions) {
      if (mark === null || mark === "good") continue;
      const line = lines.get(this.#lineOf(seq + 1, seat, lines));
      if (!line || line.querySelector(".log-mark")) continue;
      const words = { mark: t(`mark.${mark}`), lost: points(lost) };
      const button = html(
        "button",
        {
          type: "button",
          class: "log-mark quiet",
          "aria-label": t("analysis.mark", words),
          title: t("analysis.mark", words),
        },
        markSign(mark),
      );
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        this.look(seq, seat);
      });
      line.append(" ", button);
    }
  }

  close() {
    this.#changes.disconnect();
    for (const sign of this.list.querySelectorAll(".log-mark")) sign.remove();
  }

  /**
   * @param {number} seq
   * @param {number} seat
   * @param {Map<string, Element>} lines
   * @returns {string} the step with whose line what the seat did in this one is told
   */
  #lineOf(seq, seat, lines) {
    if (lines.has(String(seq))) return String(seq);
    const next = this.log.entries.find((one) => one.seq > seq && lines.has(String(one.seq)));
    return next?.actor === seat ? String(next.seq) : "";
  }
}
