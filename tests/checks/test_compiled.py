"""What the compiler says, a screenful, becomes the line and the cause."""

from __future__ import annotations

import pytest
from tests.checks.sabotage import RULES, Sabotage, in_play, rules, spoilt
from tests.support.compiled import COMPILING

from ducato.checks import Broken, CheckPlan, compiled_agrees, run
from ducato.core.game import all_games
from ducato.core.game.folder import game_from
from ducato.table.game_checks import ALL, found_in

pytestmark = pytest.mark.skipif(not COMPILING, reason="about compiled code")
WIDE = "        if (state.tricks << 62) * 4 > 0:\n            out[seat] += 1\n"
KNOWN = "known = [card]\n    state.taker += known[0] * 0"
NOT_COMPILED = {
    "no list, set or dictionary": Sabotage("list-in-a-rule", in_play(KNOWN), "", ""),
    "no strings": Sabotage("text-in-a-rule", in_play("state.taker += len(str(card)) * 0"), "", ""),
    "@rule above play": Sabotage("no-mark", (rules("@rule\ndef play", "def play"),), "", ""),
}


@pytest.mark.parametrize("advice", NOT_COMPILED)
def test_an_error_of_the_compiler_is_explained(advice: str, tmp_path):
    with spoilt(tmp_path, NOT_COMPILED[advice]) as package:
        loaded = game_from(package).load()
        with pytest.raises(Broken) as raised:
            compiled_agrees(loaded, 0)
        lines = (package / RULES).read_text("utf-8").splitlines()
    assert advice in raised.value.advice
    file, _, line = (raised.value.file or "").partition(":")
    assert file == RULES
    assert any(word in lines[int(line) - 1] for word in ("known", "str(", "play("))
    assert len(raised.value.problem) < 100


def test_ranks_that_differ_when_compiled_are_found(tmp_path):
    """Here by a product that 64 bits do not hold."""
    wider = Sabotage("wide-ranks", (rules("out[seat] = 1\n", "out[seat] = 1\n" + WIDE),), "", "")
    with spoilt(tmp_path, wider) as package, pytest.raises(Broken) as raised:
        compiled_agrees(game_from(package).load(), 0)
    assert raised.value.problem == "the final ranks are [1, 2] compiled and [2, 3] interpreted"


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_game_passes(game):
    """In one variant: `tests/games/test_contract.py` plays the others."""
    plan = CheckPlan(game.players[0], game.editions[0], seeds=range(1))
    results = list(run(game, ALL, plan))
    errors = [finding for finding in found_in(results) if not finding.warning]
    assert not errors, "\n".join(map(str, errors))
    assert all(result.status != "skipped" for result in results)
