/**
 * The beginning of a page that is a single file: unpacks all files, gives them addresses of their
 * own, and writes the page that was asked for into the document. `single_file.py` puts the packed
 * files below it.
 */

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
  /** @type {Record<string, string>} */
  const made = {};

  /** @param {string} name */
  const contents = (name) => {
    const [at, size] = index[name] ?? [0, 0];
    return new Uint8Array(bytes, 4 + length + at, size);
  };
  /** @param {string} name */
  const words = (name) => new TextDecoder().decode(contents(name));

  /** @param {string} name @param {BlobPart} content */
  const put = (name, content) => {
    const type = TYPES[/** @type {keyof TYPES} */ (name.split(".").pop() ?? "")] ?? "";
    made[name] = URL.createObjectURL(new Blob([content], { type }));
  };

  /** @param {string} address */
  const at = (address) => {
    const bare = address.startsWith(folder) ? address.slice(folder.length) : address;
    const [, name = "", query = "", hash = ""] = bare.match(/^([^?#]*)\??([^#]*)(#.*)?$/) ?? [];
    if (name === FIRST) return `?${query}${hash}`;
    if (name.endsWith(".html") && index[name]) {
      const asked = new URLSearchParams(query);
      asked.set("page", name);
      return `?${asked}${hash}`;
    }
    return made[name] ?? address;
  };

  // What the workers need lies ready for them as well; their own scripts come last.
  const scripts = Object.keys(index).filter((name) => /(worker|bots)\.js$/.test(name));
  for (const name of Object.keys(index)) {
    if (scripts.includes(name) || name.endsWith(".html") || name.endsWith(".css")) continue;
    put(name, contents(name));
  }
  for (const name of Object.keys(index).filter((one) => one.endsWith(".css"))) {
    const here = new URL(name, folder);
    const found = words(name).replace(/url\((["']?)([^)"'#]+)\1\)/g, (whole, _, to) => {
      const file = made[new URL(to, here).href.slice(folder.length)];
      return file ? `url(${file})` : whole;
    });
    put(name, found);
  }
  const begin = `const made = ${JSON.stringify(made)};
    const folder = ${JSON.stringify(folder)};
    const at = (name) => made[name.startsWith(folder) ? name.slice(folder.length) : name] ?? name;
    const network = self.fetch.bind(self);
    self.ducatoFiles = { folder, at };
    self.fetch = (what, ...how) => network(typeof what === "string" ? at(what) : what, ...how);
  `;
  for (const name of scripts) put(name, `{${begin}}\n${words(name)}`);

  const network = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (what, ...how) => network(typeof what === "string" ? at(what) : what, ...how);
  Object.assign(globalThis, { ducatoFiles: { folder, at } });

  const asked = new URLSearchParams(location.search).get("page") ?? FIRST;
  const page = words(index[asked] ? asked : FIRST)
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace(/<link rel="(?:manifest|preload)"[^>]*>/g, "")
    .replace(/ (href|src)="([^"#:]+[^":]*)"/g, (_, name, to) => ` ${name}="${at(to)}"`);
  document.open();
  document.write(page);
  document.close();
})();
