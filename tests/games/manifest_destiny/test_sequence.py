"""Who is next: parts, phases of the turn, Turn Priority, the end of a phase.

Positions are drawn at random; what follows is compared, field by field, with a model.
"""

from __future__ import annotations

import random

import pytest

from ducato.games.manifest_destiny.rules.turn.sequence import begin_turn
from ducato.games.manifest_destiny.state.tables import Phase, Stage

from .scattered import scattered
from .turn_model import TurnModel

PHASES_OF_PARTS = (Stage.CARDS, Stage.INVESTMENT, Stage.EXPANSION)
RULINGS = (
    {"priority_windows": "phase_ends"},
    {"priority_windows": "part_ends"},
    {"priority_windows": "never", "transition_ends": "next_phase", "vp_to_end": 20},
    {"priority_windows": "part_ends", "turnpike_tokens": 5, "profit_min": 30, "hand_limit": 1},
)
POSITIONS = 50


@pytest.mark.parametrize("stage", PHASES_OF_PARTS)
@pytest.mark.parametrize("ruling", range(len(RULINGS)))
def test_what_follows_the_end_of_a_part(stage, ruling):
    """The next part, the window of Turn Priority, the next phase [manifest-destiny 4.1, 6.9].

    See also [manifest-destiny 6.2, 6.10, 6.11, 7.1, 7.7, 7.9, 8.6, 8.7, 10.1].
    """
    rng = random.Random(f"{stage} {ruling}")
    for _ in range(POSITIONS):
        t = scattered(rng, rng.choice((3, 4, 5)), stage, **RULINGS[ruling])
        if rng.random() < 0.5:
            t.state.part = t.game.players - 1
            t.state.active = t.state.chooser = t.state.order[t.state.part]
        model = TurnModel(t)
        model.end_part()
        t.do("done")
        assert model.differences(t.state) == {}
        while t.phase == Phase.PRIORITY:
            model = TurnModel(t)
            assert t.names == ["priority", "done"]
            announced = rng.random() < 0.5
            model.announce() if announced else model.decline()
            t.do("priority" if announced else "done")
            assert model.differences(t.state) == {}


def test_a_turn_begins_with_the_choice_of_positions():
    """All effects of the last turn are over; positions are picked in choice order.

    See [manifest-destiny 5.1, 5.2, 5.3].
    """
    rng = random.Random(5)
    for _ in range(POSITIONS):
        t = scattered(rng, rng.choice((3, 4, 5)), Stage.EXPANSION)
        model = TurnModel(t)
        model.begin_turn()
        begin_turn(t.state, t.edition)
        assert model.differences(t.state) == {}
        while t.phase == Phase.POSITION:
            assert t.names == [f"number:{n + 1}" for n in model.free_positions()]
            position = rng.choice(model.free_positions())
            model.take_position(position)
            t.do(f"number:{position + 1}")
            assert model.differences(t.state) == {}
