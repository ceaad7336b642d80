/**
 * For who wants to be asked before a move is made: the sentence of the move, what it costs, yes or no.
 */

import { html } from "./dom.js";
import { closer, popUp } from "./popup.js";
import { t } from "./strings.js";

/**
 * @param {HTMLElement} anchor
 * @param {(HTMLElement | string)[]} words of the move, or of the walk
 * @param {() => void} go
 */
export function confirmMove(anchor, words, go) {
  const yes = closer(t("confirm.yes"), go);
  yes.className = "main";
  popUp(anchor, "confirm", t("confirm.title"), html("p", { class: "menu-title" }, ...words),
    html("div", { class: "dialog-buttons" }, closer(t("confirm.no")), yes));
  yes.focus();
}
