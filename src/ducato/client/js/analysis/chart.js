/**
 * Shows how a finished game went, as lines: the chances to win, as the analysis of the game has
 * estimated them, and the values that the game counts. Colour, dashes and the name at its end
 * identify a line; the same numbers are available as a table. Selecting a moment opens it in the
 * replay. Below is the rest of the analysis.
 */

import { analysis, chart, found, isAwaited } from "../state/game_analysis.js";
import { language, t } from "../state/strings.js";
import { html, loadStylesheet, svg } from "../ui/dom.js";
import { DecisionView } from "./decisions.js";
import { LuckView } from "./luck.js";
import { percent } from "./marks.js";
import { momentsView, shownAt } from "./moments.js";

/** @typedef {import("../net/protocol.js").Chart} Chart */
/** @typedef {import("../net/protocol.js").DecidingMoment} DecidingMoment */
/** @typedef {import("../net/protocol.js").Result} Result */
/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {{seq: number, values: (number | null)[]}} Point a number for each seat */

await loadStylesheet("replay");

/** As wide as in its sheet, so that its words are as large as others. */
const WIDTH = 400;
const HEIGHT = 220;
const EDGE = { left: 34, right: 84, top: 12, bottom: 26 };

export class ChartView {
  language = language();
  /** @type {Chart | null} */
  #chart = null;
  #choice = html("select", { "aria-label": t("chart.what") });
  #status = html("p", { class: "chart-status", role: "status" });
  #figure = html("div", { class: "chart-figure" });
  #progress = html("progress", { hidden: true, "aria-label": t("chart.progress") });
  /** What the analysis says, once it is there. */
  #findings = html("div", { class: "findings" });
  /** @type {DecisionView | null} */
  #decisions = null;
  /** What is shown of it. @type {import("../net/protocol.js").FoundAnalysis | null} */
  #drawn = null;
  #table = html("details", { class: "chart-table" }, html("summary", {}, t("chart.table")));
  /** The moment on the board; null if none is marked. @type {number | null} */
  #at = null;

