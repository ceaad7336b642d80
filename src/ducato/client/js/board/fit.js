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
 * Columns on both sides of a line have room for so much from the start; longer ones lie closer, so
 * that cards do not change their size while a game goes on, as long as their corners can be seen.
 */
const HALF = 1.95;
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
  const strip = stripOf(column);
  return sum(
    column.map((piece, index) => {
      const { tall } = size(piece);
      return tall === CARD && index < column.length - 1 ? strip : tall;
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
  const half = Math.max(HALF, rows[0] ?? 0, rows.at(-1) ?? 0);
  return { wide: sum(wide), tall: sum(rows.slice(1, -1)) + 2 * half };
}

/**
 * @param {Piece[]} column in a lined-up row
 * @returns {number} how much of a card stays in view below the next, in widths of a card
 */
export function stripOf(column) {
  const last = column.at(-1);
  if (!last || column.length < 2) return STRIP;
  const fits = (HALF - size(last).tall) / (column.length - 1);
  return Math.max(CORNER, Math.min(STRIP, fits));
}

/** On a screen with less room, one's own pieces wrap instead. */
const LARGE = matchMedia("(min-width: 1100px)");
/**
 * How large the pieces of a strip are, step by step, compared with those that have all room; from
 * the second step on, none is kept for what may come.
 */
const STEPS = [1, 1, 0.93, 0.86, 0.8, 0.74, 0.69, 0.64, 0.59, 0.55, 0.51];
/** The step of each pane. @type {Map<HTMLElement, number>} */
const steps = new Map();

/** The heads of the players come after the pieces, and take room as well. */
const heads = new ResizeObserver(squeezeAll);

/**
 * Make the pieces of a pane smaller until all of them are in view. They stay so during the game, as
 * nothing is to grow and shrink in turns. It waits for the frame: measured between two changes, the
 * page would be laid out twice.
 * @param {HTMLElement} pane
 */
export function squeeze(pane) {
  if (asked === 0) asked = requestAnimationFrame(squeezeAll);
  if (!steps.has(pane)) steps.set(pane, 0);
}
let asked = 0;

function squeezeAll() {
  asked = 0;
  for (const [pane, before] of steps) {
    for (const head of pane.querySelectorAll(".seat")) heads.observe(head);
    let step = before;
    const full = () =>
      pane.scrollWidth > pane.clientWidth + 1 || pane.scrollHeight > pane.clientHeight + 1;
    while (LARGE.matches && step < STEPS.length - 1 && full()) {
      step += 1;
      pane.style.setProperty("--spare", "0");
      pane.style.setProperty("--fit", String(STEPS[step]));
    }
    steps.set(pane, step);
  }
}

addEventListener("resize", () => {
  for (const pane of steps.keys()) {
    steps.set(pane, 0);
    for (const name of ["--spare", "--fit"]) pane.style.removeProperty(name);
  }
  squeezeAll();
});
