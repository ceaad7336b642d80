/** Finds room for a box beside a thing on the page. */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */

/** Pixels between a box and what it is about, and between a box and the edge of the window. */
const GAP = 10;
const EDGE = 6;

/**
 * @param {Rect} one
 * @param {Rect} other
 * @returns {number} the area that both cover
 */
export function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * @param {number} at where something of this length would like to begin
 * @param {number} length
 * @param {number} room of the window in this direction
 */
const within = (at, length, room) => Math.max(EDGE, Math.min(at, room - length - EDGE));

/**
 * Beside a thing or, where there is no room, over as little of it as possible.
 *
 * @param {{width: number, height: number}} box
 * @param {Rect} thing
 * @param {Rect[]} avoided what else should stay in view
 * @returns {{left: number, top: number}}
 */
export function beside({ width, height }, thing, avoided) {
  const x = within((thing.left + thing.right - width) / 2, width, innerWidth);
  const y = within((thing.top + thing.bottom - height) / 2, height, innerHeight);
  const corners = [
    { left: thing.right + GAP, top: y },
    { left: thing.left - GAP - width, top: y },
    { left: x, top: thing.top - GAP - height },
    { left: x, top: thing.bottom + GAP },
    { left: x, top: y },
  ].map(({ left, top }) => ({
    left: within(left, width, innerWidth),
    top: within(top, height, innerHeight),
  }));
  const costs = corners.map(({ left, top }) => {
    const box = { left, top, right: left + width, bottom: top + height };
    const hidden = avoided.reduce((sum, other) => sum + overlap(box, other), 0);
    // What it is about weighs more than all else together.
    return overlap(box, thing) * 1000 + hidden;
  });
  return corners[costs.indexOf(Math.min(...costs))] ?? { left: x, top: y };
}

/** Steps in which room is looked for, and the least distance between two boxes. */
const STEP = 8;
const APART = 6;

/**
 * Each box near its mark, where it covers neither another box nor any mark.
 *
 * @param {{width: number, height: number}[]} boxes
 * @param {Rect[]} marks one for each box
 * @param {Rect[]} avoided
 * @returns {(Rect | null)[]} null for those that have no room
 */
export function spread(boxes, marks, avoided) {
  const taken = [...avoided, ...marks].map(grown);
  return boxes.map((box, index) => {
    const mark = marks[index];
    const found = mark ? nearest(box, mark, taken) : null;
    if (found) taken.push(grown(found));
    return found;
  });
}

/** @param {Rect} rect */
const grown = ({ left, top, right, bottom }) => ({
  left: left - APART,
  top: top - APART,
  right: right + APART,
  bottom: bottom + APART,
});

/**
 * @param {{width: number, height: number}} box
 * @param {Rect} mark
 * @param {Rect[]} taken
 * @returns {Rect | null} the free room of this size that is nearest to the mark
 */
function nearest({ width, height }, mark, taken) {
  const x = (mark.left + mark.right) / 2;
  const y = (mark.top + mark.bottom) / 2;
  /** @type {Rect | null} */
  let best = null;
  let least = Infinity;
  for (let top = EDGE; top + height <= innerHeight - EDGE; top += STEP) {
    for (let left = EDGE; left + width <= innerWidth - EDGE; left += STEP) {
      const aside = Math.max(left - x, 0, x - left - width);
      const above = Math.max(top - y, 0, y - top - height);
      const distance = Math.hypot(aside, above);
      const room = { left, top, right: left + width, bottom: top + height };
      if (distance >= least || taken.some((other) => overlap(room, other))) continue;
      least = distance;
      best = room;
    }
  }
  return best;
}
