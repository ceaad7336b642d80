"""Hints: from what the asker sees, for who may have them, and without touching the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ducato.bots import finish
from ducato.core import i18n
from ducato.core.chance import new_rng
from ducato.core.visibility import resample
from ducato.table.protocol import Hint
from ducato.table.queries.hints import LISTED, Adviser, margin
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable

Open = Callable[..., LiveTable]
AGAINST_A_BOT = [TableSeat(0, "Anna", person="anna"), TableSeat(1, "Cosimo", "greedy")]
FEW = 40


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ducato.table.state.Adviser", lambda game: Adviser(game, FEW))


def annas_turn(
    open_table: Open, seats: list[TableSeat] = AGAINST_A_BOT, name: str = "magnate"
) -> LiveTable:
    """Return a table where the first seat has several legal actions."""
    table = open_table(seats, name=name)
    if table.status == "waiting":
        return table
    for _ in range(200):
        legal = table.match.position.legal_actions()
        if table.match.position.current_player() == 0 and len(legal) > 1:
            return table
        table.match.act(legal[0])
        table.match.run_chance()
    raise AssertionError("seat 0 never had a choice")


def thought(table: LiveTable, screen: Screen) -> dict[str, Any]:
    answer = table.receive(screen, Hint("h", table.match.seq))
    assert (answer.messages, answer.change) == ([], None)
    (think,) = answer.thoughts
    (hint,) = finish(think())
    return hint


@pytest.mark.compiled
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_a_hint_is_a_legal_action_with_its_share_of_wins(open_table: Open, language: str):
    table = annas_turn(open_table)
    hint = thought(table, Screen((0,), language, "anna"))
    assert (hint["type"], hint["id"], hint["seq"]) == ("hint", "h", table.match.seq)
    legal = table.match.position.legal_actions()
    assert {choice["action"] for choice in hint["choices"]} <= set(legal)
    assert sum(choice["visits"] for choice in hint["choices"]) == FEW
    best = hint["choices"][0]
    assert best["visits"] == max(choice["visits"] for choice in hint["choices"])
    assert hint["action"] == best["action"]
    assert 0 <= best["wins"] <= 100
    assert str(best["wins"]) in hint["text"]
    label = table.state.views.texts.action_label(
        table.match.position.state, best["action"], language
    )
    assert label in hint["text"]


@pytest.mark.compiled
def test_a_hint_knows_what_the_asker_sees_and_no_more(open_table: Open):
    table = annas_turn(open_table)
    hints = []
    for case in range(3):
        world = resample(table.match.position.state, 0, new_rng(case))
        table.match.position.state = world
        table.match._states[-1] = world.tobytes()
        hints.append(thought(table, Screen((0,), "en", "anna")))
    assert hints[0] == hints[1] == hints[2]


def test_the_only_thing_to_do_needs_no_search(open_table: Open):
    table = annas_turn(open_table)
    game = table.match.game
    while len(table.match.position.legal_actions()) > 1:
        legal = table.match.position.legal_actions()
        table.match.act(next((a for a in legal if game.actions.kind(a).name == "sell"), legal[-1]))
        table.match.run_chance()
    seat = table.match.position.current_player()
    opinion = Adviser(game).advise(table.match.position.redact(seat).state, seat, 0)
    (advice,) = opinion.advice
    assert (advice.action, advice.wins) == (table.match.position.legal_actions()[0], None)
    assert (advice.margin, opinion.line, opinion.grounds) == (None, [], None)


@pytest.mark.parametrize(
    ("value", "visits", "expected"), [(0.5, 1500, 3), (0.5, 20, 21), (1.0, 1, 43), (0.0, 400, 1)]
)
def test_the_fewer_simulations_the_wider_the_margin(value: float, visits: int, expected: int):
    assert margin(value, visits) == expected


@pytest.mark.compiled
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_a_hint_describes_the_best_choices_the_line_and_the_grounds(
    open_table: Open, language: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.bots.advice.grounds.SURE", 0.0)  # there is always something to say
    table = annas_turn(open_table)
    hint = thought(table, Screen((0,), language, "anna"))
    described = [choice for choice in hint["choices"] if choice["text"] is not None]
    assert described == hint["choices"][:LISTED]
    assert all(choice["margin"] > 0 for choice in described)
    assert hint["seat"] == 0
    assert hint["line"][0] == {"seat": 0, "text": described[0]["text"]}
    assert hint["grounds"]["than"] == described[1]["text"]
    assert hint["grounds"]["groups"]
    catalogue = i18n.catalogue("ducato.games.magnate", language)
    known = {texts[0] for key, texts in catalogue.items() if key.startswith("value.")}
    for group in hint["grounds"]["groups"]:
        assert group["text"] in known
        assert group["points"] != 0


@pytest.mark.parametrize(
    ("people", "allowed"),
    [
        (["anna", "anna"], True),  # two people at one screen: both see the hint
        (["anna", "bruno"], False),
        (["anna", "anna", "bruno"], False),
        (["anna", "anna", None], False),  # whoever sits down there will play against them
    ],
)
def test_no_hints_where_another_person_plays(
    open_table: Open, people: list[str | None], allowed: bool
):
    seats = [TableSeat(n, f"#{n}", person=person) for n, person in enumerate(people)]
    table = annas_turn(open_table, seats, "magnate" if len(seats) == 2 else "builders")
    shared = Screen(table.roster.of("anna"), "en", "anna")
    shared.shown = 0
    (told,) = (said["table"] for said in table.welcome(shared) if said["type"] == "welcome")
    assert told["hints"] is allowed
    shared.shown, shared.covered_for = 0, None
    answer = table.receive(shared, Hint("h", table.match.seq))
    assert bool(answer.thoughts) is allowed
    if not allowed:
        assert (answer.messages[0]["type"], answer.messages[0]["id"]) == ("rejected", "h")


def test_a_hint_for_an_older_position_is_stale(open_table: Open):
    table = annas_turn(open_table)
    answer = table.receive(Screen((0,), "en"), Hint("h", table.match.seq - 1))
    assert answer.messages[0] == {"type": "stale", "id": "h", "seq": table.match.seq}
    assert not answer.thoughts


def test_who_only_watches_gets_none(open_table: Open):
    table = annas_turn(open_table)
    assert (
        table.receive(Screen((), "en"), Hint("h", table.match.seq)).messages[0]["type"]
        == "rejected"
    )
