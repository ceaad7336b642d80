/**
 * "Why can't I?": asks the server why what a piece is for is not possible now, and shows the
 * reasons beside the piece, each with a link to its clause of the rules.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { onKey } from "../ui/keys.js";
import { closer, popUp } from "../ui/popup.js";
import { ruleLink } from "./side_panel.js";

/** @typedef {import("../net/protocol.js").Reason} Reason */
/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/board.js").Entry} Entry */

/**
 * @param {Piece} piece
 * @returns {boolean} whether something that the piece is for cannot be done now
 */
export const isBarred = (piece) =>
  piece.potential.some((action) => !piece.actions.includes(action));

/**
 * Pieces that cannot be used answer a click; those that can, the key W or the other mouse button.
 * @param {Board} board
 * @param {(entry: Entry) => void} ask
 */
export function listenForExplanations(board, ask) {
  /** @type {Entry | undefined} */
  let under;
  /** @param {Event} event @param {Entry | undefined} entry */
  const question = (event, entry) => {
    if (!entry || !isBarred(entry.piece)) return;
    event.preventDefault();
    ask(entry);
  };
  for (const pane of Object.values(board.panes)) {
    pane.addEventListener("pointerover", (event) => {
      under = board.at(event.target);
    });
    pane.addEventListener("pointerleave", () => {
      under = undefined;
    });
    pane.addEventListener("contextmenu", (event) => question(event, board.at(event.target)));
  }
  onKey((event) => {
    if (event.key === "w") question(event, board.at(document.activeElement) ?? under);
  });
}

/**
 * @param {Reason} reason
 * @returns {HTMLLIElement} with a link to the clause
 */
export const reasonLine = ({ reason, clause }) =>
  html("li", {}, reason, " ", clause !== null && ruleLink(clause));

/**
 * @param {HTMLElement} anchor the piece
 * @param {string} title
 * @param {Reason[]} reasons
 */
export function showReasons(anchor, title, reasons) {
  const lines = reasons.length
    ? reasons.map(reasonLine)
    : [html("li", {}, t("explanation.nothing"))];
  popUp(
    anchor,
    "explanation",
    t("explanation.title"),
    html("p", { class: "menu-title" }, title),
    html("ul", { role: "list" }, ...lines),
    closer(t("explanation.close")),
  );
}
