"""Texts in the reader's language, rendered from messages: keys with arguments.

A game's `narration` and `scene` modules make messages, never sentences. The sentences are in the
game's ``locale/<language>.toml``. The names of its components are in ``data/names.csv``, with
article (``il|Mulino`` in the column ``<language>``) and gender (in ``<language>_gender``). A
sentence asks for the form it needs: ``{card}`` "Mulino", ``{card:the}`` "il Mulino", ``{card:The}``
"Il Mulino", ``{card:of}`` "del Mulino", and likewise ``to``, ``from``, ``in``, ``on``. A name with
a form of its own ("a Cuba", not "in Cuba") has it in the column ``<language>_<form>``. A player's
name, too, takes a preposition: ``{seat:to}`` is "a Bruno", but "ad Anna". A numbered
component that has no row of its own, such as ``salt-3``, takes the name of its family, ``salt``:
"the Salt 3".

A message inside a message takes a form, too, if the catalogue has an entry for it: if the argument
``crew`` is a message with the key ``crew``, ``{crew:to}`` uses the entry ``crew.to``. In an entry
with a plural, ``{ one = "…", other = "…" }``, the argument ``n`` chooses: 1 takes ``one``.

English alone is enough: a sentence or name that another language lacks is given in English, and a
component without a name is called by its id.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import msgspec

from ducato.core.editions import data_files
from ducato.core.editions.catalogue_file import read_catalogue
from ducato.core.errors import UnknownName, UnreadableFile

CORE = "ducato.core"
"""The package with the texts of `core.defaults`, which every game can use."""

LANGUAGE_NAMES = {"en": "English", "it": "Italiano", "es": "Español"}
"""All languages, each under its own name, so that readers of any language can find theirs."""
LANGUAGES = tuple(LANGUAGE_NAMES)
EUPHONY = {
    "es": (re.compile(r"[«“]?h?[ií](?![aeoáéó])", re.IGNORECASE), "y", "e"),
    "it": (re.compile(r"[«“]?e", re.IGNORECASE), "e", "ed"),
}
"""By language, the beginnings of words before which "and" changes, its usual and its other form.

