/**
 * Shows steps beat by beat (see `beats.js`), so that dice, taxes and a bot's actions can be
 * followed in little time. It always ends with the last view of the queue, and can be hurried at
 * any time.
 */

import { hurry, quicken } from "../board/motion.js";
import { speedFactor } from "../state/settings.js";
import { Beats, LAST_BEAT } from "./beats.js";

/** @typedef {import("../net/protocol.js").Step} Step */

/** How long a beat with words stands at least, in milliseconds at normal pace. */
const BEAT = 620;
/** The share of it for steps that come in when all beats of their turn are over. */
const LATE = 0.4;
/** Turns for which a round has time enough; if more seats or turns follow, all goes faster. */
const FEW = 3;
/** With more steps than this in the queue, the reader was away: jump to the last one. */
const TOO_MANY = 60;

/**
 * @typedef {object} Playback
 * @property {(steps: Step[]) => void} narrate puts the words of a beat into the log and the bar
 * @property {(steps: Step[], last: boolean, dropped: () => boolean) => Promise<void>} show moves
 *   the pieces, unless the steps were dropped meanwhile; settled when they lie still
 * @property {(step: Step) => boolean} brief whether this step needs no time: one's own moves
 * @property {() => number} others how many seats there are besides the reader's
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
  #beats = new Beats();
  /** Goes on whenever the queue is dropped. */
  #round = 0;
  #playing = false;
  /** Whether play begins with the next frame. */
  #due = false;
  #skipping = false;
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
    for (let [next] = this.#queue; next; [next] = this.#queue) {
      if (this.playback.brief(next)) this.#cut();
      await this.#settled;
      const round = this.#round;
      // Only now: what came in meanwhile may belong to this beat.
      const beat = this.#beats.take(this.#queue);
      if (!beat) break; // all was dropped meanwhile
      const last = this.#queue.length === 0;
      this.playback.narrate(beat.steps);
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

  /**
   * @param {import("./beats.js").Beat} beat
   * @param {boolean} last
   * @param {() => boolean} dropped
   */
  async #perform({ steps, number }, last, dropped) {
    const acts = [...steps, ...this.#queue].filter(({ actor }) => actor >= 0);
    const turns = acts.filter(({ actor }, index) => actor !== acts[index - 1]?.actor).length;
    const few = FEW / Math.max(FEW, turns, this.playback.others());
    const share = few * (number > LAST_BEAT ? LATE : 1);
    quicken(share);
    const [first] = steps;
    const words = steps.some(({ texts }) => texts.length > 0);
    const until = performance.now() + BEAT * share * speedFactor();
    await this.playback.show(steps, last, dropped);
    const left = until - performance.now();
    if (!words || left <= 0 || dropped() || this.#skipping) return;
    if (first && this.playback.brief(first)) return;
    await new Promise((/** @type {(value?: unknown) => void} */ over) => {
      const timer = setTimeout(over, left);
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
