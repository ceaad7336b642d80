/** Passes an address on to another app. */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/**
 * @param {string} title
 * @param {string} url
 * @returns {HTMLButtonElement | null} a button that passes the link to another app, where possible
 */
export function shareButton(title, url) {
  if (!("share" in navigator)) return null;
  const button = html("button", { type: "button" }, t("roster.share"));
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title, url });
    } catch {
      // The person changed their mind.
    }
  });
  return button;
}
