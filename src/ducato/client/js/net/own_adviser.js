/**
 * Hints from the reader's own device, at a server that sends its page along: a worker of that page
 * gets what the reader's seat sees and answers as the server would. It is begun after a first hint,
 * and answers once it is ready. Whatever fails, the server answers.
 */

import { hereAddress } from "./addresses.js";

/** @typedef {import("./protocol.js").Hint} Hint */
/** @typedef {import("./protocol.js").SeenState} SeenState */

const SCRIPT = "/here/static/js/page/worker.js";
/** Milliseconds after which a device that is ready has failed: several times what a phone needs. */
const PATIENCE = 15_000;

export class OwnAdviser {
  /** Whether it can be asked. */
  ready = false;
  #begun = false;
  /** @type {Worker | null} */
  #worker = null;
  /** What awaits the hint that was asked for last. @type {(hint: Hint | null) => void} */
  #done = () => {};

  /**
   * Begin in the background if there is a page, the browser can, and the reader saves no data.
   * @param {string} game its name
   */
  begin(game) {
    const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
    const able = "WebAssembly" in globalThis && "Worker" in globalThis && !connection?.saveData;
    if (this.#begun || !able || !hereAddress(game)) return;
    this.#begun = true;
    const worker = new Worker(SCRIPT, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") this.ready = true;
      else if (data.kind === "hint") this.#done(data.message);
      else if (data.kind === "failed" || data.kind === "fault") this.#end();
    };
    worker.onerror = () => this.#end();
    this.#worker = worker;
  }

  /** It failed, and would again. */
  #end() {
    this.#worker?.terminate();
    this.ready = false;
    this.#done(null);
  }

  /**
   * @param {SeenState} seen
   * @param {string} lang
   * @returns {Promise<Hint | null>} null if it failed, or was asked something else meanwhile
   */
  advise(seen, lang) {
    this.#done(null);
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => this.#end(), PATIENCE);
      this.#done = (hint) => {
        clearTimeout(tooLong);
        this.#done = () => {};
        resolve(hint);
      };
      if (this.ready) this.#worker?.postMessage({ kind: "seen", text: JSON.stringify(seen), lang });
      else this.#done(null);
    });
  }
}
