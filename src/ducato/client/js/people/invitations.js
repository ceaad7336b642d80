/** The tables where a seat is reserved for the reader, each to be accepted or declined. */

import { describeGame } from "../home/about_game.js";
import { read, send } from "../net/requests.js";
import { isolate, t } from "../state/strings.js";
import { callWords } from "../ui/calls.js";
import { arrange, html } from "../ui/dom.js";

/** @typedef {import("ducato/api").Invitation} Invitation */

export class Invitations {
  /** By the tables' ids. @type {Map<string, HTMLLIElement>} */
  #items = new Map();

  /** @param {HTMLElement} section hidden while there is no invitation */
  constructor(section) {
    this.section = section;
    this.title = html("h2");
    this.list = html("ul", { class: "people-list" });
    this.words = html("p", { role: "status", class: "feedback" });
    section.replaceChildren(this.title, this.list, this.words);
  }

  /** Draw everything again at the next call of `update`, such as in another language. */
  forget() {
    this.#items = new Map();
  }

  /**
   * Fetch the invitations and show them.
   * @returns {Promise<Invitation[]>} none if the server cannot be reached
   */
  async update() {
    /** @type {Invitation[] | null} */
    const found = await read("/api/me/invitations");
    if (found) this.#show(found);
    return found ?? [];
  }

  /** @param {Invitation[]} found */
  #show(found) {
    const known = this.#items;
    this.#items = new Map(found.map((one) => [one.id, known.get(one.id) ?? this.#item(one)]));
    this.title.textContent = t("people.invitations");
    this.section.hidden = found.length === 0;
    arrange(this.list, [...this.#items.values()]);
  }

  /** @param {Invitation} invitation */
  #item(invitation) {
    const { id, url, game, title, name, own, names, time_control: clock } = invitation;
    const called = own || invitation.tournament !== null;
    const words = called
      ? callWords(invitation)
      : name
        ? t("people.invited_by", { name, game: title })
        : t("people.invited", { game: title });
    const decline = html("button", { type: "button" }, t("people.decline"));
    const about = html("div");
    if (!called)
      void describeGame(game, clock).then((described) => described && about.replaceWith(described));
    const item = html(
      "li",
      {},
      html(
        "span",
        { class: "who" },
        html("b", {}, words),
        html("small", {}, names.map(isolate).join(" – ")),
        about,
      ),
      html(
        "span",
        { class: "buttons" },
        html("a", { class: "main", href: url }, t(called ? "site.go" : "people.play")),
        invitation.tournament === null && decline,
      ),
    );
    decline.addEventListener("click", async () => {
      const done = await send("POST", `/api/me/invitations/${encodeURIComponent(id)}/decline`);
      this.words.textContent = done.ok ? "" : done.error;
      await this.update();
    });
    return item;
  }
}
