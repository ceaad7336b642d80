"""Conventions of the client's scripts and style sheets that the linter does not check."""

from __future__ import annotations

import re

from ducato.core.i18n import RIGHT_TO_LEFT
from ducato.server.kit.http.client_files import FOLDER, sources

TEMPLATES = FOLDER.parent / "server" / "templates"
WIDEST = 100
"""Columns, as in .editorconfig; the data of drawings cannot be broken."""
MOST_MODULES = 16


def test_lines_are_short():
    assert [
        f"{path.name}:{number}: {len(line)} columns"
        for path in sources(FOLDER)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST and not line.lstrip().startswith("d:")
    ] == []


def test_no_folder_has_many_modules():
    folders = {path.parent for path in sources(FOLDER) if path.suffix == ".js"}
    assert len(folders) > 5
    for folder in folders:
        assert len(list(folder.iterdir())) <= MOST_MODULES, folder


def test_only_its_owner_changes_the_state_of_a_table():
    """The type of `state` says so, too; this finds what a cast would hide."""
    owner = FOLDER / "js" / "state" / "table_state.js"
    write = re.compile(r"\b(?:state|current)\.\w+\s*(?:[-+*/%&|^]|\?\?|\|\||&&)?=(?![=>])|"
                       r"Object\.assign\(state|delete state\b|\bstate\.\w+(?:\+\+|--)")  # fmt: skip
    assert write.search(owner.read_text("utf-8"))
    for path in sources(FOLDER):
        if path.suffix == ".js" and path != owner:
            found = write.search(path.read_text("utf-8"))
            assert found is None, f"{path.name}: {found and found[0]}"


def test_modules_import_in_one_direction():
    """A folder imports from itself and those before it; what a dialog shows is started by play."""
    order = ["state", "net", "ui", "senses", "board", "beats", "inspect", "play", "home", "people"]
    order += ["account", "tournaments", "admin", "pages"]
    level = {name: place for place, name in enumerate(order)} | dict.fromkeys(
        ("dialogs", "analysis"), order.index("play")
    )
    found = re.compile(r'^(?:import|export) [^;]*? from "\.\./(\w+)/', re.MULTILINE)
    for path in sources(FOLDER):
        if path.suffix == ".js":
            for other in found.findall(path.read_text("utf-8")):
                assert level[other] <= level[path.parent.name], f"{path.name} imports {other}"


LOOKED_UP = r"\b(?:need|element|keep|getElementById)\("
"""Calls of the functions that take the id of an element."""


def test_every_element_that_is_looked_up_exists():
    """`need` throws without it, which its caller may take for something else."""
    scripts = {path: path.read_text("utf-8") for path in sources(FOLDER) if path.suffix == ".js"}
    pages = "".join(path.read_text("utf-8") for path in TEMPLATES.glob("*.html"))
    there = set(re.findall(r'\bid="([\w-]+)"', pages))
    there |= set(re.findall(r'\bid(?:: |\s*=\s*)"([\w-]+)"', "".join(scripts.values())))
    needed = {
        (path.name, name)
        for path, text in scripts.items()
        for name in re.findall(LOOKED_UP + r'\s*"([\w-]+)"', text)
    }
    assert len(needed) > 80
    assert {(path, name) for path, name in needed if name not in there} == set()


def test_ids_are_looked_up_by_literals():
    """Otherwise the test above sees none; the functions that look up are the exception."""
    variable = re.compile(r"\bneed\(\s*(?!name,|key,|id,)[^\s\"]")
    for path in sources(FOLDER):
        if path.suffix == ".js":
            assert variable.findall(path.read_text("utf-8")) == [], path.name


