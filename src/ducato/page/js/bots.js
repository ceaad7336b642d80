/**
 * The worker in which bots think, from kernels in WebAssembly. Where a bot fails, the host chooses
 * for it.
 */

import { loadKernels } from "./kernels.js";

/** @typedef {import("./worker.js").Setting} Setting */

const ENGINE = new URL("../../../engine/", location.href).href;

/** The kernels of the table that is played. @type {{table: string, made: Promise<any>} | null} */
let kernels = null;

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** @param {string} table @param {Setting} setting */
function kernelsOf(table, { name }) {
  if (kernels?.table !== table) {
    const at = `${ENGINE}${name}`;
    const made = fetch(`${at}.json`)
      .then((answer) => answer.json())
      .then((manifest) => loadKernels(fetch(`${at}.wasm`), manifest));
    kernels = { table, made };
  }
  return kernels.made;
}

/** @param {MessageEvent} event */
self.onmessage = async ({ data }) => {
  const { kind, asked, question, id, setting } = data;
  /** @type {any} */
  let found = null;
  try {
    const players = await kernelsOf(id, setting);
    const about = {
      state: bytes(question.state),
      edition: bytes(setting.edition),
      players: setting.players,
      seat: question.seat,
      seed: BigInt(`0x${question.seed}`),
    };
    found =
      kind === "choose"
        ? await players.choose({ ...about, level: question.name })
        : await players.advise(about);
  } catch (error) {
    console.error(error);
  }
  if (kind === "choose") postMessage({ kind: "chosen", asked, question, action: found });
  else postMessage({ kind: "advised", number: question.number, advice: portable(found) });
};

/** What of advice goes through JSON. @param {any} advice */
function portable(advice) {
  if (!advice) return null;
  /** @param {Uint8Array} state */
  const hex = (state) => Array.from(state, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const line = advice.line.map((/** @type {any} */ move) => ({
    ...move,
    worlds: move.worlds.map(hex),
  }));
  return { ...advice, line };
}
