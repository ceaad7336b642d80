/**
 * The page of a tournament: one's own part in it, the standings, the boards of each round, and what
 * its host can do.
 */

import { keepLooking, read, send } from "../net/requests.js";
import { copyButton } from "../people/challenges.js";
import { loadStrings, t } from "../state/strings.js";
import { ownPart } from "../tournaments/own_part.js";
import { boardItems, standingsTable } from "../tournaments/standings.js";
import { FEWEST, timeControlText } from "../tournaments/words.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { dateAndTime, withTimeLeft } from "../ui/format.js";

/** @typedef {import("ducato/api").TournamentState} TournamentState */
/** @typedef {import("ducato/api").OwnState} OwnTournament */

/** Milliseconds between two questions whether something has changed. */
const LOOK_EVERY = 4000;

const { tournament = "" } = document.body.dataset;
const address = `/api/tournaments/${encodeURIComponent(tournament)}`;

/** @type {TournamentState | null} */
let state = null;
/** @type {OwnTournament | null} */
let own = null;
/** The name of the reader, if they have an account: it cannot be chosen here. */
let account = "";
/** The round to show; null for the present one. @type {number | null} */
let chosen = null;

await loadStrings();
listenToControls(() => void load());
const me = await read("/api/me");
if (me?.email && me.has_name) account = me.name;
await load();
keepLooking(look, { every: LOOK_EVERY });

/** Fetch the tournament, and show it. */
async function load() {
  const query = chosen === null ? "" : `?round=${chosen}`;
  const [found, mine] = await Promise.all([read(`${address}${query}`), read(`${address}/me`)]);
  state = found ?? state;
  own = mine ?? own;
  show();
}

/** Fetch the tournament again if it has changed. */
async function look() {
  /** @type {OwnTournament | null} */
  const mine = await read(`${address}/me`);
  if (!mine) return;
  const playing = state?.boards.boards.some(({ status }) => status === "waiting");
  own = mine;
  if (mine.revision !== state?.revision || playing) await load();
}

function show() {
  if (!state || !own) return;
  need("tournament-name", HTMLElement).textContent = state.name;
  need("facts", HTMLElement).textContent = facts(state).join(" · ");
  const links = need("links", HTMLElement);
  if (links.childElementCount === 1) links.append(copyButton(location.href));
  need("about-game", HTMLAnchorElement).href = `/games/${encodeURIComponent(state.game)}`;
  ownPart(need("own-part", HTMLElement), state, own, account, { enter, leave });
  showHost(state, own);
  const remove = own.host && ["entry", "running"].includes(state.status) ? askToRemove : null;
  replace("standings", [standingsTable(state, own.entrant, remove)]);
  showRounds(state, own);
  const formats = state.format === "swiss" ? ["json", "csv", "trf"] : ["json", "csv"];
  replace(
    "exports",
    formats.map((one) =>
      html("a", { href: `${address}/export?format=${one}`, download: true }, one.toUpperCase()),
    ),
  );
}

/**
 * Replace the children of an element unless nothing would change, so that a focus stays.
 * @param {"standings" | "exports" | "host-controls" | "round-choice" | "boards"} id
 * @param {HTMLElement[]} children
 */
function replace(id, children) {
  const parent = need(id, HTMLElement);
  const fresh = html("div", {}, ...children);
  if (
    fresh.isEqualNode(html("div", {}, ...[...parent.childNodes].map((one) => one.cloneNode(true))))
  )
    return;
  const controls = [...parent.querySelectorAll("button, a")];
  const focused = document.activeElement ? controls.indexOf(document.activeElement) : -1;
  parent.replaceChildren(...fresh.childNodes);
  const again = focused >= 0 ? parent.querySelectorAll("button, a")[focused] : null;
  if (again instanceof HTMLElement) again.focus();
}

/** @param {TournamentState} one */
function facts(one) {
  const words = [one.title, t(`tournaments.${one.format}`), timeControlText(one.time_control)];
  if (one.status === "entry") {
    words.push(t("tournaments.count", { count: one.entrants.length, most: one.most_entrants }));
    if (one.starts !== null)
      words.push(
        t("tournaments.starts_at", { when: withTimeLeft(dateAndTime(one.starts), one.starts) }),
      );
    if (one.rounds > 0) words.push(t("tournaments.rounds_planned", { rounds: one.rounds }));
  } else if (one.round === 0) words.push(t("tournaments.pairing"));
  else words.push(t("tournaments.round_of", { round: one.round, rounds: one.rounds }));
  if (one.round_ends !== null)
    words.push(
      t("tournaments.round_ends", {
        when: withTimeLeft(dateAndTime(one.round_ends), one.round_ends),
      }),
    );
  if (one.accounts_only) words.push(t("tournaments.accounts_only"));
  if (!one.bots) words.push(t("tournaments.no_bots"));
  return words;
}