def test_every_key_is_asked_for_whom_it_is():
    """The page listens by `onKey`, and a widget to its own plain keys, else typing would play."""
    owner = FOLDER / "js" / "ui" / "keys.js"
    listens = re.compile(r"(\S*)addEventListener\(\s*\"key(?:down|press)\"|\bonkey(?:down|press)\b")
    whole_page = ("", "window.", "document.", "self.", "globalThis.", "document.body.")
    assert listens.search(owner.read_text("utf-8"))
    widgets = []
    for path in sources(FOLDER):
        text = path.read_text("utf-8")
        if path.suffix != ".js" or path == owner or not (found := listens.findall(text)):
            continue
        widgets.append(path.name)
        assert text.count("isPlain(event)") >= len(found), path.name
        for listener in found:
            # Escape closes what lies above all else; it sends nothing.
            assert listener not in whole_page or path.name == "pointing.js", path.name
    assert widgets
    for path in TEMPLATES.glob("*.html"):
        assert not re.search(r"\bonkey|accesskey", path.read_text("utf-8")), path.name


def test_the_client_and_the_server_isolate_the_same_characters():
    text = (FOLDER / "js" / "state" / "strings.js").read_text("utf-8")
    found = re.search(r"RIGHT_TO_LEFT =\s+/(.+)/u;", text)
    assert found
    wide = re.sub(r"\\u\{(\w+)\}", lambda code: f"\\U{code[1]:0>8}", found[1])
    assert wide == RIGHT_TO_LEFT.pattern


def test_one_module_asks_the_readers_clock():
    """It may be wrong by days; times on a page go by that of the server."""
    for path in sources(FOLDER):
        if path.suffix == ".js" and path.name != "server_time.js":
            assert not re.search(r"Date\.now|new Date\(\s*\)", path.read_text("utf-8")), path.name


def test_no_rule_is_for_all_that_stands_before_or_after():
    """Browsers would calculate two more styles for each element, at each change."""
    everything = re.compile(r"(?:^|[\s,*])::(?:before|after)\b", re.MULTILINE)
    for path in sources(FOLDER):
        if path.suffix == ".css":
            assert everything.findall(path.read_text("utf-8")) == [], path.name


def test_no_border_is_hidden_by_being_transparent():
    """Where readers choose all colours, it is seen; `--off` is then that of the background."""
    hidden = re.compile(
        r"(?:border|outline|column-rule)[\w-]*:[^;{}]*"
        r"(?:\btransparent\b|#(?:\w{3}0|\w{6}00)\b|/ *0(?:%|\.0+)? *\))"
    )
    for path in sources(FOLDER):
        if path.suffix == ".css":
            bare = re.sub(r"color-mix\([^()]*(?:\([^()]*\)[^()]*)*\)", "", path.read_text("utf-8"))
            assert hidden.findall(bare) == [], path.name


def test_one_module_sends_requests():
    """Whatever is changed on the server is sent, and its refusal told, by `net/requests.js`."""
    written = {
        path.relative_to(FOLDER / "js").as_posix()
        for path in sources(FOLDER)
        if '"application/json"' in path.read_text("utf-8")
    }
    assert written == {"net/requests.js"}


KEPT = re.compile(r"\b(?:recall|remember|recallList)\(")
OF_THE_BROWSER = {"confirm", "muted", "speed", "theme", "volume", "zoom"}
OF_FORMS = {"people.game", "people.players", "people.time"}
"""What stays when another person uses the browser: what was last chosen, by whomever."""


def test_what_is_kept_is_known_to_be_of_the_person_or_of_the_browser():
    """Nobody finds the tables, the name or the answers of the person before."""
    scripts = "".join(p.read_text("utf-8") for p in sources(FOLDER) if p.suffix == ".js")
    kept = set(re.findall(KEPT.pattern + r'\s*"([\w.]+)"', scripts))
    settings = (FOLDER / "js/state/settings.js").read_text("utf-8")
    (personal,) = re.findall(r"const PERSONAL = /\^\((.*)\)\$/", settings)
    assert kept - OF_THE_BROWSER - OF_FORMS == set(personal.split("|")) & kept
    assert "seen" in kept
