"""What a seat is sent does not depend on what is hidden from it: checked on pairs of worlds."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from ducato.core import verbs
from ducato.core.chance import new_rng
from ducato.core.match import Match, Step
from ducato.core.position import Position
from ducato.core.record import Record
from ducato.core.visibility import redact, resample
from ducato.table.live import LiveTable
from ducato.table.messages import Why
from ducato.table.screens import Screen

TOGETHER = 25
"""Steps that two worlds are played on side by side, if they stay alike for that long."""


def after(game: object, state: Record, action: int) -> Record:
    copy = state.copy()
    verbs.apply_action(copy, game.edition, action)  # type: ignore[attr-defined]
    return copy


def choices(match: Match) -> list[int]:
    state, edition = match.position.record, match.game.edition
    if match.position.is_chance_node():
        return list(range(verbs.chance_outcomes(state, edition)))
    return match.position.legal_actions()


def step(match: Match, action: int) -> None:
    actor = match.position.current_player()
    match.position.apply_action(action)
    match._add(Step(actor, action))


def twin_of(match: Match, world: Record) -> Match:
    """A match with the same past whose present is another world."""
    twin = Match(match.game, match.stream, match.names)
    twin.steps = list(match.steps)
    twin._snapshots = [*match._snapshots[:-1], world.tobytes()]
    twin.position = Position(match.game, world)
    return twin


def alike(match: Match, twin: Match, seat: int, action: int) -> int | None:
    """A choice in the twin that `seat` cannot tell from `action`; the same one if that will do."""
    target = redact(after(match.game, match.position.record, action), seat)
    kinds = match.game.actions
    for other in sorted(choices(twin), key=lambda choice: choice != action):
        if redact(after(twin.game, twin.position.record, other), seat) == target:
            if match.position.is_chance_node() or kinds.kind(other) == kinds.kind(action):
                return other
    return None


def sent(match: Match, table: LiveTable, seat: int) -> bytes:
    says = table.welcome(Screen((seat,), "en"))
    steps = table._views.steps(
        match.seq - 1, Screen((seat,), "it").viewer, Screen((seat,), "it").listener
    )
    pieces = msgspec.json.decode(msgspec.json.encode(says))[0]["view"]["scene"]["pieces"]
    whys = [
        table.receive(Screen((seat,), "es"), Why("q", piece=piece["id"])).says for piece in pieces
    ]
    return msgspec.json.encode([says, steps, whys])


@pytest.mark.parametrize("options", [{}, {"closed_discards": True}], ids=["open", "closed"])
@pytest.mark.parametrize("case", range(6))
def test_equal_for_equal_eyes(
    open_table: Callable[..., LiveTable], case: int, options: dict[str, bool]
):
    choose = random.Random(case)
    seat, table = case % 2, open_table(seed=case + 1, **options)
    match = table.match
    for _ in range(choose.randrange(5, 60)):
        match.act(choose.choice(match.position.legal_actions()))
        match.run_chance()
        if match.is_over():
            match.undo(match.steps[-1].actor)
            break
    world = resample(match.position.record, seat, new_rng(case))
    twin = twin_of(match, world)
    twin_table = LiveTable("t", twin, table.company.seats)
    differed = world != match.position.record
    for _ in range(TOGETHER):
        action = choose.choice(choices(match))
        if match.position.current_player() == seat:
            assert choices(match) == choices(twin)
        other = alike(match, twin, seat, action)
        if other is None:
            break
        step(match, action)
        step(twin, other)
        differed |= match.position.record != twin.position.record
        # From the second step on: whether a step can be taken back depends on the one before it,
        # and the twin's past is that of the first world.
        assert sent(match, table, seat) == sent(twin, twin_table, seat)
        if match.is_over():
            break
    assert differed
