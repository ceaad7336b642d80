/**
 * The first page: creates a table from what the server offers, and lists the tables that are open.
 */

import { showAccount } from "../account/account_section.js";
import { loadArt } from "../board/sprite.js";
import { brokenCard, gameCard } from "../home/game_cards.js";
import { changedOptions, optionField, presetOptions } from "../home/options.js";
import { Seats } from "../home/seats.js";
import { byUrgency, TableList } from "../home/table_list.js";
import { TableSettings } from "../home/table_settings.js";
import { balanceAddress, ruleAddress } from "../net/addresses.js";
import { createTable, quickTable, suggestedLevels } from "../net/new_table.js";
import { noteTime } from "../net/server_time.js";
import { Invitations } from "../people/invitations.js";
import { OpponentSearch } from "../people/opponent_search.js";
import { language, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").CatalogEdition} Edition */
/** @typedef {import("ducato/api").TableEntry} OpenTable */
/** @typedef {import("ducato/api").ErrorBody} ApiError */

const form = need("new-table", HTMLFormElement);
const gameList = need("games", HTMLElement);
const setup = need("setup", HTMLDialogElement);
const seats = new Seats(need("seats", HTMLElement), recountOptions);
const tableSettings = new TableSettings(need("table-settings", HTMLElement));
const ownTables = new TableList(need("own-tables", HTMLElement), true);
const publicTables = new TableList(need("public-tables", HTMLElement), false);
const invitations = new Invitations(need("invitations", HTMLElement));
const search = new OpponentSearch(
  need("opponent-search", HTMLElement),
  need("find-opponents", HTMLButtonElement),
);
/** Milliseconds between two updates of the list of tables. */
const LOOK_EVERY = 20_000;

/** @type {Game[]} */
let games = [];
/** Those that the server has and that cannot be played. @type {Game[]} */
let broken = [];
/** @type {Game | undefined} */
let game;
/** @type {Edition | undefined} */
let edition;
/** What the options shown start from. @type {import("../home/options.js").Basis | null} */
let basis = null;

/**
 * What the address asks for, as `?game=…&players=…&edition=…&OPTION=VALUE`; used once.
 * @type {URLSearchParams | null}
 */
let wanted = new URLSearchParams(location.search);

await loadStrings();
listenToControls(() => void load());
need("options", HTMLElement).addEventListener("input", markOptions);
need("close-setup", HTMLElement).addEventListener("click", () => setup.close());
setup.addEventListener("click", ({ target }) => target === setup && setup.close());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void open();
});
await load().finally(() => need("lobby", HTMLElement).setAttribute("aria-busy", "false"));
void search.resume();
void loadArt();
setInterval(() => void (document.hidden || updateTables()), LOOK_EVERY);
document.addEventListener("visibilitychange", () => void (document.hidden || updateTables()));

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
  const kept = wanted?.has("game") ? wanted : changes();
  if (wanted) {
    game = games.find(({ name }) => name === wanted?.get("game"));
    edition = game?.editions.find(({ name }) => name === wanted?.get("edition"));
    if (game) seats.count = Number(wanted.get("players"));
  }
  ownTables.forget();
  publicTables.forget();
  invitations.forget();
  // Together, so that the games stand still below the tables, and the account below the games.
  showGames();
  if (tables) showTables(tables);
  need("account", HTMLElement).hidden = false;
  if (game) presetOptions(game.options, kept, form);
  if (wanted?.has("game") && game) void showSheet(game);
  wanted = null;
  markOptions();
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
  game = games.find(({ name }) => name === game?.name) ?? games[0];
  gameList.replaceChildren(
    ...games.map((one) =>
      gameCard(one, {
        play: async () => {
          const levels = await suggestedLevels(one.name);
          await start(one, "/api/tables", quickTable(one, seats.ownName(), levels));
        },
        learn: () => start(one, "/api/lessons", { game: one.name, name: seats.ownName() }),
        more: () => openSetup(one),
      }),
    ),
    ...broken.map(brokenCard),
  );
  showSetup();
}

/**
 * @param {Game} one
 * @param {string} address
 * @param {object} request
 */
async function start(one, address, request) {
  const card = gameList.querySelector(`[data-game="${CSS.escape(one.name)}"] .game-words`);
  complain(await createTable(address, request), card);
}

/** @param {Game} one for which a table is to be described */
function openSetup(one) {
  game = one;
  showSetup();
  void showSheet(one);
}

