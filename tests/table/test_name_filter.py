"""Names that nobody may use, however they are written, and names that must stay possible."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ducato.core.editions import data_files
from ducato.core.editions.catalogue_file import read_catalogue
from ducato.table.name_filter import _SYMBOLS, LANGUAGES, is_acceptable, is_word
from ducato.table.name_filter.folding import folded

PACKAGE = Path(__file__).parents[2] / "src" / "ducato"
GOOD = """Scunthorpe|Cassandra|Cockburn|Dickens|Computadora|Analisa|Assunta|Fukushima|Penistone
Sussex|Hancock|Montenegro|Niger|Nigeria|Concha|Kike|Dick|Culotta|Cuneo|Buttafuoco|Cono|Peacock
Shitake|Matsushita|Elena di Troia|Reputación|Diputado|Anna 2|R2D2|Anna-Lisa|J. A. S. S.|Agent 455
Clitheroe|Annal|As|Pu Ta|Ducati|Badminton|Titania|Therapist|Rapeseed|Canal|Merdeka|José|Núñez
Łukasz|Søren|Αλέξανδρος|Владимир|李小龙|Étienne|Uranus|Nazim|Cum Laude|Giovanni Verga|Van Dyke
Modena|Admiral|Server Room 3|Life Support|100 %|#1|4|Hebe|Marica|Ritardando|Cime di rape""".replace(
    "\n", "|"
).split("|")
BAD = """fuck|FUCK|f.u.c.k|f u c k|fuuuuck|fu_ck|fu-ck|Fückér|f4ggot|n1gg3r|FuckYou|BigCunt|cunt69
cunt!|a55|@ss|$hit|5h1t|сunt|ƒuck|fυck|c4zz0|STRONZO|v a f f a n c u l o|coño|Coño|p.u.t.a|put4
cabrón|CABRÓN|maricón|ｆｕｃｋ|fu\u200bck|f*ck|f̶u̶c̶k̶|ꜰᴜᴄᴋ|h1tler|hijo_de_puta|vaffa-nculo|аss
Dear Fuckface|Adm1n|admin|Admin Anna|TheAdmin|ducato|Ducato Team|DUCAT0|moderatore|Administrador
Server|the server|Sistema""".replace("\n", "|").split("|")


@pytest.mark.parametrize("name", GOOD)
def test_a_name_with_a_bad_word_inside_is_acceptable(name: str):
    assert is_acceptable(name)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_name_is_found_however_it_is_written(name: str):
    assert not is_acceptable(name)


def words(*lists: str) -> list[str]:
    listed = data_files.read_toml("ducato.table.name_filter", "words.toml")
    return [word for name in lists for word in listed[name]]


def test_the_lists_are_in_all_languages_and_tidy():
    for name in (*LANGUAGES, "reserved", "reserved_alone"):
        listed = words(name)
        assert len(set(listed)) == len(listed), name
        assert all(is_word(word) for word in listed), name
    assert all(len(words(language)) > 60 for language in LANGUAGES)


def test_no_word_of_the_games_is_forbidden():
    """The texts of all games and pages, in all languages, are the best list of innocent words."""
    found = set()
    for path in PACKAGE.rglob("locale/*.toml"):
        for texts in read_catalogue(path.read_text("utf-8")).texts.values():
            found |= set(re.findall(r"\w+", " ".join(texts)))
    for path in PACKAGE.rglob("data/names.csv"):
        for row in csv.reader(path.read_text("utf-8").splitlines()):
            found |= {part for cell in row for part in cell.split("|")}
    assert len(found) > 1000
    # The pages of administrators name them, as no person may.
    stems, alone = tuple(word.strip("*") for word in words("reserved")), words("reserved_alone")
    forbidden = {folded(word) for word in found if not is_acceptable(word)}
    assert {w for w in forbidden if not w.startswith(stems) and w not in alone} == set()


PLAIN = st.sampled_from([word.strip("*") for word in words(*LANGUAGES) if len(word) > 3])


@given(PLAIN, st.data())
def test_a_word_is_found_with_other_signs_in_place_of_letters(word: str, draw: st.DataObject):
    written = "".join(
        draw.draw(st.sampled_from([c, c.upper(), *(s for s in _SYMBOLS.get(c, "") if s != "*")]))
        for c in word
    )
    if any(c.isalpha() for c in written):
        assert not is_acceptable(written)
        assert not is_acceptable(f"Dear {written}!")


@given(PLAIN, st.sampled_from([".", "-", "_", "·", "~", "'"]))
def test_a_word_is_found_with_separators(word: str, separator: str):
    assert not is_acceptable(separator.join(word))


@given(st.text(max_size=60))
def test_any_text_is_judged(name: str):
    assert is_acceptable(name) in (True, False)


@given(st.integers())
def test_numbers_are_acceptable(number: int):
    assert is_acceptable(str(number))


def test_words_can_be_added():
    assert is_acceptable("Blorb")
    assert not is_acceptable("Bl0rb the Great", ["blorb"])
    assert is_acceptable("Blorbina", ["blorb"])
    assert not is_acceptable("Blorbina", ["blorb*"])
    assert is_acceptable("Blorbina", ["blurb"])


@pytest.mark.parametrize("word", ["", "a", "*", "**", "two words", "a*b", "x" * 41, "12"])
def test_what_is_no_word_cannot_be_added(word: str):
    assert not is_word(word)
