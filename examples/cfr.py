"""Counterfactual regret minimisation (CFR+, Tammelin 2014) on a small auction, until it is solved.

    python examples/cfr.py                       # the game in examples/appraisal, 400 iterations
    python examples/cfr.py --cards 5 --highest 8 --iterations 1000

Each line of the output is a measurement: how much the players together could gain by best responses
to the average policy (0 in an equilibrium), and what that policy gets against uniform play. At the
end, it prints what the first player bids with each card.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ducato.core.game.folder import game_from
from ducato.core.verbs import CHANCE, TERMINAL
from ducato.research.exact import GameTree, GameTreeNode

FOLDER = Path(__file__).parent / "appraisal"


class Solver:
    """The regrets and the average policy of all information sets.

    Attributes:
        tree: the game.
        regret: by key, how much each action would have gained so far; never below 0.
        total: by key, the sum of the policies so far, later ones with more weight.
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.regret = {key: np.zeros(len(s.actions)) for key, s in tree.information_sets.items()}
        self.total = {key: np.zeros(len(s.actions)) for key, s in tree.information_sets.items()}
        self.iterations = 0

    def policy(self, key: str) -> NDArray[np.float64]:
        """Return the present policy of an information set: actions in proportion to regret."""
        return normalised(self.regret[key])

    def average(self) -> dict[str, NDArray[np.float64]]:
        """Return the average policy, which comes closer to an equilibrium."""
        return {key: normalised(total) for key, total in self.total.items()}

    def iterate(self) -> None:
        """Let each seat in turn look back at the whole game."""
        self.iterations += 1
        for seat in range(self.tree.game.players):
            gained = {key: np.zeros_like(regret) for key, regret in self.regret.items()}
            self._walk(self.tree.root, seat, 1.0, 1.0, gained)
            for key, gain in gained.items():
                if self.tree.information_sets[key].seat == seat:
                    self.regret[key] = np.maximum(self.regret[key] + gain, 0)

    def _walk(
        self, node: GameTreeNode, seat: int, own: float, others: float, gained: dict[str, NDArray]
    ) -> float:
        """Return what the seat gets from here on, and collect what its actions would have gained.

        Args:
            node: where the walk is.
            seat: the seat that looks back.
            own: how likely the seat comes to this position.
            others: how likely chance and the other seats come to it.
            gained: by key, the gain of each action over the policy, weighted by `others`.
        """
        if node.player == TERMINAL:
            return node.returns[seat]
        if node.player == CHANCE:
            chance = 1 / len(node.children)
            rest = (self._walk(c, seat, own, others * chance, gained) for c in node.children)
            return chance * sum(rest)
        policy = self.policy(node.key)
        if node.player != seat:
            pairs = zip(node.children, policy, strict=True)
            return sum(p * self._walk(c, seat, own, others * p, gained) for c, p in pairs)
        pairs = zip(node.children, policy, strict=True)
        values = np.array([self._walk(c, seat, own * p, others, gained) for c, p in pairs])
        mean = float(policy @ values)
        gained[node.key] += others * (values - mean)
        self.total[node.key] += self.iterations * own * policy
        return mean


def normalised(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights that add up to 1, equal ones if all are 0."""
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def against_uniform(tree: GameTree, policy: dict[str, NDArray[np.float64]]) -> float:
    """Return the policy's mean return over all seats, if the others play uniformly."""
    uniform, found = tree.uniform(), 0.0
    for seat in range(tree.game.players):
        mixed = {
            key: policy[key] if known.seat == seat else uniform[key]
            for key, known in tree.information_sets.items()
        }
        found += tree.values(mixed)[seat] / tree.game.players
    return found


def main() -> None:
    """Solve the auction and print how."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--cards", type=int, default=4)
    parser.add_argument("--highest", type=int, default=6)
    parser.add_argument("--iterations", type=int, default=400)
    args = parser.parse_args()
    if args.iterations < 0:
        parser.error(f"argument --iterations: {args.iterations} is less than 0")
    game = game_from(FOLDER).load(args.players, cards=args.cards, highest_bid=args.highest)
    solver = Solver(GameTree(game, limit=1_000_000))
    for n in range(args.iterations + 1):
        if n & (n - 1) == 0 or n == args.iterations:  # at every doubling
            average = solver.average()
            line = {"iterations": n, "nash_conv": round(solver.tree.nash_conv(average), 5)}
            line["against_uniform"] = round(against_uniform(solver.tree, average), 4)
            print(json.dumps(line), flush=True)
        solver.iterate()
    for known in solver.tree.information_sets.values():
        if known.seat == 0 and known.state.bid == 0:
            chances = zip(known.actions, solver.average()[known.nodes[0].key], strict=True)
            named = (f"{game.actions.name(action)} {chance:.0%}" for action, chance in chances)
            card = next(n + 1 for n, where in enumerate(known.state.zone) if where >= 3)
            print(f"with a {card}:", ", ".join(text for text in named if not text.endswith(" 0%")))


if __name__ == "__main__":
    main()
