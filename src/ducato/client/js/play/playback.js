/**
 * Puts views on the board: steps one after the other with their texts, or a view by itself. Knows
 * of the replay only that the board belongs to it while it is open.
 */

import { makeCaption } from "../beats/caption.js";
import { forgetChanges, markChanges, noteChanges } from "../beats/recent.js";
import { StepPlayer } from "../beats/step_player.js";
import { Board } from "../board/board.js";
import { roll, stands, travel } from "../board/motion.js";
import { showResult } from "../dialogs/result_dialog.js";
import { Callouts } from "../inspect/callouts.js";
import { Zoom } from "../inspect/zoom.js";
import { connection } from "../net/connection.js";
import { hearStep } from "../senses/sounds.js";
import { noteOthers } from "../senses/turn_sign.js";
import { speedFactor } from "../state/settings.js";
import {
  receiveView,
  restartFrom,
  setMoving,
  setPlaying,
  setShown,
  state,
} from "../state/table_state.js";
import { need } from "../ui/dom.js";
import { choices, walk, walkOn } from "./actions.js";
import { GameLog } from "./game_log.js";
import { holdFocus, rove } from "./keyboard.js";
import { revealChoice } from "./small_screen.js";
import { element, page, seatHeads, showState } from "./table_screen.js";

/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").Step} Step */

/** Milliseconds after which a choice out of view is scrolled to. */
const REVEAL_AFTER = 120;

export const board = new Board(
  {
    board: element("board"),
    others: element("others"),
    aside: element("aside"),
    own: element("own"),
  },
  (seat) => seatHeads.of(seat),
);
export const zoom = new Zoom(board, (piece) => choices.of(piece));
export const callouts = new Callouts(board, () => need("help", HTMLDialogElement).showModal());
export const log = new GameLog(element("log-list"), element("live-region"));
export const caption = makeCaption(page.narration);
export const player = new StepPlayer({
  narrate,
  show: showBeat,
  brief: (step) => step.actor === state.shown?.seat,
  others: () => (state.newest?.seat === null ? 0 : (state.table?.seats.length ?? 2) - 1),
  mark: showPlaying,
});

/** @param {Step[]} steps from the server */
export function receiveSteps(steps) {
  const known = state.newest?.seq ?? -1;
  const fresh = steps.filter((step) => step.seq > known);
  const [first] = fresh;
  if (!first) return;
  if (first.seq > known + 1) return connection.send({ type: "catch_up", seq: known });
  const own = state.newest?.seat ?? null; // null where people share a screen, and who watches
  if (own !== null && fresh.some(({ actor }) => actor >= 0 && actor !== own)) noteOthers();
  receiveView(fresh.at(-1)?.view ?? null);
  if (fresh.some((step) => step.actor !== state.shown?.seat)) walk.stop();
  if (!state.replay) {
    player.push(fresh);
    return;
  }
  for (const step of fresh) log.add(step);
  state.replay.grow(state.newest?.seq ?? 0);
}

/** Milliseconds after others' moves in which a click may still have been meant for them. */
const GRACE = 250;
/** When all pieces lay after the latest move of others. */
let settled = Number.NEGATIVE_INFINITY;

/**
 * @returns {boolean} whether the moves of others are being shown, up to where all pieces lie, or
 *   have been just now
 */
export const showsOthers = () =>
  state.shown !== null &&
  !state.replay &&
  !state.trying &&
  (state.shown !== state.newest ||
    (state.moving && player.showsOthers) ||
    performance.now() < settled + GRACE);

/**
 * Show a view by itself, not as the outcome of a step.
 * @param {View} view
 */
export function reset(view) {
  restartFrom(view);
  walk.stop();
  player.clear();
  forgetChanges();
  noted = null;
  put(view, true);
  if (view.result) void showResult(false, log);
}

/**
 * @param {View} view
 * @param {boolean} live
 */
export function put(view, live) {
  const restoreFocus = holdFocus(board, page.bar);
  const changes = board.show(view.scene, live);
  markChanges(board);
  setShown(view);
  log.own = view.seat ?? log.own;
  page.advice.hidden = true;
  if (live) choices.show(view);
  else choices.clear();
  zoom.update();
  callouts.update();
  rove(board);
  showState();
  // When the frame has been painted: to move it has the whole page laid out.
  setTimeout(restoreFocus);
  return changes;
}

/** The view up to which changes are noted, if it is not the one shown. @type {View | null} */
let noted = null;

/**
 * Note what changes with each step, also where several are drawn at once.
 * @param {Step[]} steps
 */
function note(steps) {
  for (const { seq, view } of steps) {
    if (!view) continue;
    // An automatic response is a step of the reader, too, but no choice.
    noteChanges(noted ?? state.shown, view, seq === state.chosen);
    noted = view;
  }
}

/** The lines of the caption. @type {string[]} */
let lines = [];

/** @param {import("../beats/beats.js").Beat} beat */
function narrate({ steps, number, late }) {
  for (const step of steps) log.add(step);
  note(steps);
  const own = steps.every(({ actor }) => actor === state.shown?.seat);
  if (!steps.some(({ texts }) => texts.length > 0)) {
    if (number === 1) lines = [];
    return;
  }
  // What is shown too briefly to be read by itself stays with what was said before.
  if (number === 1 || !late) lines = [];
  for (const { joined, texts } of steps) {
    if (joined) lines.pop(); // it describes the step before as well
    lines.push(...texts);
  }
  caption.show(lines.join(" "), own);
}

/**
 * @param {Step[]} steps of one beat
 * @param {boolean} last
 * @param {() => boolean} dropped
 */
async function showBeat(steps, last, dropped) {
  // A busy server leaves out what lies between.
  const views = steps.flatMap(({ view }) => view ?? []);
  const view = views.at(-1);
  hearStep(state.shown, view ?? null);
  if (!view) return;
  const dice = [...new Set(views.flatMap(({ scene }) => board.redrawDice(scene)))];
  await roll(dice);
  const before = stands(board);
  // The replay was opened meanwhile, or something newer is shown.
  if (state.replay || dropped()) return;
  const live = last && view === state.newest;
  setMoving(true);
  const changes = put(view, live);
  if (live && view.legal.length) log.say(view.prompt);
  await travel(before, board, changes, page.motionLayer);
  if (player.showsOthers && speedFactor() > 0) settled = performance.now();
  setMoving(false);
  // Wait until the frame has been painted, since this reads the layout.
  if (live && view.legal.length)
    setTimeout(() => revealChoice(board.entries.values(), page.dock), REVEAL_AFTER);
  walkOn();
  if (last && view.result && !state.replay) void showResult(true, log);
}

/** @param {boolean} playing */
function showPlaying(playing) {
  setPlaying(playing);
  showState();
}
