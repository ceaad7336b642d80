"""The analysis of a finished game in the reader's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ducato.bots import finish
from ducato.bots.analysis import Analysis, Budget, deciding_moments, pack, unpack
from ducato.bots.analysis.analyse import analysing
from ducato.bots.analysis.model import ChanceEvent, Decision, Values
from ducato.core.i18n import Name, Seat, say
from ducato.table.changes import Rejected
from ducato.table.protocol import Act, ShowDecision
from ducato.table.queries.hints import describe
from ducato.table.screens import Screen
from ducato.table.table import LiveTable

Open = Callable[..., LiveTable]


def played(table: LiveTable) -> LiveTable:
    while not table.match.is_over():
        screen = Screen((table.match.position.current_player(),), "en")
        legal = table.match.position.legal_actions()
        table.receive(screen, Act(f"a{table.match.seq}", table.match.seq, legal[0]))
    return table


@pytest.fixture(scope="module")
def kept() -> dict[str, str]:
    """Hold the packed analysis, which takes some seconds."""
    return {}


@pytest.fixture
def analysed(open_table: Open, kept: dict[str, str]) -> LiveTable:
    table = played(open_table(reshuffles=0))
    if "packed" not in kept:
        game = table.match.game
        label = lambda state, action: describe(game, state, action)  # noqa: E731
        thinking = analysing(table.match, [0], Budget(simulations=12), describe=label)
        kept["packed"] = pack(finish(thinking))
    table.set_analysis(unpack(kept["packed"]))
    return table


def summary(table: LiveTable, language: str = "en") -> dict[str, Any]:
    (message,) = finish(table.show_analysis("a", language))
    return message


@pytest.mark.compiled
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_the_message_has_everything_a_screen_shows(analysed: LiveTable, language: str):
    message = summary(analysed, language)
    assert (message["type"], message["id"], message["state"]) == ("analysis", "a", "done")
    steps = analysed.match.steps
    for one in message["decisions"]:
        assert steps[one["seq"]].actor == one["seat"]
        assert steps[one["seq"]].action == one["taken"]
        assert sum(one["wins"]) == pytest.approx(100, abs=0.2)
        assert one["lost"] >= 0
        assert one["judged"] == (one["seat"] == 0)
    for account in message["accounts"]:
        parts = [account[name][0] for name in ("chance", "own", "others", "rest")]
        assert account["from"] + sum(parts) == pytest.approx(account["to"], abs=0.3)
        assert sum(account["marks"].values()) == account["decisions"]
    assert len(message["moments"]) <= 3
    for moment in message["moments"]:
        assert abs(moment["swing"]) > moment["margin"]
        assert moment["chance"] or moment["taken"]


@pytest.mark.compiled
def test_a_decision_names_the_pieces_of_its_line_on_the_board(analysed: LiveTable):
    views, named = analysed.state.views, 0
    for brief in [one for one in summary(analysed)["decisions"] if one["judged"]][:20]:
        screen = Screen((brief["seat"],), "en")
        ask = ShowDecision("d", brief["seq"])
        (decision,) = analysed.receive(screen, ask).messages
        pieces = decision["pieces"]
        assert len(pieces["line"]) == len(decision["line"])
        view = msgspec.json.decode(views.view(brief["seq"], screen.viewer))
        there = {piece["id"] for piece in view["scene"]["pieces"]}
        first = [*pieces["taken"], *(pieces["line"][0] if pieces["line"] else [])]
        assert set(first) <= there
        named += len(first)
    assert named > 10


@pytest.mark.compiled
def test_a_decision_has_the_bots_choices_and_the_one_made(analysed: LiveTable):
    judged = [one for one in summary(analysed)["decisions"] if one["judged"]]
    for one in judged[:10]:
        reply = analysed.receive(Screen((), "en"), ShowDecision("d", one["seq"]))
        (message,) = reply.messages
        assert (message["type"], message["id"], message["seq"]) == ("decision", "d", one["seq"])
        actions = [choice["action"] for choice in message["choices"]]
        assert one["taken"] in actions
        assert all(choice["text"] for choice in message["choices"])
        assert message["grounds"]["than"]


@pytest.mark.compiled
def test_there_is_none_before_the_end_and_none_of_bots(open_table: Open, analysed: LiveTable):
    playing = open_table()
    with pytest.raises(Rejected):
        finish(playing.show_analysis("a", "en"))
    (refused,) = playing.receive(Screen((0,), "en"), ShowDecision("d", 0)).messages
    assert refused["type"] == "rejected"
    bots = next(one["seq"] for one in summary(analysed)["decisions"] if not one["judged"])
    (refused,) = analysed.receive(Screen((0,), "en"), ShowDecision("d", bots)).messages
    assert refused["type"] == "rejected"


def invented_analysis(losses: list[float], swings: list[float], turns: list[int]) -> Analysis:
    """Return an analysis of decisions of seat 0 with these losses, each followed by chance."""
    none = (0.0, 0.0)

    def decision(index: int, lost: float) -> Decision:
        before, after = (0.5, 0.5), (0.5 - lost, 0.5 + lost)
        values = Values(before, none), Values(after, none), Values((lost, -lost), (0.001, 0.001))
        return Decision(2 * index, 0, 1, 2, turns[index], *values)

    events = [
        ChanceEvent(
            2 * n + 1, 2 * n + 2, turns[n], Values((swing, -swing), (0.001, 0.001)), samples=4
        )
        for n, swing in enumerate(swings)
    ]
    decisions = [decision(n, lost) for n, lost in enumerate(losses)]
    return Analysis(
        *("bot", "", "0", 1, 2, (0,), 2 * len(losses), Values((0.5, 0.5), none), (1.0, 0.0)),
        tuple(decisions),
        tuple(events),
    )


def test_the_moments_are_the_largest_of_different_turns():
    found = invented_analysis([0.1, 0.2, 0.3, 0.04, 0.25], [0, 0, 0.35, 0, 0], [0, 1, 2, 3, 4])
    moments = deciding_moments(found)
    assert [(one.seq, one.decision is None) for one in moments] == [
        (2, False),
        (5, True),  # chance, in the same turn as the loss of 0.3
        (8, False),
    ]
    assert [round(one.swing, 3) for one in moments] == [-0.2, 0.35, -0.25]


def test_of_equal_swings_the_earlier_ones_count():
    found = invented_analysis([0.1] * 5, [0.1] * 5, [0, 1, 2, 3, 4])
    assert [one.seq for one in deciding_moments(found)] == [0, 2, 4]
    assert all(one.decision is not None for one in deciding_moments(found))
    same_turn = invented_analysis([0.1] * 5, [0.0] * 5, [0, 0, 0, 0, 1])
    assert [one.seq for one in deciding_moments(same_turn)] == [0, 8]


def test_what_is_small_or_better_than_the_bots_choice_decides_nothing():
    assert deciding_moments(invented_analysis([0.02, -0.3], [0.01, -0.02], [0, 1])) == []


def test_texts_in_lines_are_kept():
    from ducato.bots.analysis.packing import pack_text, unpack_text

    text = say("build", card=Name("the-mill"), by=Seat(1), parts=[say("one", n=2), "plain", 3])
    assert unpack_text(pack_text(text)) == text