Thus "Ana e Inés" (but "agua y hielo") and "Ada ed Elsa"."""
TO_EUPHONY = {"it": (re.compile(r"[«“]?a", re.IGNORECASE), "ad")}
"""By language, the beginnings of players' names before which "to" changes, and its other form."""
NUMBERED = re.compile(r"(.+)-(\d+)")
"""The id of a component with a number in a family of components, such as ``salt-3``."""
RIGHT_TO_LEFT = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The letters and digits that turn round the numbers and signs beside them (UAX #9, table 4)."""
CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""The characters that change the direction of the text around them."""
ISOLATED = re.compile(f"\u2068(?:(?!{CONTROLS.pattern}).)*\u2069", re.DOTALL)
"""A text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE."""
KEPT_SENTENCES = 4_000
"""The number of rendered sentences kept in memory, a few MB.

From one step to the next, most labels at a table stay the same."""


class Name(msgspec.Struct, frozen=True, gc=False):
    """A component's name, given by its id, such as ``the-mill``."""

    id: str


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A player, given by seat; rendered as the player's name at the table."""

    number: int


class Message(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A catalogue key with arguments: numbers, texts, `Name`s, `Seat`s, messages or tuples.

    They are made by `say`, with the arguments in alphabetical order. Messages are the keys of the
    cache of rendered sentences.
    """

    key: str
    items: tuple[tuple[str, Any], ...]

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments by name."""
        return dict(self.items)


@dataclass(frozen=True)
class IllegalReason:
    """The reason why an action is illegal now, and the clause of the rules that states it."""

    message: Message
    clause: str


def say(key: str, /, **arguments: Any) -> Message:
    """Return a message with this key and these arguments, with tuples for lists."""
    if list in map(type, arguments.values()):
        arguments = {k: tuple(v) if type(v) is list else v for k, v in arguments.items()}
    return Message(key, tuple(sorted(arguments.items())))


CONTRACTIONS = {
    "it": {
        "of": {
            "il": "del",
            "lo": "dello",
            "l’": "dell’",
            "la": "della",
            "i": "dei",
            "gli": "degli",
            "le": "delle",
        },
        "to": {
            "il": "al",
            "lo": "allo",
            "l’": "all’",
            "la": "alla",
            "i": "ai",
            "gli": "agli",
            "le": "alle",
        },
        "from": {
            "il": "dal",
            "lo": "dallo",
            "l’": "dall’",
            "la": "dalla",
            "i": "dai",
            "gli": "dagli",
            "le": "dalle",
        },
        "in": {
            "il": "nel",
            "lo": "nello",
            "l’": "nell’",
            "la": "nella",
            "i": "nei",
            "gli": "negli",
            "le": "nelle",
        },
        "on": {
            "il": "sul",
            "lo": "sullo",
            "l’": "sull’",
            "la": "sulla",
            "i": "sui",
            "gli": "sugli",
            "le": "sulle",
        },
    },
    "es": {"of": {"el": "del"}, "to": {"el": "al"}, "from": {"el": "del"}},
}
"""Contractions of prepositions with articles, by language, form and article."""
PREPOSITIONS = {
    "en": {"of": "of", "to": "to", "from": "from", "in": "in", "on": "on"},
    "it": {"of": "di", "to": "a", "from": "da", "in": "in", "on": "su"},
    "es": {"of": "de", "to": "a", "from": "de", "in": "en", "on": "en"},
}

FORMS = ("the", "The", *PREPOSITIONS["en"])
"""The forms of names that a sentence can ask for."""


@cache
def catalogue(package: str, language: str) -> dict[str, tuple[str, ...]]:
    """Return the texts in ``locale/<language>.toml`` of a package by key; none without the file.

    Raises:
        UnknownName: there is no such language.
        UnreadableFile: the file is not a catalogue; the error names the line.
    """
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    file = f"locale/{language}.toml"
    if not data_files.has_file(package, file):
        return {}
    read = read_catalogue(data_files.read_text(package, file))
    if read.faults:
        line, problem, advice = read.faults[0]
        raise UnreadableFile(file, f"line {line}: {problem}. {advice}")
    return read.texts


def languages_of(package: str) -> list[str]:
    """Return the languages in which a package has texts; English, in any case, is the first."""
    return [n for n in LANGUAGES if n == "en" or data_files.has_file(package, f"locale/{n}.toml")]


@cache
def has_text(package: str, key: str) -> bool:
    """Return whether a package has an English text with this key."""
    return key in catalogue(package, "en")


@cache
def names(package: str) -> dict[str, dict[str, str]]:
    """Return the rows of the package's ``data/names.csv`` by id; empty if there is none."""
    if not data_files.has_file(package, "data/names.csv"):
        return {}
    return {row["id"]: row for row in data_files.read_table(package, "names.csv")}


def spoken(identifier: str) -> str:
    """Return an id as words: ``the-old-mill`` and ``the_old_mill`` as "The old mill"."""
    words = identifier.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def gender(package: str, name: Name, language: str) -> str:
    """Return a component's gender, ``"m"`` or ``"f"``; ``""`` if the language has no genders."""
    return names(package).get(name.id, {}).get(f"{language}_gender") or ""


def name_form(package: str, name: Name, language: str, form: str = "") -> str:
    """Return a component's name in the form that a sentence needs; see the module's docstring."""
    row = names(package).get(name.id, {})
    if not row and (numbered := NUMBERED.fullmatch(name.id)) and numbered[1] in names(package):
        return f"{name_form(package, Name(numbered[1]), language, form)} {numbered[2]}"
    if not row.get(language):
        language = "en"
    if own := row.get(f"{language}_{form}"):
        return own
    if not row.get(language):
        return spoken(name.id)
    article, _, bare = row[language].rpartition("|")
    if form == "" or not article:
        preposition = PREPOSITIONS[language].get(form, "")
        return f"{preposition} {bare}".strip()
    if form in ("the", "The"):
        words = article
    else:
        preposition = PREPOSITIONS[language][form]
        words = (
            CONTRACTIONS.get(language, {}).get(form, {}).get(article, f"{preposition} {article}")
        )
    text = words + bare if words.endswith(("'", "’")) else f"{words} {bare}"
    return text[0].upper() + text[1:] if form == "The" else text


def player_form(name: str, language: str, form: str) -> str:
    """Return a player's name after the preposition that a sentence asks for, or alone.

    Example:
        >>> player_form("Anna", "it", "to"), player_form("Bruno", "it", "to")
        ('ad Anna', 'a Bruno')
    """
    preposition = PREPOSITIONS[language].get(form)
    if preposition is None:
        return name
    if form == "to" and language in TO_EUPHONY:
        sound, other = TO_EUPHONY[language]
        preposition = other if sound.match(name) else preposition
    return f"{preposition} {name}"


def enumeration(parts: Sequence[str], language: str) -> str:
    """Return the parts as one text, such as "a, b and c".

    Example:
        >>> enumeration(["Ana", "Inés"], "es")
        'Ana e Inés'
    """
    from babel.lists import format_list

    parts = [isolated(part) for part in parts]
    text = format_list(parts, locale=_locale(language))
    if language in EUPHONY and len(parts) > 1:
        sound, usual, other = EUPHONY[language]
        if sound.match(parts[-1]):
            return text.removesuffix(f"{usual} {parts[-1]}") + f"{other} {parts[-1]}"
    return text


@cache
def _locale(language: str) -> Any:
    from babel import Locale

    return Locale.parse(language)


def isolated(text: str) -> str:
    """Return a text that does not turn round what stands beside it, such as a person's name.

    A text that is written from right to left is put between two invisible characters, which keep
    its direction to itself: "37% → 47%" after a Hebrew name would be read as "47% → 37%". Any other
    text, and one whose parts are isolated already, is returned as it is; controls of its own, which
    could undo ours, are removed.

    Example:
        >>> isolated("Anna (2)"), isolated("\u202eדוד"), isolated(isolated("דוד") + ": 37%")
        ('Anna (2)', '\u2068דוד\u2069', '\u2068דוד\u2069: 37%')
    """
    if text.isascii():
        return text
    rest, count = text, 1
    while count:
        rest, count = ISOLATED.subn("", rest)
    if CONTROLS.search(rest):
        rest = text = CONTROLS.sub("", text)
    return f"\u2068{text}\u2069" if RIGHT_TO_LEFT.search(rest) else text


class _Sentence(string.Formatter):
    def __init__(self, package: str, language: str, seats: Sequence[str]) -> None:
        self.package, self.language, self.seats = package, language, seats

    def format_field(self, value: Any, form: str) -> Any:
        match value:
            case Name():
                return name_form(self.package, value, self.language, form)
            case Seat():
                known = value.number < len(self.seats)
                name = isolated(self.seats[value.number]) if known else f"#{value.number + 1}"
                return player_form(name, self.language, form)
            case str() if not form:
                return isolated(value)
            case str() if form in FORMS and type(value) is str:  # else it has forms of its own
                return player_form(isolated(value), self.language, form)
            case Message():
                formed = self._formed(value, form)
                return render(formed, self.package, self.language, self.seats)
            case list() | tuple():
                return enumeration([self.format_field(v, form) for v in value], self.language)
        return super().format_field(value, form)

    def _formed(self, message: Message, form: str) -> Message:
        """Return the message in this form if the catalogue has an entry for it, else unchanged."""
        key = f"{message.key}.{form}"
        if form and key in catalogue(self.package, self.language):
            return Message(key, message.items)
        return message


def render(message: Message, package: str, language: str, seats: Sequence[str] = ()) -> str:
    """Render a message as a sentence of `language`, from the catalogue of `package`.

    Args:
        message: the message.
        package: the package whose catalogue and names are used, such as a game's.
        language: one of `LANGUAGES`.
        seats: the players' names, by seat; a seat without a name is written "#1", "#2" and so on.

    Raises:
        UnknownName: neither the package nor `CORE` has a sentence with the key, or there is no such
            language.
    """
    return _rendered(message, package, language, tuple(seats))


@lru_cache(maxsize=KEPT_SENTENCES)
def _rendered(message: Message, package: str, language: str, seats: tuple[str, ...]) -> str:
    for source in ((package, language), (package, "en"), (CORE, language)):
        if texts := catalogue(*source).get(message.key):
            break
    else:
        raise UnknownName(
            f"{language} message of {package}", message.key, ["see its locale folder"]
        )
    arguments = message.arguments
    text = texts[0 if arguments.get("n") == 1 else -1]
    return _Sentence(package, source[1], seats).vformat(text, (), arguments)
