/**
 * The workers that analyse a finished game: as many as there are cores to spare. They end with the
 * page, or when another table is opened.
 */

import { workerOf } from "./files.js";

/** @typedef {{number: number, name: string, tasks: import("./kernels/judge.js").KernelTask[]}} Question */

const MOST = 4;

export class Judges {
  /** @type {Worker[]} */
  #workers = [];

  /** @param {string} script the address of `bots.js` */
  constructor(script) {
    this.script = script;
  }

  /**
   * Let the tasks of a question be done.
   * @param {Question} question
   * @param {object} open the table
   * @returns {Promise<{seconds: number, found: unknown[]} | null>} null if that failed
   */
  async ask({ name, tasks }, open) {
    if (!tasks.length) return { seconds: 0, found: [] };
    const cores = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
    const parts = Math.min(cores, tasks.length);
    const size = Math.ceil(tasks.length / parts);
    const answers = await Promise.all(
      Array.from({ length: parts }, (_, index) => {
        const own = tasks.slice(index * size, (index + 1) * size);
        return this.#done(index, { kind: "judge", name, tasks: own, ...open });
      }),
    );
    if (answers.some((answer) => answer === null)) return null;
    const all = /** @type {{seconds: number, found: unknown[]}[]} */ (answers);
    return {
      seconds: Math.max(...all.map(({ seconds }) => seconds)),
      found: all.flatMap(({ found }) => found),
    };
  }

  /**
   * @param {number} index of the worker
   * @param {object} message
   * @returns {Promise<{seconds: number, found: unknown[]} | null>}
   */
  #done(index, message) {
    const worker = this.#workers[index] ?? this.#begin(index);
    return new Promise((done) => {
      worker.onmessage = ({ data }) => done(data.answer);
      worker.onerror = () => done(null);
      worker.postMessage(message);
    });
  }

  /** @param {number} index */
  #begin(index) {
    const worker = workerOf(this.script);
    this.#workers[index] = worker;
    return worker;
  }

  end() {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }
}
