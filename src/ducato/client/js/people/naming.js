/**
 * Names as people read them: of persons, and of seasons, quarters of a year such as "2026-4".
 */

import { locale, t } from "../state/strings.js";

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

/**
 * @param {string} name that a person has chosen; empty if they have chosen none
 * @returns {string}
 */
export const personName = (name) => name || t("people.nameless");
