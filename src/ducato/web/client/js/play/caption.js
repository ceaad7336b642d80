/**
 * The caption: what has just happened, over the edge of the board for as long as it takes to read.
 * The same text stays in the status bar and in the game log.
 */

import { speedFactor } from "../state/settings.js";
import { write } from "./status_bar.js";
import { readingTime } from "./step_player.js";

/** Longer than the pause between steps, so that the caption does not flicker between them. */
const LINGER = 900;

/** @param {DOMRect} one @param {DOMRect} other */
const overlap = (one, other) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

/** @param {HTMLElement} line where the words go */
export function makeCaption(line) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const hide = () => line.classList.remove("caption", "high");
  return {
    /**
     * @param {string} words
     * @param {boolean} own whether the reader did it and so knows about it
     */
    show(words, own) {
      if (!words) return;
      write(line, words);
      clearTimeout(timer);
      line.classList.remove("high");
      if (own || speedFactor() === 0) return hide();
      line.classList.add("caption");
      timer = setTimeout(hide, readingTime(words.length) + LINGER);
    },
    /**
     * Go to the head of the page if it would cover what can be chosen.
     * @param {Iterable<{can: boolean, node: HTMLElement}>} entries
     */
    keepClear(entries) {
      if (!line.classList.contains("caption")) return;
      line.classList.remove("high");
      const box = line.getBoundingClientRect();
      const covers = [...entries].some(
        ({ can, node }) =>
          can && overlap(box, (node.querySelector(".land") ?? node).getBoundingClientRect()),
      );
      line.classList.toggle("high", covers);
    },
  };
}
