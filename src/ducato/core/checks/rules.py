"""Checks of the rules: legal actions, reads without effect, replayed records, conserved cards."""

from __future__ import annotations

import json

import numpy as np

from ducato.core import verbs
from ducato.core.checks.walks import Broken, demand, random_match, sampled, walk
from ducato.core.errors import IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.match import Match


def legal_lists(game: LoadedGame, seed: int) -> None:
    """Check the players to move, the legal lists and the result of a random game.

    The legal actions and the chance outcomes must not be empty, and the former must be ascending.
    The returns must add up to 0, and a seat must be first.
    """
    for number, position in enumerate(walk(game, seed)):
        here = f"seed {seed}, step {number}"
        player = position.current_player()
        demand(
            player in (verbs.CHANCE, verbs.TERMINAL) or 0 <= player < game.players,
            f"{here}: player {player}",
        )
        if player == verbs.CHANCE:
            outcomes = position.chance_outcomes()
            demand(len(outcomes) > 0, f"{here}: a chance step without outcome")
        elif player >= 0:
            legal = position.legal_actions()
            demand(len(legal) > 0, f"{here}: seat {player} has no legal action")
            demand(legal == sorted(set(legal)), f"{here}: the legal list is not ascending: {legal}")
            demand(
                legal[0] >= 0 and legal[-1] < len(game.actions),
                f"{here}: an action outside the table",
            )
    returns = position.returns()
    demand(abs(sum(returns)) < 1e-9, f"seed {seed}: the returns {returns} do not add up to 0")
    ranks = position.ranks()
    demand(min(ranks) == 1, f"seed {seed}: nobody is first in {ranks}")


def reading_changes_nothing(game: LoadedGame, seed: int) -> None:
    """Check that reads change nothing, that clones are independent, and that actions are checked.

    A legal action must change the state, and an illegal one must be rejected without any change.
    """
    for position in sampled(game, seed):
        before = position.state.tobytes()
        player = position.current_player()
        legal = position.legal_actions()
        position.chance_outcomes(), position.returns(), position.to_dict(), str(position)
        for seat in range(game.players):
            (
                position.observation_tensor(seat),
                position.to_dict(seat),
                position.information_state_string(seat),
            )
        if player >= 0:
            clone = position.clone()
            clone.apply_action(legal[-1])
            demand(clone.state.tobytes() != before, f"seed {seed}: {legal[-1]} changes nothing")
            illegal = next((a for a in range(len(game.actions)) if a not in legal), None)
            for wrong in (illegal, -1, len(game.actions), "x", None):
                try:
                    position.apply_action(wrong)  # type: ignore[arg-type]
                except IllegalAction:
                    continue
                raise Broken(f"seed {seed}: the illegal action {wrong!r} was accepted")
        demand(position.state.tobytes() == before, f"seed {seed}: reading changed the state")


def record_replays(game: LoadedGame, seed: int) -> None:
    """Check that replaying a record leads to the same state, and that JSON can represent it."""
    match = random_match(game, seed)
    replayed = Match.from_lines(match.to_lines(), game.game)
    demand(
        replayed.position.state == match.position.state,
        f"seed {seed}: the record replays differently",
    )
    json.dumps(match.position.to_dict())


def cards_are_conserved(game: LoadedGame, seed: int) -> None:
    """Check that each zone's count equals the number of cards that lie there."""
    for number, position in enumerate(walk(game, seed)):
        for name, declared in position.state.fields.items():
            if declared.cards is not None:
                zones = position.state.row(name)
                counts = np.bincount(zones, minlength=len(declared.cards.sees))
                held = position.state.row(declared.cards.held)
                if held.ndim > 1:
                    held = held.sum(axis=0)
                demand(
                    counts.tolist() == held.tolist(),
                    f"seed {seed}, step {number}: {name} and its counts differ",
                )
