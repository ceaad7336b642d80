/**
 * The first page: creates a table from what the server offers, and lists the tables that are open.
 */

import { ruleAddress } from "../net/addresses.js";
import { language, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { ago, timeText } from "../ui/format.js";
import { showAccount } from "./account_section.js";
import { changedOptions, optionField, presetOptions } from "./options.js";
import { Seats } from "./seats.js";
import { TableSettings } from "./table_settings.js";

/** @typedef {import("../net/protocol.js").Game} Game */
/** @typedef {import("../net/protocol.js").Edition} Edition */
/** @typedef {import("../net/protocol.js").OpenTable} OpenTable */
/** @typedef {import("../net/protocol.js").ApiError} ApiError */

const form = need("new-table", HTMLFormElement);
const gameList = need("games", HTMLElement);
const setup = need("setup", HTMLElement);
const seats = new Seats(need("seats", HTMLElement), recountOptions);
const tableSettings = new TableSettings(need("table-settings", HTMLElement));
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
/** What the options shown start from. @type {import("./options.js").Basis | null} */
let basis = null;

/**
 * What the address asks for, as `?game=…&players=…&edition=…&OPTION=VALUE`; used once.
 * @type {URLSearchParams | null}
 */
let wanted = new URLSearchParams(location.search);

await loadStrings();
listenToControls(() => void load());
need("options", HTMLElement).addEventListener("input", markOptions);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void open();
});
await load();
setInterval(() => void (document.hidden || loadTables()), LOOK_EVERY);
document.addEventListener("visibilitychange", () => void (document.hidden || loadTables()));

/** Fetch what the server offers, in the reader's language; what was chosen stays chosen. */
async function load() {
  const [offered] = await Promise.all([
    fetch(`/api/games?lang=${language()}`),
    loadTables(),
    showAccount(),
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
  showGames();
  if (game) presetOptions(game.options, kept, form);
  wanted = null;
  markOptions();
}

/** Fetch the list of tables: the reader's own, and the public ones. */
async function loadTables() {
  const tables = await fetch(`/api/tables?lang=${language()}`)
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null); // The server is unreachable: keep showing the old list.
  if (tables) showTables(tables);
}

function showGames() {
  game = games.find(({ name }) => name === game?.name) ?? games[0];
  gameList.replaceChildren(
    ...games.map((one) => {
      const input = html("input", {
        type: "radio",
        name: "game",
        value: one.name,
        checked: one === game,
      });
      input.addEventListener("change", () => {
        game = one;
        showSetup();
      });
      return html(
        "div",
        { class: "game" },
        html(
          "label",
          {},
          input,
          html("span", { class: "game-title" }, one.title),
          html(
            "span",
            { class: "game-players" },
            t("lobby.players_range", { players: one.players.join(", ") }),
          ),
          html("span", { class: "game-about" }, one.about),
        ),
        html("div", { class: "game-buttons" }, ...startButtons(one)),
      );
    }),
    ...broken.map((one) =>
      html(
        "div",
        { class: "game unavailable" },
        html("span", { class: "game-title" }, one.title),
        html(
          "span",
          { class: "game-about" },
          t("lobby.unavailable", { package: one.unavailable ?? "" }),
        ),
      ),
    ),
  );
  showSetup();
}

/** What the chosen game leaves to choose. */
function showSetup() {
  setup.hidden = !game;
  if (!game) return;
  const { editions } = game;
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
  tableSettings.show(game);
  complain(null);
}

/** @param {Game} one whose rules can be read */
function showRules(one) {
  need("learn", HTMLElement).replaceChildren(
    ...(one.rules
      ? [html("a", { href: ruleAddress(one.name), target: "rules" }, t("lobby.rules"))]
      : []),
  );
}

/**
 * Return the buttons that lead to a board at once.
 * @param {Game} one
 */
function startButtons(one) {
  const play = startButton("main play-now", t("lobby.play_now"), one, () =>
    createTable("/api/tables", {
      game: one.name,
      edition: one.editions[0]?.name,
      options: {},
      seats: seats.quick(one),
    }),
  );
  const learn = startButton("learn-now", t("lobby.learn"), one, () =>
    createTable("/api/lessons", { game: one.name, name: seats.ownName() }),
  );
  return [one.bots.length > 0 && play, one.lesson && learn];
}

/**
 * @param {string} look
 * @param {string} words
 * @param {Game} one the game that it starts; named for screen readers
 * @param {() => Promise<ApiError | null>} start
 */
function startButton(look, words, one, start) {
  const button = html(
    "button",
    { type: "button", class: look, "aria-label": `${words}: ${one.title}` },
    words,
  );
  button.addEventListener("click", async () => {
    button.disabled = true;
    complain(await start(), button.closest(".game"));
    button.disabled = false;
  });
  return button;
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
  if (game) presetOptions(game.options, kept, form);
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
  fillTables(
    need("own-tables", HTMLElement),
    need("tables", HTMLElement),
    tables.filter(({ mine }) => mine).sort((a, b) => Number(b.your_turn) - Number(a.your_turn)),
  );
  fillTables(
    need("public-tables", HTMLElement),
    need("public-list", HTMLElement),
    tables.filter(({ mine }) => !mine),
  );
}

/**
 * @param {HTMLElement} section
 * @param {HTMLElement} list
 * @param {OpenTable[]} tables
 */
function fillTables(section, list, tables) {
  section.hidden = tables.length === 0;
  list.replaceChildren(
    ...tables.map((one) =>
      html(
        "li",
        { class: one.your_turn && "your-turn" },
        html(
          "a",
          { href: `/table/${encodeURIComponent(one.id)}` },
          html("b", {}, one.title),
          html("span", {}, one.names.join(" – ")),
          html(
            "small",
            {},
            [
              turn(one),
              one.due && one.your_turn && timeText(one.due * 1000 - Date.now()),
              ago(one.updated),
            ]
              .filter((part) => part)
              .join(" · "),
          ),
        ),
      ),
    ),
  );
}

/** Say whose turn it is, or why there is none. @param {OpenTable} table */
function turn(table) {
  if (table.finished) return t("lobby.finished");
  if (table.open > 0) return t("lobby.seats_open", { count: table.open });
  if (table.your_turn) return t("lobby.your_turn");
  return table.to_move ? t("lobby.turn_of", { name: table.to_move }) : "";
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
  const start = need("start", HTMLButtonElement);
  start.disabled = true;
  complain(null);
  complain(await createTable("/api/tables", request));
  start.disabled = false;
}

/**
 * Ask the server for a table and go to it.
 * @param {string} address
 * @param {object} request
 * @returns {Promise<ApiError | null>} what is wrong with the request, if there is no table
 */
async function createTable(address, request) {
  try {
    const answer = await fetch(`${address}?lang=${language()}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const reply = await answer.json();
    if (!answer.ok) return reply;
    location.assign(reply.url);
    return null;
  } catch {
    return { error: t("lobby.unreachable") };
  }
}

/**
 * Show an error, next to the invalid field if the server names it.
 * @param {ApiError | null} wrong
 * @param {Element | null} [beside] what was clicked, if it was not the form's own button
 */
function complain(wrong, beside = null) {
  for (const old of form.querySelectorAll(".wrong")) old.remove();
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
