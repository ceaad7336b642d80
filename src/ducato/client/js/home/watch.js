/** The page of the games that are being played, to watch: each shown as it is now. */

import { loadArt } from "../board/sprite.js";
import { keepLooking, read } from "../net/requests.js";
import { loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { listenForRecords } from "./open_record.js";
import { hasBegun, TableList } from "./table_list.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").TableEntry} OpenTable */
/** @typedef {import("ducato/api").TournamentEntry} TournamentEntry */

/** @type {TableList} */
let tables;
/** By the games' names. @type {Map<string, Game["facts"]>} */
let facts = new Map();

/** Show what is played, and keep it as it is. */
export async function showWatch() {
  tables = new TableList(need("tables", HTMLElement), true);
  await loadStrings();
  listenToControls(() => void load());
  listenForRecords();
  await load().finally(() => need("watch", HTMLElement).setAttribute("aria-busy", "false"));
  void loadArt();
  keepLooking(update);
}

async function load() {
  /** @type {Game[]} */
  const games = ((await read("/api/games")) ?? []).filter(
    (/** @type {Game} */ { unavailable }) => unavailable === null,
  );
  facts = new Map(games.map((one) => [one.name, one.facts]));
  need("start", HTMLElement).replaceChildren(
    ...games.map(({ name, title }) =>
      html("a", { class: "main plain", href: `/games/${encodeURIComponent(name)}` }, title),
    ),
  );
  tables.forget();
  await update();
}

/** Show the games as they are now; those shown before stay if the server is unreachable. */
async function update() {
  /** @type {[OpenTable[] | null, TournamentEntry[] | null]} */
  const [found, tournaments] = await Promise.all([read("/api/tables"), read("/api/tournaments")]);
  const running = tournaments?.filter(({ status }) => status === "running") ?? [];
  need("running", HTMLElement).replaceChildren(
    ...running.map((one) =>
      html(
        "li",
        {},
        html(
          "a",
          { href: one.url },
          html("b", {}, one.name),
          html("span", {}, one.title),
          html("small", {}, t("tournaments.in_round", { round: one.round })),
        ),
      ),
    ),
  );
  need("tournaments", HTMLElement).hidden = running.length === 0;
  if (!found) return;
  const playing = found.filter((one) => one.public && !one.finished && hasBegun(one));
  tables.show(playing, "", facts);
  need("nobody", HTMLElement).hidden = playing.length + running.length > 0;
}
