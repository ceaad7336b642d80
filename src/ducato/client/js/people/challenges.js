/** The reader's challenges: links with which anybody can play against them. */

import { ownName } from "../net/new_table.js";
import { read, send } from "../net/requests.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { day, withTimeLeft } from "../ui/format.js";
import { GameChoice, playableGames, timeControlText } from "./game_choice.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("ducato/api").ChallengeEntry} ChallengeEntry */

export class Challenges {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.words = html("p", { role: "status", class: "feedback" });
  }

  /** Fetch the challenges and show them. */
  async update() {
    /** @type {ChallengeEntry[]} */
    const found = (await read("/api/me/challenges")) ?? [];
    const create = html("button", { type: "button", id: "new-challenge" }, t("people.challenge"));
    create.addEventListener("click", () => void this.#create());
    this.section.replaceChildren(
      html("h2", {}, t("people.challenges")),
      html("p", {}, t("people.challenges_about")),
      html("ul", { class: "people-list" }, ...found.map((one) => this.#item(one))),
      html("p", {}, create),
      this.words,
    );
  }

  /** @param {ChallengeEntry} challenge */
  #item(challenge) {
    const { id, title, once, accepted, expires } = challenge;
    const withdraw = html("button", { type: "button" }, t("people.withdraw"));
    withdraw.addEventListener("click", async () => {
      const done = await send("DELETE", `/api/challenges/${encodeURIComponent(id)}`);
      this.words.textContent = done.ok ? "" : done.error;
      await this.update();
    });
    const facts = [
      challengeFacts(challenge),
      once ? "" : t("people.accepted", { count: accepted }),
      t("people.until", { day: withTimeLeft(day(expires), expires) }),
    ];
    return html(
      "li",
      {},
      html(
        "span",
        { class: "who" },
        html("b", {}, title),
        html("small", {}, facts.filter(Boolean).join(" · ")),
      ),
      html(
        "span",
        { class: "buttons" },
        copyButton(`${location.origin}${challenge.url}`),
        withdraw,
      ),
    );
  }

  async #create() {
    const choice = new GameChoice(await playableGames());
    const once = html("input", { type: "checkbox", name: "once", checked: true });
    const fields = [
      choice.node,
      html("label", { class: "choice" }, once, html("span", {}, t("people.once"))),
    ];
    openSheet(t("people.challenge"), fields, t("people.make_link"), async () => {
      const made = await send("POST", "/api/challenges", {
        table: choice.table(ownName()),
        once: once.checked,
      });
      if (!made.ok) return made.error;
      await this.update();
      return null;
    });
  }
}

/** @param {ChallengeEntry} challenge */
export const challengeFacts = ({ players, time_control: control }) =>
  [t("people.for_players", { count: players }), timeControlText(control)].join(" · ");

/**
 * A button that copies a link, next to the link itself for those who cannot.
 * @param {string} link
 */
export function copyButton(link) {
  const button = html("button", { type: "button", class: "main" }, t("people.copy"));
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = t("people.copied");
    } catch {
      button.replaceWith(html("output", { class: "link" }, link));
    }
  });
  return button;
}
