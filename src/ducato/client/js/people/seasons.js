/** Seasons, quarters of a year such as "2026-4", as people read them. */

import { locale } from "../state/strings.js";

/**
 * @param {string} season
 * @returns {string} such as "Oct – Dec 2026"
 */
export function seasonText(season) {
  const [year = 0, quarter = 1] = season.split("-").map(Number);
  const months = new Intl.DateTimeFormat(locale(), {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return months.formatRange(Date.UTC(year, 3 * quarter - 3, 1), Date.UTC(year, 3 * quarter - 1, 1));
}

/**
 * @param {number} moment milliseconds since 1970
 * @returns {string} the season of the moment
 */
export function seasonAt(moment) {
  const day = new Date(moment);
  return `${day.getUTCFullYear()}-${Math.floor(day.getUTCMonth() / 3) + 1}`;
}
