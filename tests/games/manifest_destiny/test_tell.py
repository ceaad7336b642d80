"""What is told of a step, to whom: a card's action is secret, what it does on the table is not."""

from __future__ import annotations

import pytest

from ducato.core.messages import render
from ducato.core.visibility import SPECTATOR, redact
from ducato.games.manifest_destiny import GAME, tell
from ducato.games.manifest_destiny.state.tables import Stage

from .manifest_table import Table

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elsa"]


def told(table: Table, action: str, reader: int) -> list[str]:
    """Sentences about the next action, as `reader` is told it."""
    seat, number = table.position.current_player(), table.game.actions.number(action)
    before = redact(table.state, reader)
    secret = table.game.actions.kind(number).secret and reader != seat
    after = table.position.clone()
    after.apply_action(number)
    said = tell.told(
        before,
        None if secret else number,
        redact(after.record, reader),
        table.edition,
        seat,
        reader,
    )
    return [render(message, GAME.package, "en", NAMES) for message in said]


@pytest.mark.parametrize("reader", [0, 1, SPECTATOR])
def test_a_card_that_is_played_is_named_to_all(reader):
    t = Table().hand(0, "congress").hand(1, "supreme-court")
    assert told(t, "card:congress", reader)[0] == "Anna plays Congress."
    t.do("card:congress")
    assert told(t, "card:supreme-court", reader)[0] == "Bruno answers with Supreme Court."


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (0, "Anna discards Spy."),
        (1, "Anna discards a card face down."),
        (SPECTATOR, "Anna discards a card face down."),
    ],
)
def test_a_card_that_is_discarded_is_named_to_its_owner(reader, text):
    t = Table().give(0, "storytelling").hand(0, "spy").do("discard")
    assert told(t, "card:spy", reader)[0] == text


def test_turn_priority_is_told():
    t = Table(stage=Stage.INVESTMENT)
    assert told(t, "priority", 3) == ["Anna announces Turn Priority."]
