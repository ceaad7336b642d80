/**
 * For who wants to be asked before a move is made: the sentence of the move, what it costs, yes or no.
 */

import { html } from "./dom.js";
import { wording } from "./menu.js";
import { closer, popUp } from "./popup.js";
import { t } from "./strings.js";

/**
 * @param {HTMLElement} anchor
 * @param {import("./types.js").Action} action
 * @param {() => void} go
 */
export function confirmMove(anchor, action, go) {
  const yes = closer(t("confirm.yes"), go);
  yes.className = "main";
  popUp(anchor, "confirm", t("confirm.title"), html("p", { class: "menu-title" }, ...wording(action)),
    html("div", { class: "dialog-buttons" }, closer(t("confirm.no")), yes));
  yes.focus();
}
