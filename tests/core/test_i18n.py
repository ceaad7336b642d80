"""Messages in three languages: forms of names, contractions, plurals, lists, seats."""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

import pytest

import ducato
from ducato.core.editions import data_files
from ducato.core.errors import UnknownName, UnreadableFile
from ducato.core.game import all_games
from ducato.core.i18n import (
    LANGUAGES,
    RIGHT_TO_LEFT,
    Name,
    Seat,
    catalogue,
    enumeration,
    gender,
    isolated,
    name_form,
    names,
    render,
    say,
)

from .. import invented as package_of_the_invented

PACKAGE = package_of_the_invented.__name__

FORMS = ("", "the", "The", "of", "to", "from", "in", "on")


def test_languages_are_declared_once():
    declared = re.compile(r"""['"]en['"](: ?['"]\w+['"])?\W+['"]it\b|\ben, it\b|Italiano""")
    sources = Path(ducato.__file__).parent
    found = [
        path.relative_to(sources).as_posix()
        for path in sorted(sources.rglob("*.*"))
        if path.suffix in (".py", ".js", ".html")
        and not {"bundles", "report"} & {*path.parts}
        and declared.search(path.read_text("utf-8"))
    ]
    assert found == ["core/i18n.py"]


@pytest.mark.parametrize(
    ("language", "card", "forms"),
    [
        ("en", "two", ["Two", "the Two", "The Two", "of the Two", "to the Two", "from the Two",
                       "in the Two", "on the Two"]),
        ("it", "two", ["Due", "il Due", "Il Due", "del Due", "al Due", "dal Due", "nel Due",
                       "sul Due"]),
        ("it", "three", ["Tre", "lo Tre", "Lo Tre", "dello Tre", "allo Tre", "dallo Tre",
                         "nello Tre", "sullo Tre"]),
        ("it", "one", ["Uno", "l’Uno", "L’Uno", "dell’Uno", "all’Uno", "dall’Uno", "nell’Uno",
                       "sull’Uno"]),
        ("it", "four", ["Quattro", "la Quattro", "La Quattro", "della Quattro", "alla Quattro",
                        "dalla Quattro", "nella Quattro", "sulla Quattro"]),
        ("it", "five", ["Cinque", "i Cinque", "I Cinque", "dei Cinque", "ai Cinque",
                        "dai Cinque", "nei Cinque", "sui Cinque"]),
        ("it", "six", ["Sei", "gli Sei", "Gli Sei", "degli Sei", "agli Sei", "dagli Sei",
                       "negli Sei", "sugli Sei"]),
        ("es", "two", ["Dos", "el Dos", "El Dos", "del Dos", "al Dos", "del Dos", "en el Dos",
                       "en el Dos"]),
        ("es", "four", ["Cuatro", "la Cuatro", "La Cuatro", "de la Cuatro", "a la Cuatro",
                        "de la Cuatro", "en la Cuatro", "en la Cuatro"]),
        ("es", "five", ["Cinco", "los Cinco", "Los Cinco", "de los Cinco", "a los Cinco",
                        "de los Cinco", "en los Cinco", "en los Cinco"]),
        ("en", "seven", ["Seven", "Seven", "Seven", "of Seven", "to Seven", "from Seven",
                         "in Seven", "on Seven"]),
        ("it", "seven", ["Sette", "Sette", "Sette", "di Sette", "a Sette", "da Sette", "a Sette",
                         "su Sette"]),
        ("es", "seven", ["Siete", "Siete", "Siete", "de Siete", "a Siete", "de Siete", "en Siete",
                         "en Siete"]),
    ],
)  # fmt: skip
def test_forms_of_a_name(language: str, card: str, forms: list[str]):
    assert [name_form(PACKAGE, Name(card), language, form) for form in FORMS] == forms


@pytest.mark.parametrize("game", all_games().values(), ids=lambda g: g.name)
def test_every_name_of_every_game_has_every_form(game):
    for card in names(game.package):
        for language in LANGUAGES:
            for form in FORMS:
                text = name_form(game.package, Name(card), language, form)
                assert text == text.strip()
                assert "|" not in text
                assert "  " not in text
                assert "' " not in text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('"title" = "Again"', "a second text has the key 'title'. Remove it, or the one in line 2"),
        ('log.play = "x"', "this is no line of a catalogue: log.play"),
        ("[log]", "this is no line of a catalogue"),
        ('"x" = """a', "this is no line of a catalogue"),
        ('"x" = "a "b""', "it is no TOML"),
        ('"x" = 3', "'x' is neither a text nor a singular and a plural"),
        ('"x" = { one = "a" }', "'x' is neither"),
        ('"x" = { one = "a", other = "" }', "'x' is neither"),
        ('"x" = { one = "a", few = "b", other = "c" }', "'x' is neither"),
    ],
)
@pytest.mark.parametrize("rest", ["", '"last" = "z"\n'])
def test_a_faulty_catalogue_is_named_with_the_line(line: str, words: str, rest: str, monkeypatch):
    text = f'# Texts.\n"title" = "First"\n\n{line}\n{rest}'
    monkeypatch.setattr(data_files, "has_file", lambda *file: True)
    monkeypatch.setattr(data_files, "read_text", lambda *file: text)
    with pytest.raises(UnreadableFile) as caught:
        catalogue.__wrapped__("any", "it")
    assert str(caught.value).startswith("locale/it.toml cannot be read: line 4: " + words)


def test_a_catalogue_has_texts_plurals_and_comments(monkeypatch):
    text = '# Texts.\nbare = "a = # b"\n\n"x.y" = { one = "1", other = "{n}" }  # c\n"no" = ""\n'
    monkeypatch.setattr(data_files, "has_file", lambda *file: True)
    monkeypatch.setattr(data_files, "read_text", lambda *file: text)
    assert catalogue.__wrapped__("any", "es") == {"bare": ("a = # b",), "x.y": ("1", "{n}")}


