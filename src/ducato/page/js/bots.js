/**
 * The worker in which bots think, from kernels in WebAssembly. Where a bot fails, the host chooses
 * for it.
 */

import { folderOf, isSingle } from "./files.js";
import { bytesOf, judged, portableLine } from "./kernels/judge.js";
import { loadKernels } from "./kernels/kernels.js";

/** @typedef {import("./worker.js").Setting} Setting */

const FOLDER = isSingle() ? folderOf("") : new URL("../../../", location.href).href;
const ENGINE = `${FOLDER}engine/`;

/** The kernels of the table that is played. @type {{table: string, made: Promise<any>} | null} */
let kernels = null;

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
  if (kind === "judge") return postMessage({ answer: await judge(data).catch(report) });
  /** @type {any} */
  let found = null;
  try {
    const players = await kernelsOf(id, setting);
    const about = {
      state: bytesOf(question.state),
      edition: bytesOf(setting.edition),
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
const portable = (advice) => advice && { ...advice, line: portableLine(advice.line) };

/** @param {any} data */
async function judge({ name, tasks, id, setting }) {
  const began = performance.now();
  const players = await kernelsOf(id, setting);
  const about = { edition: bytesOf(setting.edition), players: setting.players };
  const found = [];
  for (const task of tasks) found.push(await judged(players, name, about, task));
  return { seconds: (performance.now() - began) / 1000, found };
}

/** @param {unknown} error @returns {null} */
function report(error) {
  console.error(error);
  return null;
}
