/**
 * The bar above one's own cards: what happened last and what is asked. Also announcements.
 */

import { html, need } from "../ui/dom.js";

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
