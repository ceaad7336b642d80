/**
 * Shows how a finished game went, as lines: the chances to win, estimated by a bot one moment after
 * the other, and the values that the game counts. Colour, dashes and the name at its end identify a
 * line; the same numbers are available as a table. Selecting a moment opens it in the replay.
 */

import { language, t } from "../state/strings.js";
import { html, svg } from "../ui/dom.js";
import { loadStylesheet } from "../ui/stylesheet.js";
import { DecisionView } from "./decisions.js";
import { luckView, shares } from "./luck.js";

/** @typedef {import("../net/protocol.js").Chart} Chart */
/** @typedef {import("../net/protocol.js").Odds} Odds */
/** @typedef {import("../net/protocol.js").Result} Result */
/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {{seq: number, values: (number | null)[]}} Point a number for each seat */
/**
 * @typedef {{seq: number, before: number, seat: number, from: number, to: number}} Swing of a
 *   seat's chances between two moments
 */

await loadStylesheet("replay");

/** As wide as in its sheet, so that its words are as large as others. */
const WIDTH = 400;
const HEIGHT = 220;
const EDGE = { left: 34, right: 84, top: 12, bottom: 26 };
/** Of 100 games: less is no turning point. */
const LEAST_SWING = 8;
const TURNING_POINTS = 3;

export class ChartView {
  language = language();
  /** @type {Chart | null} */
  #chart = null;
  /** @type {Map<number, Odds>} */
  #odds = new Map();
  #luck = html("div", {});
  #choice = html("select", { "aria-label": t("chart.what") });
  #status = html("p", { class: "chart-status", role: "status" });
  #figure = html("div", { class: "chart-figure" });
  #turning = html("div", { class: "turning" });
  /** @type {DecisionView} */
  #decisions;
  #table = html("details", { class: "chart-table" }, html("summary", {}, t("chart.table")));

