/**
 * Draws a line of play on the board: a number on each piece that a move of it uses, in the order of
 * the moves, and an arrow from move to move; and what was played instead.
 */

import { html, svg } from "../ui/dom.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../net/protocol.js").DecisionDetails} DecisionDetails */
/** @typedef {{x: number, y: number}} Point */

/** Pixels between the middle of a number and the end of an arrow. */
const AWAY = 15;
/** Parts of the table of which one may cover what lies in another, where that scrolls. */
const PANES = "#board, #others, .dock, .side-panel, .top";
const BETTER = "line-better";
const PLAYED = "line-played";

export class LineMarks {
  /** @type {DecisionDetails | null} */
  #details = null;
  #layer = html("div", { class: "line-layer", "aria-hidden": "true" });
  #gone = new AbortController();
  #asked = 0;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    document.querySelector("main")?.append(this.#layer);
    const { signal } = this.#gone;
    addEventListener("resize", () => this.draw(), { signal });
    addEventListener("scroll", () => this.draw(), { signal, capture: true, passive: true });
  }

  /** @param {DecisionDetails | null} details of the decision at the moment on the board */
  show(details) {
    this.#details = details;
    this.draw();
  }

  /** Draw it in the next frame, when all pieces lie where they belong. */
  draw() {
    if (this.#asked) return;
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0;
      this.#draw();
    });
  }

  close() {
    cancelAnimationFrame(this.#asked);
    this.#gone.abort();
    this.#clear();
    this.#layer.remove();
  }

  #clear() {
    for (const node of document.querySelectorAll(`.${BETTER}, .${PLAYED}`))
      node.classList.remove(BETTER, PLAYED);
    this.#layer.replaceChildren();
  }

  #draw() {
    this.#clear();
    const details = this.#details;
    if (!details) return;
    const { pieces, line, choices, taken } = details;
    if (choices[0]?.action !== taken) this.#ring(pieces.taken, PLAYED);
    /** @type {Point[]} */
    const path = [];
    const numbers = pieces.line.flatMap((ids, index) => {
      const spots = this.#ring(ids, BETTER);
      const [first] = spots;
      if (first) path.push(first);
      return spots.map((at) => {
        const number = html(
          "span",
          { class: `line-number by-${(line[index]?.seat ?? 0) % 6}` },
          String(index + 1),
        );
        number.style.left = `${at.x}px`;
        number.style.top = `${at.y}px`;
        return number;
      });
    });
    this.#layer.append(arrows(path), ...numbers);
  }

  /**
   * @param {string[]} ids of pieces
   * @param {string} look
   * @returns {Point[]} where those are that are in view
   */
  #ring(ids, look) {
    return ids.flatMap((id) => {
      const node = this.board.entries.get(id)?.node;
      const shape = node?.querySelector(".land, .spot") ?? node;
      const box = shape?.getBoundingClientRect();
      if (!node || !box || box.width === 0) return [];
      node.classList.add(look);
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const front = document.elementFromPoint(at.x, at.y);
      const pane = front?.closest(PANES);
      return front && (!pane || pane.contains(node)) ? [at] : [];
    });
  }
}

/**
 * @param {Point[]} path
 * @returns {SVGSVGElement}
 */
function arrows(path) {
  const drawing = svg("svg", { class: "line-arrows" });
  for (const [index, to] of path.entries()) {
    const from = path[index - 1];
    const length = from ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
    if (!from || length < 3 * AWAY) continue;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const end = { x: to.x - dx * AWAY, y: to.y - dy * AWAY };
    const back = { x: end.x - dx * 9, y: end.y - dy * 9 };
    const head = [
      `${end.x},${end.y}`,
      `${back.x - dy * 6},${back.y + dx * 6}`,
      `${back.x + dy * 6},${back.y - dx * 6}`,
    ];
    drawing.append(
      svg("line", { x1: from.x + dx * AWAY, y1: from.y + dy * AWAY, x2: back.x, y2: back.y }),
      svg("polygon", { points: head.join(" ") }),
    );
  }
  return drawing;
}
