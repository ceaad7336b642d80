/**
 * Where the files of the page are: beside it or, if the page is a single file, in it
 * (`single_file.js`).
 */

/**
 * @typedef {{folder: string, at: (name: string) => string, start: (script: string) => Worker}}
 *   PackedFiles folder: the address of the
 *   folder of the page; at: the address of a file, given its own below the folder; start: begins a worker
 */

/** @returns {PackedFiles | undefined} */
const packed = () => /** @type {{ducatoFiles?: PackedFiles}} */ (globalThis).ducatoFiles;

/** Whether the page is a single file. */
export const isSingle = () => packed() !== undefined;

/** @param {string} here an address in the folder of the page, if the page is not a single file */
export const folderOf = (here) => packed()?.folder ?? new URL(".", here).href;

/** @param {string} script the address of a worker's script */
export const workerOf = (script) =>
  packed()?.start(script) ?? new Worker(script, { type: "module" });

/** @param {string} name an address below the folder of the page */
export const fileAt = (name) => packed()?.at(name) ?? name;
