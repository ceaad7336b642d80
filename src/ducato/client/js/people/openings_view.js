/**
 * The favourite openings of a person: what they do more often than others in their first decisions,
 * and how they fare with it.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";

/** @typedef {import("ducato/api").PersonOpenings} PersonOpenings */
/** @typedef {import("ducato/api").Measured} Measured */

/** @param {number} share */
const percent = (share) => Math.round(100 * share);

/**
 * @param {PersonOpenings} openings of at least one game
 * @returns {HTMLElement[]}
 */
export function openingsView({ decisions, games }) {
  return [
    html("p", { class: "small" }, t("profile.openings_about", { n: decisions })),
    ...games.map(({ title, favourites }) =>
      html(
        "section",
        { class: "openings" },
        html("h3", {}, title),
        html("ul", {}, ...favourites.map(favouriteItem)),
      ),
    ),
  ];
}

/** @param {PersonOpenings["games"][number]["favourites"][number]} favourite */
function favouriteItem({ name, games, own, others, lift, result }) {
  return html(
    "li",
    {},
    html("b", {}, name),
    html(
      "span",
      {},
      t("profile.opening_shares", {
        own: percent(own.value),
        others: percent(others.value),
        games,
      }),
    ),
    bars(own, others),
    html(
      "small",
      {},
      t("profile.opening_lift", {
        low: percent(lift.low),
        high: percent(lift.high),
        result: percent(result.value),
      }),
    ),
  );
}

/**
 * The person's share as a bar, and a mark where that of the others is.
 * @param {Measured} own
 * @param {Measured} others
 */
function bars(own, others) {
  const node = html("span", { class: "preference", "aria-hidden": "true" });
  node.style.setProperty("--own", `${percent(own.value)}%`);
  node.style.setProperty("--others", `${percent(others.value)}%`);
  return node;
}
