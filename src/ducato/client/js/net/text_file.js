/** Reads the text of a file that the reader chooses, by whatever program it was saved. */

/** What a file begins with that is saved in UTF-16, as some programs of Windows do. */
const UTF16 = /** @type {const} */ ({ "255,254": "utf-16le", "254,255": "utf-16be" });

/** @param {Blob} file @returns {Promise<string>} without a byte order mark */
export async function textOf(file) {
  const raw = new Uint8Array(await file.arrayBuffer());
  const start = /** @type {keyof typeof UTF16} */ (raw.subarray(0, 2).join());
  return new TextDecoder(UTF16[start] ?? "utf-8").decode(raw);
}
