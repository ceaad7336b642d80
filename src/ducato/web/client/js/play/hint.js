/**
 * Shows a hint: marks what a bot would choose on the board, and says it in a sentence, until
 * another view is shown. Loaded when the reader first asks for a hint.
 */

import { write } from "./status_bar.js";

/** @typedef {import("../net/protocol.js").Hint} Hint */
/** @typedef {import("../board/board.js").Board} Board */

const MARK = "advised";

/**
 * @param {Hint} hint
 * @param {Board} board
 * @param {HTMLElement} line where the sentence goes
 */
export function showHint(hint, board, line) {
  clearHint(line);
  for (const { piece, node } of board.entries.values()) {
    node.classList.toggle(
      MARK,
      piece.actions.includes(hint.action) || piece.path?.[0] === hint.action,
    );
  }
  for (const button of document.querySelectorAll(`[data-action="${hint.action}"]`))
    button.classList.add(MARK);
  line.hidden = false;
  write(line, hint.text);
}

/** @param {HTMLElement} line */
export function clearHint(line) {
  line.hidden = true;
  write(line, "");
  for (const node of document.querySelectorAll(`.${MARK}`)) node.classList.remove(MARK);
}