def test_gender():
    assert [gender(PACKAGE, Name("four"), language) for language in LANGUAGES] == ["", "f", "f"]


def test_a_sentence_in_each_language():
    message = say("played", seat=Seat(0), card=Name("three"))
    assert [render(message, PACKAGE, language, ["Ada"]) for language in LANGUAGES] == [
        "Ada plays the Three.", "Ada gioca lo Tre.", "Ada juega el Tres."
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("who", "text"),
    [("Bruno", "a Bruno"), ("Ada", "ad Ada"), (("Bruno", "Ada"), "a Bruno e ad Ada")],
)
def test_a_player_takes_a_preposition(who: str | tuple[str, ...], text: str):
    said = render(say("rejected.turn", name=who, n=1), "ducato.table", "it")
    assert said == f"Tocca {text}, non a te."


def test_a_seat_without_a_name_is_a_number():
    assert render(say("seat", seat=Seat(1)), PACKAGE, "en", ["Ada"]) == "#2"


@pytest.mark.parametrize(("n", "text"), [(0, "0 punti"), (1, "1 punto"), (2, "2 punti")])
def test_plurals(n: int, text: str):
    assert render(say("points", n=n), PACKAGE, "it") == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "With the One, the Two, and the Four."),
        ("it", "Con l’Uno, il Due e la Quattro."),
        ("es", "Con el Uno, el Dos y la Cuatro."),
    ],
)
def test_lists_are_joined_as_the_language_does(language: str, text: str):
    cards = [Name("one"), Name("two"), Name("four")]
    assert render(say("list", cards=cards), PACKAGE, language) == text
    assert render(say("list", cards=tuple(cards)), PACKAGE, language) == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["Ana", "Inés"], "Ana e Inés"),
        (["$20", "Unidad", "Innovación"], "$20, Unidad e Innovación"),
        (["agua", "“Hilda”"], "agua e “Hilda”"),
        (["agua", "hielo"], "agua y hielo"),
        (["Inés", "Ana"], "Inés y Ana"),
        (["Inés"], "Inés"),
        ([], ""),
    ],
)
def test_spanish_has_another_word_before_the_sound_of_an_i(parts: list[str], text: str):
    assert enumeration(parts, "es") == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["Ada", "Elsa"], "Ada ed Elsa"),
        (["Ada", "Bruno", "«Elsa»"], "Ada, Bruno ed «Elsa»"),
        (["Elsa", "Ada"], "Elsa e Ada"),
        (["Elsa"], "Elsa"),
    ],
)
def test_italian_has_another_word_before_an_e(parts: list[str], text: str):
    assert enumeration(parts, "it") == text


def test_messages_within_messages():
    inner = say("played", seat=Seat(0), card=Name("one"))
    text = render(say("nested", inner=inner), PACKAGE, "es", ["Ada"])
    assert text == "Ada juega el Uno. Y así."


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Give a coin to the One (of 3)."),
        ("it", "Dai una moneta all’Uno (da 3)."),
        ("es", "Da una moneda al Uno (de 3)."),
    ],
)
def test_a_message_within_a_message_takes_the_form_that_is_asked_for(language: str, text: str):
    inner = say("held", card=Name("one"), n=3)
    assert render(say("gift", inner=inner), PACKAGE, language) == text


def test_a_key_that_is_missing_is_an_error():
    with pytest.raises(UnknownName, match="nowhere"):
        render(say("nowhere"), PACKAGE, "en")


def test_a_language_that_is_missing_lists_those_that_are_not():
    with pytest.raises(UnknownName, match="en, it, es"):
        render(say("over"), PACKAGE, "fr")


DAVID, THREE = "\u05d3\u05d5\u05d3", "\u0663"
"""A Hebrew name, and an Arabic digit."""


def test_every_character_that_turns_others_round_is_known():
    for number in range(sys.maxunicode + 1):
        turns = unicodedata.bidirectional(char := chr(number)) in ("R", "AL", "AN")
        assert not turns or RIGHT_TO_LEFT.match(char) or char == "\u200f", hex(number)


@pytest.mark.parametrize("name", ["Anna (2)", "#1", "Jos\u00e9", "7", "+", "\U0001f642", ""])
def test_a_name_that_turns_nothing_round_stays_as_it_is(name: str):
    assert isolated(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (DAVID, DAVID),
        (THREE, THREE),
        (f"Anna {DAVID} 7", f"Anna {DAVID} 7"),
        (f"\u202e{DAVID}\u2069 2", f"{DAVID} 2"),
        (f"\u2069{DAVID}\u2068", DAVID),
    ],
)
def test_a_name_from_right_to_left_keeps_its_direction_to_itself(name: str, shown: str):
    assert isolated(name) == f"\u2068{shown}\u2069"
    sentence = f"{isolated(name)}: 37% \u2192 47%"
    assert isolated(sentence) == sentence
    assert isolated(isolated(f"{shown} {isolated(name)}")) == isolated(f"{shown} {isolated(name)}")


def test_names_keep_their_direction_in_sentences_and_lists():
    said = render(say("default.lose", seat=Seat(0), n=3, title=THREE), PACKAGE, "en", [DAVID])
    assert said == f"\u2068{DAVID}\u2069: \u22123 \u2068{THREE}\u2069."
    assert enumeration([DAVID, "Anna"], "en") == f"\u2068{DAVID}\u2069 and Anna"
    assert isolated("\u202eAnna") == "Anna"
