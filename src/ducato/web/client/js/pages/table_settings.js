/**
 * What the people of a new table agree on: how long they may think, who may come, who plays for
 * somebody whose time is over.
 */

import { html } from "../ui/dom.js";
import { t } from "../state/strings.js";

/** @typedef {import("../net/protocol.js").Game} Game */
/** @typedef {import("../net/protocol.js").Pace} Pace */

/** The paces that are offered. @type {Record<string, Pace>} */
const PACES = {
  none: { kind: "none" },
  quick: { kind: "live", minutes: 10, increment: 10 },
  calm: { kind: "live", minutes: 25, increment: 30 },
  day: { kind: "slow", days: 1 },
  days: { kind: "slow", days: 3 },
};

export class Terms {
  /** What was chosen, kept while the game or the language changes. */
  #chosen = { pace: "none", public: false, steward: "" };

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {Game} game */
  show(game) {
    const chosen = this.#chosen;
    if (!game.bots.some((bot) => bot.name === chosen.steward)) chosen.steward = game.bots[0]?.name ?? "";
    const pace = html("select", { name: "pace" }, ...Object.keys(PACES).map((key) =>
      html("option", { value: key, selected: key === chosen.pace }, t(`pace.${key}`))));
    pace.addEventListener("change", () => { chosen.pace = pace.value; this.show(game); });
    const open = html("input", { type: "checkbox", name: "public", checked: chosen.public });
    open.addEventListener("change", () => { chosen.public = open.checked; });
    const steward = html("select", { name: "steward" }, ...game.bots.map((bot) =>
      html("option", { value: bot.name, selected: bot.name === chosen.steward }, bot.title)));
    steward.addEventListener("change", () => { chosen.steward = steward.value; });
    this.root.replaceChildren(
      html("label", { class: "choice" }, html("span", {}, t("lobby.pace")), pace),
      html("label", { class: "choice" }, open, html("span", {}, t("lobby.public"))),
      ...(chosen.pace === "none" ? [] : [html("label", { class: "choice" }, html("span", {}, t("lobby.steward")), steward)]));
  }

  /** As the server wants them. */
  chosen() {
    const { pace, public: open, steward } = this.#chosen;
    return { pace: PACES[pace] ?? PACES.none, public: open, ...(steward && { steward }) };
  }
}
