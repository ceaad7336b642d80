/**
 * What the account page and public profiles have in common: ratings, and games that were played.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("ducato/api").GameRating} PersonRating */

/** @param {PersonRating[]} ratings @returns {HTMLElement} */
export function ratingsTable(ratings) {
  if (ratings.length === 0) return html("p", {}, t("account.no_ratings"));
  const head = ["account.game", "account.points", "account.games"].map((key) =>
    html("th", { scope: "col" }, t(key)),
  );
  return html(
    "table",
    {},
    html("thead", {}, html("tr", {}, ...head)),
    html(
      "tbody",
      {},
      ...ratings.map((one) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, one.title),
          html("td", {}, html("b", {}, String(one.points)), html("small", {}, ` ± ${one.spread}`)),
          html("td", {}, String(one.games)),
        ),
      ),
    ),
  );
}

/** @param {number | null} rank @param {number} players */
export function rankText(rank, players) {
  return rank === null ? t("lobby.finished") : t("account.rank", { place: rank, players });
}