  /**
   * @param {HTMLElement} root
   * @param {Table} table
   * @param {Result} result
   * @param {{entries: import("../net/protocol.js").LogEntry[]}} log
   * @param {(seq: number) => void} look at a moment
   */
  constructor(root, table, result, log, look) {
    this.table = table;
    this.result = result;
    this.log = log;
    this.look = look;
    this.#choice.append(new Option(t("chart.odds"), "0")); // others may come with the chart
    this.#choice.addEventListener("change", () => this.#draw());
    this.#table.addEventListener("toggle", () => this.#fillTable());
    this.#figure.addEventListener("click", (event) => {
      const seq = this.#nearest(event);
      if (seq !== null) this.look(seq);
    });
    this.#status.textContent = t("chart.preparing");
    this.#decisions = new DecisionView(table.seats, look);
    this.body = html(
      "div",
      {},
      html("p", {}, t("chart.about")),
      html("label", {}, `${t("chart.what")} `, this.#choice),
      this.#figure,
      this.#status,
      this.#luck,
      this.#turning,
      this.#decisions.root,
      this.#table,
    );
    root.append(this.body);
  }

  remove() {
    this.body.remove();
  }

  /** @returns {number} the moment at which most was decided; the first one while none is known */
  turningPoint() {
    const turns = this.#turningPoints(this.#chances());
    const by = (/** @type {Swing} */ { from, to }) => Math.abs(to - from);
    const [first] = turns.sort((one, other) => by(other) - by(one));
    return first?.before ?? this.#chart?.moments[0] ?? 0;
  }

  /** @param {Chart | Odds} message */
  receive(message) {
    if (message.type === "chart") {
      this.#chart = message;
      const titles = [t("chart.odds"), ...message.series.map(({ title }) => title)];
      this.#choice.replaceChildren(
        ...titles.map((title, index) => new Option(title, String(index))),
      );
    } else {
      this.#odds.set(message.seq, message);
      this.#decisions.update(this.#known());
    }
    this.#draw();
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

  /** @returns {Point[]} the chances to win, as far as they are known, and the end */
  #chances() {
    const last = this.#chart?.moments.at(-1) ?? 0;
    const winners = this.result.ranks.filter((rank) => rank === 1).length;
    const end = this.result.ranks.map((rank) => (rank === 1 ? Math.round(100 / winners) : 0));
    return [
      ...this.#known().map(({ seq, wins }) => ({ seq, values: wins })),
      { seq: last, values: end },
    ];
  }

  /** @returns {Odds[]} what is known, in its order */
  #known() {
    return [...this.#odds.values()].sort((a, b) => a.seq - b.seq);
  }

  /** What was luck and what was play, when all chances are known. */
  #showLuck() {
    const [seat] = this.table.own;
    const complete = this.#odds.size >= (this.#chart?.odds_at.length ?? Infinity);
    if (seat === undefined || !complete) return this.#luck.replaceChildren();
    const found = shares(this.#known(), seat, this.#chances().at(-1)?.values[seat] ?? 0);
    this.#luck.replaceChildren(...(found ? [luckView(found)] : []));
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
    const turning = chances ? this.#turningPoints(points) : [];
    for (const [index, { seq, to }] of turning.entries())
      drawing.append(
        svg(
          "g",
          { class: "turn" },
          svg("circle", { cx: x(seq), cy: y(to), r: 9 }),
          svg("text", { x: x(seq), y: y(to) + 4, "text-anchor": "middle" }, String(index + 1)),
        ),
      );
    this.#figure.replaceChildren(drawing);
    const { length: wanted } = chart.odds_at;
    this.#status.textContent =
      this.#odds.size < wanted ? t("chart.thinking", { done: this.#odds.size, all: wanted }) : "";
    this.#listTurningPoints(turning);
    this.#showLuck();
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
          name.length > 12 ? `${name.slice(0, 11)}…` : name,
        ),
      ];
    });
  }

  /**
   * @param {Point[]} points
   * @returns {Swing[]} where a seat's chances changed most, in their order
   */
  #turningPoints(points) {
    if (!this.#chart || this.#odds.size < this.#chart.odds_at.length) return [];
    const swings = this.table.seats.flatMap(({ seat }) => {
      const own = points.filter(({ values }) => typeof values[seat] === "number");
      return own.slice(1).map((point, index) => ({
        seq: point.seq,
        before: own[index]?.seq ?? 0,
        seat,
        from: Number(own[index]?.values[seat]),
        to: Number(point.values[seat]),
      }));
    });
    swings.sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
    /** @type {typeof swings} */
    const found = [];
    for (const swing of swings) {
      // one player's gain is another's loss: list each moment once
      if (found.length === TURNING_POINTS || Math.abs(swing.to - swing.from) < LEAST_SWING) break;
      if (!found.some(({ seq, before }) => swing.seq > before && swing.before < seq))
        found.push(swing);
    }
    return found.sort((a, b) => a.seq - b.seq);
  }

  /** @param {Swing[]} turning */
  #listTurningPoints(turning) {
    if (!this.#chart || this.#odds.size < this.#chart.odds_at.length)
      return this.#turning.replaceChildren();
    const items = turning.map(({ seq, before, seat, from, to }) => {
      const sentences = this.log.entries
        .filter((entry) => entry.seq > before && entry.seq <= seq)
        .flatMap(({ texts }) => texts);
      const words = t("chart.swing", { name: this.table.seats[seat]?.name ?? "", from, to });
      const bar = html("span", { class: `swing by-${seat % 6}`, "aria-hidden": "true" });
      bar.style.setProperty("--least", `${Math.min(from, to)}%`);
      bar.style.setProperty("--most", `${Math.max(from, to)}%`);
      const button = html(
        "button",
        { type: "button" },
        html("b", {}, words),
        bar,
        html("small", {}, sentences.slice(0, 4).join(" ")),
      );
      button.addEventListener("click", () => this.look(seq));
      return html("li", {}, button);
    });
    this.#turning.replaceChildren(
      html("h4", {}, t("chart.turning")),
      items.length ? html("ol", {}, ...items) : html("p", {}, t("chart.calm")),
    );
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
