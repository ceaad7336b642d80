/**
 * The page's Python: Pyodide with ducato and its games, in a worker of the page or in Node.
 *
 * An export has the memory of a Python that has begun already, if Node was there to make it
 * (`make_memory.js`). Then nothing is imported here any more. It holds the difference to the memory
 * of a Python that has not begun, whose addresses are always the same: so the one library in
 * machine code is loaded before anything else.
 */

import { fileAt } from "./files.js";

const PACKAGES = "/lib/python3.14/site-packages/";
const LIBRARY = `${PACKAGES}msgspec/_core.cpython-314-wasm32-emscripten.so`;
const BEGIN = `
import importlib, random
importlib.invalidate_caches()
random.seed()  # not as in the memory
from ducato.page.host import Host
Host()`;
/** Bytes of numbers before the head of a memory, and before each of its parts. */
const NUMBERS = 8;

/**
 * @typedef {{HEAP8: Uint8Array, _malloc: (size: number) => number}} Machine
 * @typedef {Record<string, any>} Options
 */

/**
 * Begin Python, with the modules of an archive.
 * @param {string} folder the address of the engine
 * @param {(file: string) => Promise<any>} load imports a module of the engine
 * @param {Uint8Array<ArrayBuffer>} archive
 * @param {Uint8Array | null} memory
 * @param {Options} [options] for Pyodide
 * @param {(machine: Machine) => void} [watch] sees the machine before Python begins
 */
export async function loadPython(
  folder,
  load,
  archive,
  memory = null,
  options = {},
  watch = () => {},
) {
  const [{ loadPyodide }, { default: create }, files] = await Promise.all([
    load("pyodide.mjs"),
    load("pyodide.asm.mjs"),
    unzipped(archive),
  ]);
  const python = await loadPyodide({
    indexURL: folder,
    lockFileURL: `${folder}pyodide-lock.json`,
    ...(memory && { _loadSnapshot: headOf(memory) }),
    ...options,
    /** @param {Record<string, any>} settings */
    createPyodideModule: async (settings) => {
      settings.dynamicLibraries = [LIBRARY];
      settings.locateFile = (/** @type {string} */ name) =>
        fileAt(folder + (name === LIBRARY ? "msgspec.wasm" : name));
      const machine = await create(settings);
      watch(machine);
      if (memory) restore(machine, memory);
      return machine;
    },
  });
  for (const [name, content] of files) {
    const path = PACKAGES + name;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content);
  }
  return python;
}

/** Return the host of a page's tables. @param {any} python */
export const beginHost = (python) => python.runPython(BEGIN);

// -- the memory of a Python that has begun

/**
 * @param {Uint8Array} memory
 * @returns {[size: number, head: number]} the bytes of the whole, and of what Pyodide has noted of it
 */
function numbersOf(memory) {
  const numbers = new DataView(memory.buffer, memory.byteOffset);
  return [numbers.getUint32(0, true), numbers.getUint32(4, true)];
}

/** @param {Uint8Array} memory */
const headOf = (memory) => memory.slice(NUMBERS, NUMBERS + numbersOf(memory)[1]);

/** @param {Machine} machine @param {Uint8Array} memory */
function restore(machine, memory) {
  const [size, head] = numbersOf(memory);
  grow(machine, size);
  const { HEAP8: whole } = machine;
  const numbers = new DataView(memory.buffer, memory.byteOffset);
  for (let at = NUMBERS + head; at < memory.length; ) {
    const length = numbers.getUint32(at + 4, true);
    const begin = at + NUMBERS;
    whole.set(memory.subarray(begin, begin + length), numbers.getUint32(at, true));
    at = begin + length;
  }
}

/** Make the memory as large as the other, and leave its contents alone. @param {Machine} machine @param {number} size */
function grow(machine, size) {
  if (machine.HEAP8.length >= size) return;
  const before = machine.HEAP8.slice();
  while (machine.HEAP8.length < size) machine._malloc(size - machine.HEAP8.length);
  machine.HEAP8.fill(0).set(before);
}

/**
 * Return the memory of a Python that has begun, as `restore` takes it.
 * @param {Uint8Array} snapshot as Pyodide makes it
 * @param {Uint8Array} before the memory of a Python that has not begun
 * @returns {Uint8Array}
 */
export function difference(snapshot, before) {
  const head = new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(4, true);
  const whole = snapshot.subarray(head);
  /** @type {[number, number][]} */
  const parts = [];
  for (let at = 0; at < whole.length; at += NUMBERS) {
    const same = whole
      .subarray(at, at + NUMBERS)
      .every((byte, i) => byte === (before[at + i] ?? 0));
    const last = parts.at(-1);
    if (same) continue;
    // A gap that is shorter than its numbers is no gain.
    if (last && at - last[1] <= NUMBERS) last[1] = at + NUMBERS;
    else parts.push([at, at + NUMBERS]);
  }
  const size = parts.reduce((sum, [from, to]) => sum + NUMBERS + to - from, NUMBERS + head);
  const made = new Uint8Array(size);
  const numbers = new DataView(made.buffer);
  numbers.setUint32(0, whole.length, true);
  numbers.setUint32(4, head, true);
  made.set(snapshot.subarray(0, head), NUMBERS);
  let end = NUMBERS + head;
  for (const [from, to] of parts) {
    numbers.setUint32(end, from, true);
    numbers.setUint32(end + 4, to - from, true);
    made.set(whole.subarray(from, to), end + NUMBERS);
    end += NUMBERS + to - from;
  }
  return made;
}

// -- archives

const ENTRY = 0x04034b50;
const STORED = 0;

/**
 * Return the files of a zip archive that Python has written, which has all sizes before its files.
 * @param {Uint8Array<ArrayBuffer>} archive
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function unzipped(archive) {
  const numbers = new DataView(archive.buffer, archive.byteOffset);
  const files = [];
  for (let at = 0; numbers.getUint32(at, true) === ENTRY; ) {
    const method = numbers.getUint16(at + 8, true);
    const named = at + 30;
    const begin = named + numbers.getUint16(at + 26, true) + numbers.getUint16(at + 28, true);
    const name = new TextDecoder().decode(
      archive.subarray(named, named + numbers.getUint16(at + 26, true)),
    );
    at = begin + numbers.getUint32(at + 18, true);
    files.push({ name, method, packed: archive.subarray(begin, at) });
  }
  return Promise.all(
    files.map(async ({ name, method, packed }) => [
      name,
      method === STORED ? packed : await inflated(packed, "deflate-raw"),
    ]),
  );
}

/**
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {CompressionFormat} format
 */
export async function inflated(packed, format) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
