/**
 * What others have laid, moved or turned since the reader's own last move stays marked on the
 * board, so that one sees without reading what has happened.
 */

import { alike } from "../board/board.js";

/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").Piece} Piece */

/** What is marked; numbers and dice tell themselves that they have changed. */
const KINDS = ["card", "tile", "pawn", "marker", "region"];

/** The ids of the marked pieces. @type {Set<string>} */
const recent = new Set();

/**
 * @param {Piece} piece
 * @param {Piece | undefined} before
 * @returns {boolean} whether it was laid, moved or turned
 */
const differs = (piece, before) =>
  before?.area !== piece.area ||
  before.x !== piece.x ||
  before.y !== piece.y ||
  !alike(before.face, piece.face);

/**
 * @param {View | null} before what is on the board
 * @param {View} after what is going to be
 * @param {boolean} own whether it is the reader's own move: then all marks go
 */
export function noteChanges(before, after, own) {
  if (own || !before) return recent.clear();
  const known = new Map(before.scene.pieces.map((piece) => [piece.id, piece]));
  const hands = new Set(after.scene.areas.flatMap(({ id, role }) => (role === "hand" ? id : [])));
  for (const piece of after.scene.pieces) {
    const old = known.get(piece.id);
    const shows = KINDS.includes(piece.kind) && !piece.face.back && !hands.has(piece.area);
    if (old !== piece && shows && differs(piece, old)) recent.add(piece.id);
  }
}

/** Forget all marks: the board shows another moment. */
export const forgetChanges = () => recent.clear();

/** @param {import("../board/board.js").Board} board */
export function markChanges(board) {
  for (const [id, { node }] of board.entries) node.classList.toggle("recent", recent.has(id));
}
