/**
 * A line that the reader tries during a game, on their own view with the unknown dealt: set apart
 * from the real board by a bar and a pattern, and dropped or taken over at once. Nothing that is
 * done in it reaches the game.
 */

import { ViewDecoder } from "../state/scene_changes.js";
import { t } from "../state/strings.js";
import { html, loadStylesheet, textButton } from "../ui/dom.js";
import { onKey } from "../ui/keys.js";

/** @typedef {import("../net/protocol.js").Tried} Tried */
/**
 * @typedef {object} Play
 * @property {number} seq of the real position
 * @property {number} seat the reader's
 * @property {(actions: number[], deal: number) => string} ask the server; the id of the request
 * @property {(view: import("../net/protocol.js").View) => void} show on the board
 * @property {(actions: number[]) => void} take over what may be done now; null: only drop it
 * @property {() => boolean} isTurn whether the reader may act in the real game
 * @property {() => void} leave
 */

await loadStylesheet("replay");

export class TriedLine {
  /** @type {number[]} */
  #actions = [];
  #deal = 0;
  /** The request without an answer yet. */
  #asked = "";
  /** @type {Tried | null} */
  #told = null;
  #closed = new AbortController();
  #steps = html("ol", { class: "tried-steps", "aria-live": "polite" });
  #back;
  #take;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.#back = textButton("trying.back", () => this.#go(this.#actions.slice(0, -1)));
    this.#take = textButton("trying.take", () => this.#takeOver(), "main");
    const again = textButton("trying.deal", () => {
      this.#deal += 1;
      this.#go([]);
    });
    this.root = html(
      "section",
      { class: "trying-bar", "aria-label": t("trying.title"), tabindex: "-1" },
      html("p", {}, html("b", {}, t("trying.title")), ` ${t("trying.about")}`),
      this.#steps,
      html(
        "div",
        { class: "branch-buttons" },
        this.#back,
        again,
        textButton("trying.drop", play.leave),
        this.#take,
      ),
    );
    document.querySelector("main")?.before(this.root);
    document.body.classList.add("trying");
    onKey((event) => event.key === "Escape" && play.leave(), { signal: this.#closed.signal });
    this.root.focus();
    this.#go([]);
  }

  /** @param {number} action chosen on the board */
  choose(action) {
    this.#go([...this.#actions, action]);
  }

  /** @param {Tried} message */
  receive(message) {
    if (message.id !== this.#asked) return;
    this.#asked = "";
    this.#told = message;
    const texts = message.log.flatMap((entry) => entry.texts);
    this.#steps.replaceChildren(...texts.map((text) => html("li", {}, text)));
    this.#steps.scrollTo(0, this.#steps.scrollHeight);
    this.#back.disabled = this.#actions.length === 0;
    this.#take.disabled = this.#own().length === 0 || !this.play.isTurn();
    this.play.show(new ViewDecoder().decode(message.view));
  }

  /** @param {string} request was rejected: as in another deal, where the line is not possible */
  reject(request) {
    if (request !== this.#asked) return;
    this.#asked = "";
    if (this.#actions.length === 0) return this.play.leave();
    this.#go(this.#actions.slice(0, -1));
  }

  close() {
    this.#closed.abort();
    this.root.remove();
    document.body.classList.remove("trying");
  }

  /** @param {number[]} actions */
  #go(actions) {
    this.#actions = actions;
    this.#asked = this.play.ask(actions, this.#deal);
  }

  /** @returns {number[]} the reader's own actions, before anybody else or chance acts */
  #own() {
    const log = this.#told?.log ?? [];
    const other = log.findIndex(({ actor }) => actor !== this.play.seat);
    return this.#actions.slice(0, other < 0 ? log.length : other);
  }

  #takeOver() {
    const own = this.#own();
    this.play.leave();
    this.play.take(own);
  }
}
