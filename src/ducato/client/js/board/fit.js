/**
 * Calculates how much room the board needs, in widths of a card. From it the style sheet chooses
 * the largest card with which everything is in view. It is calculated and not measured, because
 * measuring would lay out the page a second time for every update.
 */

/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("./areas.js").Box} Box */
/** @typedef {{wide: number, tall: number}} Size */

/**
 * How much of a card stays in view below another, and beside another. The style sheet has the same.
 */
const STRIP = 0.52;
/** The least that stays in view of a card in a long column: its corner. */
const CORNER = 0.26;
/**
 * Columns on both sides of a line have room for so much from the start, and at the most; longer
 * ones lie closer, so that cards do not change their size while a game goes on.
 */
const HALF = 1.95;
const LONGEST = 2.7;
const OVERLAP = 0.6;
const CARD = 1.4;
const LYING = 0.74;

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, one) => total + one, 0);
const most = (/** @type {number[]} */ numbers) => Math.max(0, ...numbers);

/** @param {Piece} piece @returns {Size} */
function size({ kind, face }) {
  switch (kind) {
    case "card":
      return { wide: 1, tall: face.turned ? LYING : CARD };
    case "tile":
      return { wide: 1, tall: LYING };
    case "counter":
      return { wide: 0.52, tall: 0.34 };
    default:
      return { wide: 0.6, tall: 0.6 };
  }
}

/**
 * @param {Piece[]} column
 * @returns {number} how tall a column of pieces is; an empty one has room for a card, and numbers
 *   stand beside a tile
 */
function tallness(column) {
  if (column.length === 0) return CARD;
  if (column.some(({ kind }) => kind === "tile") && column.every(({ kind }) => kind !== "card"))
    return LYING;
  return sum(
    column.map((piece, index) => {
      const { tall } = size(piece);
      return tall === CARD && index < column.length - 1 ? STRIP : tall;
    }),
  );
}

/**
 * @param {import("../net/protocol.js").Layout} layout
 * @param {Piece[]} lying
 * @returns {Size} of what lies in an area itself
 */
function spread(layout, lying) {
  const sizes = lying.map(size);
  const tall = most(sizes.map((one) => one.tall));
  switch (layout) {
    case "column":
      return { wide: 1, tall: tallness(lying) };
    case "stack":
      return { wide: 1, tall: CARD };
    case "fan":
      return { wide: 1 + Math.max(0, lying.length - 1) * OVERLAP, tall };
    default:
      return { wide: sum(sizes.map((one) => one.wide)), tall };
  }
}

/**
 * @param {Box} box
 * @param {(box: Box) => Box[]} inside
 * @param {(box: Box) => Piece[]} lying in order
 * @returns {Size}
 */
export function sizeOf(box, inside, lying) {
  const boxes = inside(box);
  if (boxes.length === 0) {
    const { wide, tall } = spread(box.area.layout, lying(box));
    return { wide: Math.max(wide, box.slots), tall };
  }
  const parts = boxes.map((part) => sizeOf(part, inside, lying));
  const wide = parts.map((part) => part.wide);
  const tall = parts.map((part) => part.tall);
  if (box.area.layout === "column") return { wide: most(wide), tall: sum(tall) };
  if (!box.node.classList.contains("lined-up")) return { wide: sum(wide), tall: most(tall) };
  /** The rows of a table are as tall as the tallest part in each. @type {number[]} */
  const rows = [];
  for (const column of boxes) {
    inside(column).forEach((part, row) => {
      rows[row] = Math.max(rows[row] ?? 0, sizeOf(part, inside, lying).tall);
    });
  }
  const half = Math.min(LONGEST, Math.max(HALF, rows[0] ?? 0, rows.at(-1) ?? 0));
  return { wide: sum(wide), tall: sum(rows.slice(1, -1)) + 2 * half };
}

/**
 * @param {Piece[]} column in a lined-up row
 * @returns {number} how much of a card stays in view below the next, in widths of a card
 */
export function stripOf(column) {
  const last = column.at(-1);
  if (!last || column.length < 2) return STRIP;
  const fits = (LONGEST - size(last).tall) / (column.length - 1);
  return Math.max(CORNER, Math.min(STRIP, fits));
}
