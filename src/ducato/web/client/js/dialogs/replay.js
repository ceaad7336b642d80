/**
 * Looking back on this page: the stage shows a moment of the past instead of what is newest.
 */

import { link } from "../net/connection.js";
import { stands, travel } from "../board/motion.js";
import { now } from "../state/table_state.js";
import { curtain, page } from "../play/table_screen.js";
import { board, log, player, put, reset } from "../play/playback.js";

/** Looks at the moment that the address names. */
export async function lookAtAddress() {
  const moment = (await import("./replay_bar.js")).momentOf(location.hash);
  if (moment) await lookBack(moment.seq, moment.seat);
}

/**
 * @param {number} seq
 * @param {number | null} [seat] whose eyes; the reader's, if not given
 */
export async function lookBack(seq, seat) {
  const { LookBack } = await import("./replay_bar.js");
  const { table, newest } = now;
  if (!table || !newest || curtain.drawn) return;
  if (!now.past) {
    for (const step of player.clear()) log.add(step); // told in the story at once
    const own = newest.seat;
    const others = newest.result ? table.seats.map((one) => one.seat).filter((one) => one !== own) : [];
    now.past = new LookBack(page.bar, table, newest.seq, [...own === null ? [] : [own], ...others, null], {
      ask: (at, eyes) => link.ask({ type: "look", seq: at, seat: eyes }),
      show: (step, near) => void showPast(step, near),
      mark: (at) => log.mark(at),
      save: () => link.ask({ type: "export" }),
      leave: comeForward,
    });
    document.body.classList.add("looking-back");
  }
  now.past.go(seq, seat);
}

/**
 * The same moment once more: its texts are in another language now, or moves were taken back.
 * @param {import("../net/protocol.js").View} newest
 */
export function lookAgain(newest) {
  const at = now.past?.at;
  now.newest = newest;
  comeForward();
  if (at) void lookBack(at.seq, at.seat);
}

/**
 * @param {import("../net/protocol.js").Step} step
 * @param {boolean} near
 */
async function showPast({ view }, near) {
  if (!view) return;
  const before = stands(board);
  const changes = put(view, false);
  if (near) await travel(before, board, changes, page.sky);
}

/** Back from the past: what is newest is shown again. */
function comeForward() {
  if (!now.past) return;
  now.past.close();
  now.past = null;
  document.body.classList.remove("looking-back");
  if (now.newest) reset(now.newest);
}
