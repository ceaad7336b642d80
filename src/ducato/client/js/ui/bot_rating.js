/**
 * What people read about the strength and the speed of a bot.
 */

import { locale, t } from "../state/strings.js";

/** @typedef {import("../net/protocol.js").BotRating} BotRating */
/** @typedef {import("ducato/api").CatalogBot} Bot */

/** Seconds below which nobody waits. */
const AT_ONCE = 0.1;
/** From so many seconds on, people say half a second. */
const HALF = 0.35;
/** From so many seconds on, they say a second. */
const ONE = 0.75;
/** From so many seconds on, they count them. */
const SEVERAL = 1.5;
/** From so many seconds on, only every fifth is told. */
const LONG = 10;

/**
 * Return how long a bot thinks about a decision, in words.
 *
 * @param {number} seconds
 */
export function thinkingTime(seconds) {
  if (seconds < AT_ONCE) return t("level.at_once");
  if (seconds >= HALF && seconds < SEVERAL) return t(seconds < ONE ? "level.half" : "level.second");
  const step = seconds < HALF ? 0.1 : seconds < LONG ? 1 : 5;
  const rounded = Math.round(seconds / step) * step;
  const words = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });
  return t("level.thinks", { seconds: words.format(rounded) });
}

/**
 * Return a rating as people write it, without a mark between thousands.
 *
 * @param {number} rating
 */
const number = (rating) => new Intl.NumberFormat(locale(), { useGrouping: false }).format(rating);

/**
 * Return rating and thinking time in one line, such as "rating 1240 · plays at once".
 *
 * @param {BotRating} rating
 */
export const ratingText = ({ rating, seconds }) =>
  `${t("level.rating", { rating: number(rating) })} · ${thinkingTime(seconds)}`;

/**
 * Return how sure a rating is, in words; nothing for the one that fixes the scale.
 *
 * @param {BotRating} rating
 */
export const intervalText = ({ low, high }) =>
  low === high ? "" : t("level.interval", { low: number(low), high: number(high) });

/**
 * Return the title of a level, with its rating where it has one.
 *
 * @param {string} title
 * @param {BotRating | null | undefined} rating
 */
export const levelText = (title, rating) =>
  rating ? `${title} · ${number(rating.rating)}` : title;

/**
 * Return the rating of a bot of the catalogue among so many players.
 *
 * @param {Bot | undefined} bot
 * @param {number} players
 */
export const ratingOf = (bot, players) => bot?.ratings[players];

/**
 * Return the level of a bot with all that is known of it, in one line.
 *
 * @param {string} level
 * @param {BotRating | null} rating
 */
export const botText = (level, rating) => (rating ? `${level} · ${ratingText(rating)}` : level);