/** @param {TournamentState} one @param {OwnTournament} mine */
function showRounds(one, mine) {
  need("rounds-part", HTMLElement).hidden = one.round === 0;
  const shown = one.boards.number;
  need("round-title", HTMLElement).textContent = t("tournaments.round", { round: shown });
  const buttons = Array.from({ length: one.round }, (_, index) => {
    const number = index + 1;
    const button = html(
      "button",
      {
        type: "button",
        "aria-pressed": String(number === shown),
        "aria-label": t("tournaments.round", { round: number }),
      },
      String(number),
    );
    button.addEventListener("click", () => {
      chosen = number === state?.round ? null : number;
      void load();
    });
    return button;
  });
  replace("round-choice", buttons);
  replace("boards", boardItems(one, mine.entrant));
}

/** @param {TournamentState} one @param {OwnTournament} mine */
function showHost(one, mine) {
  const goesOn = one.status === "entry" || one.status === "running";
  need("host-part", HTMLElement).hidden = !mine.host || !goesOn;
  if (!mine.host || !goesOn) return;
  const open = one.entry_open;
  const late = one.status === "entry" || one.late_round > one.round;
  const few = need("fewest", HTMLElement);
  few.hidden = one.status !== "entry" || one.entrants.length >= FEWEST;
  few.textContent = t("tournaments.fewest", { count: FEWEST });
  replace("host-controls", [
    ...(one.status === "entry" ? [control("start", "tournaments.start", "main")] : []),
    ...(late
      ? [
          control("entry", open ? "tournaments.close_entry" : "tournaments.open_entry", "", {
            open: !open,
          }),
        ]
      : []),
    ...(one.status === "running" && one.round > 0
      ? [
          control(
            "end-round",
            "tournaments.end_round",
            "",
            { round: one.round },
            "tournaments.end_round_sure",
          ),
        ]
      : []),
    control("cancel", "tournaments.cancel", "quiet", {}, "tournaments.cancel_sure"),
  ]);
}

/**
 * A button of the host.
 * @param {string} what
 * @param {string} label
 * @param {string} kind
 * @param {object} [request]
 * @param {string} [question] to be answered first
 */
function control(what, label, kind, request = {}, question = "") {
  const button = html("button", { type: "button", class: kind || null }, t(label));
  button.addEventListener("click", () => {
    const go = () => void change(what, request);
    if (question) ask(t(question), t(label), go);
    else go();
  });
  return button;
}

/** @param {string} what @param {object} [request] */
async function change(what, request = {}) {
  const done = await send("POST", `${address}/${what}`, request);
  const feedback = need("feedback", HTMLElement);
  feedback.hidden = done.ok;
  feedback.textContent = done.ok ? "" : done.error;
  await load();
}

/** @param {string} name */
function enter(name) {
  void change("enter", { name });
}

function leave() {
  const running = state?.status === "running";
  ask(
    t(running ? "tournaments.leave_running_sure" : "tournaments.leave_sure"),
    t("tournaments.leave"),
    () => void change("leave"),
  );
}

/** @param {import("ducato/api").EntrantLine} entrant */
function askToRemove(entrant) {
  ask(t("tournaments.remove_sure", { name: entrant.name }), t("tournaments.remove"), () =>
    change("remove", { entrant: entrant.number }),
  );
}

/**
 * Ask a question before something is done.
 * @param {string} question
 * @param {string} agree label of the button that confirms
 * @param {() => void} go
 */
function ask(question, agree, go) {
  const dialog = need("sure", HTMLDialogElement);
  const yes = need("sure-yes", HTMLButtonElement);
  const no = need("sure-no", HTMLButtonElement);
  need("sure-question", HTMLElement).textContent = question;
  yes.textContent = agree;
  yes.onclick = () => {
    dialog.close();
    go();
  };
  no.onclick = () => dialog.close();
  dialog.showModal();
  no.focus();
}
