"""What the documentation says about the repository, as far as it can be verified."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from docs.tools import generate, pictures
from tests.plugins.installed import found_in, install
from tests.test_repository import ORDER

import ducato
from ducato.cli import app
from ducato.cli.authoring.new_game import SHAPES
from ducato.core.game import available_games, find_game
from ducato.server.app import ROUTERS

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for folder in ("", "docs", "docs/options", "benchmarks", "deploy", "examples")
    for path in (ROOT / folder).glob("*.md")
)
LINK = re.compile(r"\]\((?!https?:|/)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE = re.compile(r"(?<![\w/.-])(?:src|docs|tests|benchmarks|examples|deploy|\.ci)/[\w./-]*\w")
MADE = {"deploy/.env", "build/site", "src/ducato/client/bundles"}
"""Files that the reader makes."""
PLACEHOLDER = re.compile(r"[<>*{}]")
FENCED = re.compile(r"^```([a-z]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(document: Path, language: str) -> list[str]:
    """Return the fenced blocks in this language; commands are in blocks without one."""
    found = FENCED.findall(document.read_text("utf-8"))
    return [block for stated, block in found if stated == language]


def name_of(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


def row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub and mkdocs name them."""
    headings = HEADING.findall(FENCED.sub("", document.read_text("utf-8")))
    return {
        re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
        for heading in headings
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_link_and_every_file_that_is_named_resolves(document: Path):
    text = document.read_text("utf-8")
    missing = []
    for link, anchor in LINK.findall(FENCED.sub("", text)):
        target = document.parent / link if link else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            missing.append(f"{link}#{anchor}")
    for found in FILE.finditer(text):
        after = text[found.end() : found.end() + 2]
        if found.group() in MADE or PLACEHOLDER.search(after):
            continue
        if not (ROOT / found.group()).exists():
            missing.append(found.group())
    assert missing == []


def test_the_files_of_the_architecture_are_there():
    """Its paths are those in src/ducato: of the rooms, of the questions, and in the text."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = [*ORDER[:-1], "client"]
    named = re.findall(rf"`((?:{'|'.join(rooms)})/[\w./]*)`", text)
    assert {f"{room}/" for room in rooms} <= set(named)
    assert [path for path in named if not (ROOT / "src" / "ducato" / path).exists()] == []
    assert len(re.findall(r"^\| +\d+ \|", text, re.MULTILINE)) == 20


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_the_order_of_imports_is_told_as_it_is(name: str):
    assert f"`{' < '.join(ORDER[:-1])}`" in " ".join((ROOT / name).read_text("utf-8").split())


def test_every_route_is_described():
    """No document describes a route that does not exist, whatever its parameters are called."""
    paths = {route.path for router in ROUTERS for route in router.routes} | {"/api/openapi.json"}
    ours = {re.sub(r"{[^}]+}", "*", path) for path in paths}
    text = (ROOT / "docs" / "http.md").read_text("utf-8")
    told = set(re.findall(r"`(?:(?:GET|POST|DELETE) )?(/[^`?#\s]*)(?:[?#][^`]*)?`", text))
    told = {re.sub(r"<[^>]+>", "*", path) for path in told if not path.startswith("/static")}
    assert ours - told <= {""}
    assert told - ours <= {"/api"}


def test_every_metric_is_described():
    """And none that does not exist."""
    metric = re.compile(r"\bducato_[a-z]+(?:_[a-z]+)*")
    sources = (ROOT / "src" / "ducato" / "server").rglob("*.py")
    counted = {n for path in sources for n in metric.findall(path.read_text("utf-8"))}
    section = (ROOT / "docs" / "hosting.md").read_text("utf-8").partition("## Monitor it")[2]
    told = set(metric.findall(section.partition("## ")[0]))
    assert {name.removesuffix("_total") for name in counted} == {
        name.removesuffix("_total") for name in told
    }


@pytest.mark.compiled
def test_generated_documents_are_up_to_date():
    """If this fails, run `python -m docs.tools.generate`."""
    for path, content in generate.generated().items():
        assert path.read_text("utf-8") == content, path


def test_every_document_is_in_the_site():
    """The site has no others; `make docs` checks that links resolve."""
    in_site = set(re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M))
    docs = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    outside = {"changelog.md", "contributing.md", "credits.md", "results.md"}
    assert in_site == docs | outside


def nav() -> dict[str, set[str]]:
    """Return the pages of the site by their kind."""
    kinds: dict[str, set[str]] = {}
    for line in (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2].splitlines():
        if heading := re.match(r"  - ([\w-]+(?: \w+)?):$", line):
            kinds[heading[1]] = set()
        elif page := re.search(r": ([\w/-]+\.md)$", line):
            list(kinds.values() or [set()])[-1].add(page[1])
    return kinds


def test_the_index_leads_to_every_page_by_its_kind():
    sections = re.split(
        r"^\*\*([\w -]+)\*\*", (ROOT / "docs/index.md").read_text("utf-8"), flags=re.M
    )
    shown = {
        kind: {
            target if not target.startswith("../") else f"{Path(target).stem.lower()}.md"
            for target, _ in LINK.findall(text)
        }
        for kind, text in zip(sections[1::2], sections[2::2], strict=True)
    }
    assert shown == nav()


def test_nothing_that_exists_is_called_planned():
    announced = re.compile(r"\bnot (?:yet available|available yet)\b|\bplanned\b", re.IGNORECASE)
    told = {name_of(d): announced.findall(d.read_text("utf-8")) for d in DOCUMENTS}
    assert not {name: found for name, found in told.items() if found}


FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?(?: million| %| ms| s\b| MB| minutes?| packages)|\d+,\d{3}")
"""A number with a unit, or a large one."""


def test_every_figure_of_the_readme_is_a_result():
    results = (ROOT / "benchmarks/RESULTS.md").read_text("utf-8").replace("\u00a0", " ")
    readme = re.sub(r"\]\([^)]*\)", "]", (ROOT / "README.md").read_text("utf-8"))
    told = [" ".join(found.split()) for found in FIGURE.findall(readme)]
    assert len(told) > 10
    assert not [found for found in told if found.replace(" million", " M") not in results]


def test_every_screenshot_has_a_command_that_takes_it():
    assert {path.stem for path in pictures.PICTURES.glob("*.jpg")} == set(pictures.SHOWN)


WITH_PYTHON = [d for d in DOCUMENTS if blocks(d, "python")]


@pytest.mark.slow
@pytest.mark.parametrize("document", WITH_PYTHON, ids=name_of)
def test_the_python_of_a_document_runs(document: Path, tmp_path: Path):
    """All of a document's Python is one script."""
    script = tmp_path / "script.py"
    script.write_text("\n".join(blocks(document, "python")), "utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_command_that_is_told_is_understood(document: Path, monkeypatch: pytest.MonkeyPatch):
    """Its options exist, and so do the games, editions and values that it names."""
    ran = []
    commands = [("", command) for command in app.registered_commands]
    for group in app.registered_groups:
        assert group.typer_instance is not None
        commands += [(f"{group.name} ", one) for one in group.typer_instance.registered_commands]
    for prefix, command in commands:
        assert command.callback is not None
        name = prefix + (command.name or command.callback.__name__)

        def note(*_: object, name: str = name, **given: object) -> None:
            ran.append((name, given))

        note.__name__, note.__doc__ = command.callback.__name__, command.callback.__doc__
        monkeypatch.setattr(note, "__wrapped__", command.callback, raising=False)
        monkeypatch.setattr(command, "callback", note)
    for block in blocks(document, ""):
        for line in block.splitlines():
            words = shlex.split(line.partition(" #")[0].partition("|")[0], comments=False)
            at = max(
                (i for i, word in enumerate(words) if word.split("/")[-1] == "ducato"), default=-1
            )
            if 0 <= at < len(words) - 1 and not PLACEHOLDER.search(line):
                app(words[at + 1 :], standalone_mode=False)
    for name, given in ran:
        if str(given.get("game")).startswith("."):  # the reader's own folder
            continue
        if given.get("game") not in (None, *SHAPES.values()):  # the tutorial makes its own game
            ranges = name.startswith("lab ") or isinstance(given.get("players"), str)
            if ranges:  # the lab's options may be ranges
                find_game(given["game"])
                continue
            changes = dict(one.split("=") for one in given.get("options") or [])
            ducato.load(given["game"], given.get("players"), given.get("edition"), **changes)


def test_every_option_that_is_recommended_exists():
    """One document recommends options."""
    text = (ROOT / "docs" / "fantasy-market.md").read_text("utf-8")
    named = re.findall(r"`(\w+)=(\w+)`", text)
    assert len(named) >= 5
    for name, value in named:
        ducato.load("fantasy-market", **{name: value})


def needed() -> list[str]:
    """Return the files that docs/add-a-game.md says every game has."""
    text = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    rows = map(row, text.partition("| File |")[2].partition("\n\n")[0].splitlines())
    return [cells[0].strip("`") for cells in rows if cells[-1] == "always"]


def test_what_a_game_needs_is_what_the_invented_one_has():
    invented = ROOT / "tests" / "invented"
    assert len(needed()) == 4
    for name in needed():
        assert (invented / name).is_file(), name


@pytest.mark.parametrize("name", needed())
def test_without_any_file_that_it_needs_a_game_is_not_available(tmp_path: Path, name: str):
    """With these files it is available: the table is complete."""
    word = "-".join(re.findall("[a-z]+", name))
    whole, lacking = f"whole-{word}", f"lacking-{word}"
    install(tmp_path, [whole, lacking])
    for game in (whole, lacking):
        package = tmp_path / game.replace("-", "_")
        for path in sorted(package.rglob("*")):
            told = str(path.relative_to(package))
            if path.is_file() and told not in needed():
                path.unlink()
    (package / name).unlink()
    for _ in found_in(tmp_path):
        assert whole in available_games()
        assert lacking not in available_games()


def test_the_changelog_says_everything_once():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for release in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (\w+)", release, re.MULTILINE)
        assert set(kinds) <= {"Added", "Changed", "Rules", "Fixed", "Removed", "Security"}
        assert len(kinds) == len(set(kinds))
        entries = [
            " ".join(entry.split()) for entry in re.split(r"^- ", release, flags=re.MULTILINE)
        ]
        begins = [entry[:60] for entry in entries[1:]]
        assert len(begins) == len(set(begins))
