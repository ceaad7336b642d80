/**
 * Groups the steps of a turn into beats, each shown as one movement: first the dice with all that
 * they bring, then the first thing that the player does, then the rest. Knows no game: a turn ends
 * where another player acts, and the first sentence about what a player does ends a beat.
 */

/** @typedef {import("../net/protocol.js").Step} Step */
/** @typedef {import("../net/protocol.js").Piece} Piece */

/**
 * @typedef {object} Beat
 * @property {Step[]} steps at least one
 * @property {number} number of the beat in its turn, from 1
 */

/** The last beat of a turn takes all that is left of it. */
export const LAST_BEAT = 3;

/** @param {Step} step */
const isChance = ({ actor }) => actor < 0;

/** @param {Step} step @returns {string} what the dice show after it; "" without dice */
const dice = ({ view }) =>
  (view?.scene.pieces ?? [])
    .filter(({ kind }) => kind === "die")
    .map(({ id, face }) => `${id} ${face.corner} ${face.glyphs}`)
    .join();

export class Beats {
  /** Who acts in this turn, if anyone has yet. @type {number | null} */
  #actor = null;
  /** How many beats this turn has had. */
  #number = 0;
  /** The step before the next one. @type {Step | null} */
  #before = null;
  /** What the dice last showed. */
  #dice = "";

  /**
   * Take the next beat from a queue, from as many steps as have come.
   * @param {Step[]} queue loses the steps
   * @returns {Beat | null} null if the queue is empty
   */
  take(queue) {
    /** @type {Step[]} */
    const steps = [];
    let rolled = false;
    for (let [next] = queue; next; [next] = queue) {
      const rolls = isChance(next) && next.view !== null && !["", this.#dice].includes(dice(next));
      const turns = this.#turns(next, rolls);
      if (steps.length > 0 && (turns || this.#parts(steps, next, rolls, rolled))) break;
      if (turns) {
        this.#actor = null;
        this.#number = 0;
      }
      if (!isChance(next)) this.#actor = next.actor;
      if (next.view) this.#dice = dice(next);
      rolled ||= rolls;
      this.#before = next;
      steps.push(next);
      queue.shift();
    }
    if (steps.length === 0) return null;
    this.#number += 1;
    return { steps, number: this.#number };
  }

  /**
   * @param {Step} next
   * @param {boolean} rolls
   * @returns {boolean} whether a turn begins with it. Dice thrown after a player has acted are
   *   theirs; but after what chance brought them at the end of the turn, they are the next player's
   */
  #turns(next, rolls) {
    if (this.#actor === null) return false;
    if (isChance(next)) return rolls && this.#before !== null && isChance(this.#before);
    return next.actor !== this.#actor;
  }

  /**
   * @param {Step[]} steps of the beat so far
   * @param {Step} next of the same turn
   * @param {boolean} rolls whether it rolls dice
   * @param {boolean} rolled whether dice were rolled in this beat
   * @returns {boolean} whether another beat begins with it
   */
  #parts(steps, next, rolls, rolled) {
    if (this.#number + 1 >= LAST_BEAT) return false;
    if (isChance(next)) return rolls && !steps.every(isChance);
    return rolled || steps.some((step) => !isChance(step) && step.texts.length > 0);
  }
}
