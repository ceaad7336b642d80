// Run the host of an exported page in Node for `benchmarks.page.node`: a line of JSON in, one out.
//
//     node serve_host.js ENGINE

import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { beginHost, inflated, loadPython } from "../../src/ducato/page/js/python.js";

const [engine = ""] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${engine}/${file}`).href);
const bytes = (file) => new Uint8Array(readFileSync(`${engine}/${file}`));
const kept = existsSync(`${engine}/memory.bin`) ? bytes("memory.bin") : [];
const memory = kept.length ? await inflated(kept, "gzip") : null;
const python = await loadPython(`${engine}/`, load, bytes("python.zip"), memory);
beginHost(python).destroy();
const { Host } = python.pyimport("ducato.page.host").toJs({ depth: 0 });

for await (const line of createInterface({ input: process.stdin })) {
  const [text, language, message] = JSON.parse(line);
  const host = Host();
  const opened = host.open("kept", text, language, 2);
  const answer = host.receive("kept", message, 3);
  host.destroy();
  process.stdout.write(`[${opened},${answer}]\n`);
}
