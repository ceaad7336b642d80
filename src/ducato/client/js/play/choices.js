/**
 * What the reader may do: buttons for actions that no piece carries, a menu for a piece that
 * carries several, and the ordered list of all actions. Every choice ends in a call of `choose`, or
 * of `walk` where several actions lead to a distant piece.
 */

import { html } from "../ui/dom.js";
import { openMenu, wording } from "../ui/menu.js";
import { isBarred, reasonLine } from "./explanation.js";

/** @typedef {import("../net/protocol.js").Action} Action */
/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../board/board.js").Entry} Entry */

/**
 * More buttons of one kind than this that begin with the same words are a series, such as bids: the
 * words stand there once. Where they end with a colon, two are enough.
 */
const SERIES = 5;
/** Of more actions without a piece, those that begin and do the same share a button with a menu. */
const ROW = 4;
/** Letters of words that take no more room than a button. */
const SHORT = 7;
/** What is clicked if it is no piece. */
const BUTTON = "";
/** The kind of an action, which its name begins with. */
const kind = (/** @type {Action} */ { name }) => name.split(":", 1)[0];

/**
 * @param {string[]} labels
 * @returns {number} of letters in the words that all begin with, at least one word being left of
 *   each
 */
function sharedWords(labels) {
  const [first = ""] = labels;
  const ends = [...first.matchAll(/\s+/g)].map(({ 0: gap, index }) => index + gap.length);
  return (
    ends.filter((end) => labels.every((label) => label.startsWith(first.slice(0, end)))).at(-1) ?? 0
  );
}

/**
 * @param {Action[]} actions
 * @returns {Action[][]} those of one kind together, in the order of the first of each
 */
function byKind(actions) {
  /** @type {Map<string, Action[]>} */
  const kinds = new Map();
  for (const action of actions) {
    kinds.set(kind(action), [...(kinds.get(kind(action)) ?? []), action]);
  }
  return [...kinds.values()];
}

export class Choices {
  /** @type {Map<number, Action>} */
  #legal = new Map();
  /** The latest menu. @type {{piece: string, explain: (lines: HTMLElement[]) => boolean} | null} */
  #menu = null;

