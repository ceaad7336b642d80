/**
 * What to do while the server is gone, if one plays against bots alone: a new game on this device.
 * The game itself can't go on there, since its hidden cards never leave the server.
 */

import { hereAddress } from "../net/addresses.js";
import { serviceWorkers } from "../state/settings.js";
import { t } from "../state/strings.js";
import { othersAreBots, state } from "../state/table_state.js";
import { html } from "../ui/dom.js";

/** @type {HTMLElement | null} */
let box = null;

/**
 * Offer a game on this device while the server is gone, if the browser keeps the page for it.
 * @param {HTMLElement} after the element after which the offer is shown
 */
export async function showMeanwhile(after) {
  const here =
    state.connection === "lost" && alone() && hereAddress(document.body.dataset.game ?? "");
  if (!here) {
    box?.remove();
    box = null;
    return;
  }
  if (box) return;
  box = html(
    "span",
    { class: "meanwhile" },
    `${t("here.waits")} `,
    html("a", { href: here }, t("here.meanwhile")),
  );
  const kept = await serviceWorkers()
    ?.getRegistration("/here/")
    .catch(() => undefined);
  if (kept?.active && box) after.after(box);
}

/** Whether the reader has a seat, and all others are bots'. */
const alone = () => Boolean(state.table?.own.length && othersAreBots(state.table));
