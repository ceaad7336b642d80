/**
 * Luck and play apart: what chance gave a player, what choices cost, and how well everybody chose.
 * The server adds up the parts; here they become bars and a table.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { MARKS, markSign, percent, points, signed } from "./marks.js";

/** @typedef {import("../net/protocol.js").Account} Account */
/** @typedef {import("../net/protocol.js").Table} Table */

/**
 * The parts of an account, as rows.
 * @param {Account} account
 * @param {boolean} own whether it is the reader's
 * @param {number} players
 * @returns {{words: string, value: number, margin: number}[]}
 */
export function rowsOf(account, own, players) {
  const others = players === 2 ? "luck.other" : "luck.others";
  const parts = /** @type {const} */ ([
    ["luck.chance", account.chance],
    [own ? "luck.own" : "luck.choices", account.own],
    [own ? others : `${others}_of`, account.others],
    ["luck.rest", account.rest],
  ]);
  return parts.map(([key, [value, margin]]) => ({ words: t(key), value, margin }));
}

export class LuckView {
  #select = html("select", { "aria-label": t("luck.player") });
  #bars = html("div", { "aria-live": "polite" });

  /**
   * @param {Table} table
   * @param {Account[]} accounts
   */
  constructor(table, accounts) {
    this.table = table;
    this.accounts = accounts;
    for (const { seat, name } of table.seats) this.#select.append(new Option(name, String(seat)));
    this.#select.value = String(table.own[0] ?? 0);
    this.#select.addEventListener("change", () => this.#draw());
    this.root = html(
      "section",
      { class: "luck" },
      html("h4", {}, t("luck.title")),
      html("label", {}, `${t("luck.player")} `, this.#select),
      this.#bars,
      html("p", { class: "small" }, t("luck.about")),
      html("h4", {}, t("accuracy.title")),
      this.#accuracy(),
      html("p", { class: "small" }, t("accuracy.about")),
    );
    this.#draw();
  }

  #draw() {
    const account = this.accounts.find(({ seat }) => String(seat) === this.#select.value);
    if (!account) return;
    const own = this.table.own.length === 1 && this.table.own[0] === account.seat;
    const rows = rowsOf(account, own, this.table.seats.length);
    const most = Math.max(20, ...rows.map(({ value, margin }) => Math.abs(value) + margin));
    const name = this.table.seats[account.seat]?.name ?? "";
    const change = { name, from: percent(account.from), to: percent(account.to) };
    this.#bars.replaceChildren(
      html("p", {}, t("luck.change", change)),
      html(
        "dl",
        {},
        ...rows.flatMap(({ words, value, margin }) => {
          const bar = html("span", {
            class: value < 0 ? "share less" : "share",
            "aria-hidden": "true",
          });
          bar.style.setProperty("--share", `${(Math.abs(value) / most) * 50}%`);
          const number = html(
            "span",
            { class: "share-value" },
            html("b", {}, signed(value)),
            ` ± ${Math.round(margin)}`,
          );
          return [html("dt", {}, words), html("dd", {}, number, bar)];
        }),
      ),
    );
  }

  /** @returns {HTMLElement} how well everybody chose */
  #accuracy() {
    const head = [
      t("accuracy.player"),
      t("accuracy.decisions"),
      t("accuracy.lost"),
      ...MARKS.map((mark) => t(`mark.${mark}`)),
    ];
    const rows = this.accounts.map(({ seat, decisions, lost, marks }) =>
      html(
        "tr",
        {},
        html("th", { scope: "row" }, this.table.seats[seat]?.name ?? ""),
        html("td", {}, String(decisions)),
        html("td", {}, `${points(lost[0], 2)} ± ${points(lost[1], 2)}`),
        ...MARKS.map((mark) => html("td", {}, markSign(mark), ` ${marks[mark]}`)),
      ),
    );
    return html(
      "div",
      { class: "accuracy", tabindex: "0", role: "group", "aria-label": t("accuracy.title") },
      html(
        "table",
        {},
        html(
          "thead",
          {},
          html("tr", {}, ...head.map((text) => html("th", { scope: "col" }, text))),
        ),
        html("tbody", {}, ...rows),
      ),
    );
  }
}
