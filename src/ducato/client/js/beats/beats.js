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
 * @property {boolean} rolled whether dice are rolled in it
 * @property {boolean} late whether all beats of its turn were over before it
 */

/** @param {Step} step */
const isChance = ({ actor }) => actor < 0;

/** @param {Step} step */
const isSilent = ({ texts }) => texts.length === 0;

/** @param {Step} step @returns {string} what the dice show after it; "" without dice */
const dice = ({ view }) =>
  (view?.scene.pieces ?? [])
    .filter(({ kind }) => kind === "die")
    .map(({ id, face }) => `${id} ${face.corner} ${face.glyphs}`)
    .join();

/**
 * @param {Step[]} queue
 * @returns {boolean} whether the player of its first step acts again after it, as far as is known
 */
function goesOn([first, ...later]) {
  if (!first) return false;
  const next = later.find((step) => !isChance(step));
  const view = [first, ...later].findLast((step) => step.view)?.view;
  return next ? next.actor === first.actor : (view?.to_move.includes(first.actor) ?? true);
}

/** @param {Step[]} steps @returns {number} how many turns they are part of */
export function countTurns(steps) {
  const acts = steps.filter((step) => !isChance(step) && !isSilent(step));
  return acts.filter(({ actor }, index) => actor !== acts[index - 1]?.actor).length;
}

export class Beats {
  /** Who acts in this turn, if anyone has yet. @type {number | null} */
  #actor = null;
  /** How many beats this turn has had, and how many it has. */
  #number = 0;
  #most = Number.POSITIVE_INFINITY;
  /** The step before the next one. @type {Step | null} */
  #before = null;
  /** What the dice last showed. */
  #dice = "";

  /** @param {(queue: Step[]) => number} begin how many beats the turn has that begins a queue */
  constructor(begin) {
    this.begin = begin;
  }

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
      const turns = this.#before === null || this.#turns(queue, rolls);
      if (steps.length > 0 && (turns || this.#parts(steps, next, rolls, rolled))) break;
      if (turns) {
        this.#actor = null;
        this.#number = 0;
        this.#most = this.begin(queue);
      }
      if (!isChance(next) && (turns || !isSilent(next))) this.#actor = next.actor;
      if (next.view) this.#dice = dice(next);
      rolled ||= rolls;
      this.#before = next;
      steps.push(next);
      queue.shift();
    }
    if (steps.length === 0) return null;
    this.#number += 1;
    return { steps, number: this.#number, rolled, late: this.#number > this.#most };
  }

  /**
   * @param {Step[]} queue
   * @param {boolean} rolls whether its first step rolls dice
   * @returns {boolean} whether a turn begins with it. Dice thrown after a player has acted are
   *   theirs; but after what chance brought them at the end of the turn, they are the next
   *   player's. A silent step, such as an answer, begins a turn only if the same player goes on
   */
  #turns(queue, rolls) {
    const [next] = queue;
    if (!next || this.#actor === null) return false;
    if (isChance(next)) return rolls && this.#before !== null && isChance(this.#before);
    if (next.actor === this.#actor) return false;
    return !isSilent(next) || goesOn(queue);
  }

  /**
   * @param {Step[]} steps of the beat so far
   * @param {Step} next of the same turn
   * @param {boolean} rolls whether it rolls dice
   * @param {boolean} rolled whether dice were rolled in this beat
   * @returns {boolean} whether another beat begins with it
   */
  #parts(steps, next, rolls, rolled) {
    if (this.#number + 1 >= this.#most) return false;
    const acted = steps.some((step) => !isChance(step) && !isSilent(step));
    return isChance(next) ? rolls && acted : rolled || acted;
  }
}
