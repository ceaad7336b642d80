/**
 * Animates changes of the scene by the FLIP technique: the board already shows the new scene, and
 * each piece is animated from where it was. Pieces that change their area fly as copies in a layer
 * above the page, because the boxes that they leave and enter may clip or cover them.
 *
 * Nothing here changes the state of the board: cut short or switched off, the outcome is the same.
 */

import { speedFactor, still } from "../state/settings.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Changes} Changes */
/** @typedef {import("./board.js").Entry} Entry */
/** @typedef {{rect: DOMRect, area: string, drawing: SVGSVGElement}} Stand where a piece was */

const TRAVEL = 460;
/** Of a piece that changes its area. */
const FLIGHT = 575;
const ROLL = 640;
/** Between one die and the next. */
const NEXT_DIE = 90;
const APPEAR = 260;
const FALL = 1200;
const COINS = 16;
const EASE = "cubic-bezier(.3,.7,.2,1)";

/** @type {Set<Animation>} */
const running = new Set();

let hurried = false;
/** The share of its time that motion takes. */
let haste = 1;

/**
 * @param {number} time at normal pace within which all motion is to end from now on
 * @param {boolean} rolled whether dice are rolled first
 */
export function quicken(time, rolled) {
  haste = Math.min(1, time / (FLIGHT + (rolled ? ROLL + NEXT_DIE : 0)));
}

/**
 * @param {boolean} on ends all motion at once, as if it had run, and starts none until it is off
 *   again
 */
export function hurry(on) {
  hurried = on;
  if (on) for (const animation of running) animation.finish();
}

const moves = () => !hurried && speedFactor() > 0 && !still() && !document.hidden;

/**
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {number} duration at normal pace
 * @param {KeyframeAnimationOptions} [options]
 */
function animate(node, frames, duration, options = {}) {
  const animation = node.animate(frames, {
    duration: duration * speedFactor() * haste,
    easing: EASE,
    ...options,
  });
  running.add(animation);
  return animation.finished.catch(() => animation).then(() => running.delete(animation));
}

/**
 * @param {Element} drawing
 * @returns {DOMRect} where it is or, in an area that is not seen, where the tab is that opens it
 */
function whereabouts(drawing) {
  const area = drawing.closest(".area[hidden]");
  const tab = area && document.querySelector(`[aria-controls="${CSS.escape(area.id)}"]`);
  return (tab ?? drawing).getBoundingClientRect();
}

/**
 * @param {Board} board
 * @returns {Map<string, Stand>} where every piece is now
 */
export function stands(board) {
  /** @type {Map<string, Stand>} */
  const stands = new Map();
  if (!moves()) return stands;
  for (const { piece, drawing } of board.entries.values()) {
    if (piece.kind !== "region")
      stands.set(piece.id, { rect: whereabouts(drawing), area: piece.area, drawing });
  }
  return stands;
}

/**
 * Animate a roll of the dice.
 * @param {Entry[]} dice already drawn with what they show in the end
 */
