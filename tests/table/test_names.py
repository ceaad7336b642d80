"""How people may be called at a table."""

from __future__ import annotations

import pytest

from ducato.core.i18n import LANGUAGES
from ducato.table.changes import Rejected
from ducato.table.chat_rules import tidy_text
from ducato.table.names import distinct, own_name
from ducato.table.seats import BOT_NAMES, FORMER, LONGEST_NAME, OPEN, NotAName, tidy_name
from ducato.table.setup.create import BotSeat, OpenSeat, PersonSeat, TableRequest, open_table
from ducato.table.views.texts import display_name


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "\u2800", "\u115f \u1160", "\uffa0", "\u0301\ufe0f", "\U0001d159"]
)
def test_a_name_can_be_seen(name: str):
    with pytest.raises(NotAName):
        tidy_name(name)


def test_what_cannot_be_seen_is_left_out():
    assert tidy_name("\u3164Anna\u2800\u2800Rossi") == "Anna Rossi"


@pytest.mark.parametrize("mark", ["\U0001d159", "\U00016fe4", "\U0001107f", "\ufffc", "\u200b"])
def test_nobody_takes_a_name_that_looks_like_another(mark: str):
    assert own_name(f"Anna{mark}") == "Anna"
    assert distinct(own_name(f"{mark}Anna"), ["Anna"]) == "Anna (2)"


@pytest.mark.parametrize(
    "name",
    [
        "\U0001f469\u200d\U0001f469\u200d\U0001f466",  # a family
        "\U0001f3f3\ufe0f\u200d\U0001f308",  # a flag of two emoji
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland's
        "\U0001fae9 \U0001fbff",  # newer than this Python
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Sinhala
        "\u0e17\u0e35\u0e48",  # Thai, two marks on a letter
    ],
)
def test_a_name_keeps_what_its_script_is_written_with(name: str):
    assert own_name(name) == tidy_text(name) == name
    assert distinct(name, [name]) == f"{name} (2)"


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d", "\U000e0061"])
def test_nothing_unseen_is_kept_beside_other_letters(joiner: str):
    assert own_name(f"{joiner}An{joiner}na{joiner}") == "An na"
    assert distinct(f"\u0645{joiner}\u0645", ["\u0645\u0645"]).endswith(" (2)")


def test_marks_are_not_piled_up():
    assert own_name("A" + "\u0301\u0489" * 9 + "nna") == "A\u0301\u0489\u0301nna"
    assert tidy_text("A" + "\u0336" * 99) == "A" + "\u0336" * 3


@pytest.mark.parametrize("text", ["\u3164", "\u2800 \u115f", "\u0301", "\U0001d159\ufe0f"])
def test_a_line_of_the_chat_can_be_seen(text: str):
    with pytest.raises(Rejected):
        tidy_text(text)


@pytest.mark.parametrize("nobody", [OPEN, FORMER])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_like_an_empty_chair(nobody: str, language: str):
    label = display_name(nobody, language)
    for name in (
        label,
        label.upper(),
        label.replace(" ", "  "),
        nobody,
        nobody.replace("\xa0", " "),
    ):
        with pytest.raises(NotAName):
            own_name(name)


@pytest.mark.parametrize("name", ["Argo [bot]", "Argo[BOT]", "Argo \uff3bbot\uff3d", "[bot]"])
def test_no_person_is_called_like_a_program(name: str):
    with pytest.raises(NotAName):
        own_name(name)
    assert tidy_name("Argo [bot]") == "Argo [bot]"  # which programs are


def test_two_people_of_one_name_are_told_apart():
    seats = [PersonSeat("Anna"), OpenSeat(), OpenSeat(), BotSeat("random")]
    table = open_table(TableRequest("builders", seats), "anna")
    table.join("second", "ANNA", None)
    table.join("third", BOT_NAMES[0], None)
    names = [seat.name for seat in table.roster.seats]
    assert names[:3] == ["Anna", "ANNA (2)", f"{BOT_NAMES[0]} (2)"]


def test_a_long_name_keeps_its_number():
    long = "a" * LONGEST_NAME
    table = open_table(TableRequest("magnate", [PersonSeat(long), OpenSeat()]), "anna")
    assert table.join("second", long, None).seats[0].name == "a" * (LONGEST_NAME - 4) + " (2)"


@pytest.mark.parametrize("mark", ["\u034f", "\u180b", "\ufe00", "\ufe0f", "\U000e0101"])
def test_marks_that_nobody_sees_hide_no_likeness(mark: str):
    for name in (f"x [bo{mark}t]", f"Open{mark} seat", f"Former{mark} player", f"duc{mark}ato"):
        with pytest.raises(NotAName):
            own_name(name)
    with pytest.raises(NotAName, match="letters of one script"):
        own_name(f"\u0410{mark}nna")
    assert distinct(f"Anna{mark}", ["Anna"]) != f"Anna{mark}"
    assert own_name("Anna \u2764\ufe0f") == "Anna \u2764\ufe0f"  # an emoji stays what it is
