/** The reader's part in a tournament: to enter it, to play in it, to leave it. */

import { recall, remember } from "../state/settings.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { dateAndTime, withTimeLeft } from "../ui/format.js";
import { FEWEST } from "./words.js";

/** @typedef {import("ducato/api").TournamentState} TournamentState */
/** @typedef {import("ducato/api").OwnState} OwnTournament */
/** @typedef {{enter: (name: string) => void, leave: () => void}} Does */

/** What is shown, so that nothing is built again, and no typed name lost, without need. */
let shown = "";

/**
 * @param {HTMLElement} root
 * @param {TournamentState} state
 * @param {OwnTournament} own
 * @param {string} account the name of a reader with an account, else empty
 * @param {Does} does
 */
export function ownPart(root, state, own, account, does) {
  const open = state.entry_open && (state.round === 0 || state.round < state.late_round);
  const key = [own.status, own.entrant, own.left, own.table, own.board, own.round, open];
  key.push(state.entrants.length >= FEWEST ? 0 : state.entrants.length, state.round_ends);
  const now = JSON.stringify([...key, document.body.dataset.lang]);
  if (now === shown) return;
  shown = now;
  root.classList.toggle("your-turn", own.table !== null);
  root.replaceChildren(...parts(state, own, open, account, does));
}

/**
 * @param {TournamentState} state
 * @param {OwnTournament} own
 * @param {boolean} open
 * @param {string} account
 * @param {Does} does
 * @returns {HTMLElement[]}
 */
function parts(state, own, open, account, does) {
  if (own.status === "cancelled") return [words("tournaments.cancelled")];
  if (own.status === "finished") return [words("tournaments.over")];
  if (own.left) return [words("tournaments.you_left")];
  if (own.entrant === null)
    return open ? entryForm(account, does) : [words("tournaments.entry_closed")];
  const leave = html("button", { type: "button", class: "quiet" }, t("tournaments.leave"));
  leave.addEventListener("click", does.leave);
  const actions = html("div", { class: "tournament-actions" });
  if (own.table !== null)
    actions.append(html("a", { class: "go", href: own.table }, t("tournaments.go")));
  actions.append(leave);
  return [status(state, own), actions];
}

/** @param {TournamentState} state @param {OwnTournament} own */
function status(state, own) {
  if (own.status === "entry") {
    const missing = FEWEST - state.entrants.length;
    if (missing > 0) return words("tournaments.you_are_in_few", { missing });
    return words("tournaments.you_are_in");
  }
  if (own.table !== null) return words("tournaments.your_table", { round: own.round });
  if (own.board === null)
    return words(own.round === 0 ? "tournaments.pairing" : "tournaments.wait_for_next");
  const board = state.boards.boards.find(({ number }) => number === own.board);
  if (state.boards.number === own.round && board?.status === "bye") return words("tournaments.bye");
  const { round_ends: ends } = state;
  if (ends === null) return words("tournaments.wait_for_others");
  const when = withTimeLeft(dateAndTime(ends), ends);
  return words("tournaments.wait_until", { when });
}

/** @param {string} key @param {Record<string, string | number>} [values] */
const words = (key, values) => html("p", { role: "status" }, t(key, values));

/** @param {string} account @param {Does} does */
function entryForm(account, does) {
  const input = html("input", {
    name: "name",
    maxlength: 40,
    required: true,
    autocomplete: "nickname",
    value: account || recall("name"),
    disabled: account !== "",
  });
  const form = html(
    "form",
    {},
    html("label", {}, html("span", {}, t("tournaments.your_name")), input),
    html("button", { type: "submit", class: "main" }, t("tournaments.enter")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    remember("name", input.value);
    does.enter(input.value);
  });
  return [form];
}
