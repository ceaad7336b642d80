// Begin the Python of an exported page, and print what no two pages may have in common.
//
//     node begin_python.js SCRIPTS ENGINE

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [scripts = "", engine = ""] = process.argv.slice(2);
const { beginHost, inflated, loadPython } = await import(pathToFileURL(`${scripts}/python.js`).href);
const bytes = (file) => new Uint8Array(readFileSync(`${engine}/${file}`));
const python = await loadPython(
  `${engine}/`,
  (file) => import(pathToFileURL(`${engine}/${file}`).href),
  bytes("python.zip"),
  await inflated(bytes("memory.bin"), "gzip"),
);
const seats = [1, 2].map(() => ({ kind: "person", name: "A" }));
const host = beginHost(python);
host.request("/api/tables", JSON.stringify({ game: "magnate", seats }), "en", 0);
python.globals.set("host", host);
console.log(
  python.runPython(`
import json, random, sys
from babel.lists import format_list
[seed] = [table.table.match.stream.seed.hex() for table in host._tables.values()]
json.dumps({"seed": seed, "random": random.random(), "ready": "ducato.table.table" in sys.modules,
            "lists": [format_list(list("abc"), locale=one) for one in ("en", "it", "es")]})`),
);
process.exit(0);
