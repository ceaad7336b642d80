/**
 * What the numbers on the table mean: a callout beside one number of each kind, while the key ? is
 * held, or until it is pressed again. What has no number in view is listed at the top.
 */

import { t } from "../state/strings.js";
import { state } from "../state/table_state.js";
import { html, svg } from "../ui/dom.js";
import { onKey } from "../ui/keys.js";
import { numbersOn } from "./numbers.js";
import { spread } from "./placing.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/board.js").Entry} Entry */
/** @typedef {import("../net/protocol.js").NumberMeaning} NumberMeaning */
/** @typedef {{text: string, label: string, mark: DOMRect | null}} Kind mark: a number in view */

/** Milliseconds after which a key counts as held: the callouts go when it is released. */
const HELD = 500;

/** Where a face shows each of its parts. @type {Record<NumberMeaning["part"], string>} */
const DRAWN = {
  corner: ".corner, .score-number",
  count: ".badge",
  reward: ".reward",
  needs: ".needs, .need",
  chips: ".chips, .chip",
  title: ".title, .score-caption, .note",
  lines: ".note",
  glyphs: "use",
};

export class Callouts {
  #marks = svg("svg", { class: "callout-marks", "aria-hidden": "true" });
  #list = html("ul", { class: "callout-list", role: "list" });
  #rest = html("ul");
  #others = html("details", {}, html("summary"), this.#rest);
  #head;
  #layer;

  /**
   * @param {Board} board
   * @param {() => void} help shows the page's help
   */
  constructor(board, help) {
    this.board = board;
    this.help = help;
    const button = html("button", { type: "button" });
    const close = html(
      "button",
      { type: "button", class: "quiet" },
      html("span", { "aria-hidden": "true" }, "✕"),
    );
    this.#head = html("div", { class: "callout-head" }, html("h2"), button, close, this.#others);
    this.#layer = html(
      "div",
      { class: "callouts", popover: "auto", role: "dialog", tabindex: "-1" },
      this.#marks,
      this.#list,
      this.#head,
    );
    button.addEventListener("click", () => {
      this.hide();
      help();
    });
    this.#others.addEventListener("toggle", () => this.#draw());
    this.#layer.addEventListener("click", ({ target }) => {
      if (!(target instanceof Node) || !this.#others.contains(target)) this.hide();
    });
    document.body.append(this.#layer);
  }

  get isOpen() {
    return this.#layer.matches(":popover-open");
  }

  toggle() {
    if (this.isOpen) this.hide();
    else if (state.shown?.scene.numbers.length) this.#show();
    else this.help();
  }

  hide() {
    if (this.isOpen) this.#layer.hidePopover();
  }

  /** A view has been drawn. */
  update() {
    if (this.isOpen) this.#draw();
  }

  #show() {
    const [title, help, close] = this.#head.children;
    this.#layer.setAttribute("aria-label", t("callouts.title"));
    if (title) title.textContent = t("callouts.title");
    if (help) help.textContent = t("callouts.help");
    close?.setAttribute("aria-label", t("help.close"));
    this.#others.open = false;
    this.#layer.showPopover();
    this.#draw();
    this.#layer.focus();
  }

  /** Lay a callout beside a number of each kind. */
  #draw() {
    const kinds = this.#kinds();
    const boxes = kinds
      .filter(({ mark }) => mark)
      .map(({ text, label }) =>
        html("li", {}, html("span", { class: "unseen" }, `${label}: `), text),
      );
    this.#list.replaceChildren(...boxes);
    const marks = kinds.flatMap(({ mark }) => mark ?? []);
    const sizes = boxes.map(({ offsetWidth: width, offsetHeight: height }) => ({ width, height }));
    const laid = spread(sizes, marks, [this.#head.getBoundingClientRect()]);
    /** @type {string[]} */
    const rest = kinds.filter(({ mark }) => !mark).map(({ text }) => text);
    /** @type {SVGElement[]} */
    const drawn = [];
    for (const [index, box] of boxes.entries()) {
      const at = laid[index];
      const mark = marks[index];
      if (at && mark) {
        Object.assign(box.style, { left: `${at.left}px`, top: `${at.top}px` });
        drawn.push(...pointer(at, mark));
      } else {
        rest.push(box.lastChild?.textContent ?? "");
        box.remove();
      }
    }
    this.#marks.replaceChildren(...drawn);
    this.#rest.replaceChildren(...rest.map((text) => html("li", {}, text)));
    this.#others.hidden = rest.length === 0;
    const summary = this.#others.firstElementChild;
    if (summary) summary.textContent = t("callouts.more", { count: rest.length });
  }

  /** @returns {Kind[]} every kind of number on the table, from top to bottom */
  #kinds() {
    /** @type {Map<string, Kind>} */
    const kinds = new Map();
    const meanings = state.shown?.scene.numbers ?? [];
    for (const entry of this.board.entries.values()) {
      for (const { meaning, shown } of numbersOn(entry.piece, meanings)) {
        const known = kinds.get(meaning.text);
        const mark = this.#inView(entry, meaning.part);
        const larger = mark && (!known?.mark || mark.height > known.mark.height);
        if (!known || larger)
          kinds.set(meaning.text, {
            text: meaning.text,
            label: `${entry.piece.face.title || entry.piece.label}, ${shown}`,
            mark,
          });
      }
    }
    return [...kinds.values()].sort((a, b) => (a.mark?.top ?? 0) - (b.mark?.top ?? 0));
  }

  /**
   * @param {Entry} entry
   * @param {NumberMeaning["part"]} part
   * @returns {DOMRect | null} where the number stands, if it can be seen
   */
  #inView({ node, body, piece }, part) {
    const drawn = body.querySelector(DRAWN[part]) ?? body;
    const mark = drawn.getBoundingClientRect();
    const x = mark.left + mark.width / 2;
    const y = mark.top + mark.height / 2;
    if (mark.width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return null;
    const there = document.elementsFromPoint(x, y).find((one) => !this.#layer.contains(one));
    // The land of a region may be elsewhere, and its legend lets the pointer through.
    const region = piece.kind === "region" && there?.closest(".layout-map");
    return region || (there && node.contains(there)) ? mark : null;
  }
}

