"""What a decision says beforehand is what then happens: payouts, odds, the card to respond to."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ducato.checks.walks import walk
from ducato.core.visibility import redact
from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.narration import action_hint, explain_illegal, prompt
from ducato.games.manifest_destiny.narration.odds import chance, chance_again
from ducato.games.manifest_destiny.state import ACTIONS, A
from ducato.games.manifest_destiny.state.tables import Phase

from .manifest_table import Table

PAYOUT = A.HALF + 1


def amounts(hint: Any) -> list[int]:
    """Return the dollars for each seat that a hint names."""
    return [share.arguments["amount"].arguments["amount"] for share in hint.arguments["shares"]]


@pytest.mark.parametrize("players", GAME.players)
def test_a_payout_pays_what_was_said(players: int):
    """[manifest-destiny 6.6]."""
    compared = 0
    for seed in range(4):
        for position in walk(GAME.load(players), seed):
            if position.state.phase not in (Phase.HALF, Phase.PRODUCT):
                continue
            edition, seat = position.game.edition, position.current_player()
            for action in set(position.legal_actions()) & {PAYOUT, *range(A.PRODUCT, A.PLAYER)}:
                hint = action_hint(redact(position.state, seat), edition, action)
                if hint is None or hint.key != "hint.payout":
                    continue
                after, before = position.clone(), position.state.row("cash").tolist()
                after.apply_action(action)
                cash = after.state.row("cash").tolist()
                paid = [new - old for new, old in zip(cash, before, strict=True)]
                assert amounts(hint) == paid[:players]
                compared += any(paid)
    assert compared


@pytest.mark.parametrize(("attack", "defence", "ties"), [*product((1, 2, 3), (1, 2, 3), (0, 1))])
def test_the_odds_are_those_of_all_rolls(attack: int, defence: int, ties: int):
    """[manifest-destiny 8.4]."""
    rolls = [*product(range(1, 7), repeat=attack + defence)]
    won = sum(max(roll[:attack]) + ties > max(roll[attack:]) for roll in rolls)
    assert chance(attack, defence, bool(ties)) == pytest.approx(won / len(rolls))


@pytest.mark.parametrize(("own", "other", "dice"), [((2, 5), (4,), 1), ((2, 3), (3,), 2)])
def test_the_chance_of_rolling_again(own: tuple[int, ...], other: tuple[int, ...], dice: int):
    """[manifest-destiny 8.4]: of the first dice; whoever attacks loses ties."""
    state = Table().state
    state.active = 0
    state.row("die")[: len(own)] = own
    state.row("defence_die")[: len(other)] = other
    rolls = [max(*roll, *own[dice:], 0) for roll in product(range(1, 7), repeat=dice)]
    won = sum(best > max(other) for best in rolls)
    assert chance_again(state, Table().edition, 0, dice) == pytest.approx(won / len(rolls))
    held = 1 - chance_again(state, Table().edition, 0, 0)
    assert chance_again(state, Table().edition, 1, 0) == held


def test_whoever_may_respond_reads_the_card():
    t = Table().hand(0, "king-cotton").hand(1, "supreme-court").do("card:king-cotton")
    assert t.phase == Phase.RESPOND
    said = prompt(t.state, t.edition, t.state.chooser)
    assert said.key == "prompt.respond.played.you"
    assert said.arguments["texts"].key == "op.profit_self"
    assert prompt(t.state, t.edition, 0).key == "prompt.respond.other"


def test_a_card_is_refused_for_the_question_if_no_card_is_asked_for():
    """[manifest-destiny 3.2, 6.1]: not because it cannot respond."""
    t = Table().hand(0, "king-cotton")
    t.state.phase = Phase.BID
    reason = explain_illegal(t.state, t.edition, ACTIONS.index("card:king-cotton"))
    assert (reason.message.key, reason.clause) == ("no.phase", "6.1")
