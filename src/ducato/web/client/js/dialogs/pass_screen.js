/**
 * One screen, several people: covers the table until the next person says that he sits there alone.
 */

import { need } from "../ui/dom.js";
import { t } from "../state/strings.js";

/** @typedef {import("../net/protocol.js").Curtain} CurtainMessage */

/** @param {(seat: number) => void} ready */
export function makeCurtain(ready) {
  const dialog = need("curtain", HTMLDialogElement);
  const words = need("curtain-words", HTMLElement);
  const button = need("curtain-ready", HTMLButtonElement);
  /** @type {CurtainMessage | null} */
  let drawn = null;
  button.addEventListener("click", () => drawn && ready(drawn.seat));
  // The template says closedby="none"; a browser that does not know it must not open the curtain on Escape.
  dialog.addEventListener("close", () => drawn && dialog.showModal());

  return {
    /** @param {CurtainMessage} message */
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
      words.textContent = t("curtain.pass", { name: drawn.name });
      button.textContent = t("curtain.ready", { name: drawn.name });
    },
    get drawn() {
      return drawn !== null;
    },
  };
}
