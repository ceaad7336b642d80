// Run the host of an exported page in Node for `benchmarks.page.node`: a line of JSON in, one out.
//
//     node serve_host.js ENGINE

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [engine = ""] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: engine });
const packages = { extractDir: "/lib/python3.14/site-packages" };
python.unpackArchive(new Uint8Array(readFileSync(`${engine}/python.zip`)), "zip", packages);
python.runPython("import importlib; importlib.invalidate_caches()");
const { Host } = python.pyimport("ducato.page.host").toJs({ depth: 0 });

for await (const line of createInterface({ input: process.stdin })) {
  const [text, language, message] = JSON.parse(line);
  const host = Host();
  const opened = host.open("kept", text, language, 2);
  const answer = host.receive("kept", message, 3);
  host.destroy();
  process.stdout.write(`[${opened},${answer}]\n`);
}
