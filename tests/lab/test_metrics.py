"""The metrics of the games that come with ducato."""

from __future__ import annotations

import pytest

from ducato.core.game import all_games, find_game
from ducato.core.i18n import has_text
from ducato.lab.metrics import metrics_of


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_metric_of_a_game_has_a_title_there(name: str):
    game = find_game(name)
    own = [m for m in metrics_of(game).values() if m.sort in ("counter", "rate")]
    assert [m.name for m in own if not has_text(game.package, f"{m.sort}.{m.name}")] == []


def test_fights_won_are_not_taken_for_games_won():
    metrics = metrics_of(find_game("fantasy-market"))
    assert "win_rate" not in metrics
    assert metrics["fights_won_share"].sort == "rate"
