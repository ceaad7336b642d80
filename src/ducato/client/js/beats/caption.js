/**
 * The caption: what has just happened, in the line above the prompt, which keeps its height. The
 * words of a beat stay until the next one, also while the reader may already act. The same text is
 * in the game log.
 */

import { speedFactor } from "../state/settings.js";

/** @param {HTMLElement} line where the words go */
export function makeCaption(line) {
  return {
    /**
     * @param {string} words
     * @param {boolean} own whether the reader did it and so knows about it
     */
    show(words, own) {
      if (!words) return;
      if (line.textContent !== words) line.textContent = words;
      // The line is lit up for a moment, since it changes away from where the eye is.
      line.classList.toggle("caption", !own && speedFactor() > 0);
      if (own || speedFactor() === 0) return;
      for (const animation of line.getAnimations()) {
        animation.cancel();
        animation.play();
      }
    },
  };
}
