/**
 * Hints and analyses from the reader's own device, at a server that sends its page along: a worker
 * of that page gets what the reader's seat sees or, after the end, the record, and answers as the
 * server would. It is begun after a first hint, or for an analysis. Whatever fails, the server
 * answers.
 */

import { hereAddress } from "./addresses.js";

/** @typedef {import("./protocol.js").Hint} Hint */
/** @typedef {import("./protocol.js").SeenState} SeenState */
/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */

const SCRIPT = "/here/static/js/page/worker.js";
/** Milliseconds after which a device that is ready has failed: several times what a phone needs. */
const PATIENCE = 15_000;
/** Milliseconds in which an analysis must begin, and those after which nothing more will come. */
const BEGIN = 10_000;
const SILENCE = 60_000;

export class OwnAdviser {
  /** Whether it can be asked. */
  ready = false;
  #failed = false;
  /** @type {Worker | null} */
  #worker = null;
  /** What awaits the hint that was asked for last. @type {(hint: Hint | null) => void} */
  #done = () => {};
  /** What hears of the analysis; see `analyse`. @type {(message: ServerMessage | null) => void} */
  #hear = () => {};
  /** What keeps the game with its analysis. @type {(text: string) => void} */
  #keep = () => {};

  /**
   * @param {string} game its name
   * @returns {boolean} whether there is a page with it, and may be used
   */
  can(game) {
    const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
    const able = "WebAssembly" in globalThis && "Worker" in globalThis && !connection?.saveData;
    return able && !this.#failed && Boolean(hereAddress(game));
  }

  /**
   * Begin in the background, if it can.
   * @param {string} game its name
   */
  begin(game) {
    if (this.#worker || !this.can(game)) return;
    const worker = new Worker(SCRIPT, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") this.ready = true;
      else if (data.kind === "hint") this.#done(data.message);
      else if (data.kind === "message") this.#hear(data.message);
      else if (data.kind === "studied") this.#keep(data.text);
      else if (data.kind === "failed" || data.kind === "fault") this.#end();
    };
    worker.onerror = () => this.#end();
    this.#worker = worker;
  }

  /** It failed, and would again. */
  #end() {
    this.#worker?.terminate();
    this.#failed = true;
    this.ready = false;
    this.#done(null);
    this.#hear(null);
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

  /**
   * Analyse the finished game of a table, unless that was kept.
   * @param {{table: string, record: string, own: number[], kept: string | null}} game
   * @param {string} lang
   * @param {(message: ServerMessage | null) => void} hear what a server says; null if it failed
   * @param {(text: string) => void} keep the game with its analysis
   */
  analyse(game, lang, hear, keep) {
    this.#keep = keep;
    let tooLong = setTimeout(() => this.#end(), BEGIN);
    this.#hear = (message) => {
      clearTimeout(tooLong);
      if (message?.type === "analysis" && message.state === "running")
        tooLong = setTimeout(() => this.#end(), SILENCE);
      hear(message);
    };
    this.#worker?.postMessage({ kind: "study", text: JSON.stringify(game), lang });
    this.ask({ type: "chart" });
  }

  /** Ask about the game that was analysed. @param {import("./protocol.js").Question} question */
  ask(question) {
    const text = JSON.stringify({ ...question, id: "own" });
    this.#worker?.postMessage({ kind: "message", text });
  }
}
