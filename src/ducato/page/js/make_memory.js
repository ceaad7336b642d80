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
import gc, importlib, linecache, sys
importlib.invalidate_caches()
linecache.clearcache()
sys._clear_internal_caches()
gc.collect()
# What Python has freed is overwritten, so that it is not in the file.
empty = [bytes(size - 33) for size in range(48, 513, 16) for _ in range(64_000 // size)]
del empty
gc.collect()
`;
/**
 * Reduces the archives to what can be imported after this. It runs once the memory is written.
 * What is mentioned nowhere, neither by a game nor by what it imports, is not needed.
 */
const REDUCE = `
import dis, marshal, sys, zipfile
from _imp import is_frozen  # what is in Python itself

def module_of(name):
    return name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")

def imported(code, package):
    """Yield what a module imports anywhere, and texts that could be names of modules."""
    steps, level, name = dis.get_instructions(code), 0, ""
    for step in steps:
        if step.opname.startswith("LOAD_") and isinstance(step.argval, int):
            level = step.argval
        elif step.opname == "IMPORT_NAME":
            above = package.split(".")[: package.count(".") + 2 - level] if level else []
            name = ".".join([*above, *filter(None, [step.argval])])
            yield name
        elif step.opname == "IMPORT_FROM":
            yield name + "." + step.argval
    for one in code.co_consts:
        if hasattr(one, "co_consts"):
            yield from imported(one, package)
        elif isinstance(one, str):
            yield one

def imports(path):
    """Return what each module of an archive imports."""
    with zipfile.ZipFile(path) as archive:
        return {
            module_of(name): {*imported(marshal.loads(archive.read(name)[16:]),
                                        name.rpartition("/")[0].replace("/", "."))}
            for name in archive.namelist() if name.endswith(".pyc")
        }

def needed():
    """Return the modules of the library that can be imported after this."""
    library, found = imports(STDLIB), set()
    left = {*ASKED, *sys.modules, *(name for name in library if name.startswith("encodings."))}
    left.update(*imports("/python.zip").values())
    while left:
        left = {name for name in left if not name.replace(".", "/").startswith(NEVER)} - found
        found |= left
        above = {name.rpartition(".")[0] for name in left}
        left = above.union(*(library[name] for name in left if name in library))
    return found

def reduce(old, new, folder, wanted):
    """Copy an archive without the modules that are there, or that nobody wants."""
    files = {getattr(module, "__cached__", None) or getattr(module, "__file__", None)
             for module in sys.modules.values()}
    with zipfile.ZipFile(old) as given, zipfile.ZipFile(new, "w") as made:
        for entry in given.infolist():
            name, module = entry.filename, module_of(entry.filename)
            there = f"{folder}/{name}" in files or is_frozen(module)
            if wanted(module) and not there and not entry.is_dir():
                made.writestr(entry, given.read(entry), compresslevel=9)

STDLIB, SITE = "/lib/python314.zip", "/lib/python3.14/site-packages"
ASKED = "_strptime", "_pylong"  # by machine code
reduce("/python.zip", "/reduced.zip", SITE, bool)
reduce(STDLIB, "/stdlib.zip", STDLIB, needed().__contains__)
`;
/**
 * What of the library no game can use in a page: processes, servers, other systems, tools for
 * developers; forms in Python of what is there in machine code; codes of texts that are not on the
 * web.
 */
const NEVER = `
  _pyrepl antigravity bdb cProfile cmd. code. compileall concurrent/futures/process
  concurrent/interpreters ctypes doctest filecmp fileinput ftplib getpass http idlelib imaplib
  logging/config logging/handlers mailbox modulefinder multiprocessing netrc nturl2path optparse pdb
  pickletools plistlib poplib profile pstats pty py_compile pyclbr pydoc pyodide/console rlcompleter
  runpy shelve smtplib socketserver sqlite3 symtable sysconfig/__main__ tabnanny tarfile this timeit
  trace. tracemalloc tty turtle unittest urllib/request urllib/robotparser venv webbrowser wsgiref
  xmlrpc zipapp
  _py_abc _pydatetime _pyio asyncio/proactor asyncio/windows
  encodings/big5 encodings/cp0 encodings/cp10 encodings/cp11 encodings/cp2 encodings/cp3
  encodings/cp4 encodings/cp5 encodings/cp7 encodings/cp8 encodings/cp9 encodings/euc_ encodings/gb
  encodings/hp_ encodings/hz encodings/iso2022 encodings/johab encodings/koi8 encodings/kz1048
  encodings/mac_ encodings/mbcs encodings/oem encodings/palmos encodings/ptcp154
  encodings/shift_jis encodings/tis_620
`
  .split(/\s+/)
  .filter((name) => name);
/** Bytes at the end that are left, so that the memory does not grow. */
const SPARE = 1 << 17;
/** Sizes in which the free memory is overwritten. */
const SIZES = [1 << 20, 1 << 17, 1 << 14, 1 << 11, 1 << 8, 1 << 6];

const [engine = ""] = process.argv.slice(2);
const load = (/** @type {string} */ file) => import(pathToFileURL(`${engine}/${file}`).href);
const archive = new Uint8Array(readFileSync(`${engine}/python.zip`));

const python = await loadPython(`${engine}/`, load, archive, null, { _makeSnapshot: true });
beginHost(python).destroy();
python.runPython(USE);
overwriteFree(python._module);
const snapshot = python.makeMemorySnapshot();
python.FS.writeFile("/python.zip", archive);
python.runPython(`NEVER = tuple(${JSON.stringify(NEVER)})\n${REDUCE}`);
const reduced = python.FS.readFile("/reduced.zip");
const library = python.FS.readFile("/stdlib.zip");

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
