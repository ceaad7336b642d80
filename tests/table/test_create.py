from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ducato
from ducato.core.errors import ChangedEdition, DamagedRecord, OtherRules
from ducato.core.match import Step
from ducato.core.snapshot import Snapshot
from ducato.table.seats import BOT_NAMES
from ducato.table.setup.create import (
    BadTable,
    BotSeat,
    PersonSeat,
    TableRequest,
    open_table,
    reopen,
)
from ducato.table.setup.rematch import rematch_of
from ducato.table.setup.replay import replayed
from ducato.table.table import LiveTable

ANNA, GREEDY = PersonSeat("Anna"), BotSeat("greedy")


def request(**changes: Any) -> TableRequest:
    return TableRequest(**{"game": "magnate", "seats": [ANNA, GREEDY], **changes})


def test_a_table_is_seated_and_waits_for_its_person():
    table = open_table(request(edition="spanish", options={"hand_size": 4}), "anna")
    match, seats = table.match, table.roster.seats
    assert (match.begun, match.seq, table.begin(0).to_move, table.state.awaits_entropy) == (
        False,
        0,
        (),
        True,
    )
    assert match.header()["options"] == {"hand_size": 4}
    assert [(seat.name, seat.kind, seat.bot) for seat in seats] == [
        ("Anna", "person", None),
        (BOT_NAMES[0], "bot", "greedy"),
    ]


def test_a_bot_does_not_take_a_persons_name():
    table = open_table(request(seats=[GREEDY, PersonSeat(BOT_NAMES[0])]), "anna")
    assert table.roster.seats[0].name == BOT_NAMES[1]


def test_a_name_is_tidied():
    table = open_table(request(seats=[PersonSeat("  Anna \n\tMaria\x00 "), GREEDY]), "anna")
    assert table.roster.seats[0].name == "Anna Maria"


@pytest.mark.parametrize(
    "name",
    [
        "You won! https://evil.example/x",
        "www.evil.example",
        "evil.example",
        "Anna see evil\uff0eexample",
        "\u0430nna\u3002example",
        "mail me@evil.example",
        "10.0.0.1/x",
    ],
)
def test_a_name_is_no_address_of_the_web(name: str):
    with pytest.raises(BadTable) as error:
        open_table(request(seats=[PersonSeat(name), GREEDY]), "anna")
    assert (error.value.field, error.value.message.key) == ("seats.0", "bad.link")


@pytest.mark.parametrize("name", ["J. R. R. Tolkien", "Anna-M. 2.0", "Dr. No", "O'Neill", "Zoë..."])
def test_other_dots_may_stand_in_a_name(name: str):
    table = open_table(request(seats=[PersonSeat(name), GREEDY]), "anna")
    assert table.roster.seats[0].name == name


@pytest.mark.parametrize(
    ("changes", "field", "choice"),
    [
        ({"game": "chess"}, "game", "magnate"),
        ({"edition": "of 1900"}, "edition", "spanish"),
        ({"seats": [ANNA]}, "players", "2"),
        ({"options": {"hand": 3}}, "options.hand", "hand_size"),
        ({"options": {"hand_size": 99}}, "options.hand_size", None),
        ({"options": {"courts": "perhaps"}}, "options.courts", None),
        ({"options": {"ending": "never"}}, "options.ending", "last_drawn"),
        ({"seats": [ANNA, BotSeat("clever")]}, "seats.1", "greedy"),
        ({"seats": [ANNA, BotSeat("ismcts:sims=-1")]}, "seats.1", None),
        ({"seats": [PersonSeat(" "), GREEDY]}, "seats.0", None),
        ({"seats": [PersonSeat("A" * 41), GREEDY]}, "seats.0", None),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], field: str, choice: str | None):
    with pytest.raises(BadTable) as error:
        open_table(request(**changes), "anna")
    assert error.value.field == field
    assert (choice in error.value.choices) if choice else error.value.choices == []


def test_a_table_is_reopened_as_it_was_left(open_table: Callable[..., LiveTable]):
    table = open_table()
    table.match.act(table.match.position.legal_actions()[0])
    table.match.run_chance()
    seats = table.roster.seats
    reopened = reopen("t", "magnate", "current", {}, 1, seats, bytes([1] * 32), table.match.steps)
    assert reopened.match.position.state == table.match.position.state
    assert reopened.roster.seats == seats
    with pytest.raises(OtherRules, match="version 99 of magnate"):
        reopen("t", "magnate", "current", {}, 99, seats, bytes([1] * 32), [])


def test_a_table_goes_on_with_the_values_that_it_began_with(open_table: Callable[..., LiveTable]):
    """Here with other ones than the edition has now, as if they had been changed since."""
    table = open_table(ace_sale=1)
    match, seats = table.match, table.roster.seats
    values = match.game.recorded_values()
    stored = ("t", "magnate", "current", {}, 1, seats, bytes([1] * 32), match.steps)
    reopened = reopen(*stored, values=values, snapshot=Snapshot.of(match))
    assert reopened.match.game.pinned == {"ace_sale": 1}
    assert reopened.match.game.edition.ace_sale == 1
    assert reopened.match.position.state == match.position.state
    with pytest.raises(ChangedEdition, match=r"edition 'current' of magnate .* no 'lost' any more"):
        reopen(*stored, values={**values, "lost": 1})


def test_a_rematch_has_the_values_that_the_edition_has_now(open_table: Callable[..., LiveTable]):
    played = open_table(ace_sale=1)
    match, seats = played.match, played.roster.seats
    stored = ("t", "magnate", "current", {}, 1, seats, bytes([1] * 32), match.steps)
    pinned = reopen(*stored, values=match.game.recorded_values())
    assert rematch_of(pinned).match.game.values == ducato.load("magnate").values
    chosen = reopen(*stored[:3], {"courts": True}, *stored[4:-1], [], begun=False)
    assert rematch_of(chosen).match.game.options == {"courts": True}


def test_damaged_steps_are_found(open_table: Callable[..., LiveTable]):
    match = open_table().match
    steps = list(match.steps)
    game, stream = match.game, match.stream
    wrong_outcome = [*steps[:3], Step(-1, steps[3].action + 1), *steps[4:]]
    for damaged, line in [
        (wrong_outcome, 4),
        (steps[:-1], len(steps) - 1),
        ([*steps, Step(0, 0), Step(1, 0)], len(steps) + 1),
    ]:
        with pytest.raises(DamagedRecord) as error:
            replayed(game, stream, match.names, damaged)
        assert abs(error.value.line - line) <= 1