/** @param {Game} one whose choices are shown; its suggested levels follow */
async function showSheet(one) {
  setup.showModal();
  seats.suggest(one.name, await suggestedLevels(one.name));
}

/** What the chosen game leaves to choose. */
function showSetup() {
  if (!game) return;
  const { editions } = game;
  setup.dataset.cloth = game.facts.cloth;
  need("setup-title", HTMLElement).textContent = t("lobby.setup", { game: game.title });
  edition = editions.find(({ name }) => name === edition?.name) ?? editions[0];
  need("editions", HTMLElement).replaceChildren(
    ...editions.map((one) => {
      const input = html("input", {
        type: "radio",
        name: "edition",
        value: one.name,
        checked: one === edition,
      });
      input.addEventListener("change", () => {
        edition = one;
        showOptions();
      });
      return html(
        "label",
        { class: "choice" },
        input,
        html("span", {}, html("b", {}, one.title), html("small", {}, one.about)),
      );
    }),
  );
  seats.show(game);
  showOptions();
  need("credit", HTMLElement).textContent = game.credit;
  showRules(game);
  tableSettings.show(game, seats.count);
  complain(null);
}

/** @param {Game} one that can be read about */
function showRules(one) {
  const links = [
    ...(one.rules ? [["rules", ruleAddress(one.name)]] : []),
    ...(one.balance ? [["balance", balanceAddress(one.name)]] : []),
  ];
  need("learn", HTMLElement).replaceChildren(
    ...links.map(([name, href]) => html("a", { href, target: name }, t(`lobby.${name}`))),
  );
}

/** The options as the chosen edition sets them. */
function showOptions() {
  if (!game || !edition) return;
  const { options } = game;
  const from = { edition, players: seats.count };
  basis = from;
  need("options", HTMLElement).replaceChildren(
    ...options.map((option) => optionField(option, from)),
  );
  need("options-part", HTMLElement).hidden = options.length === 0;
  markOptions();
}

/** Other numbers of players have other defaults; what was changed stays. */
function recountOptions() {
  const kept = changes();
  showOptions();
  if (game) {
    presetOptions(game.options, kept, form);
    tableSettings.show(game, seats.count);
  }
  markOptions();
}

/** Return the options that differ from the edition. */
function changes() {
  const changed = game && basis ? changedOptions(game.options, basis, form) : {};
  return new URLSearchParams(Object.entries(changed).map(([name, value]) => [name, String(value)]));
}

/** Says on the folded options how many of them are not as the edition sets them. */
function markOptions() {
  const changed = changes().size;
  const mark = need("options-mark", HTMLElement);
  mark.hidden = changed === 0;
  mark.textContent = t("lobby.changed", { count: changed });
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

/** Start the game that the form describes. */
async function open() {
  if (!game || !edition || !basis) return;
  const request = {
    game: game.name,
    edition: edition.name,
    options: changedOptions(game.options, basis, form),
    seats: seats.chosen(),
    ...tableSettings.chosen(),
  };
  const button = need("start", HTMLButtonElement);
  button.disabled = true;
  complain(null);
  complain(await createTable("/api/tables", request));
  button.disabled = false;
}

/**
 * Show an error, next to the invalid field if the server names it.
 * @param {ApiError | null} wrong
 * @param {Element | null} [beside] what was clicked, if it was not the form's own button
 */
function complain(wrong, beside = null) {
  for (const old of document.querySelectorAll(".lobby .wrong, #new-table .wrong")) old.remove();
  for (const old of form.querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
  if (!wrong) return;
  const choices = wrong.choices?.length
    ? ` ${t("lobby.choices", { choices: wrong.choices.join(", ") })}`
    : "";
  const line = html(
    "p",
    { class: "wrong", role: "alert", id: "wrong" },
    (wrong.error ?? t("lobby.unreachable")) + choices,
  );
  if (beside) {
    beside.append(line);
    return;
  }
  const field = wrong.field
    ? form.querySelector(`[data-field="${CSS.escape(wrong.field)}"]`)
    : null;
  (field ?? need("start-part", HTMLElement)).prepend(line);
  const hidden = field?.closest("details");
  if (hidden) hidden.open = true;
  const input = field?.querySelector("input, select");
  input?.setAttribute("aria-invalid", "true");
  input?.setAttribute("aria-describedby", "wrong");
  if (input instanceof HTMLElement) input.focus();
}
