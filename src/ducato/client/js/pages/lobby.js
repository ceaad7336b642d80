/**
 * The first page: creates a table from what the server offers, and lists the tables that are open.
 */

import { showAccount } from "../account/account_section.js";
import { loadArt } from "../board/sprite.js";
import { brokenCard, gameCard } from "../home/game_cards.js";
import { SetupSheet } from "../home/setup_sheet.js";
import { byUrgency, TableList } from "../home/table_list.js";
import { TableSettings } from "../home/table_settings.js";
import { createTable, quickTable, suggestedLevels } from "../net/new_table.js";
import { keepLooking } from "../net/requests.js";
import { noteTime } from "../net/server_time.js";
import { Invitations } from "../people/invitations.js";
import { OpponentSearch } from "../people/opponent_search.js";
import { language, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { need } from "../ui/dom.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").TableEntry} OpenTable */

const gameList = need("games", HTMLElement);
const setup = new SetupSheet(new TableSettings(need("table-settings", HTMLElement)));
const ownTables = new TableList(need("own-tables", HTMLElement), true);
const publicTables = new TableList(need("public-tables", HTMLElement), false);
const invitations = new Invitations(need("invitations", HTMLElement));
const search = new OpponentSearch(
  need("opponent-search", HTMLElement),
  need("find-opponents", HTMLButtonElement),
);

/** @type {Game[]} */
let games = [];
/** Those that the server has and that cannot be played. @type {Game[]} */
let broken = [];

/**
 * What the address asks for, as `?game=…&players=…&edition=…&OPTION=VALUE`; used once.
 * @type {URLSearchParams | null}
 */
let wanted = new URLSearchParams(location.search);

await loadStrings();
listenToControls(() => void load());
await load().finally(() => need("lobby", HTMLElement).setAttribute("aria-busy", "false"));
void search.resume();
void loadArt();
keepLooking(updateTables);

/** Fetch what the server offers, in the reader's language; what was chosen stays chosen. */
async function load() {
  const [offered, tables] = await Promise.all([
    fetch(`/api/games?lang=${language()}`),
    fetchTables(),
    showAccount(true),
  ]);
  /** @type {Game[]} */
  const all = offered.ok ? await offered.json() : [];
  games = all.filter(({ unavailable }) => unavailable === null);
  broken = all.filter(({ unavailable }) => unavailable !== null);
  // In another language the form is built again; what was changed in it is kept like what an
  // address asks for.
  const kept = wanted?.has("game") ? wanted : setup.changes();
  if (wanted) {
    setup.game = games.find(({ name }) => name === wanted?.get("game"));
    setup.edition = setup.game?.editions.find(({ name }) => name === wanted?.get("edition"));
    if (setup.game) setup.seats.count = Number(wanted.get("players"));
  }
  ownTables.forget();
  publicTables.forget();
  invitations.forget();
  // Together, so that the games stand still below the tables, and the account below the games.
  showGames();
  if (tables) showTables(tables);
  need("account", HTMLElement).hidden = false;
  setup.preset(kept);
  if (wanted?.has("game") && setup.game) void setup.showSheet();
  if (wanted?.has("position")) need("set-up", HTMLElement).focus();
  wanted = null;
  setup.markOptions();
}

/**
 * The reader's own tables and the public ones; null if the server is unreachable. Invitations are
 * shown by themselves.
 * @returns {Promise<OpenTable[] | null>}
 */
async function fetchTables() {
  const [answer, invited] = await Promise.all([
    fetch(`/api/tables?lang=${language()}`).catch(() => null),
    invitations.update(),
  ]);
  if (!answer?.ok) return null;
  noteTime(answer);
  /** @type {OpenTable[]} */
  const tables = await answer.json();
  return tables.filter(({ id }) => invited.every((one) => one.id !== id));
}

/** Show the tables as they are now; those shown before stay if the server is unreachable. */
async function updateTables() {
  const tables = await fetchTables();
  if (tables) showTables(tables);
}

function showGames() {
  setup.game = games.find(({ name }) => name === setup.game?.name) ?? games[0];
  gameList.replaceChildren(
    ...games.map((one) =>
      gameCard(one, {
        play: async () => {
          const levels = await suggestedLevels(one.name);
          await start(one, "/api/tables", quickTable(one, setup.seats.ownName(), levels));
        },
        learn: () => start(one, "/api/lessons", { game: one.name, name: setup.seats.ownName() }),
        more: () => void setup.open(one),
      }),
    ),
    ...broken.map(brokenCard),
  );
  setup.show();
}

/**
 * @param {Game} one
 * @param {string} address
 * @param {object} request
 */
async function start(one, address, request) {
  const card = gameList.querySelector(`[data-game="${CSS.escape(one.name)}"] .game-words`);
  setup.complain(await createTable(address, request), card);
}

/** @param {OpenTable[]} tables */
function showTables(tables) {
  const own = tables.filter(({ mine }) => mine);
  const turns = own.filter((one) => one.your_turn).length;
  const cloths = new Map(games.map(({ name, facts }) => [name, facts]));
  const title =
    turns > 1
      ? t("lobby.your_turns", { count: turns })
      : t(turns ? "lobby.your_turn_in_one" : "lobby.open_tables");
  ownTables.show(own.sort(byUrgency), title, cloths);
  const others = tables.filter(({ mine }) => !mine);
  publicTables.show(others, t("lobby.public_tables"), cloths);
}
