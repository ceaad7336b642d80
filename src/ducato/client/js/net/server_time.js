/**
 * The time of the server, whatever the clock of the reader's device says. Every answer bears it;
 * from then on it goes by a clock that nobody can set.
 */

/** What is to be added to the milliseconds since the page was opened. @type {number | null} */
let offset = null;
/** An answer says its second; on average it is half over. */
const HALF_A_SECOND = 500;

/**
 * Learn the time.
 * @param {Response} answer that was made just now
 */
export function noteTime(answer) {
  const moment = Date.parse(answer.headers?.get("date") ?? "");
  if (!Number.isNaN(moment)) offset = moment + HALF_A_SECOND - performance.now();
}

/**
 * Return the present moment in milliseconds since 1970: the server's as soon as an answer has come,
 * before that the reader's.
 */
export const now = () => (offset === null ? Date.now() : offset + performance.now());
