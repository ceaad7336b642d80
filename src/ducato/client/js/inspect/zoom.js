/**
 * Shows the piece under the pointer, the finger or the focus large and with all its words, and what
 * its actions would cost and change, in a box beside it that the pointer passes through.
 *
 * The pointer has to rest on a piece; it is gone as soon as the pointer leaves. A long press or the
 * key Z keeps it until the next tap or key Escape. A piece without a face worth reading has its
 * words only, and so has every piece while hover zoom is off.
 */

import { draw } from "../board/faces.js";
import { recall } from "../state/settings.js";
import { state } from "../state/table_state.js";
import { html } from "../ui/dom.js";
import { spoken, written } from "./description.js";
import { beside } from "./placing.js";

/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("../net/protocol.js").Action} Action */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/board.js").Entry} Entry */

/** Milliseconds that the pointer rests on a piece before it is enlarged. */
const REST = 250;
/** Kinds of pieces whose faces are worth enlarging. */
const READABLE = new Set(["card", "tile"]);

/** @param {Piece} piece */
export const isReadable = ({ kind, face }) =>
  READABLE.has(kind) && !face.back && Boolean(face.title || face.glyphs.length);

export class Zoom {
  /** What is shown, or is about to be. @type {Entry | null} */
  #entry = null;
  /** Where its name stands, if that is pointed at. @type {Range | undefined} */
  #name;
  /** Where the piece lay when the box was last put beside it. @type {DOMRect | undefined} */
  #at;
  /** Whether it stays when the pointer leaves. */
  #kept = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #box = html("div", { class: "zoom", popover: "manual", "aria-hidden": "true" });

  /**
   * @param {Board} board
   * @param {(piece: Piece) => Action[]} actionsOf what clicking a piece means now
   */
  constructor(board, actionsOf) {
    this.board = board;
    this.actionsOf = actionsOf;
    this.#box.addEventListener("click", () => this.hide());
    document.body.append(this.#box);
  }

  get isOpen() {
    return this.#box.matches(":popover-open");
  }

  /** @param {EventTarget | null} target @returns {boolean} whether it is in the box */
  contains(target) {
    return target instanceof Node && this.#box.contains(target);
  }

  get isKept() {
    return this.isOpen && this.#kept;
  }

  /**
   * Show a piece once the pointer has rested on it.
   * @param {Entry | undefined} entry
   * @param {Range} [name] its name in a text, if the pointer rests on that
   */
  rest(entry, name) {
    if (this.isKept || entry === this.#entry) return;
    this.hide();
    if (!entry) return;
    this.#entry = entry;
    this.#name = name;
    this.#timer = setTimeout(() => this.#show(entry, recall("zoom") !== "no"), REST);
  }

  /**
   * Show what a piece is for, beside it and at once, without enlarging it.
   * @param {Entry | undefined} entry
   */
  describe(entry) {
    if (this.isKept && entry === this.#entry) return;
    this.hide();
    if (entry) this.#show(entry, false);
  }

  /**
   * Show a piece until it is hidden.
   * @param {Entry} entry
   */
  keep(entry) {
    this.hide();
    this.#kept = true;
    this.#box.classList.add("kept");
    this.#show(entry, true);
  }

  /**
   * The focus leaves a piece.
   * @param {Entry | undefined} entry
   */
  leave(entry) {
    if (entry === this.#entry) this.hide();
  }

  hide() {
    clearTimeout(this.#timer);
    this.#entry = null;
    this.#name = undefined;
    this.#kept = false;
    this.#box.classList.remove("kept");
    if (this.isOpen) this.#box.hidePopover();
  }

  /** A view has been drawn: describe what has changed, and keep in step with it. */
  update() {
    for (const { piece, button, body } of this.board.entries.values()) {
      const speaker = button ?? body;
      const words = spoken(piece, this.actionsOf(piece));
      if ((speaker.getAttribute("aria-description") ?? "") === words) continue;
      if (words) speaker.setAttribute("aria-description", words);
      else speaker.removeAttribute("aria-description");
    }
    if (!this.isOpen || !this.#entry) return;
    const { piece } = this.#entry;
    const entry = this.board.entries.get(piece.id);
    const left = !entry || entry.piece.area !== piece.area;
    const moved = left || !same(this.#at, outline(entry));
    // A piece that moves away from under the pointer takes nothing with it.
    if (left || (moved && !this.#kept && !this.#name)) return this.hide();
    this.#fill(entry, this.#box.classList.contains("large"));
    if (moved) this.#align();
  }

  /**
   * @param {Entry} entry
   * @param {boolean} large
   */
  #show(entry, large) {
    this.#fill(entry, large);
    if (!this.isOpen) this.#box.showPopover();
    this.#align();
  }

  /**
   * @param {Entry} entry
   * @param {boolean} large
   */
  #fill(entry, large) {
    this.#entry = entry;
    const { piece } = entry;
    const drawn = large && isReadable(piece);
    const numbers = (large && state.shown?.scene.numbers) || [];
    this.#box.classList.toggle("large", large);
    this.#box.replaceChildren(
      ...(drawn ? [enlarged(piece)] : []),
      html("div", { class: "zoom-words" }, ...written(piece, this.actionsOf(piece), numbers)),
    );
  }

  /** The page has been scrolled: what is under the pointer may be something else. */
  follow() {
    if (!this.isOpen || !this.#entry || same(this.#at, outline(this.#entry))) return;
    if (this.#kept) this.#align();
    else this.hide();
  }

  /** Stand beside the piece, wherever that is now. */
  #align() {
    const entry = this.#entry;
    if (!entry || !this.isOpen) return;
    this.#at = outline(entry);
    const thing = this.#name?.getBoundingClientRect() ?? this.#at;
    const { offsetWidth: width, offsetHeight: height } = this.#box;
    const choices = [...this.board.entries.values()]
      .filter((other) => other.can && other !== entry && other.piece.kind !== "region")
      .map(({ node }) => node.getBoundingClientRect());
    const { left, top } = beside({ width, height }, thing, choices);
    Object.assign(this.#box.style, { left: `${left}px`, top: `${top}px` });
  }
}

/** @param {Piece} piece */
const enlarged = ({ kind, face }) =>
  html(
    "div",
    { class: `piece kind-${kind}${face.turned ? " turned" : ""}` },
    html("div", { class: "body" }, draw(kind, face, { height: 1000, x: 0, y: 0 })),
  );

/**
 * @param {DOMRect | undefined} before
 * @param {DOMRect} now
 */
const same = (before, now) =>
  before !== undefined &&
  Math.abs(before.left - now.left) < 2 &&
  Math.abs(before.top - now.top) < 2;

/** @param {Entry} entry @returns {DOMRect} where it lies; a region is in its land */
function outline({ node, body }) {
  const land = body.querySelector(".land, .spot");
  return (land ?? node).getBoundingClientRect();
}
