"""Plays Manifest Destiny with accounts kept at every step: money, control tokens, cards.

    python benchmarks/manifest_destiny_accounts.py [games] [random|guided] [edition]

For each number of players it says how many games kept their accounts, and how games end: points of
the winner and of the last, turns, the share that ended by points.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ducato.bots.playout import draw_index, softmax
from ducato.bots.weights import greedy_weights
from ducato.core.chance import below, new_rng
from ducato.core.game import load
from ducato.core.kernels import kernel
from ducato.core.record import Batch
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    rule,
    setup,
)
from ducato.games.manifest_destiny.state.tables import BATCHES, CARDS, PLACES, TERRITORIES

PLACE_COUNT = len(PLACES)


@rule
def accounts_are_kept(state: Any, edition: Any, counts: Any) -> bool:
    """Money adds up with the bank, each player has all tokens, each card is where it is counted."""
    money = int(state.bank)
    for seat in range(edition.players):
        if state.cash[seat] < 0 or state.supply[seat] < 0 or state.bought[seat] < 0:
            return False
        money += int(state.cash[seat])
        tokens = int(state.supply[seat]) + int(state.bought[seat]) + int(state.pioneers[seat])
        tokens += int(state.chart[seat]) + int(state.loss[seat]) + int(state.priority[seat])
        for box in range(3):
            tokens += int(state.boxed[seat, box])
        for territory in range(TERRITORIES):
            if state.owner[territory] == seat:
                tokens += 1
        if seat == state.active:
            tokens += int(state.committed)
        if tokens != edition.control_tokens:
            return False
    if money != 0:
        return False
    for index in range(BATCHES * PLACE_COUNT):
        counts[index] = 0
    for card in range(CARDS):
        counts[state.batch[card] * PLACE_COUNT + state.place[card]] += 1
    for batch in range(BATCHES):
        for place in range(PLACE_COUNT):
            if counts[batch * PLACE_COUNT + place] != state.held[batch, place]:
                return False
    return True


@kernel
def play_with_accounts(
    states: Any,
    editions: Any,
    rng: Any,
    guided: bool,
    weights: Any,
    legal: Any,
    chances: Any,
    counts: Any,
    ends: Any,
) -> int:
    """Play a game for each of `ends`, keeping its last state; how many kept their accounts."""
    edition = editions[0]
    kept = 0
    for game in range(len(ends)):
        states[0] = states[1]
        state = states[0]
        setup(state, edition)
        fine = True
        while current_player(state, edition) != TERMINAL:
            if current_player(state, edition) == CHANCE:
                apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
            else:
                n = legal_actions(state, edition, legal)
                choice = below(rng, n)
                if guided and n > 1:
                    softmax(state, edition, legal, n, weights, chances)
                    choice = draw_index(chances, n, rng)
                apply_action(state, edition, legal[choice])
            fine = fine and accounts_are_kept(state, edition, counts)
        ends[game] = state
        if fine:
            kept += 1
    return kept


def play(players: int, games: int, guided: bool, edition: str = "standard") -> tuple[int, Any]:
    """Play; how many games kept their accounts, and the array of final states."""
    game = load("manifest-destiny", players, edition)
    ends = Batch.zeros(game.State, games)
    kept = play_with_accounts(
        Batch.zeros(game.State, 2),
        Batch.of(game.edition),
        new_rng("accounts", players),
        guided,
        greedy_weights(game.game),
        game.actions.room(),
        np.zeros(len(game.actions)),
        np.zeros(BATCHES * PLACE_COUNT, np.int64),
        ends,
    )
    return int(kept), ends.array


def describe(ends: Any, players: int) -> str:
    """How the games ended, in one line."""
    points = np.sort(ends["vp"][:, :players].astype(int), axis=1)
    by_points = points[:, -1] >= 30
    land = np.array(
        [[np.count_nonzero(s["owner"] == p) for p in range(players)] for s in ends[:500]]
    )
    owned = np.array([[int(a).bit_count() for a in s["advances"][:players]] for s in ends[:500]])
    return (
        f"winner {points[:, -1].mean():.1f} points, last {points[:, 0].mean():.1f}; "
        f"{ends['turn'].mean():.1f} turns; Era 3 in {100 * (ends['era'] == 3).mean():.0f} %; "
        f"30 points in {100 * by_points.mean():.1f} %, else the deck is exhausted; "
        f"a player has {land.mean():.1f} territories, {owned.mean():.1f} advances, "
        f"Profit {ends['profit'][:, :players].mean():.0f}"
    )


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    guided = len(sys.argv) > 2 and sys.argv[2] == "guided"
    edition = sys.argv[3] if len(sys.argv) > 3 else "standard"
    for players in (3, 4, 5):
        kept, ends = play(players, games, guided, edition)
        print(f"{players} players: accounts kept in {kept} of {games} games", flush=True)
        print(f"  {describe(ends, players)}", flush=True)


if __name__ == "__main__":
    main()
