"""The client's modules in one file, so that a page asks once and not for each of them.

There is no build step: the modules under ``client/js`` are what is written and what is checked, and
this puts them together when a page asks. Each module becomes a function whose exports are kept
under its name in one object of the page; so a part that is fetched later (``import("./part.js")``)
shares the modules that are there already. Comments are left out.

It knows the syntax that our modules use, and no other: named imports from another module, and
exported functions, classes and constants. This module must not know what is in them.
"""

from __future__ import annotations

import re
from pathlib import Path

from ducato.core.errors import DucatoError

SHELF = "globalThis.ducatoModules"
"""Where the page keeps the exports of every module."""

DOC = r"/\*\*(?:[^*]|\*(?!/))*\*/"
COMMENT = re.compile(rf"^[ \t]*{DOC}\n|{DOC} ?|^[ \t]*//.*\n", re.MULTILINE)
IMPORT = re.compile(r'^import \{([^}]*)\} from "\.[./\w]*/(\w+)\.js";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("\.[./\w]*/(\w+\.js)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b(?! \{\};$).*", re.MULTILINE)
AWAIT = re.compile(r"^(?:await|(?:const|let) .*= await)\b", re.MULTILINE)


class BadModule(DucatoError, ValueError):
    """A module that cannot be put into a bundle.

    Attributes:
        name: of the module.
        why: what is wrong, or the line that was not understood.
    """

    def __init__(self, name: str, why: str) -> None:
        self.name, self.why = name, why
        super().__init__(f"{name}.js: {why}")


def newest_change(folder: Path) -> int:
    """Return when a module of the folder was changed last, in nanoseconds since 1970."""
    return max((path.stat().st_mtime_ns for path in folder.rglob("*.js")), default=0)


def bundle(folder: Path, entry: str) -> str:
    """The module `entry` with all that it imports, as one module.

    Args:
        folder: where the modules are.
        entry: the name of a module, without ``.js``.

    Raises:
        BadModule: there is no such module, it is imported in a circle, or not understood.
    """
    paths = {path.stem: path for path in folder.rglob("*.js")}
    parts: dict[str, str] = {}
    exports: dict[str, list[str]] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in parts:
            return
        if name in above:
            raise BadModule(name, f"imports itself through {', '.join(above)}")
        path = paths.get(name)
        if path is None:
            raise BadModule(name, "there is no such module")
        source = COMMENT.sub("", path.read_text("utf-8"))
        for wanted, other in IMPORT.findall(source):
            add(other, (*above, name))
            for word in wanted.split(","):
                asked = word.split(" as ")[0].strip()
                if asked and asked not in exports[other]:
                    raise BadModule(name, f"{other}.js does not export {asked}")
        exports[name] = EXPORT.findall(source)
        body = IMPORT.sub(_from_shelf, EXPORT.sub("", source)).replace("export {};\n", "")
        body = LATER.sub(r'import("./\1")', body)
        if strange := LEFT_OVER.search(body):
            raise BadModule(name, strange[0])
        call, end = ("await (async () => {", "})()") if AWAIT.search(body) else ("(() => {", "})()")
        shown = ", ".join(exports[name])
        parts[name] = f"{SHELF}.{name} ??= {call}\n{body}return {{ {shown} }};\n{end};\n"

    add(entry, ())
    shown = ", ".join(exports[entry])
    tail = f"export const {{ {shown} }} = {SHELF}.{entry};\n" if shown else ""
    return f'"use strict";\n{SHELF} ??= {{}};\n{"".join(parts.values())}{tail}'


def _from_shelf(found: re.Match[str]) -> str:
    wanted = found[1].replace(" as ", ": ")
    return f"const {{{wanted}}} = {SHELF}.{found[2]};\n"
