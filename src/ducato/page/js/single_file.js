/**
 * The beginning of a page that is a single file: unpacks all files, gives them addresses of their
 * own, and writes the page that was asked for into the document. `single_file.py` puts the packed
 * files below it.
 */

/**
 * Give files addresses, here or in a worker: the files of a page from a disk are strangers to its
 * workers, which get them with their first message.
 *
 * @param {Record<string, Blob>} blobs the files by name
 * @param {string} folder the address of the folder of the page
 * @param {(name: string, query: string, hash: string) => string | null} pageAt the address of a page
 */
function setUp(blobs, folder, pageAt) {
  /** @type {Record<string, string>} */
  const made = {};
  for (const [name, blob] of Object.entries(blobs)) made[name] = URL.createObjectURL(blob);
  /** @param {string} address */
  const at = (address) => {
    const bare = address.startsWith(folder) ? address.slice(folder.length) : address;
    const [, name = "", query = "", hash = ""] = bare.match(/^([^?#]*)\??([^#]*)(#.*)?$/) ?? [];
    return pageAt(name, query, hash) ?? made[name] ?? address;
  };
  /** @param {string} script */
  const start = (script) => {
    const worker = new Worker(at(script));
    const engine = Object.entries(blobs).filter(([name]) => /^engine|bots.js$/.test(name));
    worker.postMessage({ blobs: Object.fromEntries(engine), folder });
    return worker;
  };
  const network = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (what, ...how) =>
    network(what instanceof Request ? what : at(String(what)), ...how);
  Object.assign(globalThis, { ducatoFiles: { folder, at, start } });
}

(async () => {
  const FIRST = "index.html";
  const TYPES = {
    html: "text/html",
    js: "text/javascript",
    mjs: "text/javascript",
    css: "text/css",
    json: "application/json",
    svg: "image/svg+xml",
    png: "image/png",
    wasm: "application/wasm",
  };
  const folder = new URL(".", document.baseURI).href;
  const text = document.getElementById("ducato-files")?.textContent ?? "";
  const answer = await fetch(`data:application/gzip;base64,${text.trim()}`);
  const unpacking = new DecompressionStream("gzip");
  const bytes = await new Response(answer.body?.pipeThrough(unpacking)).arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  /** @type {Record<string, [number, number]>} */
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));

  /** @param {string} name */
  const contents = (name) => {
    const [at, size] = index[name] ?? [0, 0];
    return new Uint8Array(bytes, 4 + length + at, size);
  };
  /** @param {string} name */
  const words = (name) => new TextDecoder().decode(contents(name));

  /** @type {Record<string, Blob>} */
  const blobs = {};
  for (const name of Object.keys(index)) {
    const type = TYPES[/** @type {keyof TYPES} */ (name.split(".").pop() ?? "")] ?? "";
    /** @type {BlobPart} */
    let content = contents(name);
    if (/page\/(worker|bots)\.js$/.test(name))
      content = `self.onmessage = ({ data }) => {
        self.onmessage = null;
        (${setUp})(data.blobs, data.folder, () => null);
        main();
      };
      function main() {${words(name)}}`;
    else if (type === "text/css") content = withPictures(name, words(name));
    blobs[name] = new Blob([content], { type });
  }
  setUp(blobs, folder, (name, query, hash) => {
    if (name === FIRST) return `?${query}${hash}`;
    if (!name.endsWith(".html") || !index[name]) return null;
    const asked = new URLSearchParams(query);
    asked.set("page", name);
    return `?${asked}${hash}`;
  });

  /** Put what a style sheet names into it. @param {string} name @param {string} style */
  function withPictures(name, style) {
    const here = new URL(name, folder);
    return style.replace(/url\((["']?)([^)"'#:]+)\1\)/g, (whole, _, to) => {
      const file = new URL(to, here).href.slice(folder.length);
      if (!index[file]) return whole;
      let data = "";
      for (const byte of contents(file)) data += String.fromCharCode(byte);
      const type = TYPES[/** @type {keyof TYPES} */ (file.split(".").pop())] ?? "font/woff2";
      return `url(data:${type};base64,${btoa(data)})`;
    });
  }

  const { at } = /** @type {{ducatoFiles: {at: (name: string) => string}}} */ (
    /** @type {unknown} */ (globalThis)
  ).ducatoFiles;
  const asked = new URLSearchParams(location.search).get("page") ?? FIRST;
  const page = words(index[asked] ? asked : FIRST)
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace(/<link rel="(?:manifest|preload)"[^>]*>/g, "")
    .replace(/ (href|src)="([^"#:]+[^":]*)"/g, (_, name, to) => ` ${name}="${at(to)}"`);
  document.open();
  document.write(page);
  document.close();
})();
