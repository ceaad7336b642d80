/**
 * What the server says, and which part of the page it concerns.
 */

import { lastSeen, noteSeen, showRecap } from "../dialogs/recap.js";
import { openReplay, refreshReplay, replayFromAddress } from "../dialogs/replay.js";
import { receiveChart } from "../dialogs/result_dialog.js";
import { connection, id, isAutomatic } from "../net/connection.js";
import { ViewDecoder } from "../state/scene_diff.js";
import { t } from "../state/strings.js";
import { state } from "../state/table_state.js";
import { walkOn } from "./actions.js";
import { makeAutoResponses } from "./auto_responses.js";
import { ruleAddress, ruleLink, showReasons } from "./explanation.js";
import { board, caption, log, reset, takeSteps } from "./playback.js";
import { announce } from "./status_bar.js";
import {
  element,
  lookForPeople,
  page,
  passScreen,
  showConnection,
  showState,
  tableStatus,
} from "./table_screen.js";

/** @typedef {import("../net/protocol.js").View} View */

const decoder = new ViewDecoder();
const showAutoResponses = makeAutoResponses((seat, responses) =>
  connection.request({ type: "auto_responses", seat, responses }),
);
/**
 * What is said at this table, from the first word on.
 * @type {Promise<import("../dialogs/chat.js").Chat> | null}
 */
let chat = null;
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
  showConnection() {
    if (state.connection !== "open") reopened = true;
    showConnection();
  },
};

/** @param {import("../net/protocol.js").ServerMessage} message */
async function take(message) {
  switch (message.type) {
    case "welcome":
      return welcome(message);
    case "view":
      passScreen.lift();
      page.bar.focus({ preventScroll: true }); // from where it goes on to the first choice
      return showAnew(decoder.decode(message.view));
    case "table":
      state.table = message.table; // shown with the state of the page
      break;
    case "chat":
      chat ??= import("../dialogs/chat.js").then(
        ({ Chat }) =>
          new Chat(
            (request) => connection.request(request),
            (words) => log.say(words),
          ),
      );
      return (await /** @type {NonNullable<typeof chat>} */ (chat)).show(message);
    case "chat_line":
      return (await chat)?.add(message.line);
    case "announcement":
      return announce(message.text);
    case "log":
      // Asked for before the story was told anew.
      if (message.log.at(-1)?.seq !== storyFrom() - 1) return;
      log.prepend(message.log);
      return askEarlier();
    case "steps":
      if (message.clock) tableStatus.setClock(message.clock);
      return takeSteps(
        message.steps.map((step) => ({ ...step, view: step.view && decoder.decode(step.view) })),
      );
    case "undone":
      if (message.clock) tableStatus.setClock(message.clock);
      log.reset(message.log);
      log.say(t("table.undone"));
      caption.show(t("table.undone"), true);
      showAnew(decoder.decode(message.view));
      return askEarlier();
    case "thinking":
      return thinks(message.seat);
    case "accepted":
      state.awaited = message.seq;
      break;
    case "hint":
      if (message.seq === state.newest?.seq && state.shown === state.newest)
        (await import("./hint.js")).showHint(message, board, page.advice);
      state.hintRequest = null;
      break;
    case "chart":
    case "odds":
      return receiveChart(message);
    case "replay":
      return state.replay?.hear(message);
    case "record":
      return (await import("../dialogs/replay_bar.js")).saveRecord(message);
    case "rejected":
      // Another browser of this person was quicker, or the game has begun.
      if (isAutomatic(message.id)) return;
      if (message.id === state.hintRequest) state.hintRequest = null;
      state.replay?.refused();
      return announce(
        message.reason,
        " ",
        state.table && message.clause !== null && ruleLink(state.table.game, message.clause),
      );
    case "explanation": {
      const entry = board.entries.get(message.piece ?? "");
      if (state.table && entry)
        showReasons(
          entry.button ?? entry.node,
          entry.piece.label,
          message.reasons,
          state.table.game,
        );
      break;
    }
    case "stale":
      if (message.id === state.hintRequest) state.hintRequest = null;
      return announce(t("table.stale"));
    case "pass_screen":
      state.passScreen = message;
      break;
  }
}

/** @param {number} seat of a bot */
function thinks(seat) {
  const { newest } = state;
  setTimeout(() => {
    if (state.newest !== newest) return;
    state.thinking = seat;
    showState();
  }, THINKS_AFTER);
}

/** @param {import("../net/protocol.js").Welcome} message */
function welcome(message) {
  const view = decoder.decode(message.view);
  const { table } = message;
  state.table = table;
  tableStatus.show(table);
  element("title").textContent = table.title;
  element("rules").setAttribute("href", ruleAddress(table.game));
  element("edition").textContent = table.edition;
  document.title = `${table.title} · ducato`;
  // The game begins at once: nothing else is drawn before.
  if (state.shown === null && gathers(table)) return connection.resend();
  log.own = view.seat;
  const known = state.newest && state.newest.seat === view.seat ? state.newest.seq : view.seq;
  if (reopened && known < view.seq) {
    log.reset(message.log.filter((entry) => entry.seq <= known));
    connection.send({ type: "catch_up", seq: known });
  } else {
    log.reset(message.log);
    showAnew(view);
  }
  if (reopened) connection.resend();
  reopened = false;
  showAutoResponses(message);
  void lookForPeople();
  askEarlier();
  if (justOpened) comeBack(view);
  justOpened = false;
}

/**
 * @param {import("../net/protocol.js").Table} table
 * @returns {boolean} whether the game begins with what this page contributes
 */
const gathers = ({ status, seats, own }) =>
  status === "waiting" && seats.every(({ kind, seat }) => kind === "bot" || own.includes(seat));

/**
 * Shows a view that is not the next step of the one before, or the same moment of the past anew.
 * @param {View} view
 */
function showAnew(view) {
  log.own = view.seat;
  if (state.replay) refreshReplay(view);
  else reset(view);
}

/**
 * The page was opened: at the moment that its address names, or with what happened meanwhile.
 * @param {View} view
 */
function comeBack(view) {
  if (location.hash) return void replayFromAddress();
  const seen = lastSeen(id);
  if (view.seat !== null && !view.result && seen !== null && seen < view.seq)
    showRecap(log.since(), openReplay);
  // Who only watched has had no turn yet, and is told no story of it after sitting down.
  const note = () =>
    state.shown &&
    state.shown === state.newest &&
    state.shown.seat !== null &&
    noteSeen(id, state.shown.seq);
  note();
  addEventListener("pagehide", note);
}

/** @returns {number} the step with which the story in the log begins */
const storyFrom = () => log.entries[0]?.seq ?? 1;

/** A long story is told from its end: asks for what came before. */
function askEarlier() {
  if (storyFrom() > 1) connection.send({ type: "log", seq: storyFrom() });
}
