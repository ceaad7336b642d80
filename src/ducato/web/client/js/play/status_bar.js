/**
 * The bar above one's own cards: what happened last, what is asked, and a line that describes the
 * piece under the pointer or the focus. Also announcements.
 */

import { html, need } from "../ui/dom.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./choices.js").Choices} Choices */

const ANNOUNCEMENT_FOR = 6000;

/**
 * @param {HTMLElement} node
 * @param {string} words
 */
export function write(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

/**
 * Show an announcement that disappears by itself; screen readers read it at once.
 * @param {...import("../ui/dom.js").Child} words
 */
export function announce(...words) {
  const line = html("p", { class: "announcement" }, ...words);
  need("announcements", HTMLElement).append(line);
  setTimeout(() => line.remove(), ANNOUNCEMENT_FOR);
}

/**
 * Describe pieces in the line under the status bar.
 * @param {Board} board
 * @param {Choices} choices
 */
export function listenForDescriptions(board, choices) {
  const hint = need("hint", HTMLElement);
  /** Whether a key moves the focus just now; else it is the page that brings it somewhere. */
  let walking = false;
  document.addEventListener(
    "keydown",
    () => {
      walking = true;
      setTimeout(() => {
        walking = false;
      });
    },
    true,
  );
  // One action: what it does, costs and gives. Several: the same of each, or what the piece is. A
  // menu that is open says all of it.
  /** @param {Event} event */
  const explain = (event) => {
    if (event.type === "focusin" && !walking) return;
    const entry = board.at(event.target);
    const actions = entry ? choices.of(entry.piece) : [];
    if (!entry || document.querySelector(".menu:popover-open")) return write(hint, "");
    const each =
      actions.length === 1
        ? actions.flatMap(({ label, hint }) => [label, hint])
        : actions.map(({ label, hint }) => hint && `${label}: ${hint}`);
    write(hint, each.filter((part) => part).join(" · ") || entry.piece.label);
  };
  for (const pane of Object.values(board.panes)) {
    for (const kind of ["pointerover", "focusin"]) pane.addEventListener(kind, explain);
    pane.addEventListener("pointerleave", () => write(hint, ""));
    // When its menu is open, if it has one.
    pane.addEventListener("click", (event) => setTimeout(() => explain(event)));
  }
}
