/**
 * Handles the messages of the server: one handler for each type of message. Each changes the state,
 * or passes the message to the part of the page that it concerns.
 */

import { lastSeen, noteSeen, showRecap } from "../dialogs/recap.js";
import { openReplay, refreshReplay, replayFromAddress } from "../dialogs/replay.js";
import { analyseHere, askForChart } from "../dialogs/result_dialog.js";
import { dropLine } from "../dialogs/trying.js";
import { connection, id, isAutomatic } from "../net/connection.js";
import { dispatch } from "../net/dispatch.js";
import { hear } from "../senses/sounds.js";
import { resumeAnalysis, setAnalysis, setChart, setDecision } from "../state/game_analysis.js";
import { ViewDecoder } from "../state/scene_changes.js";
import { t } from "../state/strings.js";
import {
  acceptMove,
  othersAreBots,
  setConnection,
  setPassScreen,
  setTable,
  setThinking,
  settleHint,
  state,
} from "../state/table_state.js";
import { hasLostSeat, showPersonChanged } from "../ui/person_changed.js";
import { compareVersion, loadPart } from "../ui/update.js";
import { advise, adviser, askBefore, choices, walkOn } from "./actions.js";
import { makeAutoResponses } from "./auto_responses.js";
import { showReasons } from "./explanation.js";
import { board, caption, log, receiveSteps, reset } from "./playback.js";
import { ruleLink } from "./side_panel.js";
import { announce } from "./status_bar.js";
import {
  element,
  loadRatings,
  page,
  passScreen,
  showConnection,
  showState,
  tableStatus,
} from "./table_screen.js";

/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("../dialogs/chat.js").Chat} Chat */

/** A bot that answers faster than this, in milliseconds, is not shown as thinking. */
const THINKING_AFTER = 300;

const decoder = new ViewDecoder();
const showAutoResponses = makeAutoResponses((seat, responses) =>
  connection.request({ type: "auto_responses", seat, responses }),
);
/** The chat, loaded with its first message. @type {Promise<Chat | null> | null} */
let chat = null;
/** Whether the page has just been opened. */
let justOpened = true;
/** Whether the next welcome is the first since the connection was opened. */
let reopened = true;

/** @type {import("../net/connection.js").Listener} */
export const listener = {
  async receive(message) {
    await dispatch(HANDLERS, message);
    showState();
    walkOn();
  },
  showConnection(link) {
    if (link !== "open") reopened = true;
    setConnection(link);
    showConnection();
  },
};

/** @type {import("../net/dispatch.js").Handlers<ServerMessage>} */
const HANDLERS = {
  welcome,
  view({ view }) {
    passScreen.lift();
    // From here the focus goes on to the first choice.
    page.bar.focus({ preventScroll: true });
    showView(decoder.decode(view));
  },
  table({ table }) {
    setTable(table);
  },
  steps({ steps, clock }) {
    dropLine();
    if (clock) tableStatus.setClock(clock);
    receiveSteps(steps.map((step) => ({ ...step, view: step.view && decoder.decode(step.view) })));
  },
  undone({ view, log: entries, clock }) {
    if (clock) tableStatus.setClock(clock);
    log.reset(entries);
    log.say(t("table.undone"));
    caption.show(t("table.undone"), true);
    showView(decoder.decode(view));
    requestEarlierLog();
  },
  log({ log: entries }) {
    // An answer to a request made before the log was replaced does not end where the log begins.
    if (entries.at(-1)?.seq !== logStart() - 1) return;
    log.prepend(entries);
    requestEarlierLog();
  },
  thinking({ seat }) {
    const { newest } = state;
    setTimeout(() => {
      if (state.newest !== newest) return;
      setThinking(seat);
      showState();
    }, THINKING_AFTER);
  },
  accepted({ seq }) {
    acceptMove(seq);
  },
  rejected({ id: request, reason, clause }) {
    // Another browser of this person contributed first, or the game has begun: no error to show.
    if (isAutomatic(request)) return;
    settleHint(request);
    state.replay?.reject();
    state.trying?.reject(request);
    void hear("error");
    announce(reason, " ", clause !== null && ruleLink(clause));
  },
  final({ id: request }) {
    askBefore(request, board);
  },
  stale({ id: request }) {
    settleHint(request);
    announce(t("table.stale"));
  },
  explanation({ piece, reasons }) {
    const entry = board.entries.get(piece ?? "");
    if (!entry || choices.explain(entry.piece.id, reasons)) return;
    showReasons(entry.button ?? entry.node, entry.piece.label, reasons);
  },
  tried(message) {
    state.trying?.receive(message);
  },
  async hint(message) {
    if (message.seq === state.newest?.seq && state.shown === state.newest) {
      const part = await loadPart(() => import("./hint.js"));
      part?.showHint(message, board, page.advice, state.table);
    }
    settleHint(message.id);
    adviser.begin(document.body.dataset.game ?? "");
  },
  state(message) {
    void advise(message, listener.receive); // which no later message waits for
  },
  chart: setChart,
  analysis(message) {
    const { state: how } = message;
    setAnalysis(how === "here" ? { ...message, state: "running" } : message);
    if (how === "here") void analyseHere();
  },
  decision: setDecision,
  replay(message) {
    state.replay?.receive(message);
  },
  async record(message) {
    (await loadPart(() => import("../dialogs/replay_bar.js")))?.saveRecord(message);
  },
  announcement({ text }) {
    announce(text);
  },
  async chat(message) {
    chat ??= loadPart(() => import("../dialogs/chat.js")).then(
      (part) =>
        part &&
        new part.Chat(
          (request) => connection.request(request),
          (words) => log.say(words),
        ),
    );
    (await chat)?.show(message);
  },
  async chat_line({ line }) {
    (await chat)?.add(line);
    if (!line.own && !line.muted) void hear("chat");
  },
  pass_screen(message) {
    setPassScreen(message);
  },
  pong() {},
};

