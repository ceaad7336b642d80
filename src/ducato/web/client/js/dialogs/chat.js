/**
 * The talk at a table: what was said, phrases that everybody reads in their own language, and a line to
 * write. Who may read what is the server's business.
 */

import { html, need } from "../ui/dom.js";
import { t } from "../state/strings.js";

/** @typedef {import("../net/protocol.js").Talk} TalkMessage */
/** @typedef {import("../net/protocol.js").Line} Line */
/** @typedef {import("../net/protocol.js").Request} Request */

export class Talk {
  #part = need("talk", HTMLDetailsElement);
  #list = html("ol", { class: "talk-lines", tabindex: 0 });
  #phrases = html("div", { class: "talk-phrases", role: "group" });
  #input = html("input", { type: "text", required: true, autocomplete: "off" });
  #form = html("form", { class: "talk-form" }, this.#input);
  #unread = html("span", { class: "mark", hidden: true });
  #count = 0;

  /**
   * @param {(request: Request) => void} ask
   * @param {(words: string) => void} speak says it to who listens rather than looks
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
    this.#part.addEventListener("toggle", () => {
      this.#mark(0);
      this.#part.closest(".table")?.classList.toggle("talking", this.#part.open); // it needs room beside the story
      if (!this.#part.open) return;
      this.#part.lastElementChild?.scrollIntoView({ block: "nearest" }); // where there is little
      this.#down();
    });
  }

  /** @param {TalkMessage} talk */
  show(talk) {
    this.#part.hidden = false;
    this.#list.setAttribute("aria-label", t("talk.lines"));
    this.#list.replaceChildren(...talk.lines.map((line) => this.#line(line)));
    this.#phrases.setAttribute("aria-label", t("talk.phrases"));
    this.#phrases.replaceChildren(...talk.phrases.map(({ name, label }) => {
      const button = html("button", { type: "button" }, label);
      button.addEventListener("click", () => this.ask({ type: "chat", phrase: name }));
      return button;
    }));
    const words = t(talk.watching ? "talk.watching" : "talk.write");
    this.#input.maxLength = talk.longest;
    this.#input.placeholder = words;
    this.#input.setAttribute("aria-label", words);
    this.#form.replaceChildren(this.#input, html("button", {}, t("talk.send")));
    const parts = talk.speaks ? [this.#list, this.#phrases, this.#form] : [this.#list];
    const typing = this.#form.contains(document.activeElement);
    this.#part.replaceChildren(html("summary", {}, t("talk.title"), " ", this.#unread),
      html("div", { class: "talk-body" }, ...parts));
    if (typing) this.#input.focus();
    this.#down();
  }

  /** @param {Line} line that was said just now */
  add(line) {
    this.#list.append(this.#line(line));
    this.#down();
    if (line.own || line.muted || line.text === null) return;
    this.speak(`${line.name}: ${line.text}`);
    if (!this.#part.open) this.#mark(this.#count + 1);
  }

  /** @param {Line} line */
  #line(line) {
    const name = line.seat === null ? t("talk.watcher", { name: line.name }) : line.name;
    const entry = html("li", { class: line.seat === null ? "by-nobody" : `by-${line.seat % 6}` },
      html("p", {}, html("b", {}, name), " ", html("span", {}, line.text ?? t("talk.muted"))));
    if (line.own) return entry;
    const words = t(line.muted ? "talk.unmute" : "talk.mute", { name: line.name });
    const mute = html("button", { type: "button", class: "quiet talk-mute", "aria-label": words, title: words },
      html("span", { "aria-hidden": "true" }, line.muted ? "♪" : "⊘"));
    mute.addEventListener("click", () => this.ask({ type: "mute", line: line.number, on: !line.muted }));
    entry.append(mute);
    return entry;
  }

  /** @param {number} count of lines that were not seen */
  #mark(count) {
    this.#count = count;
    this.#unread.hidden = count === 0;
    this.#unread.textContent = String(count);
  }

  #down() {
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}
