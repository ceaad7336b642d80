/**
 * Shows steps one after the other, each with its text, so that dice, taxes and a bot's actions can
 * be followed. It always ends with the last view of the queue, and can be hurried at any time.
 */

import { hurry } from "../board/motion.js";
import { speedFactor } from "../state/settings.js";

/** @typedef {import("../net/protocol.js").Step} Step */

/** Reading time of a text: a start, and so much a letter, at normal pace. */
const READ_START = 420;
const READ_LETTER = 17;
const READ_LONGEST = 2600;
/** With more steps than this in the queue, the reader was away: jump to the last one. */
const TOO_MANY = 60;

/**
 * @typedef {object} Playback
 * @property {(step: Step) => void} narrate puts the step's words into the log and the bar
 * @property {(step: Step, last: boolean, dropped: () => boolean) => Promise<void>} show moves the
 *   pieces, unless the step was dropped meanwhile; settled when they lie still
 * @property {(step: Step) => boolean} brief whether this step needs no reading time: one's own
 *   moves
 * @property {(playing: boolean) => void} mark whether steps are being shown, or about to be
 */

/**
 * @param {number} letters
 * @returns {number} how long they take to read, in milliseconds at the chosen pace
 */
export const readingTime = (letters) =>
  Math.min(READ_START + letters * READ_LETTER, READ_LONGEST) * speedFactor();

/** @param {() => void} then before the next frame; at once where no frames are drawn */
function nextFrame(then) {
  if (document.hidden) then();
  else requestAnimationFrame(then);
}

export class StepPlayer {
  /** @type {Step[]} */
  #queue = [];
  /** Taken from the queue, but not yet announced. @type {Step | null} */
  #next = null;
  /** Goes on whenever the queue is dropped. */
  #round = 0;
  #playing = false;
  /** Whether play begins with the next frame. */
  #due = false;
  #skipping = false;
  /** Resolved when the latest step has been animated and read. */
  #settled = Promise.resolve();
  /** Ends the reading pause. */
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
      void this.#play();
    });
  }

  /** Jump to the end of the queue. */
  skip() {
    if (!this.#playing) return;
    this.#skipping = true;
    hurry(true);
    this.#wake();
  }

  /**
   * Empty the queue, because something newer is about to be shown.
   * @returns {Step[]} the steps that were not announced
   */
  clear() {
    const dropped = [...(this.#next ? [this.#next] : []), ...this.#queue];
    this.#queue = [];
    this.#next = null;
    this.#round += 1;
    if (this.#playing) this.skip();
    else this.#cut();
    return dropped;
  }

  async #play() {
    this.#playing = true;
    this.playback.mark(true);
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      const round = this.#round;
      this.#next = step;
      if (this.playback.brief(step)) this.#cut();
      await this.#settled;
      if (round !== this.#round) continue; // it was dropped meanwhile
      this.#next = null;
      const last = this.#queue.length === 0;
      this.playback.narrate(step);
      if (
        !last &&
        (this.#skipping || speedFactor() === 0 || document.hidden || this.#queue.length > TOO_MANY)
      )
        continue;
      // Do not wait for the last step: no one has to wait until its pieces have landed. But a
      // step that comes in later waits for it, at the top of this loop.
      this.#settled = this.#perform(step, last, () => round !== this.#round);
    }
    this.#playing = false;
    this.#skipping = false;
    hurry(false);
    this.playback.mark(false);
  }

  /**
   * @param {Step} step
   * @param {boolean} last
   * @param {() => boolean} dropped
   */
  async #perform(step, last, dropped) {
    await this.playback.show(step, last, dropped);
    const letters = step.texts.join(" ").length;
    if (letters === 0 || dropped() || this.#skipping || this.playback.brief(step)) return;
    const time = readingTime(letters);
    await new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const timer = setTimeout(done, time);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** End the step that is being shown. */
  #cut() {
    hurry(true);
    this.#wake();
    hurry(this.#skipping);
  }
}
