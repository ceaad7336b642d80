/** What the pages of tournaments say of time controls and points. */

import { locale, t } from "../state/strings.js";

/** A tournament starts with so many entrants at least, as the server checks. */
export const FEWEST = 4;

/** @typedef {import("../net/protocol.js").TimeControl} TimeControl */

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
 * Return a number of points with at most two decimals.
 * @param {number} points
 */
export const pointsText = (points) => points.toLocaleString(locale(), { maximumFractionDigits: 2 });
