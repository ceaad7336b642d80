/** Begins and ends a line that the reader tries, on the board of the game that goes on. */

import { forgetChanges } from "../beats/recent.js";
import { connection } from "../net/connection.js";
import { walk, walkOn } from "../play/actions.js";
import { player, put, reset } from "../play/playback.js";
import { sidePanel } from "../play/side_panel.js";
import { ready } from "../play/table_screen.js";
import { covered, uncovered } from "../state/back.js";
import { setTrying, state } from "../state/table_state.js";
import { loadRoom } from "./load_room.js";

/** Try a line from the present position. */
export async function tryLine() {
  const part = await loadRoom();
  const { newest, table } = state;
  if (!part || !newest || newest.seat === null || !table?.tries || state.trying) return;
  if (state.replay || newest.result) return;
  void player.skip();
  forgetChanges();
  if (sidePanel.popover !== null) sidePanel.hidePopover();
  const { seq, seat } = newest;
  setTrying(
    new part.TriedLine({
      seq,
      seat,
      ask: (actions, deal) => connection.request({ type: "try", seq, actions, deal }),
      show: (view) => put(view, true),
      isTurn: () => (state.newest?.legal.length ?? 0) > 0,
      take(actions) {
        walk.begin(actions, undefined, true);
        walkOn(false);
      },
      leave: dropLine,
    }),
  );
  if (state.trying) covered(state.trying, dropLine);
}

/** Show the real board again. */
export function dropLine() {
  if (!state.trying) return;
  uncovered(state.trying);
  state.trying.close();
  setTrying(null);
  if (state.newest) reset(state.newest);
}

/** @returns {boolean} whether the reader may choose on the board shown */
export const mayChoose = () => state.trying !== null || ready();
