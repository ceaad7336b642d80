"""The speed of a game and its bots on this machine: the figures of ``ducato bench``."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from ducato.bots.search.bot import SearchBot
from ducato.compile.kernels import kernel
from ducato.core import verbs
from ducato.core.batch import Batch, array_of
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.visibility import redact
from ducato.lab.simulate import simulate

RUNS = 5  # the median of these is reported
GAMES = 4000
SIMULATIONS = 4000
COPIES = 1_000_000
INTERPRETED_DECISIONS = 2000


@dataclass(frozen=True)
class Speed:
    """The speed of a game on one core; rates are medians over `RUNS` runs.

    Attributes:
        state_bytes: size of a state.
        first_seconds: time until the first search is done; it includes compiling rules and search,
            or loading them from the cache.
        games_per_second, decisions_per_second: speed of whole random games, compiled.
        interpreted_per_second: decisions per second in random games, interpreted.
        copy_microseconds: time to copy a state, compiled.
        simulations_per_second: simulations per second of a search at the first choice of a game,
            with uniform playouts to the end.
        guided_per_second: the same with guided playouts.
    """

    game: str
    players: int
    state_bytes: int
    first_seconds: float
    games_per_second: float
    decisions_per_second: float
    interpreted_per_second: float
    copy_microseconds: float
    simulations_per_second: float
    guided_per_second: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return asdict(self)


def measure(game: LoadedGame) -> Speed:
    """Measure one game; this takes about ten seconds, plus the time to compile if necessary."""
    root, seat = first_decision(game)
    start = time.perf_counter()
    bots = [SearchBot(game, "", sims=SIMULATIONS, playout=p) for p in ("uniform", "guided")]
    bots[0].choose(root, seat, 0)
    first = time.perf_counter() - start
    simulate(game, 1)
    bots[1].choose(root, seat, 0)
    runs = [simulate(game, GAMES, seed=run) for run in range(RUNS)]
    return Speed(
        game=game.name,
        players=game.players,
        state_bytes=game.State.nbytes,
        first_seconds=first,
        games_per_second=statistics.median(r.games_per_second for r in runs),
        decisions_per_second=statistics.median(r.decisions_per_second for r in runs),
        interpreted_per_second=_rate(lambda run: _interpreted_decisions(game, run)),
        copy_microseconds=1e6 / _rate(lambda run: _copies(game, root)),
        simulations_per_second=_rate(lambda run: _searched(bots[0], root, seat, run)),
        guided_per_second=_rate(lambda run: _searched(bots[1], root, seat, run)),
    )


def _rate(work: Callable[[int], int]) -> float:
    """Return the median number of units of work done in a second."""
    rates = []
    for run in range(RUNS):
        start = time.perf_counter()
        done = work(run)
        rates.append(done / (time.perf_counter() - start))
    return statistics.median(rates)


def first_decision(game: LoadedGame) -> tuple[Any, int]:
    """Return the state at the first choice between several actions, and the seat that has it.

    The state is redacted for that seat.
    """
    position, rng = game.new_initial_state(), new_rng("bench")
    while len(position.legal_actions()) < 2:
        outcomes = position.chance_outcomes()
        position.apply_action(
            outcomes[below(rng, len(outcomes))][0] if outcomes else position.legal_actions()[0]
        )
    seat = position.current_player()
    return redact(position.state, seat), seat


def _searched(bot: SearchBot, root: Any, seat: int, seed: int) -> int:
    bot.estimates(root, seat, seed)
    return SIMULATIONS


def _interpreted_decisions(game: LoadedGame, run: int) -> int:
    rng, legal = new_rng("interpreted", run), game.actions.buffer()
    decisions = 0
    while decisions < INTERPRETED_DECISIONS:
        state = game.State()
        verbs.setup(state, game.edition)
        while (player := verbs.current_player(state, game.edition)) != verbs.TERMINAL:
            if player == verbs.CHANCE:
                action = below(rng, verbs.chance_outcomes(state, game.edition))
            else:
                action = legal[below(rng, verbs.legal_actions(state, game.edition, legal))]
                decisions += 1
            verbs.apply_action(state, game.edition, int(action))
    return decisions


@kernel
def copy_states(states: Any, times: int) -> int:
    """Copy states within a batch; return the number of copies."""
    last = len(states) - 1
    for i in range(times):
        states[i % last] = states[i % last + 1]
    return times


def _copies(game: LoadedGame, state: Any) -> int:
    states = Batch.zeros(game.State, 64)
    states.array[:] = array_of(state)
    return int(copy_states(states, COPIES))
