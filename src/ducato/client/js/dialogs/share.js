/** Passes an address on to another app. */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/**
 * @param {string} title
 * @param {string} url
 * @returns {HTMLButtonElement | null} a button that passes the link to another app, where possible
 */
function shareButton(title, url) {
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

/**
 * The address of a table that waits for players, to copy, to share and to scan.
 * @param {import("../net/protocol.js").Table} table
 */
export function linkPart(table) {
  const address = `${location.origin}/table/${encodeURIComponent(table.id)}`;
  const field = html("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": t("roster.link"),
  });
  field.addEventListener("focus", () => field.select());
  const copy = html("button", { type: "button" }, t("roster.copy"));
  copy.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard?.writeText(address);
    copy.textContent = t("roster.copied");
  });
  return html(
    "div",
    { class: "share" },
    field,
    copy,
    shareButton(table.title, address),
    html("img", {
      class: "qr",
      src: `/table/${encodeURIComponent(table.id)}/qr.svg`,
      alt: t("roster.qr"),
      width: 140,
      height: 140,
    }),
  );
}
