/**
 * What the reader does: an action, a walk, a request for a hint or an explanation, an undo. Only
 * what is legal in the view shown is sent, and one thing at a time.
 */

import { connection } from "../net/connection.js";
import { OwnAdviser } from "../net/own_adviser.js";
import { recall } from "../state/settings.js";
import { language } from "../state/strings.js";
import { awaitHint, setChosen, state } from "../state/table_state.js";
import { Walk } from "../state/walk.js";
import { need } from "../ui/dom.js";
import { wording } from "../ui/menu.js";
import { loadPart } from "../ui/update.js";
import { Choices } from "./choices.js";
import { element, page, ready, showState } from "./table_screen.js";

/** @typedef {import("../net/protocol.js").Action} Action */
/** @typedef {import("../net/protocol.js").Piece} Piece */

export const walk = new Walk();
export const adviser = new OwnAdviser();
export const choices = new Choices(
  element("buttons"),
  need("all-actions", HTMLDetailsElement),
  act,
  walkTo,
  repeat,
  askExplanation,
);

/**
 * What a click asked for, which is done at once only if it can be undone.
 * @type {{id: string, clicked: string, action: Action} | null}
 */
let careful = null;

/**
 * @param {Action} action chosen by the reader
 * @param {string} [clicked] the piece or button that was clicked, if nothing was said of the action
 *   before
 */
function act(action, clicked) {
  if (state.trying) return state.trying.choose(action.action);
  walk.stop();
  sure(wording(action), (asked) => send(action, asked ? undefined : clicked));
}

/** @param {Piece} piece to which a walk of several actions leads; it is agreed to as a whole */
function walkTo({ id, path, label }) {
  if (state.trying) return state.trying.choose(path[0] ?? -1);
  walk.stop();
  sure([label], (asked) => {
    walk.begin(path, asked ? undefined : id);
    walkOn(false); // what still moves need not land first
  });
}

/**
 * @param {Action} action to be done several times, as was chosen in a menu
 * @param {number} n
 */
function repeat(action, n) {
  if (state.trying) return state.trying.choose(action.action);
  walk.stop();
  sure(wording(action), () => {
    walk.begin(Array(n).fill(action.action));
    walkOn(false);
  });
}

/**
 * Call `go`, after a confirmation if the reader wants to be asked.
 * @param {(HTMLElement | string)[]} words
 * @param {(asked: boolean) => void} go told whether they were asked
 */
async function sure(words, go) {
  if (recall("confirm") !== "yes") return go(false);
  const part = await loadPart(() => import("../ui/confirm.js"));
  const seq = state.newest?.seq;
  const anchor = document.activeElement instanceof HTMLElement ? document.activeElement : page.bar;
  part?.confirmMove(anchor, words, () => state.newest?.seq === seq && go(true));
}

/**
 * The next step of a walk, once the one before it has been accepted and is seen.
 * @param {boolean} [moving] whether to wait for pieces that move
 */
export function walkOn(moving = state.moving) {
  const { legal = [], undo: undoes = false } = state.newest ?? {};
  const action = ready() && !moving && walk.next(legal, undoes);
  if (action) send(action, walk.to);
}

/**
 * @param {Action} action
 * @param {string} [clicked] the piece or button that was clicked: only do what can be undone
 */
function send(action, clicked) {
  if (!ready() || !state.newest) return;
  const request = {
    type: /** @type {const} */ ("act"),
    seq: state.newest.seq,
    action: action.action,
  };
  const id = connection.request(clicked === undefined ? request : { ...request, careful: true });
  careful = clicked === undefined ? null : { id, clicked, action };
  setChosen(state.newest.seq + 1);
  showState();
}

/**
 * What was asked for cannot be undone: ask in a menu where it was clicked.
 * @param {string} id of the request
 * @param {import("../board/board.js").Board} board
 */
export function askBefore(id, board) {
  walk.stop();
  if (careful?.id === id && ready()) {
    const { clicked, action } = careful;
    const entry = board.entries.get(clicked);
    if (entry) choices.open(entry, [action]);
    else choices.askAtButton(action);
  }
  careful = null;
}

/** Ask for a hint: what a bot would do. */
export function askHint() {
  const { newest, table } = state;
  if (!ready() || !newest?.legal.length || state.hintRequest !== null) return;
  // Where hints are not given, the server says so.
  const here = adviser.ready && table?.hints;
  awaitHint(connection.request(here ? { type: "state" } : hintAt(newest.seq)));
  showState();
}

/** @param {number} seq */
const hintAt = (seq) => ({ type: /** @type {const} */ ("hint"), seq });

/**
 * Give the hint that was asked for from this device or, if that fails, ask the server after all.
 * @param {import("../net/protocol.js").SeenState} seen
 * @param {(hint: import("../net/protocol.js").Hint) => unknown} show
 */
export async function advise(seen, show) {
  const hint = await adviser.advise(seen, language());
  if (state.hintRequest !== seen.id) return;
  if (hint) return void show(hint);
  awaitHint(connection.request(hintAt(seen.seq)));
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
