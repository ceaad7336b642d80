/**
 * Shows the rating of a person over time, game by game: a line with a band for its uncertainty. The
 * same numbers are available as a table.
 */

import { t } from "../state/strings.js";
import { html, svg } from "../ui/dom.js";
import { day } from "../ui/format.js";
import { lines, scaleOf } from "./scale.js";
import { seasonAt } from "./seasons.js";

/** @typedef {import("ducato/api").RatingCurve} RatingCurve */
/** @typedef {import("ducato/api").RatingPoint} RatingPoint */

const HEIGHT = 260;
const EDGE = { left: 48, right: 14, top: 14, bottom: 28 };
/** The width of a game in pixels below which only the line is drawn, without dots. */
const LEAST_APART = 12;
/** The width of a date below the chart, in pixels. */
const DATE = 110;

export class RatingChart {
  #choice = html("select", { "aria-label": t("profile.which_game") });
  #figure = html("div", { class: "rating-figure" });
  #now = html("p", { class: "rating-now" });
  #table = html("details", { class: "rating-table" });
  #width = 0;

  /** @param {RatingCurve[]} curves at least one */
  constructor(curves) {
    this.curves = curves;
    this.#choice.append(...curves.map(({ title }, index) => new Option(title, String(index))));
    this.#choice.addEventListener("change", () => this.#draw());
    this.#table.addEventListener("toggle", () => this.#fillTable());
    this.root = html(
      "div",
      { class: "rating-chart" },
      html("div", { class: "rating-head" }, this.#choice, this.#now),
      this.#figure,
      html("p", { class: "small" }, t("profile.history_about")),
      this.#table,
    );
    // Drawn as wide as it is shown, so that its words are as large as others.
    new ResizeObserver(([box]) => {
      const width = Math.round(box?.contentRect.width ?? 0);
      if (width > 0 && width !== this.#width) {
        this.#width = width;
        this.#draw();
      }
    }).observe(this.#figure);
  }

  /** @returns {RatingCurve} the chosen one */
  #curve() {
    const curve = this.curves[Number(this.#choice.value)] ?? this.curves[0];
    if (!curve) throw new Error("there is no curve");
    return curve;
  }

  #draw() {
    const { title, before, before_spread: spread, curve } = this.#curve();
    const start = { at: curve[0]?.at ?? 0, points: before, spread };
    const points = [start, ...curve];
    const last = curve.at(-1) ?? start;
    this.#now.replaceChildren(
      html("b", {}, String(last.points)),
      html("small", {}, ` ± ${last.spread}`),
    );
    const label = t("profile.chart_label", {
      game: title,
      points: last.points,
      spread: last.spread,
      before,
      games: curve.length,
    });
    this.#figure.replaceChildren(
      svg(
        "svg",
        { viewBox: `0 0 ${this.#width} ${HEIGHT}`, role: "img", "aria-label": label },
        ...this.#drawing(points),
      ),
    );
    this.#table.replaceChildren(html("summary", {}, t("profile.as_table")));
    this.#fillTable();
  }

  /** @param {RatingPoint[]} points the first is the rating before the first game */
  #drawing(points) {
    const scale = scaleOf(points);
    const inner = {
      width: this.#width - EDGE.left - EDGE.right,
      height: HEIGHT - EDGE.top - EDGE.bottom,
    };
    const x = (/** @type {number} */ n) => EDGE.left + (n / (points.length - 1)) * inner.width;
    const y = (/** @type {number} */ value) =>
      EDGE.top + ((scale.top - value) / (scale.top - scale.bottom)) * inner.height;
    const inside = (/** @type {number} */ value) =>
      y(Math.max(scale.bottom, Math.min(scale.top, value)));
    const upper = points.map((one, n) => `${x(n)},${inside(one.points + one.spread)}`);
    const lower = points.map((one, n) => `${x(n)},${inside(one.points - one.spread)}`);
    const right = EDGE.left + inner.width;
    return [
      ...lines(scale).flatMap((value) => [
        svg("line", { class: "grid", x1: EDGE.left, x2: right, y1: y(value), y2: y(value) }),
        svg(
          "text",
          { class: "tick", x: EDGE.left - 8, y: y(value) + 4, "text-anchor": "end" },
          String(value),
        ),
      ]),
      ...points.flatMap(({ at }, n) => {
        const other = points[n - 1];
        if (n < 2 || !other || seasonAt(other.at) === seasonAt(at)) return [];
        const here = x(n - 0.5);
        return [
          svg("line", {
            class: "season-line",
            x1: here,
            x2: here,
            y1: EDGE.top,
            y2: HEIGHT - EDGE.bottom,
          }),
        ];
      }),
      svg("polygon", { class: "band", points: [...upper, ...lower.reverse()].join(" ") }),
      svg("polyline", {
        class: "line",
        points: points.map((one, n) => `${x(n)},${y(one.points)}`).join(" "),
      }),
      ...(x(1) - x(0) < LEAST_APART ? points.slice(-1) : points).map((one) => {
        const n = points.indexOf(one);
        return svg(
          "circle",
          { class: "dot", cx: x(n), cy: y(one.points), r: n === points.length - 1 ? 5 : 3 },
          svg("title", {}, `${day(one.at)}: ${one.points} ± ${one.spread}`),
        );
      }),
      ...this.#dates(points, x),
    ];
  }

  /**
   * The dates of some games, as many as fit, each on a day of its own.
   * @param {RatingPoint[]} points
   * @param {(n: number) => number} x
   */
  #dates(points, x) {
    const fit = Math.max(1, Math.floor((this.#width - EDGE.left) / DATE));
    const step = Math.ceil((points.length - 1) / fit);
    const numbers = points.map((_, n) => n).filter((n) => n % step === 1 % step && n > 0);
    let before = "";
    return numbers.flatMap((n) => {
      const words = day(points[n]?.at ?? 0);
      if (words === before) return [];
      before = words;
      const anchor = x(n) > this.#width - DATE / 2 ? "end" : "middle";
      const at = anchor === "end" ? this.#width - EDGE.right : Math.max(x(n), EDGE.left + 30);
      return [svg("text", { class: "tick", x: at, y: HEIGHT - 8, "text-anchor": anchor }, words)];
    });
  }

  /** The table costs a row a game, so it is made only while it is open. */
  #fillTable() {
    this.#table.querySelector(".scroller")?.remove();
    if (!this.#table.open) return;
    const { before, curve } = this.#curve();
    const rows = curve.map(({ at, points, spread }, n) => {
      const change = points - (curve[n - 1]?.points ?? before);
      return html(
        "tr",
        {},
        html("th", { scope: "row" }, day(at)),
        html("td", {}, `${points} ± ${spread}`),
        html("td", {}, change > 0 ? `+${change}` : String(change).replace("-", "−")),
      );
    });
    const head = ["profile.date", "account.points", "profile.change"].map((key) =>
      html("th", { scope: "col" }, t(key)),
    );
    this.#table.append(
      html(
        "div",
        { class: "scroller", tabindex: "0", role: "region", "aria-label": t("profile.history") },
        html(
          "table",
          { class: "figures" },
          html("thead", {}, html("tr", {}, ...head)),
          html("tbody", {}, ...rows.reverse()),
        ),
      ),
    );
  }
}
