/**
 * The room of a game: who waits for players, what is being played, the ladder, the editions, and
 * what there is to read and to learn.
 */

import { loadArt } from "../board/sprite.js";
import { clockText } from "../home/about_game.js";
import { DailyView } from "../home/daily.js";
import { gameCard } from "../home/game_cards.js";
import { hasBegun, TableList } from "../home/table_list.js";
import { balanceAddress, ruleAddress } from "../net/addresses.js";
import { createTable, ownName, quickTable, suggestedLevels } from "../net/new_table.js";
import { keepLooking, read } from "../net/requests.js";
import { loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { personName } from "../ui/format.js";
import { OpponentSearch } from "./opponent_search.js";

/** @typedef {import("ducato/api").ErrorBody} ApiError */
/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").Leaderboard} Leaderboard */
/** @typedef {import("ducato/api").TableEntry} OpenTable */
/** @typedef {import("ducato/api").WaitingPeople} WaitingPeople */

/** So many ranks are shown; the others are on the page of the ladder. */
const RANKS = 5;

const { room: name = "" } = document.body.dataset;
const setup = `/?game=${encodeURIComponent(name)}`;
/** @type {TableList} */
let open;
/** @type {TableList} */
let playing;
/** @type {DailyView} */
let daily;
/** @type {Game | undefined} */
let game;

/** Show the room, and keep it as it is. */
export async function showRoom() {
  open = new TableList(need("open", HTMLElement), false);
  playing = new TableList(need("playing", HTMLElement), true);
  daily = new DailyView(need("today", HTMLElement), name);
  const search = new OpponentSearch(
    need("opponent-search", HTMLElement),
    need("find-opponents", HTMLButtonElement),
    name,
  );
  await loadStrings();
  listenToControls(() => void load());
  await load().finally(() => need("game-page", HTMLElement).setAttribute("aria-busy", "false"));
  void search.resume();
  void loadArt();
  keepLooking(update);
  if (game && new URLSearchParams(location.search).has("learn")) {
    history.replaceState(null, "", location.pathname); // back comes here, not to the lesson again
    await learn(game);
  }
  if (game && new URLSearchParams(location.search).has("exercise")) {
    history.replaceState(null, "", location.pathname);
    complain(await createTable("/api/exercises", { game: game.name, name: ownName() }));
  }
}

async function load() {
  /** @type {[Game[] | null, Leaderboard | null]} */
  const [games, ladder] = await Promise.all([
    read("/api/games"),
    read(`/api/leaderboards/${encodeURIComponent(name)}`),
  ]);
  game = games?.find((one) => one.name === name && one.unavailable === null);
  if (!game) return;
  const known = game;
  need("head", HTMLElement).replaceChildren(
    gameCard(
      known,
      {
        play: async () => {
          const levels = await suggestedLevels(name);
          complain(await createTable("/api/tables", quickTable(known, ownName(), levels)));
        },
        learn: () => learn(known),
        more: () => location.assign(setup),
      },
      true,
    ),
  );
  need("open-table", HTMLAnchorElement).href = setup;
  need("find-opponents", HTMLElement).hidden = Math.max(...known.players) < 2;
  need("credit", HTMLElement).textContent = known.credit;
  showReading(known);
  showLadder(ladder);
  open.forget();
  playing.forget();
  await Promise.all([daily.update(), update()]);
  // What the address names was hidden until now.
  if (location.hash === "#today") need("today", HTMLElement).scrollIntoView();
}

/** @param {Game} one */
async function learn(one) {
  complain(await createTable("/api/lessons", { game: one.name, name: ownName() }));
}

/** @param {ApiError | null} wrong */
function complain(wrong) {
  document.querySelector("#head .wrong")?.remove();
  if (wrong)
    document
      .querySelector("#head .game-words")
      ?.append(html("p", { class: "wrong", role: "alert" }, wrong.error ?? ""));
}

/** Show the tables and who waits; what was shown before stays if the server is unreachable. */
async function update() {
  /** @type {[OpenTable[] | null, WaitingPeople[] | null]} */
  const [tables, searches] = await Promise.all([
    read("/api/tables"),
    read("/api/opponent-searches"),
  ]);
  const waiting = searches?.filter((one) => one.game === name) ?? [];
  if (!tables || !game) return;
  const facts = new Map([[name, game.facts]]);
  const here = tables.filter((one) => one.game === name && !one.finished);
  const free = here.filter((one) => one.open > 0 && (one.public || one.mine));
  open.show(free, "", facts);
  need("searching", HTMLElement).textContent =
    waiting
      .map(({ players, time_control: clock, waiting: count }) =>
        t("room.searching", { count, players, clock: clockText(clock) }),
      )
      .join(" ") || (free.length > 0 ? "" : t("room.nobody_waits"));
  const running = here.filter((one) => (one.public || one.mine) && hasBegun(one));
  playing.show(running, "", facts);
  need("nobody", HTMLElement).hidden = running.length > 0;
}

/** @param {Game} one */
function showReading({ lesson, exercises, rules, balance, editions }) {
  const room = `/games/${encodeURIComponent(name)}`;
  const read = [
    ...(lesson ? [link(`${room}?learn`, "site.learn_first")] : []),
    ...(exercises ? [link(`${room}?exercise`, "room.exercise")] : []),
    link(`${setup}&position`, "position.open"),
    ...(rules ? [link(ruleAddress(name), "lobby.rules")] : []),
    ...(balance ? [link(balanceAddress(name), "lobby.balance")] : []),
  ];
  need("read", HTMLElement).replaceChildren(...read.map((one) => html("li", {}, one)));
  need("editions", HTMLElement).replaceChildren(
    ...editions.map((one) =>
      html(
        "li",
        {},
        html("a", { href: `${setup}&edition=${encodeURIComponent(one.name)}` }, one.title),
        html("small", {}, one.about),
      ),
    ),
  );
}

/** @param {string} href @param {string} key */
function link(href, key) {
  return html("a", { href }, t(key));
}

/** @param {Leaderboard | null} ladder */
function showLadder(ladder) {
  const entries = ladder?.entries.slice(0, RANKS) ?? [];
  const list = html(
    "ol",
    { class: "room-ladder" },
    ...entries.map((one) =>
      html(
        "li",
        {},
        html("span", {}, String(one.rank)),
        html("a", { href: one.url }, personName(one.name)),
        html("b", {}, String(one.score)),
      ),
    ),
  );
  need("ladder", HTMLElement).replaceChildren(
    entries.length > 0 ? list : html("p", {}, t("leaderboards.empty")),
    html("p", {}, link(`/leaderboards/${encodeURIComponent(name)}`, "room.ladder")),
  );
}
