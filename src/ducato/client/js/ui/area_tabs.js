/**
 * Tabs over areas, of which one is seen: the one that the person opened or, while there is nothing
 * to choose in it, the first in which there is. A tab says how much there is to choose.
 */

import { arrange, html } from "./dom.js";
import { isPlain } from "./keys.js";

/**
 * @typedef {{id: string, title: string, layout: string, node: HTMLElement, choices: number}} Part
 *   an area, and how many pieces in it can be chosen
 */

export class AreaTabs {
  list = html("div", { class: "area-tabs", role: "tablist" });
  /** @type {Part[]} */
  #parts = [];
  /** @type {Map<string, HTMLButtonElement>} */
  #tabs = new Map();
  /** The tab that the person opened last. */
  #wanted = "";
  /** Where something could be chosen when they did so; it stays open until that changes. */
  #held = "";
  #open = "";

  constructor() {
    this.list.addEventListener("click", ({ target }) => {
      const tab = target instanceof Element ? target.closest("[role=tab]") : null;
      if (tab) this.#choose(tab.getAttribute("data-opens") ?? "");
    });
    this.list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || !isPlain(event)) return;
      const at = this.#parts.findIndex(({ id }) => id === this.#open);
      const next = this.#parts[(at + step + this.#parts.length) % this.#parts.length];
      event.preventDefault();
      if (!next) return;
      this.#choose(next.id);
      this.#tabs.get(next.id)?.focus();
    });
  }

  /** @param {Part[]} parts all areas under the tabs, in their order */
  show(parts) {
    for (const { id, node } of this.#parts) {
      if (!parts.some((part) => part.id === id)) node.hidden = false;
    }
    this.#parts = parts;
    for (const { id, title, node } of parts) {
      const known = this.#tabs.get(id);
      const tab = known ?? html("button", { type: "button", role: "tab", "data-opens": id });
      this.#tabs.set(id, tab);
      node.id = `area-${id}`;
      tab.setAttribute("aria-controls", node.id);
      if (tab.firstChild?.textContent !== title) tab.replaceChildren(html("span", {}, title));
    }
    arrange(
      this.list,
      parts.flatMap(({ id }) => this.#tabs.get(id) ?? []),
    );
    this.#update();
  }

  /** Show all areas again, without tabs. */
  end() {
    this.show([]);
    this.list.remove();
  }

  /** @param {string} id */
  #choose(id) {
    this.#wanted = id;
    this.#held = this.#choosable();
    this.#update();
  }

  /** @returns {string} the areas in which something can be chosen */
  #choosable() {
    return this.#parts
      .filter(({ choices }) => choices > 0)
      .map(({ id }) => id)
      .join(" ");
  }

  #update() {
    const parts = this.#parts;
    const wanted = parts.find(({ id }) => id === this.#wanted) ?? parts[0];
    if (this.#held !== this.#choosable()) this.#held = "";
    const asked = wanted?.choices || this.#held ? null : parts.find(({ choices }) => choices > 0);
    this.#open = (asked ?? wanted)?.id ?? "";
    for (const { id, node, choices } of parts) {
      const tab = this.#tabs.get(id);
      const open = id === this.#open;
      if (node.hidden === open) node.hidden = !open;
      if (!tab) continue;
      tab.classList.toggle("asks", choices > 0);
      if (tab.ariaSelected !== String(open)) tab.ariaSelected = String(open);
      tab.tabIndex = open ? 0 : -1;
    }
  }
}
