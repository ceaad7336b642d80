/** Enlarges a card on the table while the pointer rests on its name in the log. */

import { isReadable } from "./zoom.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/board.js").Entry} Entry */
/** @typedef {import("./zoom.js").Zoom} Zoom */

/**
 * @param {HTMLElement} list of sentences
 * @param {Board} board
 * @param {Zoom} zoom
 */
export function listenToNames(list, board, zoom) {
  list.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "touch") return;
    const found = nameAt(clientX, clientY, board);
    zoom.rest(found?.entry, found?.range);
  });
  list.addEventListener("pointerleave", () => zoom.rest(undefined));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {Board} board
 * @returns {{entry: Entry, range: Range} | null} the card with the longest name there
 */
function nameAt(x, y, board) {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (!(caret?.offsetNode instanceof Text)) return null;
  const { offsetNode: node, offset } = caret;
  /** @type {{entry: Entry, from: number, to: number} | null} */
  let best = null;
  for (const entry of board.entries.values()) {
    const { title } = entry.piece.face;
    if (!title || !isReadable(entry.piece)) continue;
    for (
      let from = node.data.indexOf(title);
      from >= 0;
      from = node.data.indexOf(title, from + 1)
    ) {
      const to = from + title.length;
      const longer = !best || title.length > best.to - best.from;
      if (from <= offset && offset <= to && longer) best = { entry, from, to };
    }
  }
  if (!best) return null;
  const range = document.createRange();
  range.setStart(node, best.from);
  range.setEnd(node, best.to);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  // Beyond the end of a line the caret is still at its last letter.
  const on = x >= left && x <= right && y >= top && y <= bottom;
  return on ? { entry: best.entry, range } : null;
}
