/**
 * "Since your last turn": sums up what happened for people who return to a game.
 */

import { logLines } from "../play/game_log.js";
import { recallList, remember } from "../state/settings.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").LogEntry} LogEntry */

/** The number of tables that are remembered, the latest ones. */
const REMEMBERED = 30;

/** @returns {[string, number][]} tables with the last step seen at each, newest first */
const seen = () =>
  (recallList("seen") ?? []).filter((one) => Array.isArray(one) && one.length === 2);

/** @param {string} table @returns {number | null} the last step that was seen there */
export const lastSeen = (table) => seen().find(([id]) => id === table)?.[1] ?? null;

/**
 * @param {string} table
 * @param {number} seq
 */
export function noteSeen(table, seq) {
  remember(
    "seen",
    JSON.stringify([[table, seq], ...seen().filter(([id]) => id !== table)].slice(0, REMEMBERED)),
  );
}

/**
 * @param {LogEntry[]} entries
 * @param {(seq: number) => void} watch opens the replay at a step
 */
export function showRecap(entries, watch) {
  const [first] = entries;
  if (!first?.texts.length) return;
  const close = html("button", { class: "main" }, t("recap.close"));
  const look = html("button", { type: "button" }, t("recap.watch"));
  const sheet = html(
    "dialog",
    { class: "sheet-dialog recap", "aria-labelledby": "recap-title" },
    html("h2", { id: "recap-title" }, t("recap.title")),
    html("ol", {}, ...logLines(entries)),
    html("form", { method: "dialog", class: "dialog-buttons" }, look, close),
  );
  look.addEventListener("click", () => {
    sheet.close();
    watch(first.seq);
  });
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
  close.focus();
}
