"""All catalogues are complete, and have the same keys and arguments in every language.

The test knows no game: it reads all folders ``locale`` and all files ``data/names.csv``.
"""

from __future__ import annotations

import ast
import csv
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ducato.core.editions.catalogue_file import read_catalogue
from ducato.core.i18n import LANGUAGES

PACKAGE = Path(__file__).parents[1] / "src" / "ducato"
LOCALES = sorted({path.parent for path in PACKAGE.glob("**/locale/*.toml")})
TABLES = sorted(PACKAGE.glob("**/data/names.csv"))
FORMS = {"", "the", "The", "of", "to", "from", "in", "on"}
"""Forms of a name, as `core.i18n` knows them."""
OWN_FORMS = {f"{language}_{form}" for language in LANGUAGES for form in FORMS if form}
"""Columns of names whose form is not derived from article and name, such as "a Cuba"."""


def ids(path: Path) -> str:
    return str(path.relative_to(PACKAGE).parent)


@cache
def catalogue(locale: Path, language: str) -> dict[str, tuple[str, ...]]:
    """Return each key with its text, or with the singular and the plural."""
    read = read_catalogue((locale / f"{language}.toml").read_text("utf-8"))
    assert read.faults == []
    return read.texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_catalogues():
    assert len(LOCALES) >= 2
    assert TABLES


@pytest.mark.parametrize("locale", LOCALES, ids=ids)
def test_every_language_is_there(locale: Path):
    assert sorted(path.stem for path in locale.glob("*.toml")) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("locale", LOCALES, ids=ids)
def test_all_languages_have_the_same_keys(locale: Path, language: str):
    english, other = catalogue(locale, "en"), catalogue(locale, language)
    assert sorted(english.keys() - other.keys()) == []
    assert sorted(other.keys() - english.keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("locale", LOCALES, ids=ids)
def test_nothing_is_empty(locale: Path, language: str):
    written = tomllib.loads((locale / f"{language}.toml").read_text("utf-8"))
    assert sorted(written.keys() - catalogue(locale, language).keys()) == []
    for name, texts in catalogue(locale, language).items():
        assert all(text == text.strip() != "" for text in texts), f"{name}: spaces at its ends"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("locale", LOCALES, ids=ids)
def test_catalogues_are_written_alike(locale: Path, language: str):
    """A line says what the file is, and each message has one; all keys are in quotes."""
    first, *lines = (locale / f"{language}.toml").read_text("utf-8").splitlines()
    assert first.startswith("# ")
    assert [line for line in lines if not re.match(r'("[^"]+" = ["{]|# |$)', line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("locale", LOCALES, ids=ids)
def test_placeholders_are_those_of_the_english(locale: Path, language: str):
    for name, english in catalogue(locale, "en").items():
        texts = catalogue(locale, language)[name]
        assert len(texts) == len(english), f"{name}: a plural in one language only"
        wanted = placeholders(english[-1])
        for text in texts:
            assert placeholders(text) <= wanted, name
        assert placeholders(texts[-1]) == wanted, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("locale", LOCALES, ids=ids)
def test_placeholders_are_names_with_known_forms(locale: Path, language: str):
    for name, texts in catalogue(locale, language).items():
        for text in texts:
            for _, field, form, conversion in string.Formatter().parse(text):
                if field is not None:
                    assert field.isidentifier(), f"{name}: {{{field}}}"
                    assert form in FORMS, f"{name}: {{{field}:{form}}}"
                    assert conversion is None, name


# ------------------------------------------------------------------------------ keys in the code


def spoken() -> Iterator[tuple[Path, int, str]]:
    """Return every key that is written as a literal in a call of `say`."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "say(" in text else ():
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name | ast.Attribute)
                and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) == "say"
                and node.args
            ):
                first = node.args[0]
                choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                for choice in choices:
                    if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
                        yield path, node.lineno, choice.value
                    elif isinstance(choice, ast.JoinedStr):
                        yield path, node.lineno, _pattern(choice)


def _pattern(text: ast.JoinedStr) -> str:
    """Return an f-string as a pattern: ``label.*`` for ``f"label.{whose}"``."""
    return "".join(p.value if isinstance(p, ast.Constant) else "*" for p in text.values)


def catalogues_for(path: Path) -> list[Path]:
    """Return the catalogues that may hold a module's messages: its own part's, else all."""
    parts = path.relative_to(PACKAGE).parts
    if parts[0] == "games":
        return [PACKAGE.joinpath(*parts[:2]) / "locale"]
    own = {"server": ("server", "table"), "table": ("table",)}.get(parts[0])
    return LOCALES if own is None else [PACKAGE / part / "locale" for part in own]


def test_every_key_of_the_code_is_in_the_catalogue():
    found = list(spoken())
    assert len(found) > 30
    missing = []
    for path, line, name in found:
        keys = [catalogue(locale, "en") for locale in catalogues_for(path)]
        wanted = re.compile(re.escape(name).replace(r"\*", ".+"))
        if not any(name in own for own in keys) and not any(
            wanted.fullmatch(key) for own in keys for key in own
        ):
            missing.append(f"{path.relative_to(PACKAGE)}:{line}: {name}")
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_that_joining_makes_an_account(language: str):
    """It makes a guest, see docs/glossary.md."""
    for locale, name in (("client", "account.unknown"), ("server", "bad.nobody")):
        said = catalogue(PACKAGE / locale / "locale", language)[name][0]
        assert not re.search("account|cuenta", said), said
        if name == "account.unknown":
            assert re.search("guest|ospite|invitado", said), said


# -------------------------------------------------------------------------------------- names


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_every_component_has_a_name_in_every_language(table: Path):
    for row in rows(table):
        columns = {"id", *LANGUAGES, "it_gender", "es_gender"}
        assert columns <= set(row) <= columns | OWN_FORMS
        for language in LANGUAGES:
            assert row[language].strip(), f"{row['id']} has no name in {language}"
            article, bar, name = row[language].rpartition("|")
            assert name.strip() == name != ""
            assert bool(article) == bool(bar), row["id"]
        for language in ("it", "es"):
            assert row[f"{language}_gender"] in ("m", "f"), row["id"]


@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_no_two_components_share_an_id_or_a_name(table: Path):
    for column in ("id", *LANGUAGES):
        values = [row[column] for row in rows(table)]
        assert sorted({v for v in values if values.count(v) > 1}) == []


@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_every_component_of_the_data_has_a_name(table: Path):
    named = {row["id"] for row in rows(table)}
    for other in sorted(table.parent.glob("*.csv")):
        if other != table:
            ids_there = {row["id"] for row in rows(other) if "id" in row}
            # A table of which nothing has a name, such as a board's, holds no components.
            assert ids_there <= named or not ids_there & named, other.name
