/**
 * Today at a game: its position and its game of the day, the same for everybody, with the results,
 * and what was yesterday.
 */

import { createTable, ownName } from "../net/new_table.js";
import { read } from "../net/requests.js";
import { t } from "../state/strings.js";
import { html, textButton } from "../ui/dom.js";
import { dateAndTime, personName, withTimeLeft } from "../ui/format.js";

/** @typedef {import("ducato/api").DailyBoard} Board */
/** @typedef {import("ducato/api").DailyState} Day */
/** @typedef {import("ducato/api").DailyGame} DailyGame */
/** @typedef {import("ducato/api").DailyRank} Rank */

export class DailyView {
  /**
   * @param {HTMLElement} section
   * @param {string} game its name
   */
  constructor(section, game) {
    this.section = section;
    this.path = `/api/daily/${encodeURIComponent(game)}`;
    this.wrong = html("p", { class: "wrong", role: "alert" });
  }

  /** Fetch what there is today, and show it; without an answer there is nothing to see. */
  async update() {
    /** @type {Board | null} */
    const board = await read(this.path);
    this.section.hidden = !board;
    if (!board) return;
    const { today, yesterday, ends } = board;
    this.wrong.textContent = "";
    this.section.replaceChildren(
      html("h2", {}, t("daily.title")),
      html("p", {}, t("daily.ends", { when: withTimeLeft(dateAndTime(ends), ends) })),
      this.wrong,
      html(
        "div",
        { class: "daily" },
        today.position && this.#position(today.position),
        this.#game(board),
      ),
      dayBefore(yesterday),
      chance(board),
    );
  }

  /** @param {NonNullable<Day["position"]>} position */
  #position({ status, answered, solved }) {
    const words = { open: "solve", begun: "continue", solved: "again", missed: "again" }[status];
    const begin = () => void this.#begin("position", { name: ownName() });
    return html(
      "div",
      {},
      html("h3", {}, t("daily.position")),
      html("p", {}, t("daily.position_about")),
      html("p", {}, t(`daily.position_${status}`), " ", t("daily.solved", { answered, solved })),
      html("p", {}, textButton(`daily.${words}`, begin, status === "open" ? "main" : "")),
    );
  }

  /** @param {Board} board */
  #game({ today: { game }, players, level, account }) {
    const { status, url, begun, finished } = game;
    const begin = () => void this.#begin("game", {});
    const there = { class: status === "begun" ? "main" : "main plain", href: url };
    return html(
      "div",
      {},
      html("h3", {}, t("daily.game")),
      html("p", {}, t("daily.game_about", { players, level })),
      html("p", {}, t(`daily.game_${status}`), " ", t("daily.begun", { begun, finished })),
      html(
        "p",
        {},
        url && html("a", there, t(status === "begun" ? "daily.continue" : "daily.own_game")),
        status === "open" && account && textButton("daily.play", begin, "main"),
        status === "open" && !account && html("a", { href: "/account" }, t("daily.log_in")),
      ),
      results(game, t("daily.results")),
    );
  }

  /** @param {"position" | "game"} what @param {object} request */
  async #begin(what, request) {
    const wrong = await createTable(`${this.path}/${what}`, request);
    this.wrong.textContent = wrong?.error ?? "";
  }
}

/** @param {Day} yesterday */
function dayBefore({ position, game }) {
  const { begun, finished } = game;
  const { answered = 0, solved = 0 } = position ?? {};
  return html(
    "details",
    {},
    html("summary", {}, t("daily.yesterday")),
    position && html("p", {}, t("daily.position"), ": ", t("daily.solved", { answered, solved })),
    html("p", {}, t("daily.game"), ": ", t("daily.begun", { begun, finished })),
    results(game, t("daily.yesterday")),
  );
}

/** @param {Board} board */
function chance({ today, yesterday, tomorrow }) {
  /** @type {[string, string | null][]} */
  const numbers = [
    ["daily.commitment", today.commitment],
    ["daily.tomorrow", tomorrow],
    ["daily.commitment_before", yesterday.commitment],
    ["daily.seed", yesterday.seed],
  ];
  return html(
    "details",
    { class: "daily-chance" },
    html("summary", {}, t("daily.chance")),
    html("p", {}, t("daily.chance_about")),
    html(
      "dl",
      {},
      ...numbers.flatMap(([key, number]) => [
        html("dt", {}, t(key)),
        html("dd", {}, number ?? "–"),
      ]),
    ),
  );
}

/**
 * @param {DailyGame} game
 * @param {string} label
 */
function results({ results: ranks }, label) {
  if (!ranks?.length) return null;
  const titles = ranks[0]?.figures.map(({ title }) => title) ?? [];
  const heads = [t("daily.rank"), t("daily.name"), t("daily.at_table"), ...titles];
  return html(
    "div",
    { class: "daily-results", role: "region", "aria-label": label, tabindex: "0" },
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
      html("tbody", {}, ...ranks.map(row)),
    ),
  );
}

/** @param {Rank} rank */
function row({ rank, name, url, own, at_table: atTable, figures, replay }) {
  const shown = personName(name);
  return html(
    "tr",
    { class: own && "own" },
    html("td", {}, String(rank)),
    html(
      "th",
      { scope: "row" },
      url ? html("a", { href: url }, shown) : shown,
      replay && " ",
      replay &&
        html(
          "a",
          { href: replay, "aria-label": t("daily.replay_of", { name: shown }) },
          t("daily.replay"),
        ),
    ),
    html("td", {}, String(atTable)),
    ...figures.map(({ value }) => html("td", {}, String(value))),
  );
}
