/**
 * The chat of a table: its lines, phrases that everyone reads in their own language, and a field to
 * write in. The server decides who may read what.
 */

import { isolate, t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { personButton } from "./person_menu.js";

/** @typedef {import("../net/protocol.js").Chat} ChatMessage */
/** @typedef {import("../net/protocol.js").ChatLine} ChatLine */
/** @typedef {import("../net/protocol.js").Request} Request */

/** Pixels from the end within which a reader counts as being there. */
const NEAR = 24;
/** Where readers are who see the last line, and go on doing so. */
const END = Infinity;

export class Chat {
  /** Where the reader is: pixels above the lines in view, or `END`. */
  #top = END;
  #part = need("chat", HTMLElement);
  #tab = need("tab-chat", HTMLElement);
  #list = html("ol", { class: "chat-lines", tabindex: 0 });
  #phrases = html("div", { class: "chat-phrases", role: "group" });
  #input = html("input", { type: "text", required: true, autocomplete: "off" });
  #form = html("form", { class: "chat-form" }, this.#input);
  #unread = need("unread", HTMLElement);
  /** Leads to what was said below the lines in view. */
  #below = html("button", { type: "button", class: "chat-below", hidden: true });
  /** The number of the last line. */
  #last = 0;
  #count = 0;
  #known = false; // whether the server knows the reader

  /**
   * @param {(request: Request) => void} ask
   * @param {(words: string) => void} speak announces it to screen readers
   */
  constructor(ask, speak) {
    this.ask = ask;
    this.speak = speak;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text) ask({ type: "chat", text });
      this.#input.value = "";
    });
    this.#part.addEventListener("show", () => {
      this.#mark(0);
      this.#return();
    });
    this.#list.addEventListener("scroll", () => {
      if (this.#part.hidden) return; // hiding it scrolls it to the top
      this.#top = this.#atEnd() ? END : this.#list.scrollTop;
      if (this.#top === END) this.#below.hidden = true;
    });
    this.#part.closest("[id=side-panel]")?.addEventListener("toggle", () => this.#return());
    this.#below.addEventListener("click", () => {
      this.#down();
      this.#list.focus({ preventScroll: true });
    });
  }

  /** @param {ChatMessage} message */
  show(message) {
    this.#tab.hidden = false;
    this.#known = message.can_speak;
    this.#list.setAttribute("aria-label", t("chat.lines"));
    this.#list.replaceChildren(...message.lines.map((line) => this.#line(line)));
    this.#phrases.setAttribute("aria-label", t("chat.phrases"));
    this.#phrases.replaceChildren(
      ...message.phrases.map(({ name, label }) => {
        const button = html("button", { type: "button" }, label);
        button.addEventListener("click", () => this.ask({ type: "chat", phrase: name }));
        return button;
      }),
    );
    const words = t(message.spectator ? "chat.write_spectator" : "chat.write");
    this.#input.maxLength = message.longest;
    this.#input.placeholder = words;
    this.#input.setAttribute("aria-label", words);
    this.#form.replaceChildren(this.#input, html("button", {}, t("chat.send")));
    this.#below.textContent = t("chat.below");
    const lines = html("div", { class: "chat-read" }, this.#list, this.#below);
    const parts = message.can_speak ? [lines, this.#phrases, this.#form] : [lines];
    const typing = this.#form.contains(document.activeElement);
    const reading = document.activeElement === this.#list;
    this.#part.replaceChildren(html("div", { class: "chat-body" }, ...parts));
    if (typing) this.#input.focus();
    else if (reading) this.#list.focus({ preventScroll: true });
    this.#return();
    this.#note(message.lines.at(-1));
  }

  /** @param {ChatLine} line that was said just now */
  add(line) {
    this.#list.append(this.#line(line));
    if (this.#top === END || line.own) this.#down();
    this.#note(line);
    if (line.own || line.muted || line.text === null) return;
    this.speak(`${isolate(line.name)}: ${isolate(line.text)}`);
    if (this.#part.hidden) this.#mark(this.#count + 1);
  }

  /** @param {ChatLine} line */
  #line(line) {
    const name = line.seat === null ? t("chat.spectator", { name: line.name }) : line.name;
    const entry = html(
      "li",
      { class: line.seat === null ? "by-nobody" : `by-${line.seat % 6}` },
      html("p", {}, html("b", {}, name), " ", html("span", {}, line.text ?? t("chat.muted"))),
    );
    if (line.own) return entry;
    const words = t(line.muted ? "chat.unmute" : "chat.mute", { name: line.name });
    const mute = html(
      "button",
      { type: "button", class: "quiet chat-mute", "aria-label": words, title: words },
      html("span", { "aria-hidden": "true" }, line.muted ? "♪" : "⊘"),
    );
    mute.addEventListener("click", () =>
      this.ask({ type: "mute", line: line.number, on: !line.muted }),
    );
    if (!line.blocked) entry.append(mute);
    if (this.#known) {
      const { name, number, blocked } = line;
      entry.append(personButton({ name, whom: { line: number }, blocked }, this.ask));
    }
    return entry;
  }

  /** @param {ChatLine | undefined} last the last line, which may lie below those in view */
  #note(last) {
    if (!last || last.number <= this.#last) return;
    this.#last = last.number;
    if (this.#top !== END && !last.muted) this.#below.hidden = false;
  }

  /** @param {number} count of lines that were not seen */
  #mark(count) {
    this.#count = count;
    this.#unread.hidden = count === 0;
    document.body.classList.toggle("unread", count > 0); // where a button opens the panel
    this.#unread.textContent = String(count);
  }

  #down() {
    this.#top = END;
    this.#below.hidden = true;
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** Return to where the reader was: lines drawn anew or shown again begin at the top. */
  #return() {
    if (this.#top === END) this.#down();
    else this.#list.scrollTop = this.#top;
  }

  /** @returns {boolean} whether the last line is in view */
  #atEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#list;
    return scrollHeight - clientHeight - scrollTop < NEAR;
  }
}
