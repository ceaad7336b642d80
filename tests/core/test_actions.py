"""Action tables: numbers, names and JSON forms of the same actions."""

from __future__ import annotations

import pytest

from ducato.core.actions import ActionTable, kind
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import all_games

TABLE = ActionTable(
    kind("build", card=["mill", "cave"]),
    kind("trade", give=["suns", "moons", "waves"], take=["suns", "moons", "waves"]),
    kind("pay", tokens=range(3, 6)),
    kind("vote", secret=True, seat=range(2)),
    kind("end"),
)


def test_numbers_run_through_kinds_and_the_last_argument_first():
    assert [TABLE.name(a) for a in range(len(TABLE))] == [
        "build:mill", "build:cave",
        "trade:suns:suns", "trade:suns:moons", "trade:suns:waves",
        "trade:moons:suns", "trade:moons:moons", "trade:moons:waves",
        "trade:waves:suns", "trade:waves:moons", "trade:waves:waves",
        "pay:3", "pay:4", "pay:5", "vote:0", "vote:1", "end",
    ]  # fmt: skip


def test_every_action_comes_back_from_its_name_and_its_parts():
    for action in range(len(TABLE)):
        assert TABLE.index(TABLE.name(action)) == action
        parts = TABLE.decode(action)
        assert TABLE.encode(**parts) == action
        assert tuple(parts.values())[1:] == TABLE.arguments(action)


def test_starts_and_kinds():
    assert (TABLE.offset("trade"), TABLE.offset("end")) == (2, 16)
    assert TABLE.kind(14).name == "vote"
    assert TABLE.kind(14).secret
    assert not TABLE.kind(0).secret
    assert [k.size for k in TABLE.kinds.values()] == [2, 9, 3, 2, 1]


def test_a_table_shows_its_kinds_and_their_numbers_of_actions():
    assert repr(TABLE) == "ActionTable(build: 2, trade: 9, pay: 3, vote: 2, end: 1)"
    assert repr(ActionTable()) == "ActionTable()"


def test_the_rules_have_a_constant_for_each_kind():
    numbers = TABLE.numbers
    assert (numbers.BUILD, numbers.TRADE, numbers.PAY, numbers.VOTE, numbers.END) == (
        0,
        2,
        11,
        14,
        16,
    )
    with pytest.raises(AttributeError):
        _ = numbers.FLY


def test_the_parts_of_an_action_are_numbers():
    assert TABLE.parts(1) == ("build", 1)
    assert TABLE.parts(6) == ("trade", 1, 1)
    assert TABLE.parts(12) == ("pay", 4)
    assert TABLE.parts(16) == ("end",)


def test_numbers_may_be_given_as_numbers():
    assert TABLE.encode("pay", tokens=4) == TABLE.encode("pay", tokens="4") == 12


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: TABLE.index("build:castle"), UnknownName, "build:mill, build:cave"),
        (lambda: TABLE.index("fly"), UnknownName, "build, trade, pay, vote, end"),
        (lambda: TABLE.encode("fly"), UnknownName, "build, trade, pay, vote, end"),
        (lambda: TABLE.encode("build", card="castle"), UnknownName, "mill, cave"),
        (lambda: TABLE.encode("build"), BadValue, "card"),
        (lambda: TABLE.encode("build", tower="mill"), BadValue, "card"),
        (lambda: TABLE.encode("end", card="mill"), BadValue, "arguments of 'end'"),
        (lambda: TABLE.encode("pay", tokens=6), UnknownName, "3, 4, 5"),
        (lambda: TABLE.decode(17), BadValue, "from 0 to 16"),
        (lambda: TABLE.decode(-1), BadValue, "from 0 to 16"),
        (lambda: TABLE.decode(True), BadValue, "from 0 to 16"),
        (lambda: TABLE.decode("end"), BadValue, "from 0 to 16"),
    ],
)
def test_wrong_names_list_the_right_ones(call, error: type[Exception], words: str):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda g: g.name)
def test_the_tables_of_all_games_are_sound(game):
    table = game.load().actions
    names = [table.name(a) for a in range(len(table))]
    assert len(set(names)) == len(names)
    assert [table.index(n) for n in names] == list(range(len(names)))
    assert len(table) <= 256, "DESIGN 3.4"
