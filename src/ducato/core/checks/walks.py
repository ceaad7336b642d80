"""Random games, and the positions in them that the checks examine."""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core import verbs
from ducato.core.chance import CommittedStream, below, new_rng
from ducato.core.errors import DucatoError
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.position import Position

SAMPLES = 12
"""The approximate number of positions in one game that are examined closely."""


class Broken(DucatoError, AssertionError):
    """An error raised if a game breaks the contract that the checks of this package define."""


def demand(condition: bool, what: str) -> None:
    """Raise `Broken` with the text `what` unless the condition holds."""
    if not condition:
        raise Broken(what)


def walk(game: LoadedGame, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game, always as the same object, changed in place.

    Raises:
        Broken: the game takes more than `Game.longest` steps.
    """
    rng = new_rng("conformance", seed)
    position = game.new_initial_state()
    for _ in range(game.game.longest + 1):  # one position more than steps
        yield position
        player = position.current_player()
        if player == verbs.TERMINAL:
            return
        if player == verbs.CHANCE:
            n = verbs.chance_outcomes(position.state, game.edition)
            verbs.apply_action(position.state, game.edition, below(rng, n))
        else:
            legal = position.legal_actions()
            verbs.apply_action(position.state, game.edition, legal[below(rng, len(legal))])
    raise Broken(f"seed {seed}: the game is not over after {game.game.longest} steps")


def random_match(game: LoadedGame, seed: int) -> Match:
    """Return a whole match of random actions."""
    rng = new_rng("record", seed)
    match = Match(game, CommittedStream(new_rng("stream", seed).tobytes()))
    match.run_chance()
    while not match.is_over():
        legal = match.position.legal_actions()
        match.act(legal[below(rng, len(legal))])
        match.run_chance()
    return match


def sampled(game: LoadedGame, seed: int) -> list[Position]:
    """Return some positions of a random game, spread over its length, including the last."""
    every = [p.clone() for p in walk(game, seed)]
    step = max(1, len(every) // SAMPLES)
    return [*every[::step], every[-1]]
