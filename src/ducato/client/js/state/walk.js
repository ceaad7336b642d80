/**
 * A walk: the actions that lead to a distant piece, sent one after the other, each when the one
 * before has been accepted and shown. It is independent of the server and the board.
 */

/** @typedef {import("../net/protocol.js").Action} Action */

export class Walk {
  /** @type {number[]} */
  #left = [];
  /** The piece that was clicked, unless the whole walk was agreed to. @type {string | undefined} */
  to;

  /**
   * Begin a walk, in place of the one before.
   * @param {number[]} path
   * @param {string} [to] the piece that was clicked, unless the whole walk was agreed to
   */
  begin(path, to) {
    this.#left = [...path];
    this.to = to;
  }

  /** Something intervened: drop the remaining actions. */
  stop() {
    this.#left = [];
  }

  /**
   * @param {Action[]} legal what may be done now
   * @returns {Action | undefined} what to do next, if the walk goes on
   */
  next(legal) {
    const number = this.#left.shift();
    const action = legal.find((one) => one.action === number);
    if (!action) this.stop();
    return action;
  }
}
