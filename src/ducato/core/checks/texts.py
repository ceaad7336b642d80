"""Checks of the texts: catalogues, names of components and rulebooks in every language."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ducato.core import auto_response
from ducato.core.checks.findings import Broken
from ducato.core.editions import data
from ducato.core.game import Game
from ducato.core.i18n import LANGUAGES, catalogue, has_text, languages_of

ANCHOR = re.compile(r'<a id="(\d+\.\d+)"></a>')
"""The mark of a clause in a rulebook."""


def game_is_described(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the game has the texts that present it, its options and its responses."""
    for key in ("title", "about", "credit"):
        yield from _missing(game, key, "the start page shows")
    for edition in game.editions:
        yield from _missing(game, f"edition.{edition}", "the choice of an edition shows")
        yield from _missing(game, f"edition.{edition}.about", "the choice of an edition shows")
    for name, parameter in game.parameters.items():
        yield from _missing(game, f"option.{name}", "the list of options shows")
        for choice in parameter.choices:
            yield from _missing(game, f"choice.{name}.{choice}", "the list of options shows")
    for response in auto_response.responses_of(game):
        if not has_text(game.package, f"auto_response.{response.name}"):
            yield Broken(
                f"no text has the key 'auto_response.{response.name}'",
                "Add it to locale/en.po: the sentence that the player switches on.",
                file="locale/en.po",
            )


def languages_agree(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that all catalogues of the game have the same keys, arguments and plurals."""
    english = entries(game.package, "en")
    for language in languages_of(game.package)[1:]:
        file, others = f"locale/{language}.po", entries(game.package, language)
        for key, entry in english.items():
            other = others.get(key)
            if other is None or not all(_strings(other)):
                yield Broken(
                    f"{language} has no text for {key!r}",
                    "Translate it; until then it is shown in English.",
                    file=file,
                    warning=True,
                )
                continue
            location = f"{file}:{other.lineno}"
            if unknown := _arguments(other) - _arguments(entry):
                yield Broken(
                    f"{key!r} asks for {', '.join(sorted(unknown))}, which the English text lacks",
                    "Use the arguments of the English text.",
                    file=location,
                )
            if isinstance(entry.string, str) != isinstance(other.string, str):
                yield Broken(f"{key!r} has a plural in one language only", file=location)
        for key in others.keys() - english.keys():
            yield Broken(
                f"{key!r} has no English text",
                "English is the language that others fall back to: add it to locale/en.po.",
                file=f"{file}:{others[key].lineno}",
            )


def names_are_complete(game: Game, seeds: range) -> Iterator[Broken]:
    """Check the table with the names of the components."""
    file = "data/names.csv"
    if not data.has_file(game.package, file):
        return
    rows = data.read_table(game.package, "names.csv")
    for name, number in Counter(row.get("id") for row in rows).items():
        if not name or number > 1:
            yield Broken(f"{number} names with the id {name!r}", "Each id has one row.", file=file)
    for line, row in enumerate(rows, 2):
        if not row.get("en"):
            yield Broken(f"{row.get('id')} has no English name", file=f"{file}:{line}")
        for language in LANGUAGES[1:]:
            if row.get(language) and f"{language}_gender" in row:
                if row[f"{language}_gender"] not in ("m", "f"):
                    yield Broken(
                        f"{row['id']} has no gender in the column {language}_gender",
                        "Write m or f.",
                        file=f"{file}:{line}",
                    )


def rulebooks_agree(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the rulebooks of all languages have the same clauses, once each."""
    books = {
        language: ANCHOR.findall(data.read_text(game.package, f"rulebook/{language}.md"))
        for language in LANGUAGES
        if data.has_file(game.package, f"rulebook/{language}.md")
    }
    if books and "en" not in books:
        yield Broken("there is no rulebook/en.md", "Write the rules in English first.")
        return
    for language, clauses in books.items():
        file = f"rulebook/{language}.md"
        for clause, number in Counter(clauses).items():
            if number > 1:
                yield Broken(f"clause {clause} is there {number} times", file=file)
        if differing := set(clauses) ^ set(books["en"]):
            yield Broken(
                f"clauses {', '.join(sorted(differing))} are not in both en.md and {language}.md",
                "All languages have the same clauses.",
                file=file,
            )
    if books:
        for name, parameter in game.parameters.items():
            if parameter.clause and not _known(parameter.clause, books["en"]):
                yield Broken(
                    f"the option {name} cites clause {parameter.clause}, which does not exist",
                    "Correct the clause, or write it in the rulebook.",
                    file="data/editions.toml",
                )


def entries(package: str, language: str) -> dict[str, Any]:
    """Return the entries of a package's catalogue by key."""
    found = (entry for entry in catalogue(package, language) if entry.id)
    return {entry.id if isinstance(entry.id, str) else entry.id[0]: entry for entry in found}


def _missing(game: Game, key: str, where: str) -> Iterator[Broken]:
    if not has_text(game.package, key):
        instead = game.text(key)
        yield Broken(
            f"no text has the key {key!r}",
            f"Add it to locale/en.po; {where} {f'{instead!r} instead' if instead else 'nothing'}.",
            file="locale/en.po",
            warning=True,
        )


def _known(cited: str, clauses: list[str]) -> bool:
    numbers = re.findall(r"\d+(?:\.\d+)?", cited)
    sections = {clause.split(".")[0] for clause in clauses}
    return all(number in clauses or number in sections for number in numbers)


def _strings(entry: Any) -> list[str]:
    return [entry.string] if isinstance(entry.string, str) else list(entry.string)


def _arguments(entry: Any) -> set[str]:
    found = (string.Formatter().parse(text) for text in _strings(entry))
    return {name for parts in found for _, name, _, _ in parts if name is not None}
