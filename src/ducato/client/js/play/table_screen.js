/**
 * What the page says about the game as a whole: whose turn it is, what is asked, who is there and
 * which buttons are available. All of it is written from the state, whenever that has changed.
 */

import { makePassScreen } from "../dialogs/pass_screen.js";
import { TableStatus } from "../dialogs/table_status.js";
import { connection, id } from "../net/connection.js";
import { showMeanwhile } from "../senses/meanwhile.js";
import { showTurn } from "../senses/turn_sign.js";
import { speedFactor } from "../state/settings.js";
import { t } from "../state/strings.js";
import { setDelayed, setPassScreen, state } from "../state/table_state.js";
import { need } from "../ui/dom.js";
import { menuIsOpen } from "../ui/popup.js";
import { loadPart, showUpdate, showUpdateWhile } from "../ui/update.js";
import { showLesson } from "./lesson.js";
import { SeatHeads } from "./seat_heads.js";
import { write } from "./status_bar.js";

/** @typedef {import("../net/protocol.js").View} View */

export const element = (/** @type {string} */ name) => need(name, HTMLElement);
export const page = {
  bar: element("status-bar"),
  narration: element("narration"),
  prompt: element("prompt"),
  motionLayer: element("motion-layer"),
  dock: element("dock"),
  connection: element("connection"),
  advice: element("advice"),
};
export const press = {
  undo: need("undo", HTMLButtonElement),
  skip: need("skip", HTMLButtonElement),
  hint: need("ask-hint", HTMLButtonElement),
  result: need("show-result", HTMLButtonElement),
  tryLine: need("try-line", HTMLButtonElement),
};

export const seatHeads = new SeatHeads();
export const tableStatus = new TableStatus((request) => connection.request(request));
export const passScreen = makePassScreen((seat) => connection.request({ type: "ready", seat }));

/**
 * What the people of this table show of themselves.
 * @type {import("ducato/api").TablePeople["seats"]}
 */
let people = [];

/** More letters than this are set smaller where the bar has one height. */
const LONG = 90;

/** @returns {boolean} whether the reader can act now */
export function ready() {
  const { shown, newest, awaited, connection: link } = state;
  return (
    shown !== null &&
    shown === newest &&
    shown.seq >= awaited &&
    link === "open" &&
    !connection.waiting &&
    !passScreen.drawn
  );
}

/** Write everything that depends on the state into the page. */
export function showState() {
  const { shown, table, newest, replay, playing } = state;
  if (!shown || !table) return;
  watchMove();
  showTurn();
  if (state.passScreen && !playing) {
    passScreen.draw(state.passScreen);
    setPassScreen(null);
  }
  // The end of the game must not be given away before its last steps are shown.
  if (tableStatus.table !== table && !(playing && table.status === "over")) tableStatus.show(table);
  const thinker = table.seats.find((one) => one.seat === state.thinking);
  write(
    page.prompt,
    thinker && !playing ? t("table.thinking", { name: thinker.name }) : shown.prompt,
  );
  page.prompt.classList.toggle("long", shown.prompt.length > LONG);
  const { classList } = document.body;
  classList.toggle("ready", ready() || state.trying !== null);
  classList.toggle("my-turn", shown.legal.length > 0);
  classList.toggle("thinking", thinker !== undefined);
  showLesson(shown.lesson ?? null);
  press.hint.hidden = shown.legal.length === 0 || !!shown.lesson || !table.hints;
  press.hint.disabled = press.undo.disabled = !ready();
  press.hint.setAttribute("aria-busy", String(state.hintRequest !== null));
  press.undo.hidden = !shown.undo;
  press.skip.hidden = !playing || speedFactor() === 0;
  press.result.hidden = !shown.result;
  press.tryLine.hidden =
    !table.tries || table.status !== "playing" || newest?.seat === null || !!shown.lesson;
  const own = (replay ? newest : shown)?.seat ?? null;
  seatHeads.show(table.seats, shown.to_move, own, people);
  tableStatus.tick();
  showUpdate();
}

// Never while a move is made, sent or shown: reloading then would lose what the reader sees of it.
showUpdateWhile(
  () =>
    state.shown === state.newest &&
    !state.playing &&
    !state.moving &&
    !connection.waiting &&
    !menuIsOpen(),
);

/** Milliseconds after which the page says that an action has no answer yet. */
const SLOW_AFTER = 500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;

/** Say that an action is on its way if it has no answer for a while. */
function watchMove() {
  if (connection.waiting) {
    slow ??= setTimeout(() => {
      setDelayed(true);
      showConnection();
    }, SLOW_AFTER);
    return;
  }
  clearTimeout(slow);
  slow = undefined;
  if (!state.delayed) return;
  setDelayed(false);
  showLink();
}

function showLink() {
  const waits = { open: "sending", lost: "kept" };
  const shown =
    state.delayed && (state.connection === "open" || state.connection === "lost")
      ? waits[state.connection]
      : state.connection;
  page.connection.dataset.state = shown === "sending" ? shown : state.connection;
  document.body.classList.toggle("sending", state.delayed);
  write(page.connection, t(`connection.${shown}`));
  void showMeanwhile(page.connection);
}

/** Show the state of the connection, and whether an action is on its way. */
export function showConnection() {
  showLink();
  showState();
}

/**
 * Load the ratings beside the names; they change when someone joins and when the game is over.
 */
export async function loadRatings() {
  const part = await loadPart(() => import("../net/ratings.js"));
  people = (await part?.peopleAt(id))?.seats ?? people;
  tableStatus.setPeople(people);
  showState();
}
