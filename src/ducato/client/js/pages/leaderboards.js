/**
 * The leaderboards: the first ranks of all games, or all ranks of one game in a season.
 */

import { noteTime } from "../net/server_time.js";
import { figures } from "../people/results_view.js";
import { seasonText } from "../people/seasons.js";
import { language, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { day, personName, withTimeLeft } from "../ui/format.js";

/** @typedef {import("ducato/api").Leaderboard} Leaderboard */
/** @typedef {import("ducato/api").Leaderboards} Leaderboards */
/** @typedef {import("ducato/api").RankedPerson} RankedPerson */

/** The game whose ranks are shown; empty on the page of all games. */
const { game = "" } = document.body.dataset;
const board = need("leaderboard", HTMLElement);
const season = need("season", HTMLSelectElement);

await loadStrings();
listenToControls(() => void load());
season.addEventListener("change", () => {
  const there = new URL(location.href);
  there.searchParams.set("season", season.value);
  history.replaceState(history.state, "", there);
  void load();
});
await load();

async function load() {
  if (!game) {
    const answer = await fetch(`/api/leaderboards?lang=${language()}`);
    noteTime(answer);
    if (answer.ok) showAll(await answer.json());
    return;
  }
  const query = new URLSearchParams({ lang: language() });
  const wanted = new URLSearchParams(location.search).get("season");
  if (wanted) query.set("season", wanted);
  const answer = await fetch(`/api/leaderboards/${encodeURIComponent(game)}?${query}`);
  noteTime(answer);
  if (answer.ok) showOne(await answer.json());
  else need("about", HTMLElement).textContent = (await answer.json()).error;
}

/** @param {Leaderboards} all */
function showAll({ season: now, ends, least_games: least, games }) {
  need("title", HTMLElement).textContent = t("leaderboards.title");
  need("season-words", HTMLElement).textContent =
    `${seasonText(now)} · ${t("leaderboards.ends", { date: withTimeLeft(day(ends - 1), ends) })}`;
  need("about", HTMLElement).textContent = t("leaderboards.about", { games: least });
  const address = (/** @type {string} */ name) => `/leaderboards/${encodeURIComponent(name)}`;
  const ranked = games
    .filter(({ entries }) => entries.length > 0)
    .map(({ game: name, title, entries }) =>
      html(
        "li",
        { class: "leaders" },
        html("h2", {}, html("a", { href: address(name) }, title)),
        html(
          "ol",
          {},
          ...entries.map((entry) =>
            html(
              "li",
              { class: entry.own && "own" },
              rankSign(entry.rank),
              html("a", { href: entry.url }, personName(entry.name)),
              html("b", {}, String(entry.score)),
            ),
          ),
        ),
      ),
    );
  const others = games.filter(({ entries }) => entries.length === 0);
  board.replaceChildren(
    ranked.length
      ? html("ul", { class: "all-leaders" }, ...ranked)
      : html("p", {}, t("leaderboards.empty")),
  );
  if (ranked.length && others.length) board.append(html("h2", {}, t("leaderboards.others")));
  if (others.length)
    board.append(
      html(
        "ul",
        { class: "other-games" },
        ...others.map(({ game: name, title }) =>
          html("li", {}, html("a", { href: address(name) }, title)),
        ),
      ),
    );
}

/** @param {Leaderboard} found */
function showOne(found) {
  const { title, season: shown, seasons, ends, final, least_games: least, entries } = found;
  need("title", HTMLElement).textContent = title;
  const end = day(ends - 1);
  need("season-words", HTMLElement).textContent = final
    ? t("leaderboards.final", { date: end })
    : t("leaderboards.ends", { date: withTimeLeft(end, ends) });
  season.replaceChildren(...seasons.map((one) => new Option(seasonText(one), one)));
  season.value = shown;
  need("choose-season", HTMLElement).hidden = false;
  need("about", HTMLElement).textContent = t("leaderboards.about", { games: least });
  showOwn(found);
  if (entries.length === 0) return board.replaceChildren(html("p", {}, t("leaderboards.empty")));
  const table = figures(
    [
      "leaderboards.rank",
      "leaderboards.name",
      "leaderboards.score",
      "account.points",
      "account.games",
    ],
    entries.map((entry) => [
      rankSign(entry.rank),
      [
        html("a", { href: entry.url }, personName(entry.name)),
        entry.own ? html("small", {}, ` ${t("leaderboards.you")}`) : "",
      ],
      html("b", {}, String(entry.score)),
      [String(entry.points), html("small", {}, ` ± ${entry.spread}`)],
      String(entry.games),
    ]),
  );
  table.classList.add("leaderboard");
  const rows = table.querySelectorAll("tbody tr");
  for (const [n, { own }] of entries.entries()) rows[n]?.classList.toggle("own", own);
  board.replaceChildren(table);
}

/** @param {number} rank */
function rankSign(rank) {
  return html("span", { class: rank <= 3 ? `rank-sign rank-${rank}` : "rank-sign" }, String(rank));
}

/** @param {Leaderboard} found */
function showOwn({ own, final, least_games: least }) {
  const words = need("own-rank", HTMLElement);
  words.hidden = !own;
  if (!own) return;
  if (own.rank) words.textContent = t("leaderboards.own_rank", { rank: own.rank });
  else if (final) words.textContent = t("leaderboards.own_none");
  else if (own.games < least)
    words.textContent = t("leaderboards.own_games", { n: own.games, games: least });
  else words.textContent = t("leaderboards.own_hidden");
}
