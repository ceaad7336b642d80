/**
 * Opens and closes the replay: the board then shows an earlier moment of the game instead of the
 * newest one.
 */

import { forgetChanges } from "../beats/recent.js";
import { stands, travel } from "../board/motion.js";
import { connection } from "../net/connection.js";
import { board, log, player, put, reset } from "../play/playback.js";
import { fitSidePanel, sidePanel, tabs } from "../play/side_panel.js";
import { page, passScreen } from "../play/table_screen.js";
import { covered, uncovered } from "../state/back.js";
import { isAnalysed, wantAnalysis } from "../state/game_analysis.js";
import { receiveView, setReplay, state } from "../state/table_state.js";
import { loadPart } from "../ui/update.js";
import { loadRoom } from "./load_room.js";
import { askDecision, askForChart } from "./result_dialog.js";

/** @typedef {import("../analysis/analysis_room.js").Room} Room */

/** The analysis room, while a finished game is replayed. @type {Room | null} */
let room = null;

/** Open the replay at the moment that the address names. */
export async function replayFromAddress() {
  const part = await loadPart(() => import("./replay_bar.js"));
  const moment = part?.parseMoment(location.hash);
  if (moment) await openReplay(moment.seq, moment.seat);
}

/**
 * @param {number} seq
 * @param {number | null} [seat] whose viewpoint; the reader's, if not given
 */
export async function openReplay(seq, seat) {
  const part = await loadPart(() => import("./replay_bar.js"));
  const { table, newest } = state;
  if (!part || !table || !newest || passScreen.drawn) return;
  if (!state.replay) {
    for (const step of player.clear()) log.add(step); // at once, without showing them
    forgetChanges();
    const own = newest.seat;
    const others = newest.result
      ? table.seats.map((one) => one.seat).filter((one) => one !== own)
      : [];
    const bar = new part.ReplayBar(
      page.bar,
      table,
      newest.seq,
      [...(own === null ? [] : [own]), ...others, null],
      {
        ask: (at, viewpoint) => connection.request({ type: "replay", seq: at, seat: viewpoint }),
        show: (step, near) => {
          void showMoment(step, near);
          room?.show(step.seq);
        },
        mark: (at) => log.mark(at),
        save: () => connection.request({ type: "export" }),
        leave: closeReplay,
      },
    );
    setReplay(bar);
    covered(bar, closeReplay);
    document.body.classList.add("replaying");
  }
  // Before the room is fetched: what is chosen meanwhile is about this moment.
  state.replay?.go(seq, seat);
  if (newest.result && !room) {
    if (isAnalysed(table)) wantAnalysis(askForChart);
    await openRoom(table, newest.result);
  }
}

/**
 * @param {import("../net/protocol.js").Table} table
 * @param {import("../net/protocol.js").Result} result
 */
async function openRoom(table, result) {
  const part = await loadRoom();
  if (!part || room || !state.replay) return;
  room = new part.Room({
    table,
    result,
    log,
    board,
    tabs,
    panel: sidePanel,
    fit: fitSidePanel,
    look: (seq, seat) => state.replay?.go(seq, seat),
    at: () => state.replay?.at ?? { seq: 0, seat: null },
    put: (view) => put(view, false),
    ask: askDecision,
  });
  room.show(state.replay.at.seq);
}

/**
 * Show the same moment again: the language has changed, or actions were undone.
 * @param {import("../net/protocol.js").View} newest
 */
export function refreshReplay(newest) {
  const at = state.replay?.at;
  receiveView(newest);
  closeReplay();
  if (at) void openReplay(at.seq, at.seat);
}

/**
 * @param {import("../net/protocol.js").Step} step
 * @param {boolean} near
 */
async function showMoment({ view }, near) {
  if (!view) return;
  const before = stands(board);
  const changes = put(view, false);
  if (near) await travel(before, board, changes, page.motionLayer);
}

/** Close the replay and show the newest view again. */
function closeReplay() {
  if (!state.replay) return;
  uncovered(state.replay);
  state.replay.close();
  setReplay(null);
  room?.close();
  room = null;
  document.body.classList.remove("replaying");
  if (state.newest) reset(state.newest);
}
