/**
 * The story of the game so far, newest at the bottom, and the voice that tells it to a screen reader.
 */

import { html } from "./dom.js";

/** @typedef {import("./types.js").LogEntry} LogEntry */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} voice a live region
   */
  constructor(list, voice) {
    this.list = list;
    this.voice = voice;
    // Also when a change of width has folded the lines anew.
    new ResizeObserver(() => this.#scroll()).observe(list);
  }

  /** @param {LogEntry[]} entries the whole story, told silently */
  reset(entries) {
    this.list.replaceChildren(...entries.flatMap((entry) => this.#lines(entry)));
  }

  /** @param {LogEntry} entry */
  add(entry) {
    const lines = this.#lines(entry);
    if (lines.length === 0) return;
    this.list.append(...lines);
    this.say(entry.texts.join(" "));
  }

  /** @param {string} words said by a screen reader when it is done with what it says now */
  say(words) {
    // A new node each time: a live region whose text is set to the same words again stays silent.
    this.voice.append(html("p", {}, words));
    while (this.voice.childElementCount > 4) this.voice.firstElementChild?.remove();
  }

  /** @param {LogEntry} entry */
  #lines(entry) {
    return entry.texts.map((text) => html("li", { class: entry.actor < 0 ? "by-chance" : `by-seat by-${entry.actor % 6}` }, text));
  }

  /** Scrolls to what happened last. */
  toEnd() {
    // After the page is laid out anew: what lies above the story may be changing its height just now.
    requestAnimationFrame(() => this.#scroll());
  }

  #scroll() {
    for (const box of [this.list, this.list.parentElement]) box?.scrollTo(0, box.scrollHeight);
  }
}
