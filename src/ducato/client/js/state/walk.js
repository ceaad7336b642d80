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
  /** Whether it ends when something has become known. */
  #wary = false;
  #begun = false;

  /**
   * Begin a walk, in place of the one before.
   * @param {number[]} path
   * @param {string} [to] the piece that was clicked, unless the whole walk was agreed to
   * @param {boolean} [wary] whether it ends after a step that cannot be undone: what became known
   *   by it is not what the rest was chosen by
   */
  begin(path, to, wary = false) {
    this.#left = [...path];
    this.to = to;
    this.#wary = wary;
    this.#begun = false;
  }

  /** Something intervened: drop the remaining actions. */
  stop() {
    this.#left = [];
  }

  /**
   * @param {Action[]} legal what may be done now
   * @param {boolean} [undo] whether the step before can be undone
   * @returns {Action | undefined} what to do next, if the walk goes on
   */
  next(legal, undo = true) {
    if (this.#wary && this.#begun && !undo) this.stop();
    this.#begun = true;
    const number = this.#left.shift();
    const action = legal.find((one) => one.action === number);
    if (!action) this.stop();
    return action;
  }
}
