/**
 * The state of a table's page: what the server has sent and what is on the screen.
 *
 * Every module may read `state`; only the functions below change it, one for each event. The two
 * views that matter are the newest one received and the one shown: a person may act only while they
 * are the same.
 */

/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").PassScreen} PassScreen */
/** @typedef {import("../net/socket.js").ConnectionState} ConnectionState */
/** @typedef {import("../dialogs/replay_bar.js").ReplayBar} ReplayBar */
/** @typedef {import("../analysis/analysis_room.js").TriedLine} TriedLine */

/**
 * @typedef {object} TableState
 * @property {Table | null} table
 * @property {View | null} newest the newest view received
 * @property {View | null} shown the view on the board
 * @property {number | null} thinking the seat of the bot that is thinking
 * @property {PassScreen | null} passScreen to be drawn once the steps before it have been shown
 * @property {boolean} playing whether steps are being shown, or are about to be
 * @property {boolean} moving whether pieces are still on their way
 * @property {number} awaited the number of steps after which our last move is done; earlier views
 *   are out of date
 * @property {number} chosen the step that the reader chose last
 * @property {boolean} delayed whether our last move has been waiting long enough to say so
 * @property {string | null} hintRequest the id of the request for a hint while it is unanswered
 * @property {ReplayBar | null} replay the replay while it is open
 * @property {TriedLine | null} trying the line that the reader tries on the board
 * @property {ConnectionState} connection
 */

/** @type {TableState} */
const current = {
  table: null,
  newest: null,
  shown: null,
  thinking: null,
  passScreen: null,
  playing: false,
  moving: false,
  awaited: 0,
  chosen: -1,
  delayed: false,
  hintRequest: null,
  replay: null,
  trying: null,
  connection: "connecting",
};

/** @type {Readonly<TableState>} */
export const state = current;

/**
 * @param {Pick<Table, "seats" | "own">} table
 * @returns {boolean} whether bots have all seats but the reader's own
 */
export const othersAreBots = ({ seats, own }) =>
  seats.every(({ kind, seat }) => kind === "bot" || own.includes(seat));

/**
 * @param {Pick<Table, "branch_of">} table
 * @returns {string | null} the table of the game from which this one goes on; null for other games,
 *   such as those of the day, exercises and records, and once that table is deleted
 */
export const branchedFrom = ({ branch_of: of }) =>
  of && !["record", "position", "exercise"].includes(of) && !of.startsWith("daily:") ? of : null;

/** @param {Table} table as the server describes it now */
export function setTable(table) {
  current.table = table;
}

/** @param {View | null} view the newest one; null where the server left out the views of steps */
export function receiveView(view) {
  current.newest = view ?? current.newest;
  current.thinking = null;
}

/** @param {View} view that follows from no step, such as after an undo */
export function restartFrom(view) {
  receiveView(view);
  current.awaited = 0;
}

/** @param {View} view that the board has drawn */
export function setShown(view) {
  current.shown = view;
  current.hintRequest = null; // a hint for another view is useless
}

/** @param {number} seat of the bot that is thinking */
export function setThinking(seat) {
  current.thinking = seat;
}

/** @param {number} seq the number of steps once our move is done */
export function acceptMove(seq) {
  current.awaited = seq;
}

/** @param {number} seq the step that the reader has just chosen */
export function setChosen(seq) {
  current.chosen = seq;
}

/** @param {boolean} delayed whether our last move has been waiting for long */
export function setDelayed(delayed) {
  current.delayed = delayed;
}

/** @param {boolean} playing whether steps are being shown */
export function setPlaying(playing) {
  current.playing = playing;
}

/** @param {boolean} moving whether pieces are on their way */
export function setMoving(moving) {
  current.moving = moving;
}

/** @param {string} id of a request for a hint */
export function awaitHint(id) {
  current.hintRequest = id;
}

/** @param {string} id of any request that was answered */
export function settleHint(id) {
  if (current.hintRequest === id) current.hintRequest = null;
}

/** @param {PassScreen | null} message what to draw; null once it is drawn */
export function setPassScreen(message) {
  current.passScreen = message;
}

/** @param {ReplayBar | null} replay null when it is closed */
export function setReplay(replay) {
  current.replay = replay;
}

/** @param {TriedLine | null} trying null when it is over */
export function setTrying(trying) {
  current.trying = trying;
}

/** @param {ConnectionState} connection */
export function setConnection(connection) {
  current.connection = connection;
}
