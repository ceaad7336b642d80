/**
 * The analysis room of a finished game: the chart, the marked log, what was better and luck and
 * play, beside the board; on a narrow screen each of them in a tab. It is there while the replay is
 * open, whose step it follows. Fetched when it is wanted, in a bundle of its own.
 */

import { found, isAnalysed, onAnalysis } from "../state/game_analysis.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { ChartView } from "./chart.js";
import { ChoiceCard } from "./choice_card.js";
import { LineMarks } from "./line_marks.js";
import { LuckView } from "./luck.js";
import { MarkedLog } from "./marked_log.js";
import { momentsView } from "./moments.js";
import { StudyView } from "./study.js";

export { ExerciseView } from "./exercise.js";
export { analyseHere } from "./own_analysis.js";
export { TriedLine } from "./tried_line.js";
export { ChartView };

/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {import("../net/protocol.js").Result} Result */
/**
 * What the room works with.
 * @typedef {object} Desk
 * @property {Table} table
 * @property {Result} result
 * @property {{list: HTMLElement, entries: import("../net/protocol.js").LogEntry[]}} log
 * @property {import("../board/board.js").Board} board
 * @property {import("../ui/tabs.js").Tabs} tabs of the side panel
 * @property {HTMLElement} panel the side panel
 * @property {() => void} fit the side panel, once it need not hold the room any more
 * @property {(seq: number, seat?: number | null) => void} look at a moment, from a viewpoint
 * @property {() => import("./position.js").Moment} at the moment
 * @property {(view: import("../net/protocol.js").View) => void} put a view on the board
 * @property {(seq: number) => void} ask the server about a decision
 */

/** From this width all is side by side; the style sheet has the same. */
const WIDE = matchMedia("(min-width: 1100px)");

/** The parts with tabs, in order; the log is there already. The first two only if it is narrow. */
const PARTS = ["board", "chart", "study", "luck"];

export class Room {
  /** @type {Record<string, HTMLElement>} */
  #sections = {};
  /** @type {HTMLElement[]} what the room has brought into the page */
  #brought = [];
  #stopUpdates = () => {};
  #closed = new AbortController();
  /** Whether luck and play is there. */
  #filled = false;
  /** The moment on the board. */
  #seq = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { table, result, log, panel, look, ask } = desk;
    for (const name of PARTS) this.#bring(name);
    const box = this.#section("chart");
    box.classList.add("chart");
    this.chart = new ChartView(box, table, result, log, look, null);
    const { at, put: show } = desk;
    const note = (/** @type {boolean} */ there) => this.#hide("study", !there);
    this.study = new StudyView(table, note, { at, show, look });
    this.#section("study").append(this.study.root);
    this.card = new ChoiceCard(table, look, ask);
    this.lines = new LineMarks(desk.board);
    this.marks = new MarkedLog(log.list, log, look);
    panel.append(this.card.root);
    this.#brought.push(this.card.root);
    document.body.classList.add("in-room");
    WIDE.addEventListener("change", () => this.#fit(), { signal: this.#closed.signal });
    panel.addEventListener("click", () => this.#note(), { signal: this.#closed.signal });
    panel.addEventListener("keyup", () => this.#note(), { signal: this.#closed.signal });
    this.#stopUpdates = onAnalysis(() => this.#update());
    this.#fit();
    this.#update();
    if (!isAnalysed(table)) {
      document.body.classList.add("not-analysed");
      desk.tabs.open("room-study");
      this.#note();
      this.study.edit();
    }
  }

  /**
   * The board shows another moment.
   * @param {number} seq
   */
  show(seq) {
    this.study.moved();
    this.#seq = seq;
    this.chart.showAt(seq);
    this.card.show(seq);
    this.lines.show(this.card.details);
  }

  close() {
    this.#stopUpdates();
    this.#closed.abort();
    this.study.close();
    this.lines.close();
    this.marks.close();
    for (const node of this.#brought) node.remove();
    const { body } = document;
    body.classList.remove("in-room", "beside-board", "not-analysed");
    this.desk.tabs.open("log");
    this.desk.fit();
  }

  /** @param {string} name @returns {HTMLElement} */
  #section(name) {
    return /** @type {HTMLElement} */ (this.#sections[name]);
  }

  /**
   * @param {string} name
   * @param {boolean} hidden whether its tab is
   */
  #hide(name, hidden) {
    const [tab] = this.#brought.filter((one) => one.id === `tab-room-${name}`);
    if (tab) tab.hidden = hidden;
  }

  /**
   * Add a part to the side panel, with a tab for it.
   * @param {string} name
   */
  #bring(name) {
    const id = `room-${name}`;
    const { list } = this.desk.tabs;
    const tab = html(
      "button",
      { id: `tab-${id}`, type: "button", role: "tab", "aria-controls": id, tabindex: "-1" },
      t(`analysis.${name}`),
    );
    tab.ariaSelected = "false";
    const section = html("section", { id, role: "tabpanel", "aria-labelledby": tab.id });
    section.hidden = true;
    const log = list.querySelector("#tab-log");
    if (name === "luck" || name === "study") log?.after(tab);
    else log?.before(tab);
    this.desk.panel.querySelector("#log")?.before(section);
    this.#sections[name] = section;
    this.#brought.push(tab, section);
  }

  /** All beside each other, or one part at a time. */
  #fit() {
    const { panel, tabs } = this.desk;
    panel.popover = null;
    if (WIDE.matches) {
      if (tabs.isOpen("room-board") || tabs.isOpen("room-chart")) tabs.open("log");
    } else if (tabs.isOpen("log")) tabs.open("room-board");
    this.#note();
  }

  /** Tell the style sheet whether another part stands in the place of the board. */
  #note() {
    const beside = !WIDE.matches && !this.desk.tabs.isOpen("room-board");
    document.body.classList.toggle("beside-board", beside);
    document.body.classList.toggle("at-log", beside && this.desk.tabs.isOpen("log"));
    this.lines.draw();
  }

  #update() {
    this.chart.update();
    this.marks.update();
    this.card.update();
    this.lines.show(this.card.details);
    const all = found();
    if (!all || this.#filled) return;
    this.#filled = true;
    const { table, log, look } = this.desk;
    this.#section("luck").append(
      html(
        "div",
        { class: "findings chart" },
        html("h2", { class: "unseen" }, t("analysis.luck")),
        html("h3", { class: "unseen" }, t("chart.title")),
        momentsView(all.moments, table, log.entries, look),
        new LuckView(table, all.accounts).root,
      ),
    );
    this.show(this.#seq);
  }
}