  /**
   * @param {HTMLElement} root
   * @param {Table} table
   * @param {Result} result
   * @param {{entries: import("../net/protocol.js").LogEntry[]}} log
   * @param {(seq: number) => void} look at a moment
   * @param {((seq: number) => void) | null} ask the server about a decision; null to show the lines
   *   alone
   */
  constructor(root, table, result, log, look, ask) {
    this.table = table;
    this.result = result;
    this.log = log;
    this.look = look;
    this.ask = ask;
    this.#choice.append(new Option(t("chart.odds"), "0")); // others may come with the chart
    this.#choice.addEventListener("change", () => this.#draw());
    this.#table.addEventListener("toggle", () => this.#fillTable());
    this.#figure.addEventListener("click", (event) => {
      const seq = this.#nearest(event);
      if (seq !== null) this.look(seq);
    });
    this.#status.textContent = t("chart.preparing");
    this.body = html(
      "div",
      {},
      ask && html("p", {}, t("chart.about")),
      html("label", {}, `${t("chart.what")} `, this.#choice),
      this.#figure,
      this.#status,
      this.#progress,
      this.#findings,
      this.#table,
    );
    root.append(this.body);
  }

  remove() {
    this.body.remove();
  }

  /** @returns {number} the moment at which most was decided; the first one while none is known */
  turningPoint() {
    const [most] = this.#moments().toSorted((a, b) => Math.abs(b.swing) - Math.abs(a.swing));
    return most ? shownAt(most) : (this.#chart?.moments[0] ?? 0);
  }

  /** @param {Chart} message */
  #receive(message) {
    this.#chart = message;
    const titles = [t("chart.odds"), ...message.series.map(({ title }) => title)];
    this.#choice.replaceChildren(...titles.map((title, index) => new Option(title, String(index))));
    this.#draw();
  }

  /** @param {number} seq of the moment on the board */
  showAt(seq) {
    this.#at = seq;
    this.#draw();
  }

  /** Show how far the analysis is, or what it says. */
  update() {
    const newest = chart();
    if (newest && newest !== this.#chart) this.#receive(newest);
    this.#showProgress();
    this.#decisions?.update();
    const all = found();
    if (!all || this.#drawn === all) return;
    this.#drawn = all;
    if (this.ask) this.#showFindings(all, this.ask);
    this.#draw();
  }

  /**
   * @param {import("../net/protocol.js").FoundAnalysis} all
   * @param {(seq: number) => void} ask
   */
  #showFindings(all, ask) {
    const judged = all.decisions.filter((one) => one.judged);
    this.#decisions = new DecisionView(this.table, judged, this.look, ask);
    this.#findings.replaceChildren(
      momentsView(all.moments, this.table, this.log.entries, this.look),
      new LuckView(this.table, all.accounts).root,
      this.#decisions.root,
    );
  }

  /** @returns {DecidingMoment[]} those that decided the game; none while they are not known */
  #moments() {
    return found()?.moments ?? [];
  }

  #showProgress() {
    const now = analysis();
    this.#progress.hidden = !now || !isAwaited(now);
    this.#status.textContent = "";
    if (!now || now.state === "done") return;
    const { state, done, total } = now;
    if (total > 0) {
      this.#progress.max = total;
      this.#progress.value = done;
    } else this.#progress.removeAttribute("value");
    const running = state === "running" && total > 0;
    this.#status.textContent = running
      ? t("chart.thinking", { done, all: total })
      : t(`chart.${state === "running" ? "waiting" : state}`);
  }

  /** @returns {Point[]} the line that is chosen */
  #points() {
    const chart = this.#chart;
    if (!chart) return [];
    const series = chart.series[Number(this.#choice.value) - 1];
    if (series)
      return chart.moments.map((seq, index) => ({ seq, values: series.values[index] ?? [] }));
    return this.#chances();
  }

  /** @returns {Point[]} the chances to win at each decision, and the end; none before */
  #chances() {
    const all = found();
    if (!all) return [];
    const last = this.#chart?.moments.at(-1) ?? 0;
    const winners = this.result.ranks.filter((rank) => rank === 1).length;
    const end = this.result.ranks.map((rank) => (rank === 1 ? Math.round(100 / winners) : 0));
    return [
      ...all.decisions.map(({ seq, wins }) => ({ seq, values: wins.map(percent) })),
      { seq: last, values: end },
    ];
  }

  #draw() {
    const chart = this.#chart;
    if (!chart) return;
    const points = this.#points();
    const chances = this.#choice.value === "0";
    const last = chart.moments.at(-1) ?? 1;
    const all = points.flatMap(({ values }) => values.flatMap((value) => value ?? []));
    const top = chances ? 100 : Math.max(1, ...all);
    const bottom = chances ? 0 : Math.min(0, ...all);
    const x = (/** @type {number} */ seq) =>
      EDGE.left + (seq / last) * (WIDTH - EDGE.left - EDGE.right);
    const y = (/** @type {number} */ value) =>
      HEIGHT -
      EDGE.bottom -
      ((value - bottom) / (top - bottom)) * (HEIGHT - EDGE.top - EDGE.bottom);
    const steps = [bottom, (top + bottom) / 2, top].map(Math.round);
    const drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": this.#choice.selectedOptions[0]?.label,
      },
      ...steps.flatMap((value) => [
        svg("line", {
          class: "grid",
          x1: EDGE.left,
          x2: WIDTH - EDGE.right,
          y1: y(value),
          y2: y(value),
        }),
        svg(
          "text",
          { class: "tick", x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" },
          String(value),
        ),
      ]),
      svg("text", { class: "tick", x: EDGE.left, y: HEIGHT - 6 }, "0"),
      svg(
        "text",
        { class: "tick", x: WIDTH - EDGE.right, y: HEIGHT - 6, "text-anchor": "end" },
        `${t("chart.step")} ${last}`,
      ),
      ...this.#lines(points, x, y),
    );
    if (this.#at !== null) {
      const here = x(Math.min(this.#at, last));
      drawing.append(
        svg("line", { class: "now", x1: here, x2: here, y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
      );
    }
    for (const [index, moment] of (chances ? this.#moments() : []).entries()) {
      const at = y(percent(moment.to));
      drawing.append(
        svg(
          "g",
          { class: "turn" },
          svg("circle", { cx: x(moment.until), cy: at, r: 9 }),
          svg(
            "text",
            { x: x(moment.until), y: at + 4, "text-anchor": "middle" },
            String(index + 1),
          ),
        ),
      );
    }
    this.#figure.replaceChildren(drawing);
    this.#fillTable();
  }

  /**
   * @param {Point[]} points
   * @param {(seq: number) => number} x
   * @param {(value: number) => number} y
   */
  #lines(points, x, y) {
    /** @type {number[]} where names stand already */
    const taken = [];
    return this.table.seats.flatMap(({ seat, name }) => {
      const own = points.flatMap(({ seq, values }) =>
        values[seat] === null || values[seat] === undefined ? [] : [{ seq, value: values[seat] }],
      );
      const end = own.at(-1);
      if (!end) return [];
      let at = y(end.value) + 4;
      while (taken.some((other) => Math.abs(other - at) < 14)) at += at > HEIGHT / 2 ? -14 : 14;
      taken.push(at);
      return [
        svg("polyline", {
          class: `line by-${seat % 6}`,
          points: own.map(({ seq, value }) => `${x(seq)},${y(value)}`).join(" "),
        }),
        svg(
          "text",
          { class: `name by-${seat % 6}`, x: WIDTH - EDGE.right + 8, y: at },
          [...name].length > 12 ? `${[...name].slice(0, 11).join("")}…` : name,
        ),
      ];
    });
  }

  /** The table costs a row a moment, so it is made only while it is open. */
  #fillTable() {
    this.#table.querySelector("table")?.remove();
    if (!this.#table.open) return;
    const rows = this.#points().map(({ seq, values }) => {
      const button = html("button", { type: "button", class: "quiet" }, String(seq));
      button.addEventListener("click", () => this.look(seq));
      return html(
        "tr",
        {},
        html("th", { scope: "row" }, button),
        ...values.map((value) => html("td", {}, value === null ? "–" : String(value))),
      );
    });
    this.#table.append(
      html(
        "table",
        {},
        html(
          "thead",
          {},
          html(
            "tr",
            {},
            html("th", { scope: "col" }, t("chart.step")),
            ...this.table.seats.map(({ name }) => html("th", { scope: "col" }, name)),
          ),
        ),
        html("tbody", {}, ...rows),
      ),
    );
  }

  /** @param {MouseEvent} event */
  #nearest(event) {
    const chart = this.#chart;
    const box = this.#figure.firstElementChild?.getBoundingClientRect();
    if (!chart || !box) return null;
    const share =
      (((event.clientX - box.left) / box.width) * WIDTH - EDGE.left) /
      (WIDTH - EDGE.left - EDGE.right);
    const wanted = share * (chart.moments.at(-1) ?? 0);
    const [first = 0] = chart.moments;
    return chart.moments.reduce(
      (best, seq) => (Math.abs(seq - wanted) < Math.abs(best - wanted) ? seq : best),
      first,
    );
  }
}
