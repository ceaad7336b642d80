"""Checks of the texts: catalogues, names of components and rulebooks in every language."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator

from ducato.checks.faults import Broken, folder_of
from ducato.core.editions import data_files
from ducato.core.editions.catalogue_file import CatalogueFile, read_catalogue
from ducato.core.game import Game, auto_response
from ducato.core.i18n import FORMS, LANGUAGES, catalogue, has_text, languages_of, names

ANCHOR = re.compile(r'<a id="(\d+\.\d+)"></a>')
"""The mark of a clause in a rulebook."""
NUMBER_FORM = re.compile(r"[<>=^+\-0-9,._]*[bcdoxXeEfFgGn%]?")
"""The form of a number in a sentence, as in `{n:+d}`."""


def catalogues_are_sound(game: Game, seeds: range) -> Iterator[Broken]:
    """Check the format of each catalogue and the forms that its sentences ask for."""
    for path in sorted((folder_of(game.package) / "locale").glob("*.toml")):
        file, language = f"locale/{path.name}", path.stem
        if language not in LANGUAGES:
            yield Broken(
                f"{file} is never read: ducato does not know the language {language!r}",
                f"The languages are {', '.join(LANGUAGES)}.",
                file=file,
                warning=True,
            )
            continue
        read = read_catalogue(data_files.read_file(path))
        faults = read.faults or [*_faults_of_texts(game.package, read, language)]
        for line, problem, advice in faults:
            yield Broken(problem, advice, file=f"{file}:{line}")


def _faults_of_texts(
    package: str, read: CatalogueFile, language: str
) -> Iterator[tuple[int, str, str]]:
    forms = {"", *FORMS, *_own_forms(package, language)}
    forms |= {key.rpartition(".")[2] for key in read.texts if key.rpartition(".")[0] in read.texts}
    for key, texts in read.texts.items():
        for problem, advice in _faults_of_sentence(texts, forms):
            yield read.lines.get(key, 1), f"{key!r} {problem}", advice


def _faults_of_sentence(texts: tuple[str, ...], forms: set[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        try:
            fields = [*string.Formatter().parse(text)]
        except ValueError as error:
            yield f"cannot be read: {error}", "Write {name}; a brace of the text itself is {{."
            continue
        for _, name, form, _ in fields:
            if name is not None and not name.isidentifier():
                yield f"has the argument {{{name}}}", "Name an argument of say, as in {card}."
            elif form and form not in forms and not NUMBER_FORM.fullmatch(form):
                yield (
                    f"asks for the form {form!r} of {name}, which does not exist",
                    f"The forms are {', '.join(sorted(filter(None, forms)))}.",
                )


def _own_forms(package: str, language: str) -> set[str]:
    """Return the forms for which the table of names has columns."""
    columns = {column for row in names(package).values() for column in row}
    return {c.removeprefix(f"{language}_") for c in columns if c.startswith(f"{language}_")}


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
    for feature in game.names("StateFeature"):
        group = feature.partition(".")[0]
        yield from _missing(game, f"value.{group}", "a hint shows")
    for response in auto_response.responses_of(game):
        if not has_text(game.package, f"auto_response.{response.name}"):
            yield Broken(
                f"no text has the key 'auto_response.{response.name}'",
                "Add it to locale/en.toml: the sentence that the player switches on.",
                file="locale/en.toml",
            )


def languages_agree(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that all catalogues of the game have the same keys, arguments and plurals."""
    english = catalogue(game.package, "en")
    for language in languages_of(game.package)[1:]:
        file, others = f"locale/{language}.toml", catalogue(game.package, language)
        lines = read_catalogue(data_files.read_text(game.package, file)).lines
        for key, texts in english.items():
            other = others.get(key)
            if other is None:
                yield Broken(
                    f"{language} has no text for {key!r}",
                    "Translate it; until then it is shown in English.",
                    file=file,
                    warning=True,
                )
                continue
            location = f"{file}:{lines.get(key, 1)}"
            if unknown := _arguments(other) - _arguments(texts):
                yield Broken(
                    f"{key!r} asks for {', '.join(sorted(unknown))}, which the English text lacks",
                    "Use the arguments of the English text.",
                    file=location,
                )
            if forgotten := _arguments(texts) - _arguments(other):
                yield Broken(
                    f"{key!r} leaves out {', '.join(sorted(forgotten))}, which is in English",
                    "Use the arguments of the English text.",
                    file=location,
                    warning=True,
                )
            if len(texts) != len(other):
                yield Broken(f"{key!r} has a plural in one language only", file=location)
        for key in others.keys() - english.keys():
            yield Broken(
                f"{key!r} has no English text",
                "English is the language that others fall back to: add it to locale/en.toml.",
                file=f"{file}:{lines.get(key, 1)}",
            )


def names_are_complete(game: Game, seeds: range) -> Iterator[Broken]:
    """Check the table with the names of the components."""
    file = "data/names.csv"
    if not data_files.has_file(game.package, file):
        return
    rows = data_files.read_table(game.package, "names.csv")
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
        language: ANCHOR.findall(data_files.read_text(game.package, f"rulebook/{language}.md"))
        for language in LANGUAGES
        if data_files.has_file(game.package, f"rulebook/{language}.md")
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


def _missing(game: Game, key: str, where: str) -> Iterator[Broken]:
    if not has_text(game.package, key):
        instead = game.text(key)
        shown = f"{instead!r} instead" if instead else "nothing"
        yield Broken(
            f"no text has the key {key!r}",
            f"Add it to locale/en.toml; {where} {shown}.",
            file="locale/en.toml",
            warning=True,
        )


def _known(cited: str, clauses: list[str]) -> bool:
    numbers = re.findall(r"\d+(?:\.\d+)?", cited)
    sections = {clause.split(".")[0] for clause in clauses}
    return all(number in clauses or number in sections for number in numbers)


def _arguments(texts: tuple[str, ...]) -> set[str]:
    """Return the arguments of a text; none if it cannot be read."""
    try:
        found = [part for text in texts for part in string.Formatter().parse(text)]
    except ValueError:
        return set()
    return {name for _, name, _, _ in found if name is not None}
