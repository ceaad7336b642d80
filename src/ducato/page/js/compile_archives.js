// Compile the Python modules of archives with the Python that will load them, so that a page need
// not do it at every start. Only modules of ours keep the numbers of their lines, for tracebacks.
// `archive.py` runs this with Node.
//
//     node compile_archives.js FOLDER_OF_PYODIDE ARCHIVE …

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const COMPILE = `
import ast, importlib.util, marshal, types, zipfile

HEAD = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # nobody looks for changes
SPOKEN = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

def compiled(content, name):
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, SPOKEN) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
    futures = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    tree.body = futures + [node for node in tree.body if node not in futures]
    code = compile(tree, name, "exec", dont_inherit=True)
    return HEAD + marshal.dumps(without_lines(code) if OTHERS else code)

def without_lines(code):
    consts = (without_lines(one) if isinstance(one, types.CodeType) else one
              for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(consts))

with zipfile.ZipFile("/old.zip") as old, zipfile.ZipFile("/new.zip", "w") as new:
    for entry in old.infolist():
        content, name = old.read(entry), entry.filename
        if name.endswith(".py"):
            content, name = compiled(content, name), name + "c"
        made = zipfile.ZipInfo(name, entry.date_time)
        made.compress_type = zipfile.ZIP_DEFLATED
        new.writestr(made, content, compresslevel=9)
`;

const [folder = "", ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder, env: { PYTHONNODEBUGRANGES: "1" } });
for (const archive of archives) {
  python.FS.writeFile("/old.zip", readFileSync(archive));
  python.runPython(
    `OTHERS = ${archive.endsWith("python_stdlib.zip") ? "True" : "False"}\n${COMPILE}`,
  );
  writeFileSync(archive, python.FS.readFile("/new.zip"));
}
