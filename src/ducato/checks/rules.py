"""Checks of the rules: legal actions, results, reads without effect, records, repetition, cards."""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray

from ducato.checks.faults import HERE, Here, demand, rules_of
from ducato.checks.walks import random_match, sampled, verb_file, walk
from ducato.core import verbs
from ducato.core.errors import IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.struct import Struct


def legal_lists(game: LoadedGame, seed: int) -> None:
    """Check the players to move, the legal lists, the rounds and the result of a random game.

    The legal actions and the chance outcomes must not be empty, and the former must be ascending.
    """
    rounds = 0
    for position in walk(game, seed):
        if position.current_player() >= 0:
            _check_legal(game, position.legal_actions())
        now = verbs.rounds_played(position.state, game.edition)
        demand(
            now >= rounds,
            f"rounds_played returns {now} after {rounds}",
            "The number of rounds begun never decreases.",
            file=verb_file(game, "rounds_played"),
        )
        rounds = now
    if position.is_terminal():
        _check_result(game, position)


def reading_changes_nothing(game: LoadedGame, seed: int) -> None:
    """Check that reads change nothing, that clones are independent, and that actions are checked.

    A legal action must change the state, and an illegal one must be rejected without any change.
    """
    for position in sampled(game, seed):
        before = position.state.tobytes()
        player = position.current_player()
        legal = position.legal_actions()
        position.chance_outcomes(), position.returns(), position.to_dict(), str(position)
        _ask_everything(game, position, legal)
        for seat in range(game.players):
            (
                position.observation_tensor(seat),
                position.to_dict(seat),
                position.information_state_string(seat),
            )
        demand(
            position.state.tobytes() == before,
            "reading changed the state",
            "Only setup and apply_action may write to the state.",
            file=rules_of(game.game.package),
        )
        for action in legal:
            after = position.clone()
            verbs.apply_action(after.state, game.edition, action)
            demand(
                after.state.tobytes() != before,
                f"{game.actions.name(action)} changes nothing",
                "An action must change the state, at least the phase or the seat to move; leave "
                "out of legal_actions what has no effect.",
                file=verb_file(game, "apply_action"),
            )
        demand(position.state.tobytes() == before, "a copy of a position shares its state")
        if player >= 0:
            _check_rejected(game, position, legal)


def record_replays(game: LoadedGame, seed: int) -> None:
    """Check that replaying a record leads to the same state, and that JSON can represent it."""
    match = random_match(game, seed)
    try:
        replayed = Match.from_lines(match.to_lines(), game.game)
    except ValueError as error:
        demand(
            False,
            f"the record replays differently: {error}",
            _REPEATED,
            file=rules_of(game.game.package),
        )
        return
    demand(
        replayed.position.state == match.position.state,
        "the record replays differently",
        _REPEATED,
        file=rules_of(game.game.package),
    )
    json.dumps(match.position.to_dict())


def same_steps_lead_to_same_states(game: LoadedGame, seed: int) -> None:
    """Check that a random game, repeated step by step, goes through the same states."""
    first = [(position.state.tobytes(), _asked(position)) for position in walk(game, seed)]
    second = ((position.state.tobytes(), _asked(position)) for position in walk(game, seed))
    for step, (one, other) in enumerate(zip(first, second, strict=False)):
        HERE.set(Here(seed, step))
        if one != other:
            there = _differing(game, one[0], other[0])
            demand(
                False,
                f"the same steps lead to another state{there}",
                _REPEATED,
                file=rules_of(game.game.package),
            )


def cards_are_conserved(game: LoadedGame, seed: int) -> None:
    """Check that each zone's count equals the number of cards that lie there."""
    for position in walk(game, seed):
        check_cards(position.state, game.game.package)


