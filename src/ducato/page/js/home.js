/**
 * The first page without a server: the games, the table to be described, and the games that this
 * browser keeps.
 */

import { loadArt } from "../../client/js/board/sprite.js";
import { gameCard } from "../../client/js/home/game_cards.js";
import { SetupSheet } from "../../client/js/home/setup_sheet.js";
import { byUrgency, TableList } from "../../client/js/home/table_list.js";
import { createTable, quickTable } from "../../client/js/net/new_table.js";
import { textOf } from "../../client/js/net/text_file.js";
import { host } from "../../client/js/state/host.js";
import { remember } from "../../client/js/state/settings.js";
import { language, loadStrings, t } from "../../client/js/state/strings.js";
import { listenToControls } from "../../client/js/ui/controls.js";
import { html, need } from "../../client/js/ui/dom.js";
import { folderOf } from "./files.js";
import { KeptGames } from "./kept_games.js";

/** @typedef {import("ducato/api").CatalogGame} Game */

const FILE = "ducato_games";
const kept = new KeptGames(folderOf(document.baseURI));
const gameList = need("games", HTMLElement);
const tables = new TableList(need("own-tables", HTMLElement), false);
const message = need("kept-message", HTMLElement);
const setup = new SetupSheet();
/** @type {Game[]} */
let games = [];

await loadStrings();
listenToControls(() => void load());
need("export-games", HTMLElement).addEventListener("click", () => void exportGames());
need("import-games", HTMLInputElement).addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement) void importGames(target);
});
await load();
need("lobby", HTMLElement).setAttribute("aria-busy", "false");
void loadArt();
await playWanted();

async function load() {
  const answer = await host.request(`/api/games?lang=${language()}`);
  games = answer.ok ? await answer.json() : [];
  gameList.replaceChildren(
    ...games.map((one) =>
      gameCard(one, {
        play: () => start(one, "/api/tables", quickTable(one, setup.seats.ownName())),
        learn: () => start(one, "/api/lessons", { game: one.name, name: setup.seats.ownName() }),
        more: () => void setup.open(one),
      }),
    ),
  );
  setup.game = games.find(({ name }) => name === setup.game?.name) ?? games[0];
  setup.show();
  await showKept();
}

/**
 * Begin the game that the address asks for with `?play=`, or describe the one with `?game=` to set
 * up positions from it; back comes here, not to another game.
 */
async function playWanted() {
  const asked = new URLSearchParams(location.search);
  const wanted = asked.get("play");
  if (asked.has("lang")) remember("language", language());
  const one = games.find(({ name }) => name === wanted);
  const other = games.find(({ name }) => name === asked.get("game"));
  if (wanted || other) history.replaceState(null, "", location.pathname);
  if (one) await start(one, "/api/tables", quickTable(one, setup.seats.ownName()));
  else if (other) {
    setup.seats.count = Number(asked.get("players"));
    await setup.open(other);
    need("set-up", HTMLElement).focus();
  }
}

/** @param {Game} one @param {string} address @param {object} request */
async function start(one, address, request) {
  const card = gameList.querySelector(`[data-game="${CSS.escape(one.name)}"] .game-words`);
  setup.complain(await createTable(address, request), card);
}

async function showKept() {
  const all = await kept.all();
  const titles = new Map(games.map(({ name, title }) => [name, title]));
  const shown = all.map(({ entry }) => ({
    ...entry,
    steps: entry.steps ?? 0,
    title: titles.get(entry.game) ?? entry.game,
    updated: entry.updated / 1000,
    open: 0,
    mine: true,
    public: false,
    time_control: /** @type {const} */ ({ kind: "untimed" }),
    due: null,
  }));
  tables.forget();
  tables.show(
    shown.sort(byUrgency),
    t("page.games"),
    new Map(games.map(({ name, facts }) => [name, facts])),
  );
  need("export-games", HTMLElement).hidden = all.length === 0;
  for (const link of need("own-tables", HTMLElement).querySelectorAll("li > a")) {
    const id =
      new URL(/** @type {HTMLAnchorElement} */ (link).href).searchParams.get("table") ?? "";
    const entry = shown.find((one) => one.id === id);
    const name = t("page.delete", { game: entry?.title ?? "" });
    const remove = html(
      "button",
      { type: "button", class: "quiet remove", "aria-label": name, title: name },
      "✕",
    );
    remove.addEventListener("click", async () => {
      if (!confirm(t("page.delete_sure", { game: entry?.title ?? "" }))) return;
      await kept.drop(id);
      await showKept();
    });
    link.after(remove);
    link.addEventListener("click", (event) => {
      if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      event.preventDefault();
      host.go(`/table/${encodeURIComponent(id)}`);
    });
  }
}

async function exportGames() {
  const texts = (await kept.all()).map(({ text }) => text);
  const day = new Date().toISOString().slice(0, 10);
  const blob = new Blob([JSON.stringify({ [FILE]: texts })], { type: "application/json" });
  const href = URL.createObjectURL(blob);
  html("a", { href, download: `ducato-${day}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** @param {HTMLInputElement} input */
async function importGames(input) {
  message.replaceChildren();
  let done = 0;
  for (const file of input.files ?? []) {
    const taken = (await kept.all()).map(({ id }) => id);
    for (const text of textsIn(await textOf(file))) {
      const body = JSON.stringify({ text, taken });
      const answer = await host.request("/api/import", { method: "POST", body });
      if (answer.ok) done += 1;
      else {
        const { error } = await answer.json();
        message.append(html("span", { class: "wrong", role: "alert" }, `${file.name}: ${error} `));
      }
    }
  }
  input.value = "";
  if (done) message.append(t("page.imported", { n: done }));
  await showKept();
}

/** The games in a file of many, or the one game or record that it is. @param {string} text */
function textsIn(text) {
  try {
    const texts = JSON.parse(text)[FILE];
    return Array.isArray(texts) ? texts.map(String) : [text];
  } catch {
    return [text];
  }
}
