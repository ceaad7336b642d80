/**
 * The scale of a chart of ratings: which ratings fit, and at which of them lines are drawn.
 */

/** @typedef {import("ducato/api").RatingPoint} RatingPoint */
/** @typedef {{bottom: number, top: number, step: number}} Scale in points */

const STEPS = [20, 50, 100, 200, 500, 1000, 2000];
const MOST_LINES = 5;

/**
 * All ratings fit with the least of their uncertainties. The band of the first games may be cut
 * off: it is so wide that nothing else would be seen.
 *
 * @param {RatingPoint[]} points
 * @returns {Scale}
 */
export function scaleOf(points) {
  const around = Math.min(...points.map(({ spread }) => spread));
  const ratings = points.map((one) => one.points);
  const low = Math.min(...ratings) - around;
  const high = Math.max(...ratings) + around;
  const step = STEPS.find((size) => (high - low) / size <= MOST_LINES) ?? 5000;
  return { bottom: Math.floor(low / step) * step, top: Math.ceil(high / step) * step, step };
}

/**
 * @param {Scale} scale
 * @returns {number[]} the ratings at which lines are drawn
 */
export function lines({ bottom, top, step }) {
  return Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, n) => bottom + n * step);
}
