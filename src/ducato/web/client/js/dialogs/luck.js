/**
 * What decided a game: how the reader's chances moved from the first turn to the result, and how
 * much of that were their own choices and those of the opponent, measured against the bot's, as in
 * the analysis of backgammon games. The rest is luck: draws, dice and what nobody could know.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Odds} Odds */
/**
 * @typedef {{from: number, to: number, own: number, others: number | null, luck: number}} Shares
 */

/**
 * @param {Odds[]} odds in their order
 * @param {number} seat the reader's
 * @param {number} end of 100 games, those that the result counts as won
 * @returns {Shares | null} in wins of 100 games; null if too little is known. With more than two
 *   players, what the others lose is not the reader's alone, and stays in the luck.
 */
export function shares(odds, seat, end) {
  const from = odds.find(({ wins }) => typeof wins[seat] === "number")?.wins[seat];
  if (typeof from !== "number") return null;
  const players = odds[0]?.wins.length ?? 0;
  const lost = (/** @type {boolean} */ mine) =>
    odds.reduce((sum, one) => sum + ((one.seat === seat) === mine ? one.lost : 0), 0);
  const own = -lost(true);
  const others = players === 2 ? lost(false) : null;
  return { from, to: end, own, others, luck: end - from - own - (others ?? 0) };
}

/** @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/**
 * @param {Shares} shares
 * @returns {HTMLElement}
 */
export function luckView({ from, to, own, others, luck }) {
  const rows = [
    { words: t("luck.own"), points: own },
    ...(others === null ? [] : [{ words: t("luck.others"), points: others }]),
    { words: t(others === null ? "luck.rest" : "luck.luck"), points: luck },
  ];
  const most = Math.max(20, ...rows.map(({ points }) => Math.abs(points)));
  return html(
    "section",
    { class: "luck" },
    html("h4", {}, t("luck.title")),
    html("p", {}, t("luck.chances", { from, to })),
    html(
      "dl",
      {},
      ...rows.flatMap(({ words, points }) => {
        const bar = html("span", {
          class: points < 0 ? "share less" : "share",
          "aria-hidden": "true",
        });
        bar.style.setProperty("--share", `${(Math.abs(points) / most) * 50}%`);
        return [html("dt", {}, words), html("dd", {}, html("b", {}, signed(points)), bar)];
      }),
    ),
    html("p", { class: "small" }, t("luck.about")),
  );
}
