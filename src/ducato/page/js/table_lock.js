/**
 * The right to play a table: one tab of the browser has it, so that two cannot spoil a game. Where
 * a browser has no locks, what is kept tells that another tab was faster (`kept_games.js`).
 */

/** Milliseconds in which a tab that is being closed lets go. */
const PATIENCE = 1500;

export class TableLock {
  #release = () => {};

  /** @param {string} folder the address of the folder of the page */
  constructor(folder) {
    this.prefix = `ducato ${new URL(folder).pathname} `;
  }

  /**
   * Take the right to a table, and give back the one that was held.
   * @param {string} id
   * @param {boolean} steal whether to take it from another tab
   * @param {() => void} lost called when another tab has taken it from this one
   * @returns {Promise<boolean>} whether it is held
   */
  take(id, steal, lost) {
    this.#release();
    const { locks } = navigator;
    if (!locks) return Promise.resolve(true);
    const how = steal ? { steal } : { signal: AbortSignal.timeout(PATIENCE) };
    let held = false;
    return new Promise((done) => {
      const holding = () =>
        new Promise((release) => {
          held = true;
          this.#release = () => release(undefined);
          done(true);
        });
      locks.request(this.prefix + id, how, holding).catch(({ name }) => {
        if (held) lost();
        else done(name === "SecurityError"); // a frame without locks shares nothing with tabs
      });
    });
  }
}
