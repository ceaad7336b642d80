/**
 * Shows steps beat by beat (see `beats.js`), so that dice, taxes and a bot's actions can be
 * followed in little time. It always ends with the last view of the queue, and can be hurried at
 * any time.
 */

import { hurry, quicken } from "../board/motion.js";
import { speedFactor } from "../state/settings.js";
import { Beats, countTurns } from "./beats.js";
import { Timing } from "./timing.js";

/** @typedef {import("../net/protocol.js").Step} Step */

/** With more steps than this in the queue, the reader was away: jump to the last one. */
const TOO_MANY = 60;

/**
 * @typedef {object} Playback
 * @property {(beat: import("./beats.js").Beat) => void} narrate puts its words into the log and the
 *   caption
 * @property {(steps: Step[], last: boolean, dropped: () => boolean) => Promise<void>} show moves
 *   the pieces, unless the steps were dropped meanwhile; settled when they lie still
 * @property {(step: Step) => boolean} brief whether this step needs no time: one's own moves
 * @property {() => number} others how many seats there are besides the reader's; 0 for a spectator
 * @property {(playing: boolean) => void} mark whether steps are being shown, or about to be
 */

/** @param {() => void} then before the next frame; at once where no frames are drawn */
function nextFrame(then) {
  if (document.hidden) then();
  else requestAnimationFrame(then);
}

export class StepPlayer {
  /** @type {Step[]} */
  #queue = [];
  #timing = new Timing();
  #beats = new Beats((queue) => this.#begin(queue));
  /** When the latest beat was over. */
  #over = performance.now();
  /** Goes on whenever the queue is dropped. */
  #round = 0;
  #playing = false;
  #performing = false;
  /** Whether play begins with the next frame. */
  #due = false;
  #skipping = false;
  /** Whether the beat that is being shown is of others. */
  #foreign = false;
  /** Resolved when the latest beat is over. */
  #settled = Promise.resolve();
  /** Resolved when all steps have been shown. */
  #done = Promise.resolve();
  /** Ends the time of the beat. */
  #wake = () => {};

  /** @param {Playback} playback */
  constructor(playback) {
    this.playback = playback;
  }

  /** @param {Step[]} steps */
  push(steps) {
    this.#queue.push(...steps);
    if (this.#playing || this.#due) return;
    // With the next frame: without animations, all that arrives until then is shown together.
    this.#due = true;
    this.playback.mark(true);
    nextFrame(() => {
      this.#due = false;
      this.#done = this.#play();
    });
  }

  /** Whether a beat is being shown. */
  get busy() {
    return this.#playing || this.#performing;
  }

  /** Whether a beat of others is being shown. */
  get showsOthers() {
    return this.#performing && this.#foreign;
  }

  /** Complete the beat that is being shown. */
  complete() {
    this.#cut();
  }

  /**
   * Jump to the end of the queue.
   * @returns {Promise<void>} resolved when its last view is shown
   */
  skip() {
    if (this.#playing) {
      this.#skipping = true;
      hurry(true);
      this.#wake();
    } else this.#cut();
    return this.#done;
  }

  /**
   * Empty the queue, because something newer is about to be shown.
   * @returns {Step[]} the steps that were not announced
   */
  clear() {
    const dropped = this.#queue;
    this.#queue = [];
    this.#round += 1;
    void this.skip();
    return dropped;
  }

  async #play() {
    this.#playing = true;
    this.playback.mark(true);
    const came = performance.now();
    for (let [next] = this.#queue; next; [next] = this.#queue) {
      if (this.playback.brief(next)) this.#cut();
      await this.#settled;
      this.#timing.rest(Math.max(0, came - this.#over));
      const round = this.#round;
      // Only now: what came in meanwhile may belong to this beat.
      const beat = this.#beats.take(this.#queue);
      if (!beat) break; // all was dropped meanwhile
      const last = this.#queue.length === 0;
      this.playback.narrate(beat);
      if (
        !last &&
        (this.#skipping || speedFactor() === 0 || document.hidden || this.#queue.length > TOO_MANY)
      )
        continue;
      // Do not wait for the last beat: no one has to wait until its pieces have landed. But a
      // step that comes in later waits for it, at the top of this loop.
      this.#settled = this.#perform(beat, last, () => round !== this.#round);
    }
    this.#playing = false;
    this.#skipping = false;
    hurry(false);
    this.playback.mark(false);
  }

  /** @param {Step[]} queue that a turn begins @returns {number} how many beats it has */
  #begin(queue) {
    const others = this.playback.others();
    if (others === 0) this.#timing.restart();
    const beats = this.#timing.begin(countTurns(queue), others);
    if (queue[0] && this.playback.brief(queue[0])) this.#timing.restart();
    return beats;
  }

  /**
   * @param {import("./beats.js").Beat} beat
   * @param {boolean} last
   * @param {() => boolean} dropped
   */
  async #perform(beat, last, dropped) {
    const { steps } = beat;
    const [first] = steps;
    const time = this.#timing.time(beat);
    const start = performance.now();
    const own = first !== undefined && this.playback.brief(first);
    this.#performing = true;
    this.#foreign = !own;
    quicken(time, beat.rolled);
    await this.playback.show(steps, last, dropped);
    const left = start + time * speedFactor() - performance.now();
    const words = !own && steps.some(({ texts }) => texts.length > 0);
    if (words && left > 0 && !dropped() && !this.#skipping) await this.#wait(left);
    this.#performing = false;
    this.#over = performance.now();
    if (!own && speedFactor() > 0) this.#timing.spend((this.#over - start) / speedFactor());
    if (steps.some(({ view }) => view?.legal.length)) this.#timing.restart();
  }

  /** @param {number} time @returns {Promise<void>} resolved after it, or when the beat is ended */
  #wait(time) {
    return new Promise((over) => {
      const timer = setTimeout(over, time);
      this.#wake = () => {
        clearTimeout(timer);
        over();
      };
    });
  }

  /** End the beat that is being shown. */
  #cut() {
    hurry(true);
    this.#wake();
    hurry(this.#skipping);
  }
}