  /**
   * @param {HTMLElement} buttons where actions without a piece go
   * @param {HTMLDetailsElement} list where all actions go
   * @param {(action: Action, clicked?: string) => void} choose with the piece that was clicked, or
   *   `BUTTON`, if the action is to be asked for in case it cannot be undone
   * @param {(piece: import("../net/protocol.js").Piece) => void} walk
   * @param {(action: Action, n: number) => void} repeat
   * @param {(entry: Entry) => void} ask why something is not possible
   */
  constructor(buttons, list, choose, walk, repeat, ask) {
    this.buttons = buttons;
    this.list = list;
    this.choose = choose;
    this.walk = walk;
    this.repeat = repeat;
    this.ask = ask;
    list.addEventListener("toggle", () => this.#fillList());
    addEventListener("resize", () => this.#describe());
  }

  /** @param {View} view */
  show(view) {
    this.#legal = new Map(view.legal.map((action) => [action.action, action]));
    const carried = new Set(view.scene.pieces.flatMap((piece) => piece.actions));
    const free = view.legal.filter(({ action }) => !carried.has(action));
    const many = free.length > ROW;
    const shown = byKind(free).flatMap((actions) => this.#group(actions, many));
    const single = shown.filter((node) => node.matches("button"));
    const series = shown.filter((node) => !single.includes(node));
    this.buttons.classList.toggle("crowded", single.length > (series.length > 0 ? 1 : ROW));
    this.buttons.replaceChildren(...series, ...single);
    this.#fillList();
    requestAnimationFrame(() => this.#describe()); // when styles are known in any case
  }

  /** Where the hint of a button has no room, readers of screens hear it all the same. */
  #describe() {
    for (const button of this.buttons.querySelectorAll("button.action")) {
      const hint = button.querySelector(".action-hint");
      if (hint?.checkVisibility() === false) button.setAttribute("title", hint.textContent ?? "");
    }
  }

  /** Nothing can be chosen now. */
  clear() {
    this.#legal.clear();
    this.buttons.replaceChildren();
    this.#fillList();
  }

  /**
   * A piece was clicked. Several actions, and those of a card in hand, stand in a menu. So does
   * what an action costs or changes, for a finger, which cannot point without pressing.
   * @param {Entry} entry
   * @param {boolean} [touched] by a finger
   */
  pick(entry, touched = false) {
    const { piece, button } = entry;
    const actions = this.of(piece);
    const [first] = actions;
    const asks = button?.getAttribute("aria-haspopup") === "menu" || (touched && first?.hint);
    if (button && piece.path?.length) this.walk(piece);
    else if (button && first && asks) this.open(entry, actions);
    else if (first) this.choose(first, piece.id);
    else if (isBarred(piece)) this.ask(entry);
  }

  /**
   * Open the menu of a piece; what it is for and cannot be done now follows with the reasons.
   * @param {Entry} entry
   * @param {Action[]} actions
   */
  open(entry, actions) {
    const { piece, button, node } = entry;
    const times = new Map(piece.times);
    const explain = openMenu(button ?? node, piece.label, actions, times, (action, n) =>
      n > 1 ? this.repeat(action, n) : this.choose(action),
    );
    this.#menu = { piece: piece.id, explain };
    if (isBarred(piece)) this.ask(entry);
  }

  /**
   * @param {string} piece
   * @param {import("../net/protocol.js").Reason[]} reasons
   * @returns {boolean} whether the menu of the piece is open, and now has the reasons
   */
  explain(piece, reasons) {
    return this.#menu?.piece === piece && this.#menu.explain(reasons.map(reasonLine));
  }

  /**
   * @param {{actions: number[]}} piece
   * @returns {Action[]} what clicking it means
   */
  of(piece) {
    return piece.actions.flatMap((number) => this.#legal.get(number) ?? []);
  }

  /**
   * @param {Action[]} actions of one kind
   * @param {boolean} many whether there are more than stand in a row
   * @returns {HTMLElement[]} a button for each, or one group of them all if they are a series
   */
  #group(actions, many) {
    const labels = actions.map(({ label }) => label);
    const from = actions.length > 1 ? sharedWords(labels) : 0;
    const words = (labels[0] ?? "").slice(0, from);
    const { hint } = actions[0] ?? {};
    if (many && words && hint && actions.every((action) => action.hint === hint)) {
      return [this.#folded(`${words.trim()} …`, hint, actions)];
    }
    if (!words || (actions.length <= SERIES && !words.trim().endsWith(":"))) {
      return actions.map((action) => this.#button(action));
    }
    const look = words.length > SHORT ? "lead long" : "lead";
    const lead = html("span", { class: look, "aria-hidden": "true" }, words);
    const buttons = actions.map((action) => this.#button(action, from));
    return [html("span", { class: "series" }, lead, ...buttons)];
  }

  /**
   * @param {string} label
   * @param {string} hint
   * @param {Action[]} actions
   * @returns {HTMLElement} a button for all of them
   */
  #folded(label, hint, actions) {
    const button = html(
      "button",
      {
        type: "button",
        class: "action",
        "aria-haspopup": "menu",
        "data-action": actions.map(({ action }) => action).join(" "),
        title: hint,
      },
      html("span", { class: "action-label" }, label),
      html("span", { class: "action-hint" }, hint),
    );
    button.addEventListener("click", () => this.#openAt(button, label, actions));
    return button;
  }

  /** @param {Action} action that cannot be undone, and of whose button only the name has room */
  askAtButton(action) {
    const button = this.buttons.querySelector(`[data-action="${action.action}"]`);
    if (button instanceof HTMLElement) this.#openAt(button, action.label, [action]);
  }

  /**
   * @param {HTMLElement} button
   * @param {string} title
   * @param {Action[]} actions
   */
  #openAt(button, title, actions) {
    openMenu(button, title, actions, new Map(), (action) => this.choose(action));
  }

  /**
   * @param {Action} action
   * @param {number} [from] how many letters of its label stand before all buttons
   */
  #button(action, from = 0) {
    const button = html(
      "button",
      {
        type: "button",
        class: "action",
        "data-action": action.action,
        "aria-label": from > 0 && [action.label, action.hint].filter(Boolean).join(", "),
        title: from > 0 && action.hint,
      },
      ...wording(action, from),
    );
    button.addEventListener("click", () => {
      // What it brings has no room there, so a menu says it before what cannot be undone.
      const silent =
        from === 0 && button.querySelector(".action-hint")?.checkVisibility() === false;
      this.choose(action, silent ? BUTTON : undefined);
    });
    return button;
  }

  /** The list costs a node an action, so it is made only while it is open. */
  #fillList() {
    const summary = this.list.querySelector(".how-many");
    if (summary) summary.textContent = String(this.#legal.size);
    const items = this.list.open
      ? [...this.#legal.values()].map((action) => html("li", {}, this.#button(action)))
      : [];
    this.list.querySelector("ol")?.replaceChildren(...items);
  }
}
