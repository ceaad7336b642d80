/**
 * Covers the table, when several people share a screen, until the next person confirms that they
 * are alone in front of it.
 */

import { t } from "../state/strings.js";
import { need } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").PassScreen} PassScreenMessage */

/** @param {(seat: number) => void} ready */
export function makePassScreen(ready) {
  const dialog = need("pass-screen", HTMLDialogElement);
  const words = need("pass-screen-text", HTMLElement);
  const button = need("pass-screen-ready", HTMLButtonElement);
  /** @type {PassScreenMessage | null} */
  let drawn = null;
  button.addEventListener("click", () => drawn && ready(drawn.seat));
  // The template says closedby="none"; a browser that does not know it must not close the pass
  // screen on Escape.
  dialog.addEventListener("close", () => drawn && dialog.showModal());

  return {
    /** @param {PassScreenMessage} message */
    draw(message) {
      drawn = message;
      this.translate();
      if (!dialog.open) dialog.showModal();
    },
    lift() {
      drawn = null;
      dialog.close();
    },
    translate() {
      if (!drawn) return;
      words.textContent = t("pass_screen.pass", { name: drawn.name });
      button.textContent = t("pass_screen.ready", { name: drawn.name });
    },
    get drawn() {
      return drawn !== null;
    },
  };
}