def check_cards(state: Struct, package: str) -> None:
    """Raise `Broken` unless every card lies in a zone that exists and the counts are right.

    Args:
        state: the state.
        package: the game's.
    """
    for name, declared in state.fields.items():
        if declared.cards is not None:
            zones, number = state.row(name), len(declared.cards.sees)
            for card in np.flatnonzero((zones < 0) | (zones >= number))[:1]:
                demand(False, f"{name}: {declared.axes[0][card]} lies in zone {zones[card]}", _MOVE)
            held = state.row(declared.cards.held)
            counts, told = np.bincount(zones, minlength=number), held
            if told.ndim > 1:
                told = told.sum(axis=0)
            for zone in np.flatnonzero(counts != told)[:1]:
                demand(
                    False,
                    f"{name} and its counts differ: {counts[zone]} cards lie in "
                    f"{declared.values[zone]}, but {declared.cards.held} says {told[zone]}",
                    _MOVE,
                    file=rules_of(package),
                )


_REPEATED = (
    "A rule depends on something outside the state: a global variable, the order of a set, the "
    "time, or random numbers of its own."
)
_MOVE = "Move cards with core.cards.move_card, or keep the zone and the counts together."


def _asked(position: Position) -> tuple[int, list[int]]:
    return position.current_player(), position.legal_actions()


def _differing(game: LoadedGame, one: bytes, other: bytes) -> str:
    """Return the name of the first field that differs between two states, as words."""
    states = game.State.of(one), game.State.of(other)
    for name in game.State.fields:
        if not np.array_equal(states[0].row(name), states[1].row(name)):
            return f": {name} differs"
    return ""


def _check_legal(game: LoadedGame, legal: list[int]) -> None:
    file = verb_file(game, "legal_actions")
    demand(
        legal == sorted(set(legal)),
        f"the legal list is not ascending: {legal}",
        "Write each legal action once, in the order of their numbers.",
        file=file,
    )
    demand(
        not legal or (legal[0] >= 0 and legal[-1] < len(game.actions)),
        f"an action outside the table: {legal}",
        f"Actions are numbered from 0 to {len(game.actions) - 1}; see ACTIONS.numbers.",
        file=file,
    )


def _check_result(game: LoadedGame, position: Position) -> None:
    ranks, file = position.ranks(), verb_file(game, "ranking")
    demand(
        min(ranks) == 1,
        f"nobody is first in {ranks}",
        "ranking writes 1 for the best seat or seats.",
        file=file,
    )
    for rank in ranks:
        better = sum(other < rank for other in ranks)
        demand(
            rank == better + 1,
            f"the ranks {ranks} leave a gap or repeat one",
            "The rank of a seat is 1 more than the number of seats that are better.",
            file=file,
        )
    returns = position.returns()
    demand(abs(sum(returns)) < 1e-9, f"the returns {returns} do not add up to 0", file=file)


def _ask_everything(game: LoadedGame, position: Position, legal: list[int]) -> None:
    """Call all verbs that only read, as bots and tables may do at any time."""
    weights, state, edition = _ones(game), position.state, game.edition
    verbs.ranking(state, edition, np.zeros(game.players, np.int32))
    verbs.rounds_played(state, edition)
    chances = np.zeros(game.players)
    verbs.estimate(state, edition, chances)
    demand(
        bool(np.all(chances >= -1e-9) and np.all(chances <= 1 + 1e-9)),
        f"estimate gives {chances.tolist()}",
        "An estimate is a chance of winning, from 0 to 1.",
        file=verb_file(game, "estimate"),
    )
    for action in legal:
        verbs.action_score(state, edition, action, weights)


def _ones(game: LoadedGame) -> NDArray[np.float64]:
    return np.ones(len(game.game.names("Feature")))


def _check_rejected(game: LoadedGame, position: Position, legal: list[int]) -> None:
    before = position.state.tobytes()
    illegal = next((a for a in range(len(game.actions)) if a not in legal), None)
    for wrong in (illegal, -1, len(game.actions), "x", None):
        try:
            position.apply_action(wrong)  # type: ignore[arg-type]
        except IllegalAction:
            continue
        demand(False, f"the illegal action {wrong!r} was accepted")
    demand(position.state.tobytes() == before, "an illegal action changed the state")
