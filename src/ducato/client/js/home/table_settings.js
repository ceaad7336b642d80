/**
 * The settings of a new table: the time control, whether anyone can join, and which bot substitutes
 * for players whose time has run out.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { levelOptions } from "./levels.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("../net/protocol.js").TimeControl} TimeControl */

/** The time controls that are offered. @type {Record<string, TimeControl>} */
export const TIME_CONTROLS = {
  untimed: { kind: "untimed" },
  quick: { kind: "real_time", minutes: 10, increment: 10 },
  calm: { kind: "real_time", minutes: 25, increment: 30 },
  day: { kind: "correspondence", days: 1 },
  days: { kind: "correspondence", days: 3 },
};

export class TableSettings {
  /** What was chosen, kept while the game or the language changes. */
  #chosen = { timeControl: "untimed", public: false, substitute: "" };

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {Game} game @param {number} players */
  show(game, players) {
    const chosen = this.#chosen;
    if (!game.bots.some((bot) => bot.name === chosen.substitute))
      chosen.substitute = game.bots[0]?.name ?? "";
    const timeControl = html(
      "select",
      { name: "time_control" },
      ...Object.keys(TIME_CONTROLS).map((key) =>
        html(
          "option",
          { value: key, selected: key === chosen.timeControl },
          t(`time_control.${key}`),
        ),
      ),
    );
    timeControl.addEventListener("change", () => {
      chosen.timeControl = timeControl.value;
      this.show(game, players);
    });
    const open = html("input", { type: "checkbox", name: "public", checked: chosen.public });
    open.addEventListener("change", () => {
      chosen.public = open.checked;
    });
    const substitute = html(
      "select",
      { name: "substitute" },
      ...levelOptions(game, players, chosen.substitute),
    );
    substitute.addEventListener("change", () => {
      chosen.substitute = substitute.value;
    });
    this.root.replaceChildren(
      html("label", { class: "choice" }, html("span", {}, t("lobby.time_control")), timeControl),
      html("label", { class: "choice" }, open, html("span", {}, t("lobby.public"))),
      ...(chosen.timeControl === "untimed"
        ? []
        : [
            html("label", { class: "choice" }, html("span", {}, t("lobby.substitute")), substitute),
          ]),
    );
  }

  /** As the server wants them. */
  chosen() {
    const { timeControl, public: open, substitute } = this.#chosen;
    return {
      time_control: TIME_CONTROLS[timeControl] ?? TIME_CONTROLS.untimed,
      public: open,
      ...(substitute && { substitute }),
    };
  }
}
