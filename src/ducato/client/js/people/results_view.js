/**
 * The parts of a profile: seasons, results by game, results against the reader, and opponents.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { personName } from "../ui/format.js";
import { seasonText } from "./seasons.js";

/** @typedef {import("ducato/api").PersonResults} PersonResults */
/** @typedef {import("ducato/api").GameRating} PersonRating */
/** @typedef {{ahead: number, level: number, behind: number}} Balance */

/** @param {number} part @param {number} whole @returns {string} a share of 100 */
const percent = (part, whole) => `${Math.round((100 * part) / whole)}\u00a0%`;

/** @param {string} game */
const leaderboardAddress = (game) => `/leaderboards/${encodeURIComponent(game)}`;

/**
 * @param {PersonResults["seasons"]} seasons
 * @returns {HTMLElement[]} a mark for each season in which the person has a rank
 */
export function seasonMarks(seasons) {
  return seasons.map(({ season, game, title, rank, ranked }) =>
    html(
      "li",
      {},
      html(
        "a",
        {
          class: rank <= 3 ? `season-mark rank-${rank}` : "season-mark",
          href: `${leaderboardAddress(game)}?season=${season}`,
        },
        html("b", { class: "rank-sign", "aria-hidden": "true" }, String(rank)),
        html(
          "span",
          {},
          html("b", {}, title),
          html("span", {}, t("profile.season_rank", { rank, ranked })),
          html("small", {}, seasonText(season)),
        ),
      ),
    ),
  );
}

/**
 * @param {PersonResults["games"]} games at least one
 * @param {PersonRating[]} ratings
 * @returns {HTMLElement}
 */
export function gamesTable(games, ratings) {
  return figures(
    ["account.game", "account.points", "account.games", "profile.won", "profile.beaten"],
    games.map(({ game, title, played, won, beaten }) => {
      const rating = ratings.find((one) => one.game === game);
      return [
        title,
        rating
          ? [html("b", {}, String(rating.points)), html("small", {}, ` ± ${rating.spread}`)]
          : "–",
        String(played),
        [String(won), html("small", {}, ` ${percent(won, played)}`)],
        [meter(beaten), percent(beaten, 1)],
      ];
    }),
  );
}

/**
 * @param {PersonResults["against"]} against at least one
 * @returns {HTMLElement} the reader's results against the person
 */
export function againstList(against) {
  const items = against.map(({ title, two, ...balance }) =>
    html(
      "li",
      {},
      html("b", {}, title),
      html("small", {}, ` ${t(two ? "profile.two" : "profile.more")}`),
      bar(balance),
      html("span", {}, t(two ? "profile.won_lost" : "profile.ahead_behind", { ...balance })),
    ),
  );
  return html("ul", { class: "against" }, ...items);
}

/**
 * @param {PersonResults["opponents"]} opponents at least one
 * @returns {HTMLElement}
 */
export function opponentsTable(opponents) {
  return figures(
    ["profile.opponent", "account.games", "profile.ahead", "profile.level", "profile.behind"],
    opponents.map(({ name, url, played, ahead, level, behind }) => [
      url ? html("a", { href: url }, personName(name)) : personName(name),
      ...[played, ahead, level, behind].map(String),
    ]),
  );
}

/**
 * A table of numbers, whose first column names the rows.
 *
 * @param {string[]} head the keys of the columns' titles
 * @param {(string | Node | (string | Node)[])[][]} rows
 */
export function figures(head, rows) {
  return html(
    "div",
    { class: "scroller" },
    html(
      "table",
      { class: "figures" },
      html("thead", {}, html("tr", {}, ...head.map((key) => html("th", { scope: "col" }, t(key))))),
      html(
        "tbody",
        {},
        ...rows.map(([first = "", ...cells]) =>
          html(
            "tr",
            {},
            html("th", { scope: "row" }, ...[first].flat()),
            ...cells.map((cell) => html("td", {}, ...[cell].flat())),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} share */
function meter(share) {
  const node = html("span", { class: "meter", "aria-hidden": "true" });
  node.style.setProperty("--share", `${100 * share}%`);
  return node;
}

/** @param {Balance} balance */
function bar({ ahead, level, behind }) {
  const node = html("span", { class: "balance", "aria-hidden": "true" });
  const all = ahead + level + behind;
  node.style.setProperty("--ahead", `${(100 * ahead) / all}%`);
  node.style.setProperty("--level", `${(100 * (ahead + level)) / all}%`);
  return node;
}
