// Begin Python as a page does, use what every table needs, and write the memory of it, so that a
// page need not do it at every start. What is in the memory is taken out of the archives of modules.
// `archive.py` runs this with Node.
//
//     node make_memory.js ENGINE

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { beginHost, difference, loadPython } from "./python.js";

/** Plays a table of each game in each language up to its first scene, and forgets it. */
const USE = `
def use():
    import json
    from ducato.core.game import all_games
    from ducato.core.i18n import LANGUAGES
    from ducato.page.host import Host
    host = Host()
    for name, game in all_games().items():
        for language in LANGUAGES:
            person = {"kind": "person", "name": "-"}
            others = [{"kind": "bot", "bot": bot} for bot in game.levels][:1] or [person]
            seats = [person] + others * (min(game.players) - 1)
            asked = json.dumps({"game": name, "seats": seats})
            made = json.loads(host.request("/api/tables", asked, language, 0))
            if made["table"] is None:
                raise ValueError(made)
            host.open(made["table"], made["answer"]["saved"], language, 0)

use()
del use
import gc, importlib, linecache, sys, zipfile

def reduce(old, new, folder):
    """Copy an archive without the modules that are there."""
    files = {getattr(module, "__cached__", None) or getattr(module, "__file__", None)
             for module in sys.modules.values()}
    with zipfile.ZipFile(old) as given, zipfile.ZipFile(new, "w") as made:
        for entry in given.infolist():
            useless = entry.filename.startswith(NEVER) or f"{folder}/{entry.filename}" in files
            if not useless and not entry.is_dir():
                made.writestr(entry, given.read(entry), compresslevel=9)

STDLIB, SITE = "/lib/python314.zip", "/lib/python3.14/site-packages"
reduce("/python.zip", "/reduced.zip", SITE)
reduce(STDLIB, "/stdlib.zip", STDLIB)
with open("/stdlib.zip", "rb") as made, open(STDLIB, "wb") as target:
    target.write(made.read())
del reduce, made, target
importlib.invalidate_caches()
linecache.clearcache()
sys._clear_internal_caches()
gc.collect()
# What Python has freed is overwritten, so that it is not in the file.
empty = [bytes(size - 33) for size in range(48, 513, 16) for _ in range(64_000 // size)]
del empty
gc.collect()
`;
/** What of the library no game can use in a page: processes, servers, and tools for developers. */
const NEVER = [
  ...["_pyrepl", "bdb", "cProfile", "doctest", "ftplib", "http/server", "idlelib", "imaplib"],
  ...["mailbox", "multiprocessing", "optparse", "pdb", "pickletools", "poplib", "profile"],
  ...["pstats", "pydoc", "smtplib", "socketserver", "tarfile", "trace.", "turtle", "unittest"],
  ...["venv", "wsgiref", "xmlrpc"],
];
/** Bytes at the end that are left, so that the memory does not grow. */
const SPARE = 1 << 17;
/** Sizes in which the free memory is overwritten. */
const SIZES = [1 << 20, 1 << 17, 1 << 14, 1 << 11, 1 << 8, 1 << 6];

const [engine = ""] = process.argv.slice(2);
const load = (/** @type {string} */ file) => import(pathToFileURL(`${engine}/${file}`).href);
const archive = new Uint8Array(readFileSync(`${engine}/python.zip`));

const python = await loadPython(`${engine}/`, load, archive, null, { _makeSnapshot: true });
beginHost(python).destroy();
python.FS.writeFile("/python.zip", archive);
python.runPython(`NEVER = tuple(${JSON.stringify(NEVER)})\n${USE}`);
const reduced = python.FS.readFile("/reduced.zip");
const library = python.FS.readFile("/lib/python314.zip");
overwriteFree(python._module);
const snapshot = python.makeMemorySnapshot();

/** @type {Uint8Array | undefined} */
let before;
const [, size = 0] = new Uint32Array(snapshot.buffer, 0, 2);
const head = new Uint8Array(8 + size);
new DataView(head.buffer).setUint32(4, size, true);
head.set(snapshot.subarray(0, size), 8);
const seen = new Error("seen");
await loadPython(`${engine}/`, load, archive, head, {}, (machine) => {
  before = new Uint8Array(machine.HEAP8.buffer).slice();
  throw seen;
}).catch((error) => {
  if (error !== seen) throw error;
});
const made = difference(snapshot, before);
writeFileSync(`${engine}/memory.bin`, gzipSync(made, { level: 9 }));
writeFileSync(`${engine}/python.zip`, reduced);
writeFileSync(`${engine}/python_stdlib.zip`, library);
process.exit(0); // Python's own streams would keep it

/** Overwrite free memory without growing. @param {any} machine */
function overwriteFree(machine) {
  const taken = [];
  const { length } = machine.HEAP8;
  for (const size of SIZES) {
    for (;;) {
      const at = machine._malloc(size);
      if (!at) break;
      taken.push(at);
      if (machine.HEAP8.length > length) throw new Error("the memory has grown");
      machine.HEAP8.fill(0, at, at + size);
      if (at + 2 * size > length - SPARE) break;
    }
  }
  for (const at of taken) machine._free(at);
}
