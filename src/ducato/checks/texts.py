"""Checks of the texts: catalogues, names of components and rulebooks in every language."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from io import StringIO
from typing import Any

from ducato.checks.findings import Broken, folder_of
from ducato.core import auto_response
from ducato.core.editions import data
from ducato.core.game import Game
from ducato.core.i18n import FORMS, LANGUAGES, catalogue, has_text, languages_of, names

ANCHOR = re.compile(r'<a id="(\d+\.\d+)"></a>')
"""The mark of a clause in a rulebook."""
PO_LINE = re.compile(
    r'((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"|#.*|\s*', re.ASCII
)
"""A line of a catalogue."""
PO_KEY = re.compile(r'msgid\s+"(.+)"')
"""The line with the key of an entry."""
HEADER = re.compile(r'"([A-Za-z-]+):\s*(.*?)(?:\\n)?"$', re.MULTILINE)
"""A field of a catalogue's header and its value."""
PLURALS = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+);?")
"""The number of plural forms in a header, and the expression that chooses one."""
TWO_PLURALS = "nplurals=2; plural=(n != 1);"
"""The plural forms of all languages of ducato: the singular, and the plural."""
NUMBER_FORM = re.compile(r"[<>=^+\-0-9,._]*[bcdoxXeEfFgGn%]?")
"""The form of a number in a sentence, as in `{n:+d}`."""


def catalogues_are_sound(game: Game, seeds: range) -> Iterator[Broken]:
    """Check the format of each catalogue, its header and the forms that its sentences ask for."""
    for path in sorted((folder_of(game.package) / "locale").glob("*.po")):
        file, language = f"locale/{path.name}", path.stem
        if language not in LANGUAGES:
            yield Broken(
                f"{file} is never read: ducato does not know the language {language!r}",
                f"The languages are {', '.join(LANGUAGES)}.",
                file=file,
                warning=True,
            )
            continue
        text = data.read_file(path)
        faults = [*_faults_of_lines(text), *_faults_of_header(text, language)]
        if not faults:
            faults = [*_faults_of_entries(game.package, text, language)]
        for line, problem, advice in faults:
            yield Broken(problem, advice, file=f"{file}:{line}")


Fault = tuple[int, str, str]
"""The line, the problem and the advice."""


def _faults_of_lines(text: str) -> Iterator[Fault]:
    keys: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not PO_LINE.fullmatch(line.strip()):
            yield (
                number,
                f"this is no line of a catalogue: {line.strip()}",
                'Write a keyword and a text in quotes, each quote within the text as \\".',
            )
        elif (key := PO_KEY.fullmatch(line.strip())) and keys.setdefault(key[1], number) != number:
            yield (
                number,
                f"a second text has the key {key[1]!r}",
                f"Remove it, or the one in line {keys[key[1]]}.",
            )


def _faults_of_header(text: str, language: str) -> Iterator[Fault]:
    header = dict(HEADER.findall(text.partition("\n\n")[0]))
    given = header.get("Language", language)
    if re.split("[_-]", given)[0] != language:
        yield 1, f"the header names the language {given!r}", f"Write Language: {language}."
    charset = header.get("Content-Type", "").partition("charset=")[2]
    if charset.lower() not in ("", "utf-8"):
        yield 1, f"the header names the charset {charset}", "Write charset=UTF-8."
    plurals = header.get("Plural-Forms")
    if plurals is None and "\nmsgid_plural" in text:
        yield 1, "the header has no Plural-Forms", f"Write Plural-Forms: {TWO_PLURALS}"
    if plurals is not None and not _are_two(plurals):
        yield (
            1,
            f"the plural forms in the header are not those of the language: {plurals}",
            f"Write Plural-Forms: {TWO_PLURALS}",
        )


def _are_two(plurals: str) -> bool:
    """Return whether plural forms are the singular for 1 and the plural for all other numbers."""
    match = PLURALS.fullmatch(plurals.strip())
    if match is None:
        return False
    try:
        return match[1] == "2" and [c2py(match[2])(n) for n in range(4)] == _CHOSEN
    except ValueError:
        return False


_CHOSEN = [1, 0, 1, 1]


def _faults_of_entries(package: str, text: str, language: str) -> Iterator[Fault]:
    from babel.messages.pofile import PoFileError, read_po

    try:
        read = [e for e in read_po(StringIO(text), locale=language, abort_invalid=True) if e.id]
    except (PoFileError, ValueError, IndexError) as error:
        line = getattr(error, "lineno", 0) + 1
        yield line, f"the catalogue cannot be read: {error}", "Correct the entry."
        return
    keys = {entry.id if isinstance(entry.id, str) else entry.id[0]: entry for entry in read}
    forms = {"", *FORMS, *_own_forms(package, language)}
    forms |= {key.rpartition(".")[2] for key in keys if key.rpartition(".")[0] in keys}
    for key, entry in keys.items():
        line = entry.lineno or 1
        if entry.fuzzy:
            yield (
                line,
                f"the text of {key!r} is marked as fuzzy",
                "It would be shown as it is: correct it, and remove the mark.",
            )
        if any(_strings(entry)) and not all(_strings(entry)):
            yield (
                line,
                f"one plural form of {key!r} is missing",
                "Write msgstr[0] for the singular and msgstr[1] for the plural.",
            )
        for problem, advice in _faults_of_sentence(_strings(entry), forms):
            yield line, f"{key!r} {problem}", advice


def _faults_of_sentence(texts: list[str], forms: set[str]) -> Iterator[tuple[str, str]]:
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
            if other is None or not any(_strings(other)):
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
            if forgotten := _arguments(entry) - _arguments(other):
                yield Broken(
                    f"{key!r} leaves out {', '.join(sorted(forgotten))}, which is in English",
                    "Use the arguments of the English text.",
                    file=location,
                    warning=True,
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
    """Return the arguments of a text; none if it cannot be read."""
    try:
        found = [part for text in _strings(entry) for part in string.Formatter().parse(text)]
    except ValueError:
        return set()
    return {name for _, name, _, _ in found if name is not None}
