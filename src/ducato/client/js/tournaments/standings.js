/** The standings and the boards of a tournament. */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { pointsText } from "./words.js";

/** @typedef {import("ducato/api").TournamentState} TournamentState */
/** @typedef {import("ducato/api").EntrantLine} TournamentEntrant */
/** @typedef {import("ducato/api").BoardLine} TournamentBoard */

/**
 * @param {TournamentState} state
 * @param {number | null} own the reader's number
 * @param {((entrant: TournamentEntrant, button: HTMLElement) => void) | null} remove for a host
 */
export function standingsTable(state, own, remove) {
  if (state.entrants.length === 0) return html("p", {}, t("tournaments.nobody"));
  const begun = state.round > 0;
  const wins = begun && !state.tie_breaks.includes("wins"); // which counts the same
  const columns = begun
    ? [
        ["tournaments.points", "points"],
        ...state.tie_breaks.map((name) => [`tie_break.${name}`, "minor"]),
        ["tournaments.played", "minor"],
        ...(wins ? [["tournaments.won", "minor"]] : []),
      ]
    : [];
  return html(
    "table",
    {},
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, t(begun ? "tournaments.rank" : "tournaments.number")),
        html("th", { scope: "col", class: "entrant" }, t("tournaments.entrant")),
        ...columns.map(([key, kind]) =>
          html("th", { scope: "col", class: kind ?? "" }, t(key ?? "")),
        ),
        remove && html("td", {}),
      ),
    ),
    html(
      "tbody",
      {},
      ...state.entrants.map((entrant) => row(entrant, { begun, wins, own }, remove)),
    ),
  );
}

/**
 * @param {TournamentEntrant} entrant
 * @param {{begun: boolean, wins: boolean, own: number | null}} shown
 * @param {((entrant: TournamentEntrant, button: HTMLElement) => void) | null} remove
 */
function row(entrant, { begun, wins, own }, remove) {
  const values = begun
    ? [
        html("td", { class: "points" }, pointsText(entrant.points)),
        ...[...entrant.tie_breaks, entrant.played, ...(wins ? [entrant.won] : [])].map((value) =>
          html("td", { class: "minor" }, pointsText(value)),
        ),
      ]
    : [];
  const marks = [entrant.number === own && "own", entrant.left && "left"].filter(Boolean);
  const cells = [
    html("td", {}, String(begun ? entrant.rank : entrant.number)),
    html(
      "th",
      { scope: "row", class: "entrant" },
      entrant.name,
      entrant.left && html("small", {}, ` (${t("tournaments.has_left")})`),
    ),
    ...values,
  ];
  if (remove) {
    const button = html(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": t("tournaments.remove_name", { name: entrant.name }),
      },
      t("tournaments.remove"),
    );
    button.addEventListener("click", () => remove(entrant, button));
    cells.push(html("td", {}, entrant.left ? null : button));
  }
  return html("tr", { class: marks.join(" ") || null }, ...cells);
}

/**
 * @param {TournamentState} state whose round is shown
 * @param {number | null} own the reader's number
 * @returns {HTMLElement[]} the items of a list
 */
export function boardItems(state, own) {
  const names = new Map(state.entrants.map(({ number, name }) => [number, name]));
  return state.boards.boards.map((board) => boardItem(board, names, own));
}

/**
 * @param {TournamentBoard} board
 * @param {Map<number, string>} names
 * @param {number | null} own
 */
function boardItem(board, names, own) {
  const mine = board.seats.some(({ entrant }) => entrant === own);
  const players = board.seats.map((seat) => {
    const name = names.get(seat.entrant) ?? "?";
    const points = board.status === "over" && seat.points !== null;
    return html(
      "span",
      {},
      name,
      points && html("b", {}, ` ${pointsText(seat.points ?? 0)}`),
      seat.forfeit && html("small", {}, ` (${t("tournaments.forfeit")})`),
    );
  });
  const between = board.seats.length === 2 ? " – " : ", ";
  const line = players.flatMap((node, index) => (index > 0 ? [between, node] : [node]));
  return html(
    "li",
    { class: mine ? "own" : null },
    html("small", {}, t("tournaments.board", { number: board.number })),
    html("span", { class: "players" }, ...line),
    html("small", {}, t(`tournaments.board_${board.status}`)),
    board.table !== null &&
      html(
        "a",
        { href: board.table },
        t(board.status === "over" ? "tournaments.look" : "tournaments.watch"),
      ),
  );
}
