/**
 * How long each beat lasts. The beats between two decisions of the reader share a budget: the more
 * turns follow, the fewer and the shorter are the beats of each. All times are in milliseconds at
 * normal speed.
 */

/** A turn has at most this many beats. */
export const MOST_BEATS = 3;
/** The longest beat, and the longest in which dice are rolled. */
const BEAT = 620;
const DICE = 1000;
/** A beat for steps that come in when all beats of their turn are over. */
const LATE = 120;
/** A turn has fewer beats rather than beats that are shorter than this. */
const SHORT = 400;
/** The budget for all turns between two decisions of the reader. */
const ROUND = 5000;
/** A turn leaves at least half of the budget, since more turns may follow. */
const MORE = 2;

export class Timing {
  /** What is left of the budget. */
  #left = ROUND;
  /** The part of it that this turn has. */
  #part = ROUND;
  #beats = MOST_BEATS;
  #turns = 0;
  /** How long nothing was shown before this beat, because nothing had come. */
  #idle = 0;

  /** The reader can act: the budget is whole again. */
  restart() {
    this.#left = ROUND;
    this.#turns = 0;
  }

  /**
   * @param {number} turns that are waiting to be shown, this one included
   * @param {number} others how many seats there are besides the reader's
   * @returns {number} how many beats this turn has
   */
  begin(turns, others) {
    this.#part = this.#left / Math.max(turns, others - this.#turns, MORE);
    this.#beats = Math.max(1, Math.min(MOST_BEATS, Math.floor(this.#part / SHORT)));
    this.#turns += 1;
    return this.#beats;
  }

  /**
   * @param {import("./beats.js").Beat} beat
   * @returns {number} how long it lasts
   */
  time({ rolled, late }) {
    const natural = rolled ? DICE : BEAT;
    if (late) return Math.min(BEAT, Math.max(LATE, this.#idle));
    return natural * Math.min(1, this.#part / this.#beats / BEAT);
  }

  /** @param {number} time that a beat has taken */
  spend(time) {
    this.#left = Math.max(0, this.#left - time);
    this.#idle = 0;
  }

  /** @param {number} time for which nothing was shown: what takes as long now delays no one */
  rest(time) {
    this.#left = Math.min(ROUND, this.#left + time);
    this.#idle = time;
  }
}
