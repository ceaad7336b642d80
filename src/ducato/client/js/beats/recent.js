/**
 * What others have laid, moved or turned since the reader's own last move stays marked on the
 * board, and numbers show by how much they have changed, so that one sees without reading what has
 * happened.
 */

import { alike } from "../board/board.js";

/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").Piece} Piece */

/** What is marked. */
const KINDS = ["card", "tile", "pawn", "marker", "region"];
/** What shows by how much it has changed. */
const NUMBERS = ["counter", "score", "token"];
const AMOUNT = /^[-−]?\d+$/;

/** The ids of the marked pieces. @type {Set<string>} */
const recent = new Set();
/** What numbers were before, of those that have changed, by the id of their piece.
 * @type {Map<string, number>} */
const former = new Map();

/** @param {Piece} piece @returns {number} that it shows; NaN if it shows none */
function amount({ kind, face }) {
  const shown = String(face.corner || (face.count ?? ""));
  return NUMBERS.includes(kind) && AMOUNT.test(shown) ? Number(shown.replace("−", "-")) : NaN;
}

/** @param {Piece} piece @returns {string} by how much its number has changed, such as "+2" */
export function changeOf(piece) {
  const change = amount(piece) - (former.get(piece.id) ?? NaN);
  return change ? `${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
}

/**
 * Keep what a number was, unless it now stands elsewhere and so is another one.
 * @param {Piece} piece
 * @param {Piece | undefined} before
 */
function noteNumber(piece, before) {
  if (before?.area !== piece.area) former.delete(piece.id);
  else if (!former.has(piece.id)) former.set(piece.id, amount(before));
}

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
  // Who only watches has no moves of their own: for them the latest ones of anybody are marked.
  if (own || !before || after.seat === null) forgetChanges();
  if (own || !before) return;
  const known = new Map(before.scene.pieces.map((piece) => [piece.id, piece]));
  const hands = new Set(after.scene.areas.flatMap(({ id, role }) => (role === "hand" ? id : [])));
  for (const piece of after.scene.pieces) {
    const old = known.get(piece.id);
    const shows = KINDS.includes(piece.kind) && !piece.face.back && !hands.has(piece.area);
    if (old !== piece && shows && differs(piece, old)) recent.add(piece.id);
    if (old !== piece && NUMBERS.includes(piece.kind)) noteNumber(piece, old);
  }
}

/** Forget all marks: the board shows another moment. */
export function forgetChanges() {
  recent.clear();
  former.clear();
}

/** @param {import("../board/board.js").Board} board */
export function markChanges(board) {
  for (const [id, { node, piece }] of board.entries) {
    node.classList.toggle("recent", recent.has(id));
    const change = changeOf(piece);
    if (change) node.dataset.change = change;
    else delete node.dataset.change;
  }
}
