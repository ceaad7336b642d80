"""Random games, and the positions in them that the checks examine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ducato.checks.faults import HERE, Broken, Here, source_of
from ducato.core import verbs
from ducato.core.chance import CommittedStream, below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.position import Position

SAMPLES = 12
"""The approximate number of positions in one game that are examined closely."""


def game_begins(game: LoadedGame, seed: int) -> None:
    """Check that the game can be set up."""
    game.new_initial_state()


def walk(game: LoadedGame, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game, always as the same object, changed in place.

    A game that may stall (`Game.may_stall`) is left after `Game.longest` steps.

    Raises:
        Broken: the game takes more than `Game.longest` steps, or a step is impossible.
    """
    HERE.set(Here(seed, 0))
    rng = new_rng("conformance", seed)
    position = game.new_initial_state()
    for step in range(game.game.longest + 1):  # one position more than steps
        HERE.set(Here(seed, step))
        yield position
        HERE.set(Here(seed, step))
        player = position.current_player()
        if player == verbs.TERMINAL:
            return
        verbs.apply_action(position.state, game.edition, random_step(position, player, rng))
    if not game.game.may_stall:
        raise Broken(
            f"the game is not over after {game.game.longest} steps",
            "Let every game end, or raise `longest` in GAME; `may_stall` is for games that weak "
            "play can prolong.",
        )


def random_match(game: LoadedGame, seed: int) -> Match:
    """Return a whole match of random actions; one that may stall ends after `Game.longest` steps.

    Raises:
        Broken: a step is impossible.
    """
    HERE.set(Here(seed))
    rng = new_rng("record", seed)
    match = Match(game, CommittedStream(new_rng("stream", seed).tobytes()))
    match.run_chance()
    while not match.is_over() and match.seq < game.game.longest:
        HERE.set(Here(seed, match.seq))
        match.act(random_step(match.position, match.position.current_player(), rng))
        match.run_chance()
    HERE.set(Here(seed))
    return match


def random_step(position: Position, player: int, rng: object) -> int:
    """Return a random legal action or chance outcome.

    Raises:
        Broken: there is none.
    """
    game = position.game
    if player == verbs.CHANCE:
        n = verbs.chance_outcomes(position.state, game.edition)
        if n < 1:
            raise Broken(
                "a chance step has no outcome",
                "chance_outcomes must return at least 1 whenever current_player is CHANCE.",
                file=verb_file(game, "chance_outcomes"),
            )
        return below(rng, n)
    if not 0 <= player < game.players:
        raise Broken(
            f"player {player} is to move, who does not exist",
            f"current_player returns a seat from 0 to {game.players - 1}, CHANCE or TERMINAL.",
            file=verb_file(game, "current_player"),
        )
    legal = position.legal_actions()
    if not legal:
        raise Broken(
            f"a dead end: seat {player} has no legal action{_in_phase(position)}",
            "Let an action be legal only if what must follow it is possible, or end the phase.",
            file=verb_file(game, "legal_actions"),
        )
    return legal[below(rng, len(legal))]


def positions(game: LoadedGame, seed: int) -> list[Position]:
    """Return copies of all positions of a random game."""
    return [position.clone() for position in walk(game, seed)]


def sampled(game: LoadedGame, seed: int) -> Iterator[Position]:
    """Yield some positions of a random game in their order, half of them decisions, and the last.

    They are drawn at random: a regular choice might always meet the same moment of a turn.
    """
    every = positions(game, seed)
    decisions = [step for step, one in enumerate(every) if one.current_player() >= 0]
    steps = {len(every) - 1, *drawn(decisions, SAMPLES // 2, seed)}
    others = [step for step in range(len(every)) if step not in steps]
    for step in sorted({*steps, *drawn(others, SAMPLES - len(steps), seed)}):
        HERE.set(Here(seed, step))
        yield every[step]


def drawn(steps: Sequence[int], number: int, seed: int) -> list[int]:
    """Return so many of these steps at random, in their order, or all if there are fewer."""
    rng, left = new_rng("samples", seed), list(steps)
    return sorted(left.pop(below(rng, len(left))) for _ in range(min(number, len(left))))


def verb_file(game: LoadedGame, verb: str) -> str | None:
    """Return the file and line of one of a game's verbs."""
    return source_of(game.game.package, getattr(game.State.rules, verb))


def _in_phase(position: Position) -> str:
    declared = position.state.fields.get("phase")
    if declared is None or declared.values is None:
        return ""
    number = position.state["phase"]
    known = 0 <= number < len(declared.values)
    return f" in phase {declared.values[number] if known else number}"
