/**
 * The public page of a person, or the reader's own results: ratings over time, ranks in seasons,
 * results by game and against the reader, and finished games.
 */

import { rankText } from "../account/profile_parts.js";
import { send } from "../net/requests.js";
import { openingsView } from "../people/openings_view.js";
import { RatingChart } from "../people/rating_chart.js";
import { againstList, gamesTable, opponentsTable, seasonMarks } from "../people/results_view.js";
import { isolate, language, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { day, personName } from "../ui/format.js";

/** @typedef {import("ducato/api").PersonResults} PersonResults */
/** @typedef {import("ducato/api").PublicProfile} PublicProfile */
/** @typedef {Required<import("ducato/api").Profile>} Profile */
/** @typedef {import("ducato/api").GameRating} PersonRating */

/** The number of games that are listed until more are asked for. */
const AT_FIRST = 12;

/** The id of the public page; empty on the page of the reader's own results. */
const { person = "" } = document.body.dataset;

await loadStrings();
if (person) {
  const ask = need("ask", HTMLButtonElement);
  ask.addEventListener("click", async () => {
    const done = await send("POST", "/api/me/friends", { public_id: person });
    need("asked", HTMLElement).textContent = done.ok
      ? t(`people.is_${done.data.relation}`)
      : done.error;
    ask.hidden = done.ok;
  });
}
listenToControls(() => void load());
await load();

async function load() {
  const where = person ? `/api/people/${encodeURIComponent(person)}` : "/api/me";
  const [results, profile] = await Promise.all([
    fetch(`${where}/results?lang=${language()}`),
    fetch(`${where}${person ? "" : "/profile"}?lang=${language()}`),
  ]);
  need("signed-out", HTMLElement).hidden = results.ok;
  need("results", HTMLElement).hidden = !results.ok;
  if (!results.ok || !profile.ok) return;
  /** @type {PublicProfile & Profile} */
  const known = await profile.json();
  showResults(await results.json(), known.ratings);
  if (person) showPublic(known);
  else showOwn(known);
  await showOpenings(where);
}

/**
 * They come last, since many games may have to be looked at; without any, the part stays hidden.
 * @param {string} where
 */
async function showOpenings(where) {
  const part = need("openings-part", HTMLElement);
  const answer = await fetch(`${where}/openings?lang=${language()}`).catch(() => null);
  /** @type {import("ducato/api").PersonOpenings | null} */
  const openings = answer?.ok ? await answer.json() : null;
  part.hidden = !openings?.games.length;
  if (openings) need("openings", HTMLElement).replaceChildren(...openingsView(openings));
}

/**
 * @param {PersonResults} results
 * @param {PersonRating[]} now the present ratings
 */
function showResults(results, now) {
  need("who", HTMLElement).textContent = person
    ? personName(results.name)
    : t("profile.own_heading");
  const marks = need("season-marks", HTMLElement);
  marks.replaceChildren(...seasonMarks(results.seasons));
  marks.hidden = results.seasons.length === 0;
  const { ratings, games, against, opponents } = results;
  need("ratings", HTMLElement).replaceChildren(
    ratings.length ? new RatingChart(ratings).root : html("p", {}, t("account.no_ratings")),
  );
  need("games", HTMLElement).replaceChildren(
    games.length ? gamesTable(games, now) : html("p", {}, t("account.no_tables")),
  );
  need("against-part", HTMLElement).hidden = against.length === 0;
  need("against-title", HTMLElement).textContent = t("profile.against", {
    name: personName(results.name),
  });
  need("against", HTMLElement).replaceChildren(...(against.length ? [againstList(against)] : []));
  need("opponents-part", HTMLElement).hidden = opponents.length === 0;
  need("opponents", HTMLElement).replaceChildren(
    ...(opponents.length ? [opponentsTable(opponents)] : []),
  );
}

/** @param {PublicProfile} profile */
function showPublic({ tables }) {
  showTables(
    tables.map((table) =>
      html(
        "li",
        { class: "played" },
        html("b", {}, table.title),
        html("span", {}, rankText(table.rank, table.players)),
        table.rated && html("span", { class: "rated" }, t("account.is_rated")),
        html("small", {}, day(table.updated)),
      ),
    ),
  );
}

/** @param {Profile} profile */
function showOwn({ preferences, tables }) {
  const link = need("public-page", HTMLAnchorElement);
  link.hidden = !preferences.url;
  if (preferences.url) link.href = preferences.url;
  showTables(
    tables
      .filter(({ finished }) => finished)
      .map(({ id, title, seats, rated, updated }) => {
        const own = seats.filter((seat) => seat.own);
        const rank = own.length === 1 ? (own[0]?.rank ?? null) : null;
        return html(
          "li",
          {},
          html(
            "a",
            { href: `/table/${encodeURIComponent(id)}` },
            html("b", {}, title),
            html("span", {}, seats.map(({ name }) => isolate(name)).join(", ")),
            html("span", {}, rankText(rank, seats.length)),
            rated && html("span", { class: "rated" }, t("account.is_rated")),
            html("small", {}, day(updated)),
          ),
        );
      }),
  );
}

/** @param {HTMLElement[]} items of which only the latest are shown at first */
function showTables(items) {
  const list = need("tables", HTMLElement);
  const more = need("more", HTMLButtonElement);
  list.replaceChildren(
    ...(items.length ? items.slice(0, AT_FIRST) : [html("li", {}, t("account.no_tables"))]),
  );
  more.hidden = items.length <= AT_FIRST;
  more.onclick = () => {
    const [next] = items.slice(AT_FIRST);
    list.replaceChildren(...items);
    more.hidden = true;
    next?.querySelector("a")?.focus();
  };
}