/** @param {import("../net/protocol.js").Welcome} message */
function welcome(message) {
  const view = decoder.decode(message.view);
  const { table, version } = message;
  if (version) compareVersion(version);
  if (state.table && hasLostSeat(state.table, table)) showPersonChanged();
  setTable(table);
  tableStatus.show(table);
  element("title").textContent = table.title;
  const watching = table.own.length === 0 && table.status !== "waiting";
  element("edition").textContent = watching
    ? `${table.edition} · ${t("table.watching")}`
    : table.edition;
  // The game begins at once, with another view: this one is not worth drawing.
  if (state.shown === null && beginsWithUs(table)) return connection.resend();
  log.own = view.seat;
  const known = state.newest && state.newest.seat === view.seat ? state.newest.seq : view.seq;
  if (reopened && known < view.seq) {
    log.reset(message.log.filter((entry) => entry.seq <= known));
    connection.send({ type: "catch_up", seq: known });
  } else {
    log.reset(message.log);
    showView(view);
  }
  if (reopened) {
    connection.resend();
    resumeAnalysis(askForChart);
  }
  reopened = false;
  showAutoResponses(message);
  void loadRatings();
  requestEarlierLog();
  if (justOpened) resume(view);
  justOpened = false;
}

/**
 * @param {import("../net/protocol.js").Table} table
 * @returns {boolean} whether the game begins with what this page contributes
 */
const beginsWithUs = (table) => table.status === "waiting" && othersAreBots(table);

/**
 * Show a view that is not the next step of the one before, or the same moment of a replay again.
 *
 * @param {View} view
 */
function showView(view) {
  dropLine();
  log.own = view.seat;
  if (state.replay) refreshReplay(view);
  else reset(view);
}

/**
 * Go to the moment that the page's address names, or sum up what happened since the last visit.
 *
 * @param {View} view
 */
function resume(view) {
  if (location.hash) return void replayFromAddress();
  const seen = lastSeen(id);
  if (view.seat !== null && !view.result && seen !== null && seen < view.seq) {
    showRecap(log.since(), openReplay);
  }
  // Spectators have had no turn, so there is nothing to sum up for them when they join later.
  const note = () => {
    const { shown, newest } = state;
    if (shown && shown === newest && shown.seat !== null) noteSeen(id, shown.seq);
  };
  note();
  addEventListener("pagehide", note);
}

/** @returns {number} the first step in the log */
const logStart = () => log.entries[0]?.seq ?? 1;

/** Ask for the entries before the first one: a long log is sent from its end. */
function requestEarlierLog() {
  if (logStart() > 1) connection.send({ type: "log", seq: logStart() });
}
