/**
 * The caption: what has just happened, in words over the edge of the board for as long as they take to
 * read. The same words stay in the bar, and in the story.
 */

import { write } from "./bar.js";
import { pace } from "./settings.js";
import { readingTime } from "./steps.js";

/** Longer than the pause between steps, so that the caption does not flicker between them. */
const LINGER = 900;

/** @param {HTMLElement} line where the words go */
export function makeCaption(line) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const hide = () => line.classList.remove("caption");
  return {
    /**
     * @param {string} words
     * @param {boolean} own whether the reader did it, who then knows it
     */
    show(words, own) {
      if (!words) return;
      write(line, words);
      clearTimeout(timer);
      if (own || pace() === 0) return hide();
      line.classList.add("caption");
      timer = setTimeout(hide, readingTime(words.length) + LINGER);
    },
  };
}
