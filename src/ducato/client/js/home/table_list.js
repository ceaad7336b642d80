/**
 * A list of tables. In a live one each that has begun has a thumbnail: the table itself, scaled
 * down, in a frame that is loaded once it is about to come into view.
 */

import { now } from "../net/server_time.js";
import { isolate, language, t } from "../state/strings.js";
import { arrange, html } from "../ui/dom.js";
import { ago, timeText } from "../ui/format.js";
import { fan } from "./game_cards.js";

/** @typedef {import("ducato/api").TableEntry} OpenTable */
/** @typedef {import("ducato/api").CatalogGame["facts"]} Facts */

/** So many tables of a list are shown as they are now: each asks the server for its scene. */
const MOST_LIVE = 12;

/**
 * @typedef {object} Item a table in the list
 * @property {HTMLLIElement} node
 * @property {HTMLElement} thumbnail
 * @property {HTMLElement} words
 * @property {HTMLIFrameElement | null} frame
 * @property {number} updated when the table in the frame had changed last
 */

export class TableList {
  /** By the tables' ids. @type {Map<string, Item>} */
  #items = new Map();

  /**
   * @param {HTMLElement} section with a title and a list
   * @param {boolean} live whether tables are shown as they are now
   */
  constructor(section, live) {
    this.section = section;
    this.live = live;
    this.title = html("h2");
    this.list = html("ul");
    section.classList.toggle("live", live);
    section.replaceChildren(this.title, this.list);
    addEventListener("message", ({ origin, source }) => {
      if (origin !== location.origin) return;
      for (const { frame, thumbnail } of this.#items.values())
        if (frame && frame.contentWindow === source) thumbnail.classList.add("drawn");
    });
  }

  /** Draw everything again at the next call of `show`, such as in another language. */
  forget() {
    this.#items = new Map();
  }

  /**
   * Show these tables. A table that was shown before keeps its frame.
   * @param {OpenTable[]} tables
   * @param {string} title
   * @param {Map<string, Facts>} facts of the games, by their names
   */
  show(tables, title, facts) {
    this.title.textContent = title;
    this.title.hidden = !title;
    const known = this.#items;
    this.#items = new Map(
      tables.map((one) => [one.id, known.get(one.id) ?? makeItem(one, facts.get(one.game))]),
    );
    for (const [number, table] of tables.entries()) {
      const item = /** @type {Item} */ (this.#items.get(table.id));
      item.node.classList.toggle("your-turn", table.your_turn);
      item.words.replaceChildren(...words(table));
      item.thumbnail.querySelector(".signs")?.replaceChildren(...signs(table));
      if (this.live && number < MOST_LIVE && hasBegun(table)) showFrame(item, table);
    }
    this.section.hidden = tables.length === 0;
    arrange(
      this.list,
      tables.map(({ id }) => /** @type {Item} */ (this.#items.get(id)).node),
    );
  }
}

/**
 * Those where it is the reader's turn first, finished ones last.
 * @param {OpenTable} a
 * @param {OpenTable} b
 */
export function byUrgency(a, b) {
  const turn = Number(b.your_turn) - Number(a.your_turn);
  return turn || Number(a.finished) - Number(b.finished) || b.updated - a.updated;
}

/** @param {OpenTable} table */
export const hasBegun = ({ finished, open, to_move: moving }) =>
  finished || (!open && moving.length > 0);

/**
 * @param {OpenTable} table
 * @param {Facts} [facts] of its game
 * @returns {Item}
 */
function makeItem({ id }, facts) {
  const thumbnail = html(
    "div",
    { class: "thumbnail", "data-cloth": facts?.cloth ?? "slate", "aria-hidden": "true" },
    fan(facts?.pictures.slice(0, 1) ?? []),
    html("div", { class: "signs" }),
  );
  const text = html("div", { class: "table-words" });
  const href = `/table/${encodeURIComponent(id)}`;
  const link = html("a", { href, class: "illustrated" }, thumbnail, text);
  return { node: html("li", {}, link), thumbnail, words: text, frame: null, updated: 0 };
}

/**
 * Load the frame of a table, or tell it that the table has changed.
 * @param {Item} item
 * @param {OpenTable} table
 */
function showFrame(item, { id, updated }) {
  if (!item.frame) {
    item.frame = html("iframe", {
      src: `/table/${encodeURIComponent(id)}/thumbnail`,
      loading: "lazy",
      tabindex: -1,
      inert: true,
    });
    item.thumbnail.append(item.frame);
  } else if (updated !== item.updated) item.frame.contentWindow?.postMessage("", location.origin);
  item.updated = updated;
}

/**
 * The players' signs, the brightest of which are to move.
 * @param {OpenTable} table
 */
const signs = ({ names, to_move: moving, finished }) =>
  names.map((player, seat) =>
    html(
      "span",
      { class: `sign by-${seat % 6}${!finished && moving.includes(player) ? " moving" : ""}` },
      [...player].slice(0, 1).join("").toUpperCase(),
    ),
  );

/** @param {OpenTable} table */
function words(table) {
  const clock = table.due && table.your_turn && timeText(table.due * 1000 - now());
  const moves = hasBegun(table) && t("site.moves", { count: table.steps });
  const facts = [turn(table), clock, moves, ago(table.updated)].filter((part) => part);
  return [
    html("b", {}, table.title),
    html("span", {}, table.names.map(isolate).join(" – ")),
    html("small", {}, facts.join(" · ")),
  ];
}

/** Say whose turn it is, or why there is none. @param {OpenTable} table */
function turn(table) {
  if (table.finished) return t("lobby.finished");
  if (table.open > 0) return t("lobby.seats_open", { count: table.open });
  if (table.your_turn) return t("lobby.your_turn");
  const { to_move: moving } = table;
  const name = new Intl.ListFormat(language()).format(moving.map(isolate));
  return name && t("lobby.turn_of", { name });
}
