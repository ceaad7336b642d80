"""The client's modules put together: what a page is sent in one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ducato.web.http.pages import FOLDER
from ducato.web.support.bundle import BadModule, bundle

MODULES = FOLDER / "client" / "js"


def modules(folder: Path, **sources: str) -> Path:
    for name, source in sources.items():
        (folder / f"{name}.js").write_text(source, "utf-8")
    return folder


def test_each_module_is_there_once_and_after_what_it_needs(tmp_path: Path):
    folder = modules(
        tmp_path,
        page='import { left } from "./left.js";\nimport { leaf } from "./leaf.js";\nleft(leaf);\n',
        left='import { leaf as green } from "./leaf.js";\nexport const left = () => green;\n',
        leaf="/** Told to people only. */\nexport function leaf() {}\n",
    )
    made = bundle(folder, "page")
    assert [made.count(f"ducatoModules.{name} ??=") for name in ("leaf", "left", "page")] == [
        1,
        1,
        1,
    ]
    assert (
        made.index("ducatoModules.leaf ??=")
        < made.index("ducatoModules.left ??=")
        < made.index("page ??=")
    )
    assert "const { leaf: green } = globalThis.ducatoModules.leaf;" in made
    assert "people" not in made


def test_a_part_that_comes_later_can_be_imported(tmp_path: Path):
    folder = modules(tmp_path, part="export const one = 1;\nexport class Two {}\n")
    assert bundle(folder, "part").endswith(
        "export const { one, Two } = globalThis.ducatoModules.part;\n"
    )


def test_a_changed_module_is_read_again(tmp_path: Path):
    folder = modules(tmp_path, part="export const one = 1;\n")
    first = bundle(folder, "part")
    modules(tmp_path, part="export const one = 1;\n", other="export const other = 2;\n")
    assert bundle(folder, "part") == first
    assert "other" in bundle(folder, "other")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('import { none } from "./leaf.js";\n', "leaf.js does not export none"),
        ('import { leaf } from "./page.js";\n', "imports itself"),
        ('import leaf from "./leaf.js";\n', "import leaf"),
        ("export default 1;\n", "export default"),
        ('import { leaf } from "./away.js";\n', "no such module"),
    ],
)
def test_what_is_not_understood_is_refused(tmp_path: Path, source: str, why: str):
    folder = modules(tmp_path, page=source, leaf="export const leaf = 1;\n")
    with pytest.raises(BadModule, match=why):
        bundle(folder, "page")


@pytest.mark.parametrize("entry", sorted(path.stem for path in MODULES.rglob("*.js")))
def test_every_module_of_the_client_can_be_sent(entry: str):
    assert f"ducatoModules.{entry} ??=" in bundle(MODULES, entry)
