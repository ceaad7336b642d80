/** What the pages of tournaments ask of the server, and the words they share. */

import { language, locale, t } from "../state/strings.js";

/** @typedef {import("../net/http.js").ApiError} ApiError */
/** @typedef {import("../net/protocol.js").TimeControl} TimeControl */

/**
 * Fetch something in the reader's language.
 * @param {string} address
 * @returns {Promise<any>} null if the server cannot be reached or has no such thing
 */
export async function read(address) {
  const sign = address.includes("?") ? "&" : "?";
  const answer = await fetch(`${address}${sign}lang=${language()}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * Ask for a change.
 * @param {string} address
 * @param {object} [request]
 * @returns {Promise<{answer: any, wrong: ApiError | null}>}
 */
export async function change(address, request = {}) {
  try {
    const response = await fetch(`${address}?lang=${language()}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const answer = await response.json();
    return response.ok ? { answer, wrong: null } : { answer: null, wrong: answer };
  } catch {
    return { answer: null, wrong: { error: t("lobby.unreachable") } };
  }
}

/**
 * Return a time control in words.
 * @param {TimeControl} timeControl
 */
export function timeControlText(timeControl) {
  if (timeControl.kind === "correspondence")
    return timeControl.days === 1
      ? t("time_control.day")
      : t("tournaments.days", { days: timeControl.days });
  if (timeControl.kind === "real_time")
    return t("tournaments.minutes", {
      minutes: timeControl.minutes,
      seconds: timeControl.increment ?? 0,
    });
  return t("time_control.untimed");
}

/**
 * Return a moment as a date with the time of day.
 * @param {number} moment milliseconds since 1970
 */
export const momentText = (moment) =>
  new Date(moment).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

/**
 * Return a number of points with at most two decimals.
 * @param {number} points
 */
export const pointsText = (points) => points.toLocaleString(locale(), { maximumFractionDigits: 2 });