export async function roll(dice) {
  if (!moves()) return;
  await Promise.all(
    dice.flatMap(({ drawing }, index) => {
      const delay = index * NEXT_DIE * speedFactor() * haste;
      const late = { delay, fill: /** @type {const} */ ("backwards") };
      const side = drawing.querySelector(".side");
      return [
        animate(
          drawing,
          [
            { transform: "translate(-60%, -90%) rotate(-560deg) scale(1.15)" },
            { transform: "translate(-22%, 8%) rotate(-250deg)", offset: 0.35, easing: "ease-out" },
            {
              transform: "translate(-10%, -38%) rotate(-120deg) scale(1.1)",
              offset: 0.55,
              easing: "ease-in",
            },
            { transform: "translate(-3%, 4%) rotate(-25deg)", offset: 0.78 },
            { transform: "none" },
          ],
          ROLL,
          late,
        ),
        side
          ? animate(side, [{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], ROLL, late)
          : null,
      ];
    }),
  );
}

/**
 * Animate all pieces from where they were to where they are.
 * @param {Map<string, Stand>} before
 * @param {Board} board
 * @param {Changes} changes
 * @param {HTMLElement} sky the layer above the page
 */
export async function travel(before, board, changes, sky) {
  if (!moves() || before.size === 0) return;
  // Read all positions before writing any, so that the page is laid out only once.
  const now = [...board.entries.values()]
    .filter(({ piece }) => piece.kind !== "region")
    .map((entry) => ({
      entry,
      rect: whereabouts(entry.drawing),
      was: before.get(entry.piece.id),
    }));
  const motions = [];
  const pulsing = new Set(changes.changed);
  for (const { entry, rect, was } of now) {
    if (!was) {
      motions.push(
        animate(
          entry.node,
          [
            { opacity: 0, transform: "scale(.7)" },
            { opacity: 1, transform: "none" },
          ],
          APPEAR,
        ),
      );
    } else if (was.area !== entry.piece.area) {
      motions.push(fly(entry, was.rect, rect, sky));
    } else if (moved(was.rect, rect)) {
      motions.push(
        animate(
          entry.node,
          [{ transform: between(was.rect, rect) }, { transform: "none" }],
          TRAVEL,
        ),
      );
    } else if (pulsing.has(entry) && entry.piece.kind !== "die") {
      motions.push(
        animate(
          entry.drawing,
          [
            { transform: "none" },
            { transform: "scale(1.22)", offset: 0.35 },
            { transform: "none" },
          ],
          TRAVEL,
        ),
      );
    }
  }
  for (const [id, stand] of before) if (!board.entries.has(id)) motions.push(fade(stand, sky));
  await Promise.all(motions);
}

/**
 * Let coins fall over a page or a dialog, once.
 * @param {HTMLElement} root
 */
export function dropCoins(root) {
  if (!moves()) return;
  for (let n = 0; n < COINS; n += 1) {
    const coin = document.createElement("span");
    coin.className = "falling-coin";
    coin.style.insetInlineStart = `${(100 * (n + 0.5)) / COINS}%`;
    root.append(coin);
    const from = { transform: "translateY(-10vh) rotateY(0)" };
    const to = { transform: `translateY(105vh) rotateY(${360 + 90 * (n % 5)}deg)` };
    const delay = ((n * 7) % COINS) * 30;
    void animate(coin, [from, to], FALL - delay, {
      delay: delay * speedFactor(),
      easing: "ease-in",
      fill: "backwards",
    }).then(() => coin.remove());
  }
}

/** @param {DOMRect} from @param {DOMRect} to */
const moved = (from, to) => Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1;

/**
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @returns {string} the transform that puts what lies at `to` where it was
 */
function between(from, to) {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  return `translate(${x}px, ${y}px) scale(${to.width ? from.width / to.width : 1})`;
}

/**
 * A copy of a drawing, above the page.
 * @param {SVGSVGElement} drawing
 * @param {DOMRect} rect
 * @param {HTMLElement} sky
 */
function copy(drawing, rect, sky) {
  const double = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  Object.assign(double.style, {
    left: `${rect.x}px`,
    top: `${rect.y}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
  });
  sky.append(double);
  return double;
}

/**
 * @param {Entry} entry
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {HTMLElement} sky
 */
async function fly(entry, from, to, sky) {
  const double = copy(entry.drawing, to, sky);
  entry.node.classList.add("in-flight");
  await animate(double, [{ transform: between(from, to) }, { transform: "none" }], FLIGHT);
  double.remove();
  entry.node.classList.remove("in-flight");
}

/** @param {Stand} stand @param {HTMLElement} sky */
async function fade(stand, sky) {
  if (!stand.rect.width) return;
  const double = copy(stand.drawing, stand.rect, sky);
  await animate(double, [{ opacity: 1 }, { opacity: 0, transform: "scale(.7)" }], APPEAR);
  double.remove();
}
