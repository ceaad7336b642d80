/**
 * A small box beside what it is about. The browser's own popover closes it on Escape or on a click
 * elsewhere, and the focus returns to where it was.
 */

import { html } from "./dom.js";
import { put } from "./menu.js";

/**
 * @param {HTMLElement} anchor
 * @param {string} looks classes
 * @param {string} label what a screen reader calls it
 * @param {...import("./dom.js").Child} children
 * @returns {HTMLElement} the box, open; `hidePopover` closes and removes it
 */
export function popUp(anchor, looks, label, ...children) {
  const box = html(
    "div",
    {
      class: `menu ${looks}`,
      role: "dialog",
      popover: "auto",
      "aria-label": label,
      tabindex: "-1",
    },
    ...children,
  );
  box.addEventListener("toggle", (event) => {
    if (event.newState === "open") return;
    box.remove();
    if (document.activeElement === document.body && anchor.isConnected) anchor.focus();
  });
  document.body.append(box);
  box.showPopover();
  // Also when something else is shown in it.
  const sizes = new ResizeObserver(() => {
    if (anchor.isConnected) put(box, anchor.getBoundingClientRect());
  });
  put(box, anchor.getBoundingClientRect());
  sizes.observe(box);
  box.focus();
  return box;
}

/** @returns {boolean} whether such a box or a menu is open */
export const menuIsOpen = () => document.querySelector(".menu:popover-open") !== null;

/**
 * A button that closes the box around it.
 * @param {string} words
 * @param {() => void} [done] what else it does
 */
export function closer(words, done) {
  const button = html("button", { type: "button", class: "quiet" }, words);
  button.addEventListener("click", () => {
    /** @type {HTMLElement | null} */ (button.closest("[popover]"))?.hidePopover();
    done?.();
  });
  return button;
}
