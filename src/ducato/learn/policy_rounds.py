"""Rounds of learning a policy: searches teach a network, which guides the searches of the next."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ducato
from ducato.core.game import LoadedGame
from ducato.core.game.policy_weights import (
    PolicyWeights,
    about_policy,
    policy_features,
    policy_weights,
    write_policy_weights,
)
from ducato.learn.decisions import Decisions, searched
from ducato.learn.finished_steps import FinishedSteps
from ducato.learn.gate import CHALLENGER, GUIDED, UNGUIDED, Player, gate
from ducato.learn.plan import LearningPlan
from ducato.learn.policy_fit import fit_policy

GUIDE = 8
"""The visits from which a node of a search is guided by the network of the round before."""


@dataclass(frozen=True)
class PolicyRound:
    """One round for one number of players, as plain data.

    Attributes:
        players, round: the number of players, and of the round, from 1.
        editions: the names of the editions played.
        games: the number of games searched, those of earlier rounds included.
        scores: how well the network foretells searches of games held out; see
            `policy_fit.PolicyScore`.
        alone: the match of the network without a search against the greedy bot; None if none was
            played. See `gate.Gate`.
        gate: the match of the search that it guides against the search without it.
        seconds: how long the round took.
    """

    players: int
    round: int
    editions: list[str]
    games: int
    scores: dict[str, Any]
    alone: dict[str, Any] | None
    gate: dict[str, Any] | None
    seconds: float

    @property
    def accepted(self) -> bool:
        """Whether the network was accepted; without a match, it is taken at its word."""
        return self.gate is None or bool(self.gate["accepted"])


@dataclass(frozen=True)
class LearnedPolicy:
    """What was learned of policies.

    Attributes:
        rounds: all rounds, in their order.
        networks: the network that was accepted last, by the number of players.
    """

    rounds: list[PolicyRound] = field(default_factory=list)
    networks: dict[int, PolicyWeights] = field(default_factory=dict)

    def to_list(self) -> list[dict[str, Any]]:
        """Return the rounds as dictionaries that can be written as JSON."""
        return [{**asdict(one), "accepted": one.accepted} for one in self.rounds]


def learn_policy(
    plan: LearningPlan,
    weights: NDArray[np.float64],
    steps: FinishedSteps,
    how: dict[str, Any],
    progress: Callable[[str], object],
    end: float,
) -> tuple[LearnedPolicy, bool]:
    """Carry out the rounds of a plan, or what is left of them.

    Args:
        plan: what to do.
        weights: the weights of actions of the searches.
        steps: the finished steps, which are not done again.
        how: the seed, the processes and whether to hide the progress bars.
        progress: called with a line of text before each step.
        end: the time, by the monotonic clock, after which no round begins.

    Returns:
        What was learned, and whether the time was over before all rounds were done.
    """
    learned = LearnedPolicy()
    for players in plan.players:
        tables, parts = plan.tables(players), list[Decisions]()
        network: PolicyWeights | None = None
        for number in range(1, plan.rounds + 1):
            name = f"{players}-players-policy-{number}"
            kept = steps.kept(name)
            if kept is None:
                if time.monotonic() >= end:
                    return learned, True
                progress(f"{players} players, round {number}: {plan.policy} games with searches")
                kept = _searched(plan, tables, weights, number, network, how)
                steps.keep(name, *kept)
            parts.append(Decisions(**kept[1]))
            network, score = fit_policy(
                Decisions.joined(parts), len(tables[0].actions), seed=plan.seed
            )
            judged = steps.kept(f"{name}-judged")
            if judged is None:
                progress(f"{players} players, round {number}: matches of {plan.gate} games")
                found = _matches(plan, tables, network, number, how)
                steps.keep(f"{name}-judged", found)
                judged = found, {}
            one = PolicyRound(
                players=players,
                round=number,
                editions=[table.edition_name for table in tables],
                games=plan.policy * number,
                scores=score.to_dict(),
                **judged[0],
                **kept[0],
            )
            learned.rounds.append(one)
            if one.accepted:
                learned.networks[players] = network
    return learned, False


def _searched(
    plan: LearningPlan,
    tables: list[LoadedGame],
    weights: NDArray[np.float64],
    number: int,
    network: PolicyWeights | None,
    how: dict[str, Any],
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return how long the searches of a round took, and their decisions by field."""
    began = time.monotonic()
    bot = {"sims": plan.sims, **({} if network is None else {"guide": GUIDE})}
    given = {**how, "seed": plan.seed + number, "share": 1.0, "network": network}
    found = searched(tables, bot, weights, plan.policy, **given)
    found = replace(found, games=found.games + np.int32((number - 1) * plan.policy))
    arrays = {one.name: getattr(found, one.name) for one in fields(found)}
    return {"seconds": round(time.monotonic() - began, 1)}, arrays


def _matches(
    plan: LearningPlan,
    tables: list[LoadedGame],
    network: PolicyWeights,
    number: int,
    how: dict[str, Any],
) -> dict[str, Any]:
    """Return the matches of a network: alone against the greedy bot, and in a search."""
    if plan.gate == 0:
        return {"alone": None, "gate": None}
    given = {**how, "seed": plan.seed + number}
    challenger = GUIDED if plan.challenger == CHALLENGER else plan.challenger
    new, old = Player(challenger, None, network), Player(plan.present or UNGUIDED)
    alone = gate(tables, Player("policy", None, network), Player("greedy"), plan.gate, **given)
    guided = gate(tables, new, old, plan.gate, **given)
    return {"alone": alone.to_dict(), "gate": guided.to_dict()}


def write_policy(plan: LearningPlan, path: Path, learned: LearnedPolicy) -> None:
    """Write the networks that were accepted, with those that the game has already."""
    game = plan.game
    installed = {n: policy_weights(game, n) for n in game.players}
    before = about_policy(game)
    about = dict(before["networks"]) if isinstance(before, dict) else {}
    for one in learned.rounds:
        if one.accepted:
            about[str(one.players)] = {
                "command": plan.command(one.players),
                "ducato": ducato.__version__,
                "rules_version": game.rules_version,
                "numpy": np.__version__,
                "python": platform.python_version(),
                **asdict(one),
            }
    networks = {n: found for n, found in installed.items() if found is not None}
    whole = {"game": game.name, "networks": about}
    write_policy_weights(path, policy_features(game), networks | learned.networks, whole)
