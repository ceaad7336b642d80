/**
 * What the reader does: an action, a walk, a request for a hint or an explanation, an undo. Only
 * what is legal in the view shown is sent, and one thing at a time.
 */

import { connection } from "../net/connection.js";
import { recall } from "../state/settings.js";
import { awaitHint, state } from "../state/table_state.js";
import { Walk } from "../state/walk.js";
import { need } from "../ui/dom.js";
import { wording } from "../ui/menu.js";
import { loadPart } from "../ui/update.js";
import { Choices } from "./choices.js";
import { element, page, ready, showState } from "./table_screen.js";

/** @typedef {import("../net/protocol.js").Action} Action */
/** @typedef {import("../net/protocol.js").Piece} Piece */

export const walk = new Walk();
export const choices = new Choices(
  element("buttons"),
  need("all-actions", HTMLDetailsElement),
  act,
  walkTo,
  askExplanation,
);

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
    walkOn(false); // what still moves need not land first
  });
}

/**
 * Call `go`, after a confirmation if the reader wants to be asked.
 * @param {(HTMLElement | string)[]} words
 * @param {() => void} go
 */
async function sure(words, go) {
  if (recall("confirm") !== "yes") return go();
  const part = await loadPart(() => import("../ui/confirm.js"));
  const seq = state.newest?.seq;
  const anchor = document.activeElement instanceof HTMLElement ? document.activeElement : page.bar;
  part?.confirmMove(anchor, words, () => state.newest?.seq === seq && go());
}

/**
 * The next step of a walk, once the one before it has been accepted and is seen.
 * @param {boolean} [moving] whether to wait for pieces that move
 */
export function walkOn(moving = state.moving) {
  const action = ready() && !moving && walk.next(state.newest?.legal ?? []);
  if (action) send(action);
}

/** @param {Action} action */
function send(action) {
  if (!ready() || !state.newest) return;
  connection.request({ type: "act", seq: state.newest.seq, action: action.action });
  showState();
}

/** Ask for a hint: what a bot would do. */
export function askHint() {
  if (!ready() || !state.newest?.legal.length || state.hintRequest !== null) return;
  awaitHint(connection.request({ type: "hint", seq: state.newest.seq }));
  showState();
}

/** @param {import("../board/board.js").Entry} entry */
export function askExplanation({ piece }) {
  if (ready()) connection.request({ type: "explain", piece: piece.id });
}

/** Undo the last move. */
export function undo() {
  if (!ready() || !state.newest?.undo) return;
  connection.request({ type: "undo", seq: state.newest.seq });
  showState();
}
