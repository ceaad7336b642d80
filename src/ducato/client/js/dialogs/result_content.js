/**
 * The content of the result: the ranking, the scores, and what is needed to verify the dice.
 */

import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Result} Result */
/** @typedef {import("../net/protocol.js").Table} Table */

/**
 * @param {Result} result
 * @param {Table} table
 * @returns {number | null} the reader's rank; null if several seats or none are the reader's
 */
export const ownRank = ({ ranks }, { own }) =>
  own.length === 1 ? (ranks[own[0] ?? -1] ?? null) : null;

/**
 * @param {Result} result
 * @param {Table} table
 * @returns {string | null} the result in the reader's words
 */
function ownWords(result, table) {
  const rank = ownRank(result, table);
  if (rank === null) return null;
  if (rank > 1)
    return result.ranks.length === 2
      ? t("result.lose")
      : t("result.rank", { rank, of: result.ranks.length });
  return t(result.ranks.filter((other) => other === 1).length > 1 ? "result.draw" : "result.win");
}

/**
 * @param {Result} result
 * @param {Table} table
 */
export function fillResult(result, table) {
  const own = ownWords(result, table);
  need("result-headline", HTMLElement).textContent = own ?? result.headline;
  const ranks = html(
    "ol",
    { class: "ranking" },
    ...table.seats
      .map((seat, index) => ({ name: seat.name, rank: result.ranks[index] ?? 0 }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ name, rank }) =>
        html(
          "li",
          { class: rank === 1 ? "first" : "" },
          html("span", { class: "medal" }, String(rank)),
          name,
        ),
      ),
  );
  const [corner = "", ...names] = result.table.columns;
  const scores = html(
    "table",
    {},
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td", {}, corner),
        ...names.map((name) => html("th", { scope: "col" }, name)),
      ),
    ),
    html(
      "tbody",
      {},
      ...result.table.rows.map(([head = "", ...cells]) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, head),
          ...cells.map((cell) => html("td", {}, cell)),
        ),
      ),
    ),
  );
  const proof = html(
    "details",
    { class: "proof" },
    html("summary", {}, t("result.check")),
    html("p", {}, t("result.check_about")),
    html(
      "dl",
      {},
      html("dt", {}, t("result.seed")),
      html("dd", {}, result.seed || t("result.withheld")),
      html("dt", {}, t("result.commitment")),
      html("dd", {}, result.commitment),
    ),
    html(
      "p",
      {},
      html("a", { href: `/verify?table=${encodeURIComponent(table.id)}` }, t("result.verify")),
    ),
    html(
      "a",
      { href: `/table/${encodeURIComponent(table.id)}/record`, download: true },
      t("result.record"),
    ),
  );
  need("result-body", HTMLElement).replaceChildren(
    html("p", { class: "headline" }, own === null ? "" : result.headline),
    ranks,
    html("div", { class: "scores", tabindex: "0" }, scores),
    proof,
  );
}
