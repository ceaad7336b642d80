/**
 * Says outside the board that it is the reader's turn: in the title and the icon of the tab, and by
 * a sound. The end of the game has a sound, too.
 */

import { host } from "../state/host.js";
import { closeNotifications } from "../state/settings.js";
import { t } from "../state/strings.js";
import { state } from "../state/table_state.js";
import { notifyTurn } from "./notifications.js";
import { hear } from "./sounds.js";

const ICON = host.address("/static/favicon.svg");
const TURN_ICON = host.address("/static/favicon-turn.svg");

/** What the page showed last; null before it shows a game. @type {Moment | null} */
let shownBefore = null;
/** Whether somebody else has acted since: a turn may end and come back in one message. */
let othersActed = false;

/** Note that somebody else has acted. */
export const noteOthers = () => {
  othersActed = true;
};

/** @typedef {{turn: boolean, over: boolean}} Moment */

/**
 * @param {import("../state/table_state.js").TableState} state
 * @returns {Moment | null} what is true of the newest moment, as soon as it is on the board; null
 *   while something older is shown
 */
export function present({ shown, newest, replay }) {
  const view = replay ? newest : shown;
  return view && view === newest ? { turn: view.legal.length > 0, over: !!view.result } : null;
}

/** Write the title and the icon from the state, and sound what has become true. */
export function showTurn() {
  const now = present(state);
  if (!now || !state.table) return;
  const { title } = state.table;
  const words = now.turn ? `● ${t("table.your_turn")} – ${title}` : `${title} · ducato`;
  if (document.title !== words) document.title = words;
  const icon = document.querySelector("link[rel=icon]");
  const path = now.turn ? TURN_ICON : ICON;
  if (icon && icon.getAttribute("href") !== path) icon.setAttribute("href", path);
  if (shownBefore && now.over && !shownBefore.over) void hear("end");
  else if (shownBefore && now.turn && (!shownBefore.turn || othersActed)) {
    void hear("turn");
    void notifyTurn();
  }
  const late = shownBefore ? shownBefore.turn && !now.turn : !document.hidden;
  if (late) void closeNotifications(state.table.id);
  shownBefore = now;
  othersActed = false;
}
