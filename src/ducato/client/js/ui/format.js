/**
 * Times, dates and names as people read them, in the reader's language.
 */

import { now } from "../net/server_time.js";
import { language, locale, t } from "../state/strings.js";

const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;

/**
 * The units of time that people use, the largest first.
 * @type {[Intl.RelativeTimeFormatUnit, number][]}
 */
const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];

/**
 * Return a time that is left, such as "2:05" or "1:02:03", or in days and hours.
 *
 * @param {number} left milliseconds
 */
export function timeText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor(seconds / MINUTE) % 60;
  if (days >= 1) return t("clock.days", { days, hours: hours % 24 });
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const rest = two(seconds % 60);
  return hours >= 1 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Return the date of a moment.
 *
 * @param {number} moment milliseconds since 1970
 */
export function day(moment) {
  return new Date(moment).toLocaleDateString(locale(), { dateStyle: "medium" });
}

/**
 * Return a moment as a date with the time of day.
 *
 * @param {number} moment milliseconds since 1970
 */
export function dateAndTime(moment) {
  return new Date(moment).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Return how long ago a moment was, in words; after a week, its date.
 *
 * @param {number} moment seconds since 1970
 */
export function ago(moment) {
  const seconds = now() / 1000 - moment;
  if (seconds > 7 * DAY) return day(moment * 1000);
  const [unit, length] = UNITS.find((one) => seconds >= one[1]) ?? ["minute", Infinity];
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  // Never -0, which is "0 minutes ago".
  return words.format(-Math.floor(seconds / length) + 0, unit);
}

/**
 * Return the words for a moment to come with the time until then, such as "27 Nov 2026, 18:00 (in 2
 * hours)": readers whose clock is wrong would take the words alone for another moment.
 *
 * @param {string} words
 * @param {number} moment milliseconds since 1970
 */
export function withTimeLeft(words, moment) {
  const seconds = (moment - now()) / 1000;
  const unit = UNITS.find((one) => seconds >= one[1]);
  if (!unit) return words;
  const left = new Intl.RelativeTimeFormat(language(), { numeric: "always" });
  return `${words} (${left.format(Math.floor(seconds / unit[1]), unit[0])})`;
}

/**
 * @param {string} name that a person has chosen; empty if they have chosen none
 * @returns {string}
 */
export const personName = (name) => name || t("site.nameless");
