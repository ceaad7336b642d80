"""What scenes and narrations share, on a game that is made for these tests."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import pytest

from ducato.core import verbs
from ducato.core.actions import ActionTable, kind
from ducato.core.i18n import Name, Seat, say
from ducato.core.presentation.phrases import counted, names_of
from ducato.core.presentation.prompts import phase_prompt
from ducato.core.presentation.reasons import no, no_decision
from ducato.core.presentation.results import columns, deciding_measure, entry, rows, winners
from ducato.core.presentation.states import applied, arrived, cards_in
from ducato.core.presentation.viewer import Viewer
from ducato.core.struct import Row, Struct, field

EDITION = SimpleNamespace(players=3)


class Phase(IntEnum):
    DEAL = 0
    ACT = 1
    OVER = 2


class State(Struct):
    phase: int = field("i1", values=["deal", "act", "over"])
    chooser: int = field("i1")
    zone: Row = field("i1", 5)
    coins: Row = field("i2", 3)
    points: Row = field("i2", 3)


def _current_player(state: State, edition: Any) -> int:
    return {Phase.DEAL: -1, Phase.OVER: -4}.get(Phase(state.phase), state.chooser)


def _apply_action(state: State, edition: Any, action: int) -> None:
    state.coins[state.chooser] += action


def _ranking(state: State, edition: Any, out: Any) -> None:
    keys = [(state.points[seat], state.coins[seat]) for seat in range(3)]
    for seat in range(3):
        out[seat] = 1 + sum(key > keys[seat] for key in keys)


State.rules = SimpleNamespace(
    current_player=_current_player,
    apply_action=_apply_action,
    ranking=_ranking,
    take_turn=verbs.in_order,
)
MEASURES = {"points": entry("points"), "coins": entry("coins")}


def state(phase: Phase = Phase.ACT, chooser: int = 1, **rows: list[int]) -> State:
    made = State()
    made.phase, made.chooser = phase, chooser
    for name, values in rows.items():
        made.row(name)[:] = values
    return made


def test_phrases_are_made_from_numbers():
    assert counted("coins")(3) == say("coins", n=3)
    assert names_of(["mill", "cave"], prefix="shop-")(1) == Name("shop-cave")


def test_a_decision_is_worded_for_the_seat_to_move_and_for_the_others():
    words = {"seat": Seat(1), "card": "x"}
    assert phase_prompt(state(), EDITION, 1, card="x") == say("prompt.act.you", **words)
    assert phase_prompt(state(), EDITION, -1, card="x") == say("prompt.act.other", **words)
    assert phase_prompt(state(), EDITION, 1, phase="act.more").key == "prompt.act.more.you"


@pytest.mark.parametrize(("phase", "key"), [(Phase.DEAL, "deal"), (Phase.OVER, "over")])
def test_other_prompts_are_the_same_for_all(phase: Phase, key: str):
    assert phase_prompt(state(phase), EDITION, 1) == say(f"prompt.{key}")


def test_chance_and_the_end_are_reasons_against_every_action():
    clauses = {Phase.DEAL: "2.1", Phase.OVER: "9.1"}
    assert no_decision(state(Phase.DEAL), EDITION, clauses) == no("chance", "2.1")
    assert no_decision(state(Phase.OVER), EDITION, clauses) == no("over", "9.1")
    assert no_decision(state(Phase.ACT), EDITION, clauses) is None
    assert no("few", "3.1", n=2).message == say("no.few", n=2)


def test_the_first_measure_that_differs_decides():
    end = state(points=[5, 7, 7], coins=[9, 2, 4])
    assert winners(end, EDITION) == [2]
    assert deciding_measure(end, EDITION, MEASURES) == ("coins", 4, 2)
    end.points[2] = 8
    assert deciding_measure(end, EDITION, MEASURES) == ("points", 8, 7)


def test_equal_seats_share_the_victory():
    assert winners(state(points=[5, 7, 7], coins=[9, 4, 4]), EDITION) == [1, 2]


def test_the_table_has_a_column_for_each_seat_and_a_row_for_each_measure():
    end = state(points=[5, 7, 7], coins=[9, 2, 4])
    assert columns(3)[1:] == [say("default.seat", seat=Seat(seat)) for seat in range(3)]
    assert rows(end, EDITION, MEASURES) == [
        [say("result.row.points"), "5", "7", "7"],
        [say("result.row.coins"), "9", "2", "4"],
    ]


def test_cards_are_found_by_zone():
    before, after = state(zone=[1, 2, 1, 0, 2]), state(zone=[1, 2, 2, 0, 2])
    assert cards_in(before, 1) == [0, 2]
    assert arrived(before, after, 2) == [2]
    assert arrived(before, after, 1) == []


def test_an_action_is_tried_on_a_copy():
    here = state(coins=[0, 5, 0])
    assert applied(here, EDITION, 4).coins[1] == 9
    assert here.coins[1] == 5


ACTIONS = ActionTable(
    kind("sell", card=["mill", "cave"]),
    kind("trade", give=["mill", "cave"], take=["mill", "cave"]),
    kind("end"),
)


def test_a_viewer_is_offered_the_legal_actions_of_a_piece():
    viewer = Viewer(state(), EDITION, 1, [1, 4, 6], ACTIONS)
    assert viewer.potential("cave", "trade", "sell", "end") == (4, 5, 1)
    assert viewer.actions("cave", "trade", "sell") == (4, 1)
    assert viewer.actions("mill", "trade", "sell") == ()
    assert viewer.legal_among(range(7)) == (1, 4, 6)
    assert Viewer(state(), EDITION, 1, [], ACTIONS).actions("cave", "sell") == ()


def test_a_viewer_sits_near_and_a_spectator_with_the_first_seat():
    viewer = Viewer(state(), EDITION, 1, [], ACTIONS)
    assert (viewer.near, viewer.seats) == (1, [1, 2, 0])
    assert (viewer.role(1), viewer.role(0)) == ("mine", "others")
    spectator = Viewer(state(), EDITION, -1, [], ACTIONS)
    assert (spectator.near, spectator.seats) == (0, [0, 1, 2])
    assert spectator.role(0) == "others"
