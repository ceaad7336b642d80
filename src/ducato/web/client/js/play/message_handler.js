/**
 * What the server says, and which part of the page it concerns.
 */

import { notice } from "./status_bar.js";
import { hearChart } from "../dialogs/result_dialog.js";
import { id, link, unasked } from "../net/connection.js";
import { walkOn } from "./actions.js";
import { now } from "../state/table_state.js";
import { lookAgain, lookAtAddress, lookBack } from "../dialogs/replay.js";
import { area, company, curtain, lookForPeople, page, showLine, showState } from "./table_screen.js";
import { lastSeen, noteSeen, showRecap } from "../dialogs/recap.js";
import { Sight } from "../state/scene_diff.js";
import { board, caption, log, reset, takeSteps } from "./playback.js";
import { makeStanding } from "./auto_responses.js";
import { t } from "../state/strings.js";
import { ruleAddress, ruleLink, showReasons } from "./explanation.js";

/** @typedef {import("../net/protocol.js").View} View */

const sight = new Sight();
const showStanding = makeStanding((seat, answers) => link.ask({ type: "standing", seat, answers }));
/** What is said at this table, from the first word on. @type {Promise<import("../dialogs/chat.js").Talk> | null} */
let talk = null;
/** Whether the page has just been opened. */
let justOpened = true;
/** Whether the next welcome is the first after the line was opened. */
let reopened = true;

/** Milliseconds after which a bot is said to think: one that answers at once is not. */
const THINKS_AFTER = 300;

/** @type {import("../net/connection.js").Listener} */
export const listener = {
  async hear(message) {
    await take(message);
    showState();
    walkOn();
  },
  showLine() {
    if (now.line !== "open") reopened = true;
    showLine();
  },
};

/** @param {import("../net/protocol.js").ServerMessage} message */
async function take(message) {
  switch (message.type) {
    case "welcome":
      return welcome(message);
    case "view":
      curtain.lift();
      page.bar.focus({ preventScroll: true }); // from where it goes on to the first choice
      return showAnew(sight.take(message.view));
    case "table":
      now.table = message.table; // shown with the state of the page
      break;
    case "talk":
      talk ??= import("../dialogs/chat.js").then(({ Talk }) => new Talk((request) => link.ask(request), (words) => log.say(words)));
      return (await /** @type {NonNullable<typeof talk>} */ (talk)).show(message);
    case "said":
      return (await talk)?.add(message.line);
    case "notice":
      return notice(message.text);
    case "log":
      if (message.log.at(-1)?.seq !== storyFrom() - 1) return; // asked for before the story was told anew
      log.prepend(message.log);
      return askEarlier();
    case "steps":
      if (message.clock) company.setClock(message.clock);
      return takeSteps(message.steps.map((step) => ({ ...step, view: step.view && sight.take(step.view) })));
    case "undone":
      if (message.clock) company.setClock(message.clock);
      log.reset(message.log);
      log.say(t("table.undone"));
      caption.show(t("table.undone"), true);
      showAnew(sight.take(message.view));
      return askEarlier();
    case "thinking":
      return thinks(message.seat);
    case "accepted":
      now.awaited = message.seq;
      break;
    case "hint":
      if (message.seq === now.newest?.seq && now.shown === now.newest) (await import("./hint.js")).showHint(message, board, page.advice);
      now.hinting = null;
      break;
    case "chart":
    case "odds":
      return hearChart(message);
    case "past":
      return now.past?.hear(message);
    case "record":
      return (await import("../dialogs/replay_bar.js")).saveRecord(message);
    case "refused":
      if (unasked(message.id)) return; // another browser of this person was quicker, or the game has begun
      if (message.id === now.hinting) now.hinting = null;
      now.past?.refused();
      return notice(message.reason, " ", now.table && message.clause !== null && ruleLink(now.table.game, message.clause));
    case "why": {
      const entry = board.entries.get(message.piece ?? "");
      if (now.table && entry) showReasons(entry.button ?? entry.node, entry.piece.label, message.reasons, now.table.game);
      break;
    }
    case "stale":
      if (message.id === now.hinting) now.hinting = null;
      return notice(t("table.stale"));
    case "curtain":
      now.falling = message;
      break;
  }
}

/** @param {number} seat of a bot */
function thinks(seat) {
  const { newest } = now;
  setTimeout(() => {
    if (now.newest !== newest) return;
    now.thinking = seat;
    showState();
  }, THINKS_AFTER);
}

/** @param {import("../net/protocol.js").Welcome} message */
function welcome(message) {
  const view = sight.take(message.view);
  const { table } = message;
  now.table = table;
  company.show(table);
  area("title").textContent = table.title;
  area("rules").setAttribute("href", ruleAddress(table.game));
  area("edition").textContent = table.edition;
  document.title = `${table.title} · ducato`;
  if (now.shown === null && gathers(table)) return link.resend(); // the game begins at once: nothing else is drawn before
  log.own = view.seat;
  const known = now.newest && now.newest.seat === view.seat ? now.newest.seq : view.seq;
  if (reopened && known < view.seq) {
    log.reset(message.log.filter((entry) => entry.seq <= known));
    link.tell({ type: "catch_up", seq: known });
  } else {
    log.reset(message.log);
    showAnew(view);
  }
  if (reopened) link.resend();
  reopened = false;
  showStanding(message);
  void lookForPeople();
  askEarlier();
  if (justOpened) comeBack(view);
  justOpened = false;
}

/** @param {import("../net/protocol.js").Table} table @returns {boolean} whether the game begins with what this page contributes */
const gathers = ({ stage, seats, own }) => stage === "waiting" && seats.every(({ kind, seat }) => kind === "bot" || own.includes(seat));

/**
 * Shows a view that is not the next step of the one before, or the same moment of the past anew.
 * @param {View} view
 */
function showAnew(view) {
  log.own = view.seat;
  if (now.past) lookAgain(view);
  else reset(view);
}

/**
 * The page was opened: at the moment that its address names, or with what happened meanwhile.
 * @param {View} view
 */
function comeBack(view) {
  if (location.hash) return void lookAtAddress();
  const seen = lastSeen(id);
  if (view.seat !== null && !view.result && seen !== null && seen < view.seq) showRecap(log.since(), lookBack);
  // Who only watched has had no turn yet, and is told no story of it after sitting down.
  const note = () => now.shown && now.shown === now.newest && now.shown.seat !== null && noteSeen(id, now.shown.seq);
  note();
  addEventListener("pagehide", note);
}

/** @returns {number} the step with which the story in the log begins */
const storyFrom = () => log.entries[0]?.seq ?? 1;

/** A long story is told from its end: asks for what came before. */
function askEarlier() {
  if (storyFrom() > 1) link.tell({ type: "earlier", seq: storyFrom() });
}
