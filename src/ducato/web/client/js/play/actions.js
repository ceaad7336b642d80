/**
 * What the reader does: a choice, a walk, a question for a hint or a reason, taking back. Nothing is
 * sent but what is legal in the view shown, and one thing at a time.
 */

import { Choices } from "./choices.js";
import { need } from "../ui/dom.js";
import { link } from "../net/connection.js";
import { wording } from "../ui/menu.js";
import { now } from "../state/table_state.js";
import { area, page, ready, showState } from "./table_screen.js";
import { recall } from "../state/settings.js";
import { Walk } from "./walk.js";

/** @typedef {import("../net/protocol.js").Action} Action */
/** @typedef {import("../net/protocol.js").Piece} Piece */

export const walk = new Walk();
export const choices = new Choices(area("buttons"), need("all-actions", HTMLDetailsElement), act, walkTo, askWhy);

/**
 * @param {Action} action chosen by the reader
 */
function act(action) {
  walk.stop();
  sure(wording(action), () => send(action));
}

/** @param {Piece} piece to which a walk of several actions leads; it is agreed to as a whole */
function walkTo({ path, label }) {
  walk.stop();
  sure([label], () => {
    walk.begin(path);
    walkOn();
  });
}

/**
 * Does it, after one more question if the reader wants to be asked.
 * @param {(HTMLElement | string)[]} words
 * @param {() => void} go
 */
async function sure(words, go) {
  if (recall("confirm") !== "yes") return go();
  const { confirmMove } = await import("../ui/confirm.js");
  const seq = now.newest?.seq;
  const anchor = document.activeElement instanceof HTMLElement ? document.activeElement : page.bar;
  confirmMove(anchor, words, () => now.newest?.seq === seq && go());
}

/** The next step of a walk, once the one before it has been accepted and is seen. */
export function walkOn() {
  const action = ready() && !now.moving && walk.next(now.newest?.legal ?? []);
  if (action) send(action);
}

/** @param {Action} action */
function send(action) {
  if (!ready() || !now.newest) return;
  link.ask({ type: "act", seq: now.newest.seq, action: action.action });
  showState();
}

/** Asks what a bot would do. */
export function askHint() {
  if (!ready() || !now.newest?.legal.length || now.hinting !== null) return;
  now.hinting = link.ask({ type: "hint", seq: now.newest.seq });
  showState();
}

/** @param {import("../board/board.js").Entry} entry */
export function askWhy({ piece }) {
  if (ready()) link.ask({ type: "why", piece: piece.id });
}

/** Takes the last move back. */
export function takeBack() {
  if (!ready() || !now.newest?.undo) return;
  link.ask({ type: "undo", seq: now.newest.seq });
  showState();
}
