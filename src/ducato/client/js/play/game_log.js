/**
 * The game log, newest entries at the bottom, and the live region that announces them to screen
 * readers.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").LogEntry} LogEntry */

/**
 * @param {LogEntry[]} entries
 * @param {Element | null} [last] the line before them, to which a note may belong
 * @returns {HTMLElement[]} their lines
 */
export function logLines(entries, last = null) {
  /** @type {HTMLElement[]} */
  const lines = [];
  for (const { seq, actor, texts, notes = [], joined } of entries) {
    if (joined) lines.pop();
    const looks = actor < 0 ? "by-chance" : `by-seat by-${actor % 6}`;
    for (const text of texts) lines.push(html("li", { class: looks, "data-seq": seq }, text));
    for (const note of notes)
      (lines.at(-1) ?? last)?.append(" ", html("small", { class: "note" }, note));
  }
  return lines;
}

export class GameLog {
  #divider = html("li", { class: "since" });

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} voice a live region
   */
  constructor(list, voice) {
    /** @type {LogEntry[]} */
    this.entries = [];
    /** The reader's seat. @type {number | null} */
    this.own = null;
    this.list = list;
    this.voice = voice;
    // Also when lines wrap differently after a change of width, or something beside it has taken
    // room.
    const sizes = new ResizeObserver(() => this.#scroll());
    for (const box of [list, list.parentElement]) if (box) sizes.observe(box);
  }

  /**
   * @param {LogEntry[]} entries the whole log; nothing is announced
   */
  reset(entries) {
    this.entries = [...entries];
    this.list.replaceChildren(...logLines(entries));
    this.#divide();
  }

  /** @param {LogEntry[]} entries from before the first line; nothing is announced */
  prepend(entries) {
    const first = this.entries.findIndex(({ texts }) => texts.length > 0);
    /** Notes on the last of the lines that come before. */
    const notes = this.entries.slice(0, first < 0 ? undefined : first);
    const joined = this.entries[0]?.joined;
    this.list.prepend(...logLines(joined ? entries.slice(0, -1) : [...entries, ...notes]));
    this.entries.unshift(...entries);
  }

  /** @param {LogEntry} entry */
  add(entry) {
    this.entries.push(entry);
    const last = this.list.lastElementChild;
    if (entry.joined) last?.remove();
    const lines = logLines([entry], entry.joined ? null : last);
    this.list.append(...lines);
    const words = [...entry.texts, ...(entry.notes ?? [])].join(" ");
    this.#divide();
    if (words) this.say(words);
  }

  /** @param {string} words for screen readers, after what they are reading now */
  say(words) {
    // A new node each time: a live region whose text is set to the same words again stays silent.
    this.voice.append(html("p", {}, words));
    while (this.voice.childElementCount > 4) this.voice.firstElementChild?.remove();
  }

  /** @returns {LogEntry[]} what happened since the reader's last turn; all, if there was none */
  since() {
    const mine = this.entries.findLastIndex((entry) => entry.actor === this.own);
    const after = this.entries.slice(mine + 1);
    return after.slice(
      Math.max(
        0,
        after.findIndex(({ texts }) => texts.length > 0),
      ),
    );
  }

  /** Mark where the reader's last turn ended. */
  #divide() {
    const since = this.own === null ? [] : this.since();
    const from = since.some(({ actor }) => actor >= 0) ? since[0] : undefined;
    const marked =
      from?.texts.length && from !== this.entries.find((entry) => entry.texts.length > 0)
        ? this.list.querySelector(`[data-seq="${from.seq}"]`)
        : null;
    if (this.#divider.nextElementSibling === marked) return;
    // An earlier mark leaves a line of its own height, so that what follows keeps its place.
    this.#divider.replaceWith(html("li", { class: "turn-ended", "aria-hidden": "true" }));
    this.#divider.textContent = t("recap.title");
    marked?.before(this.#divider);
  }

  /**
   * Mark the lines of one step, or of the last one before it that has any.
   * @param {number | null} seq
   */
  mark(seq) {
    const at =
      seq === null
        ? -1
        : this.entries.findLastIndex((entry) => entry.seq <= seq && entry.texts.length > 0);
    const left = this.entries.slice(Math.max(at, 0) + 1).findIndex(({ joined }) => !joined);
    const shown = at < 0 ? undefined : this.entries.at(left < 0 ? -1 : at + left);
    for (const line of this.list.querySelectorAll("[data-seq]")) {
      if (line.getAttribute("data-seq") === String(shown?.seq))
        line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** Scroll to the newest entry. */
  toEnd() {
    // After the next layout: what lies above the log may be changing its height just
    // now.
    requestAnimationFrame(() => this.#scroll());
  }

  #scroll() {
    for (const box of [this.list, this.list.parentElement]) box?.scrollTo(0, box.scrollHeight);
  }
}
