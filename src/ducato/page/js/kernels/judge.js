/**
 * The tasks of a judge that analyses a finished game; `remote_judge.py` asks them.
 *
 * @typedef {{kind: "search" | "appraise" | "worth" | "compare", state: string, seat?: number,
 *   action?: number, than?: number, seed?: number, simulations?: number, value?: number | null}}
 *   KernelTask
 */

/** @param {string} hex */
export const bytesOf = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What of the line after a search goes through JSON. @param {any[]} line */
export const portableLine = (line) =>
  line.map((move) => ({ ...move, worlds: move.worlds.map(hexOf) }));

/**
 * @param {any} kernels of the game
 * @param {string} name of the bot that judges
 * @param {{edition: Uint8Array, players: number}} setting
 * @param {KernelTask} task
 */
export async function judged(kernels, name, setting, task) {
  const { kind, action = -1, than = -1, seat = -1, seed = 0, simulations = 0, value } = task;
  const about = { ...setting, name, state: bytesOf(task.state), seed: BigInt(seed), simulations };
  if (kind === "search") {
    const { tried, line, value: ending } = await kernels.search({ ...about, seat });
    return { tried, line: portableLine(line), value: ending };
  }
  if (kind === "compare") return kernels.compare({ ...about, action, than, value });
  /** @type {Float64Array} */
  const rows = await kernels.appraise({ ...about, action, value });
  return kind === "appraise" ? base64(rows) : means(rows, setting.players);
}

/** @param {Float64Array} numbers */
function base64(numbers) {
  let text = "";
  for (const byte of new Uint8Array(numbers.buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @param {Float64Array} rows of so many columns @param {number} columns */
function means(rows, columns) {
  const sums = new Float64Array(columns);
  rows.forEach((number, index) => {
    sums[index % columns] = (sums[index % columns] ?? 0) + number;
  });
  return Array.from(sums, (sum) => (sum * columns) / rows.length);
}
