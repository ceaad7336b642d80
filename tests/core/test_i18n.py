"""Messages in three languages: forms of names, contractions, plurals, lists, seats."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ducato
from ducato.core.errors import UnknownName
from ducato.core.game import all_games
from ducato.core.i18n import (
    LANGUAGES,
    Name,
    Seat,
    enumeration,
    gender,
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
        if (path.suffix == ".py" or (path.suffix in (".js", ".html") and "web" in path.parts))
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


def test_gender():
    assert [gender(PACKAGE, Name("four"), language) for language in LANGUAGES] == ["", "f", "f"]


def test_a_sentence_in_each_language():
    message = say("played", seat=Seat(0), card=Name("three"))
    assert [render(message, PACKAGE, language, ["Ada"]) for language in LANGUAGES] == [
        "Ada plays the Three.", "Ada gioca lo Tre.", "Ada juega el Tres."
    ]  # fmt: skip


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
