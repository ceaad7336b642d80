"""No world dealt for a seat contradicts what that seat, forgetting nothing, has seen."""

from __future__ import annotations

import pytest
from tests.support.careful_worlds import Case, cases, check_many, contradictions, identifier

SHORT: list[tuple[Case, int]] = [
    (("builders", 2, None, {}), 1),
    (("fantasy-market", 3, None, {}), 1),
    (("magnate", 2, None, {}), 1),
    (("magnate", 2, None, {"closed_discards": True, "reshuffles": 2}), 6),
    (("manifest-destiny", 3, None, {}), 2),
    (("manifest-destiny", 5, None, {"card_backs": "eras"}), 1),
]
"""Cases with a seed, of a game in which worlds dealt by the numbers of cards alone can be wrong."""


@pytest.mark.parametrize(("case", "seed"), SHORT, ids=identifier)
def test_no_world_contradicts_a_careful_player(case: Case, seed: int):
    found = contradictions(case, seed, 12)
    assert found["worlds of seats"] > 0
    assert found["seats"] + found["spectators"] + found["blurred"] == 0, found


@pytest.mark.slow
@pytest.mark.budget(30)
@pytest.mark.parametrize("case", cases(few=True), ids=identifier)
def test_no_world_contradicts_a_careful_player_in_any_variant(case: Case):
    """The short form of ``python -m benchmarks.bots.careful_worlds``."""
    check_many(case, 1)
