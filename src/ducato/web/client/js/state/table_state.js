/**
 * Where this page stands: what it has heard and what it shows. Everybody reads it; each part is
 * written by one module. The two views that matter are the newest one heard of and the one shown: a
 * person may act only when they are the same.
 */

/** @typedef {import("../net/protocol.js").View} View */

export const state = {
  /** @type {import("../net/protocol.js").Table | null} */
  table: null,
  /** The newest view heard of. @type {View | null} */
  newest: null,
  /** The view on the board. @type {View | null} */
  shown: null,
  /** Who is thinking, if a bot is. @type {number | null} */
  thinking: null,
  /**
   * A pass screen that waits until the steps before it have been seen.
   * @type {import("../net/protocol.js").PassScreen | null}
   */
  passScreen: null,
  /** Whether steps are being shown, or are about to be. */
  playing: false,
  /** Whether pieces are still on their way. */
  moving: false,
  /** The number of steps after which our last move is done; the views before it are out of date. */
  awaited: 0,
  /** Whether our last move has waited for its answer for so long that it is said. */
  slow: false,
  /** The id of the question for a hint, while it waits for its answer. @type {string | null} */
  hintRequest: null,
  /**
   * Looking back, while somebody does.
   * @type {import("../dialogs/replay_bar.js").ReplayBar | null}
   */
  replay: null,
  /** @type {import("../net/socket.js").ConnectionState} */
  connection: "connecting",
};
