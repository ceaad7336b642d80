/**
 * A spotlight on one thing of the page: all else is dimmed, and a box of words stands beside it
 * with an arrow. It only shows; whatever is dimmed stays where it is and can be used.
 */

import { html } from "../ui/dom.js";
import { beside } from "./placing.js";

/** Pixels of light round the thing. */
const RIM = 6;

export class Spotlight {
  #light = html("div", { class: "spotlight", "aria-hidden": "true", hidden: true });
  /** @type {Element | null} */
  #thing = null;
  /** Where the light was aimed last: the thing and the box of words. */
  #aimed = "";
  #frame = 0;

  /** @param {HTMLElement} words the box that stands beside the thing */
  constructor(words) {
    this.words = words;
    document.body.append(this.#light);
  }

  /** @param {Element | null} thing to be lit; null for none */
  show(thing) {
    cancelAnimationFrame(this.#frame);
    this.#thing = thing;
    this.#aimed = "";
    this.#light.hidden = !thing;
    this.words.classList.toggle("beside", thing !== null);
    if (thing) {
      // In the top layer, above the shade.
      this.words.popover = "manual";
      if (!this.words.matches(":popover-open")) this.words.showPopover();
      this.#follow();
    } else {
      this.words.popover = null;
      this.words.style.removeProperty("left");
      this.words.style.removeProperty("top");
      delete this.words.dataset.side;
    }
  }

  /** Aim again in every frame: a thing moves with the page, with its row and by itself. */
  #follow = () => {
    this.#aim();
    this.#frame = requestAnimationFrame(this.#follow);
  };

  #aim() {
    if (!this.#thing?.isConnected) return;
    const { left, top, right, bottom } = this.#thing.getBoundingClientRect();
    const { width, height } = this.words.getBoundingClientRect();
    const aimed = [left, top, right, bottom, width, height, innerWidth, innerHeight].join(" ");
    if (aimed === this.#aimed) return;
    this.#aimed = aimed;
    const lit = { left: left - RIM, top: top - RIM, right: right + RIM, bottom: bottom + RIM };
    Object.assign(this.#light.style, {
      left: `${lit.left}px`,
      top: `${lit.top}px`,
      width: `${lit.right - lit.left}px`,
      height: `${lit.bottom - lit.top}px`,
    });
    const at = beside({ width, height }, lit, []);
    const side =
      at.left >= lit.right
        ? "right"
        : at.left + width <= lit.left
          ? "left"
          : at.top + height <= lit.top
            ? "above"
            : "below";
    this.words.dataset.side = side;
    this.words.style.left = `${at.left}px`;
    this.words.style.top = `${at.top}px`;
    const across = side === "above" || side === "below";
    const middle = across ? (left + right) / 2 - at.left : (top + bottom) / 2 - at.top;
    const most = (across ? width : height) - 22;
    this.words.style.setProperty("--point", `${Math.max(22, Math.min(middle, most))}px`);
  }
}