/** Space between a number and the ring around it. */
const ROOM = 3;

/**
 * A ring around a number, and the line from its callout.
 * @param {import("./placing.js").Rect} box
 * @param {DOMRect} mark
 */
function pointer(box, { left, top, width, height }) {
  const x = left + width / 2;
  const y = top + height / 2;
  const from = {
    x: Math.max(box.left, Math.min(x, box.right)),
    y: Math.max(box.top, Math.min(y, box.bottom)),
  };
  const away =
    Math.max(
      Math.abs(from.x - x) / (width / 2 + ROOM),
      Math.abs(from.y - y) / (height / 2 + ROOM),
    ) || 1;
  return [
    svg("line", {
      x1: from.x,
      y1: from.y,
      x2: x + (from.x - x) / Math.max(1, away),
      y2: y + (from.y - y) / Math.max(1, away),
    }),
    svg("rect", {
      x: left - ROOM,
      y: top - ROOM,
      width: width + 2 * ROOM,
      height: height + 2 * ROOM,
      rx: 8,
    }),
  ];
}

/**
 * @param {Callouts} callouts
 * @param {HTMLButtonElement} button
 */
export function listenForCallouts(callouts, button) {
  /** When the key was pressed, and which, while it is down. */
  let pressed = { at: 0, code: "" };
  button.addEventListener("click", () => callouts.toggle());
  const question = (/** @type {KeyboardEvent} */ event) => {
    const { key, code, repeat } = event;
    if (key !== "?") return;
    event.preventDefault();
    if (repeat) return;
    pressed = { at: event.timeStamp, code };
    callouts.toggle();
  };
  onKey(question, { own: ".callouts" });
  addEventListener("keyup", ({ code, timeStamp }) => {
    if (code === pressed.code && timeStamp - pressed.at > HELD) callouts.hide();
    if (code === pressed.code) pressed.code = "";
  });
  addEventListener("resize", () => callouts.update());
}
