"""The counters of the lab, compared with a recount of whole games from their logs."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from benchmarks.log_truth import steps
from numpy.typing import NDArray

from ducato.compile.kernels import kernel
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.i18n import Message
from ducato.games.fantasy_market import GAME
from ducato.games.fantasy_market.measures import MEMORY, Counter, count
from ducato.games.fantasy_market.narration import describe_step
from ducato.games.fantasy_market.parts import ENCOUNTERS, JOBS
from ducato.games.fantasy_market.state import Phase

FEW_MONSTERS = {f"encounters.{monster}.copies": 0 for monster in ENCOUNTERS[2:25]}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"sender_share": 2, "sender_fee": 1, "market_sell_price": 50, "purchases_per_visit": 3},
    {"sender_share": 3, "thief_move": 8, **FEW_MONSTERS},
    {"sender_share": 1, "min_move": 1, "start_tiles": 0, "hero_start_gold": 12},
    {"hero_wage": 2, "heroes_cross": True, "purchases_per_visit": 2, "min_move": 1},
    {
        "hero_wage": 3,
        "sender_fee": 5,
        "gold_tiles": 40,
        "end_timing": "at_once",
        "player_start_gold": 2,
    },
    {"purchase_pick": "owner_choice", "grades.i.cost": 0, "gold_shortage": "unlimited"},
    {"character_cards": 0, "inventory_cards": 2, "promotion_cards": 2, "final_tile_price": 50},
]
GAMES = [
    pytest.param(players, greedy, options, id=f"{players}-{'greedy' if greedy else 'random'}-{n}")
    for n, options in enumerate(OPTIONS)
    for players, greedy in ((2 + n % 5, True), (6 - n % 5, False))
]


def loaded(players: int, options: dict[str, Any]) -> LoadedGame:
    few = {name: value for name, value in options.items() if players < 5 or "cards" not in name}
    return GAME.load(players, "tuned", hourglass_end=5, **few)


def gold(message: Message) -> int:
    return int(message.arguments["gold"].arguments["n"])


class Recount:
    """The same numbers, from the sentences of the log and from states that are kept whole."""

    def __init__(self, game: LoadedGame) -> None:
        self.edition: Any = game.edition
        self.tally: Tally[str] = Tally({counter.name.lower(): 0 for counter in Counter})
        self.tally["reserve_low"] = 1_000
        self.began: Any = None
        self.sold = False

    def hear(self, before: Any, step: Any, after: Any) -> None:
        action = None if step.actor < 0 else step.action
        for sentence in describe_step(before, action, after, self.edition, step.actor, step.actor):
            self.add(sentence, before)
        self.tally["reserve_low"] = min(self.tally["reserve_low"], int(after.reserve))
        ended = after.phase == Phase.OVER and before.phase != Phase.CHOOSE_CARD
        if self.began is not None and (after.turns > before.turns or ended):
            self.tally["turns"] += 1
            self.tally["dead_turns"] += self.what_matters(self.began) == self.what_matters(after)
        if after.phase == Phase.CHOOSE_CARD:  # wages do not make a turn less dead
            self.began = after.copy()

    @staticmethod
    def what_matters(state: Any) -> list[list[int]]:
        rows = state.row("gold"), state.row("purse"), state.row("stock").sum(axis=1)
        return [row.tolist() for row in rows]

    def add(self, sentence: Message, before: Any) -> None:
        counts = {
            "log.purchase": ["sales"],
            "log.sell": ["market_sales"],
            "log.buy": ["market_purchases"],
            "log.reveal": ["cards_played"],
            "log.reveal.idle": ["cards_played"],
            "log.leaves": ["encounters"],
            "log.victory": ["fights_won"],
            "log.slain": ["fights_lost"],
            "log.reborn": ["deaths"],
            "log.treasure": ["treasures"],
            "log.theft": ["thefts"],
            "log.robbed": ["thefts"],
            "log.tax": ["taxes"],
            "log.done.stay": ["declined"],
        }
        sums = {
            "log.purchase": "gold_from_sales",
            "log.sell": "gold_from_market",
            "log.sender.share": "gold_from_senders",
            "log.sender.fee": "gold_from_senders",
            "log.tax": "gold_taxed",
        }
        self.tally.update(counts.get(sentence.key, ()))
        if sentence.key.startswith("log.reveal"):
            self.sold = False
        elif sentence.key == "log.purchase":
            self.tally["cards_with_sale"] += not self.sold
            self.sold = True
        if sentence.key in sums:
            self.tally[sums[sentence.key]] += gold(sentence)
        if sentence.key == "log.reveal.idle":
            self.tally["declined"] += JOBS.index(sentence.arguments["card"].id) < 6
        if sentence.key == "log.sell" and before.hourglass >= self.edition.hourglass_end - 2:
            self.tally["gold_at_end_sale"] += gold(sentence)


def played(game: LoadedGame, seed: str, greedy: bool) -> Iterator[tuple[Any, Any, Any]]:
    yield from steps(game, new_rng("counters", seed), greedy)


@pytest.mark.parametrize(("players", "greedy", "options"), GAMES)
def test_the_counters_agree_with_the_log(players: int, greedy: bool, options: dict[str, Any]):
    game = loaded(players, options)
    for seed in range(3):
        counters, memory = np.zeros(len(Counter)), np.zeros(MEMORY, np.int64)
        recount = Recount(game)
        for before, step, after in played(game, f"{players} {options} {seed}", greedy):
            recount.hear(before, step, after)
            count(after, game.edition, step.actor, step.action, counters, memory)
            if before.phase != after.phase:
                assert dict(zip(recount.tally, counters.tolist(), strict=True)) == recount.tally


def test_every_counter_counts_something():
    """In some of the games above; so that no recount agrees by being nothing."""
    total: Tally[str] = Tally()
    for players, greedy, options in (game.values for game in GAMES):
        game = loaded(players, options)
        recount = Recount(game)
        for before, step, after in played(game, f"{players} {options} 0", greedy):
            recount.hear(before, step, after)
        total += recount.tally
    assert set(total) == {counter.name.lower() for counter in Counter}


@kernel
def follow(
    states: Any, editions: Any, actors: Any, actions: Any, counters: Any, memory: Any
) -> int:
    """Play these actions and outcomes from the beginning, count, and return the seat to move."""
    state, edition = states[0], editions[0]
    verbs.setup(state, edition)
    for n in range(len(actions)):
        verbs.apply_action(state, edition, actions[n])
        count(state, edition, actors[n], actions[n], counters, memory)
    return verbs.current_player(state, edition)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(("players", "greedy", "options"), GAMES)
def test_compiled_counters_agree(players: int, greedy: bool, options: dict[str, Any]):
    """And so do the rules, with the same options."""
    game = loaded(players, options)
    made, state = [], None
    results: list[NDArray[Any]] = [np.zeros(len(Counter)), np.zeros(MEMORY, np.int64)]
    for _, step, state in played(game, f"{players} {options}", greedy):
        made.append((step.actor, step.action))
        count(state, game.edition, step.actor, step.action, *results)
    assert state is not None
    actors, actions = np.array(made, np.int64).T.copy()
    states = Batch.zeros(game.State, 1)
    compiled = [np.zeros(len(Counter)), np.zeros(MEMORY, np.int64)]
    player = follow(states, Batch.of(game.edition), actors, actions, *compiled)
    assert player == verbs.TERMINAL
    assert states.array.tobytes() == state.tobytes()
    for one, other in zip(results, compiled, strict=True):
        assert one.tolist() == other.tolist()
