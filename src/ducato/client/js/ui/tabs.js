/**
 * Tabs: of several panels one is shown. The arrow keys go from tab to tab.
 */

import { recall, remember } from "../state/settings.js";
import { isPlain } from "./keys.js";

export class Tabs {
  /**
   * @param {HTMLElement} list the tabs, each of which names its panel in `aria-controls`
   * @param {string} first the id of the panel that is shown if the person has not chosen one
   */
  constructor(list, first) {
    this.list = list;
    this.key = `tab.${list.id}`;
    list.addEventListener("click", ({ target }) => {
      const tab = target instanceof Element ? target.closest("[role=tab]") : null;
      if (tab) this.open(tab.getAttribute("aria-controls") ?? first, true);
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || !isPlain(event)) return;
      const tabs = this.#tabs().filter((tab) => !tab.hidden);
      const at = tabs.findIndex((tab) => tab.ariaSelected === "true");
      const next = tabs[(at + step + tabs.length) % tabs.length];
      event.preventDefault();
      next?.focus();
      next?.click();
    });
    const kept = recall(this.key);
    const known = this.#tabs().some(
      (tab) => !tab.hidden && tab.getAttribute("aria-controls") === kept,
    );
    this.open(known && kept ? kept : first);
  }

  /** @returns {HTMLElement[]} */
  #tabs() {
    return [...this.list.children].filter((tab) => tab instanceof HTMLElement);
  }

  /**
   * @param {string} id of the panel to show
   * @param {boolean} [keep] whether to show it again when the page is next opened
   */
  open(id, keep = false) {
    if (keep) remember(this.key, id);
    for (const tab of this.#tabs()) {
      const chosen = tab.getAttribute("aria-controls") === id;
      tab.ariaSelected = String(chosen);
      tab.tabIndex = chosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (!panel || panel.hidden === !chosen) continue;
      panel.hidden = !chosen;
      panel.dispatchEvent(new Event(chosen ? "show" : "hide"));
    }
  }

  /**
   * @param {string} id
   * @returns {boolean} whether this panel is the one shown
   */
  isOpen(id) {
    return this.#tabs().some(
      (tab) => tab.getAttribute("aria-controls") === id && tab.ariaSelected === "true",
    );
  }
}
