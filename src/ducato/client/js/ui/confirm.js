/**
 * Confirmations: of an action and its cost, for readers who want to be asked, and of resigning.
 */

import { t } from "../state/strings.js";
import { html } from "./dom.js";
import { closer, popUp } from "./popup.js";

/**
 * @param {HTMLElement} anchor
 * @param {(HTMLElement | string)[]} words of the move, or of the walk
 * @param {() => void} go
 */
export function confirmMove(anchor, words, go) {
  ask(anchor, t("confirm.title"), words, t("confirm.yes"), go).yes.focus();
}

/**
 * @param {HTMLElement} anchor
 * @param {() => void} go
 */
export function confirmResigning(anchor, go) {
  const sure = t("roster.resign_sure");
  ask(anchor, sure, [sure], t("roster.resign"), go).no.focus();
}

/**
 * @param {HTMLElement} anchor
 * @param {string} label of the question
 * @param {(HTMLElement | string)[]} words
 * @param {string} agree label of the button that confirms
 * @param {() => void} go
 * @returns the two buttons of the open box
 */
function ask(anchor, label, words, agree, go) {
  const [no, yes] = [closer(t("confirm.no")), closer(agree, go)];
  yes.className = "main";
  popUp(
    anchor,
    "confirm",
    label,
    html("p", { class: "menu-title" }, ...words),
    html("div", { class: "dialog-buttons" }, no, yes),
  );
  return { no, yes };
}
