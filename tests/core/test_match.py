"""A match: its history, undo and resignation."""

from __future__ import annotations

import pytest

from ducato.core import verbs
from ducato.core.chance import CommittedStream, below, new_rng
from ducato.core.errors import BadValue, IllegalAction
from ducato.core.match import Match
from ducato.core.visibility.revealing import has_revealed

from .matches import game, played

__all__ = ["game"]


# ------------------------------------------------------------------------------------- history


def test_a_match_remembers_every_step(game):
    match = played(game, steps=10)
    assert match.seq == len(match.steps) > 10
    assert match.state_at(0) == game.new_initial_state().state
    assert match.state_at(match.seq) == match.position.state
    position = game.new_initial_state()
    for seq, step in enumerate(match.steps):
        assert match.state_at(seq) == position.state
        assert position.current_player() == step.actor
        position.apply_action(step.action)


def test_an_illegal_action_leaves_no_trace(game):
    match = played(game, steps=3)
    before = match.position.state.tobytes(), match.seq
    illegal = next(a for a in range(len(game.actions)) if a not in match.position.legal_actions())
    with pytest.raises(IllegalAction):
        match.act(illegal)
    assert (match.position.state.tobytes(), match.seq) == before


def test_nobody_acts_for_chance(game):
    match = Match(game)
    assert match.position.is_chance_node()
    with pytest.raises(IllegalAction, match="chance is to move"):
        match.act(0)


def test_nobody_acts_when_it_is_over(game):
    match = played(game)
    with pytest.raises(IllegalAction, match="over"):
        match.act(0)


def test_seats_have_names(game):
    assert Match(game).names == [f"#{s + 1}" for s in range(game.players)]
    with pytest.raises(BadValue, match="names"):
        Match(game, names=["only one"] * (game.players + 1))


# ---------------------------------------------------------------------------------------- undo


def until_undo_is_rejected(match: Match) -> None:
    for _ in range(200):
        match.run_chance()
        actor = match.steps[-1].actor
        if actor >= 0 and match.undoable(actor) is None:
            return
        legal = match.position.legal_actions()
        match.act(legal[-1])


def test_the_last_action_is_taken_back(invented):
    game = invented.load(2)
    match = Match(game, CommittedStream(bytes(32)))
    match.run_chance()
    match.human_seats = {0}  # the other seat is a bot: what it learned can be forgotten
    before, seq = match.position.state.tobytes(), match.seq
    match.act(match.position.legal_actions()[0])
    assert match.undoable(0) == seq
    match.undo(0)
    assert match.seq == seq
    assert (match.position.state.tobytes(), match.seq) == (before, seq)
    match.act(match.position.legal_actions()[1])
    assert match.seq == seq + 1


def test_a_card_of_ones_own_that_others_saw_is_taken_back(invented):
    match = Match(invented.load(2), CommittedStream(bytes(32)))
    match.run_chance()
    before, seq = match.position.state.tobytes(), match.seq
    match.act(match.position.legal_actions()[0])
    match.undo(0)
    assert match.seq == seq
    assert match.position.state.tobytes() == before


@pytest.mark.parametrize(("looks", "people"), [(0, {0}), (1, {0, 1})])
def test_nothing_is_taken_back_after_somebody_looked_at_a_card(
    invented, monkeypatch: pytest.MonkeyPatch, looks: int, people: set[int]
):
    """Otherwise a player could look at hidden cards and then do something else."""
    match = Match(invented.load(2), CommittedStream(bytes(32)))
    match.run_chance()
    match.human_seats = people
    unseen = match.position.state.row("zone").tolist().index(0)  # in the deck
    apply_action = verbs.apply_action

    def looking(state, edition, action):
        apply_action(state, edition, action)
        state.shown[unseen] = 1 << looks

    monkeypatch.setattr(verbs, "apply_action", looking)
    match.act(match.position.legal_actions()[0])
    assert match.undoable(0) is None
    with pytest.raises(IllegalAction, match="became known"):
        match.undo(0)


def test_only_the_own_last_action(invented):
    match = Match(invented.load(2), CommittedStream(bytes(32)))
    match.human_seats = set()
    assert match.undoable(0) is None  # nothing happened yet
    match.run_chance()
    assert match.undoable(0) is None  # chance is never taken back
    match.act(match.position.legal_actions()[0])
    assert match.undoable(1) is None
    assert match.undoable(0) is not None


def test_chance_after_an_action_cannot_be_taken_back(game):
    match = played(game, steps=0)
    match.human_seats = set()
    rng = new_rng("undo")
    for _ in range(300):
        legal = match.position.legal_actions()
        seat = match.position.current_player()
        match.act(legal[below(rng, len(legal))])
        before, after = match.state_at(match.seq - 1), match.state_at(match.seq)
        revealed = has_revealed(before, after, seat, {seat})
        assert match.undoable(seat) == (None if revealed else match.seq - 1)
        if match.run_chance():
            assert match.undoable(seat) is None
            return
    raise AssertionError("no chance step came")


def test_a_match_goes_on_after_undo_as_if_it_had_not_been(game):
    """The chance stream is indexed by the chance steps made, so no outcome changes."""
    plain, undone = played(game, 1, steps=0), played(game, 1, steps=0)
    undone.human_seats = set()
    while not plain.is_over():
        seat, legal = plain.position.current_player(), plain.position.legal_actions()
        undone.act(legal[-1])
        if undone.undoable(seat) is None:  # the seat has learned something
            plain.act(legal[-1])
        else:
            undone.undo(seat)
            plain.act(legal[0])
            undone.act(legal[0])
        for match in (plain, undone):
            match.run_chance()
    assert plain.steps == undone.steps
    assert plain.to_lines() == undone.to_lines()


# -------------------------------------------------------------------------------------- resign


def test_giving_up_ends_a_game_of_two(game):
    match = played(game, steps=2)
    if game.players > 2:
        with pytest.raises(BadValue, match="2"):
            match.resign(0)
        return
    match.resign(0)
    assert match.is_over()
    assert match.ranks() == [2, 1]
    with pytest.raises(IllegalAction, match="over"):
        match.resign(1)
    with pytest.raises(IllegalAction, match="over"):
        match.act(match.position.legal_actions()[0])
    assert match.run_chance() == []
    assert match.undoable(0) is None
    replayed = Match.from_lines(match.to_lines())
    assert (replayed.resigned, replayed.ranks()) == (0, [2, 1])


def test_giving_up_decides_nothing_among_three(invented):
    with pytest.raises(BadValue, match="2"):
        Match(invented.load(3)).resign(0)
