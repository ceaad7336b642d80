"""A run of learning: games, networks, matches, and a folder that keeps each finished step."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ducato
from ducato.core.editions import data_files
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import Weights, about_value, value_weights, write_value_weights
from ducato.core.game.weights import search_weights
from ducato.core.safe_file import write_whole
from ducato.lab.run import RunFolder
from ducato.learn.decisions import Decisions, searched
from ducato.learn.distil import distil, with_search_weights
from ducato.learn.finished_steps import FinishedSteps
from ducato.learn.fit import fit
from ducato.learn.gate import PRESENT, can_play, gate
from ducato.learn.plan import LearningPlan
from ducato.learn.plot import plot
from ducato.learn.positions import Positions, collect, recorded, state_features
from ducato.learn.quality import quality
from ducato.learn.searching import collect_searched
from ducato.runs.run_folder import writing

VALUE, GREEDY, PLOT, RESULT = "value.npz", "greedy.toml", "learning.svg", "result.json"
"""The files that a run writes into its folder, beside its plan and its finished steps."""
VIEWS = 400_000
"""The number of views of positions to learn from, at most about so many of each kind in a round.

The turns of one game are alike: it is better to take few of them from many games.
"""
SAMPLE = 20
"""The number of games by which the number of turns is estimated."""
JUDGED_FROM = 1_000_000_000
"""The number of the first game by which networks are compared with playouts."""
JUDGED = 50
"""One game is judged for each so many games of a round; no fewer than `SAMPLE`."""


@dataclass(frozen=True)
class Round:
    """One round for one number of players, as plain data.

    Attributes:
        players, round: the number of players, and of the round, from 1.
        editions: the names of the editions played.
        games, search_games, positions: how much was learned from: games of guided players, games
            between searches, and positions of both.
        every: one of so many turns was taken.
        curve: the losses of each pass; see `fit.Pass`.
        scores: the scores on held-out games; see `scores.Score`.
        quality: the scores of the network and of playouts on other games; see `quality.quality`.
        gate: the match against the present bot (see `gate.Gate`); None if none was played.
        seconds: how long the round took.
    """

    players: int
    round: int
    editions: list[str]
    games: int
    search_games: int
    positions: int
    every: int
    curve: list[dict[str, float]]
    scores: list[dict[str, Any]]
    quality: dict[str, list[dict[str, Any]]]
    gate: dict[str, Any] | None
    seconds: float

    @property
    def accepted(self) -> bool:
        """Whether the network was accepted; without a match, it is taken at its word."""
        return self.gate is None or bool(self.gate["accepted"])


@dataclass(frozen=True)
class Learned:
    """The result of a run.

    Attributes:
        rounds: all rounds, in their order.
        networks: the network that was accepted last, by the number of players.
        distilled: the weights that were distilled (see `distil.Distilled`), or None.
        stopped: whether the time was over before all rounds were done.
    """

    rounds: list[Round]
    networks: dict[int, Weights]
    distilled: dict[str, Any] | None
    stopped: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the result, without the networks, as a dictionary that can be written as JSON."""
        rounds = [{**asdict(one), "accepted": one.accepted} for one in self.rounds]
        return {"rounds": rounds, "distilled": self.distilled, "stopped": self.stopped}


def learn(
    plan: LearningPlan,
    folder: RunFolder,
    *,
    minutes: float | None = None,
    jobs: int = 1,
    quiet: bool = True,
    progress: Callable[[str], object] = lambda text: None,
) -> Learned:
    """Carry out a plan, or what is left of it, and write the results into the folder.

    Args:
        plan: what to do.
        folder: the folder of the run; finished steps that it keeps are not done again.
        minutes: the time after which no new step is begun; None for as long as it takes.
        jobs: the number of processes.
        quiet: whether to hide the progress bars.
        progress: called with a line of text before each step.

    Raises:
        BrokenGame: the game has no features, or its rules fail.
        BadValue, UnknownName: the plan asks for something impossible.
        CannotWrite: the folder cannot be written.
    """
    run = _Run(plan, FinishedSteps(folder), jobs, quiet, progress)
    end = time.monotonic() + 60 * minutes if minutes is not None else float("inf")
    for players in plan.players:
        state_features(plan.tables(players)[0])
    distilled = run.distilled() if plan.distil else None
    weights = search_weights(plan.game)
    if distilled is not None and distilled["accepted"]:
        weights = np.array(distilled["weights"])
    rounds: list[Round] = []
    accepted: dict[int, Weights] = {}
    learned = Learned(rounds, accepted, distilled, stopped=False)
    for players in plan.players:
        network: Weights | None = None
        for number in range(1, plan.rounds + 1):
            if time.monotonic() >= end and not run.is_done(players, number):
                learned = replace(learned, stopped=True)
                break
            found, network = run.round(players, number, weights, network, accepted.get(players))
            rounds.append(found)
            if found.accepted:
                accepted[players] = network
            _write(plan, folder.path, learned)
    _write(plan, folder.path, learned)
    return learned


class _Run:
    """A run under way: its steps, done or kept."""

    def __init__(
        self,
        plan: LearningPlan,
        steps: FinishedSteps,
        jobs: int,
        quiet: bool,
        progress: Callable[[str], object],
    ) -> None:
        self.plan, self.steps, self.progress = plan, steps, progress
        self.how: dict[str, Any] = {"seed": plan.seed, "jobs": jobs, "quiet": quiet}

    def is_done(self, players: int, number: int) -> bool:
        """Return whether a round is kept."""
        return self.steps.kept(_name(players, number)) is not None

    def distilled(self) -> dict[str, Any]:
        """Return the weights found by searches with all numbers of players."""
        if (kept := self.steps.kept("distilled")) is not None:
            return kept[0]
        plan, parts = self.plan, []
        self.progress(f"{plan.distil} games with searches of {plan.sims} simulations")
        before = search_weights(plan.game)
        games = max(2, plan.distil // len(plan.players))
        for index, players in enumerate(plan.players):
            found = searched(plan.tables(players), {"sims": plan.sims}, before, games, **self.how)
            parts.append(replace(found, games=found.games + np.int32(index * games)))
        result = distil(Decisions.joined(parts), before, seed=plan.seed).to_dict()
        result["accepted"] = result["after"] < result["before"]
        self.steps.keep("distilled", result)
        return result

    def round(
        self,
        players: int,
        number: int,
        weights: NDArray[np.float64],
        network: Weights | None,
        present: Weights | None,
    ) -> tuple[Round, Weights]:
        """Return a round and its network, done now or kept.

        Args:
            players: the number of players.
            number: the number of the round, from 1.
            weights: the weights of actions of the players.
            network: the network of the round before, accepted or not, to be fitted further.
            present: the network that was accepted last in this run.
        """
        name = _name(players, number)
        if (kept := self.steps.kept(name)) is not None and kept[1] is not None:
            return Round(**kept[0]), kept[1]
        began, plan = time.monotonic(), self.plan
        tables, policy = plan.tables(players), weights / plan.temperature
        self.progress(f"{players} players, round {number}: {plan.games} games")
        every = _every(tables, policy, plan.games, plan.seed)
        first = (number - 1) * plan.games
        positions = collect(tables, policy, plan.games, first=first, every=every, **self.how)
        if plan.search_games:
            better = self._searched(tables, policy, number, present)
            positions = Positions.joined([positions, better])
        self.progress(f"{players} players, round {number}: {len(positions)} positions")
        fitted = fit(positions, seed=plan.seed, start=network)
        judged = max(SAMPLE, plan.games // JUDGED)
        compared = quality(
            tables, policy, fitted.weights, judged, first=JUDGED_FROM, seed=plan.seed
        )
        found = Round(
            players=players,
            round=number,
            editions=[table.edition_name for table in tables],
            games=plan.games,
            search_games=plan.search_games,
            positions=len(positions),
            every=every,
            curve=[asdict(one) for one in fitted.curve],
            scores=[one.to_dict() for one in fitted.scores],
            quality={name: [one.to_dict() for one in of] for name, of in compared.items()},
            gate=self._gate(tables, number, fitted.weights, present),
            seconds=round(time.monotonic() - began, 1),
        )
        self.steps.keep(name, asdict(found), fitted.weights)
        return found, fitted.weights

    def _searched(
        self,
        tables: list[LoadedGame],
        policy: NDArray[np.float64],
        number: int,
        network: Weights | None,
    ) -> Positions:
        """Return the positions of a round's games between bots that search with a network."""
        plan, players = self.plan, tables[0].players
        games, sims = plan.search_games, plan.search_sims
        self.progress(f"{players} players, round {number}: {games} games between searches")
        return collect_searched(
            tables,
            policy,
            games,
            sims=sims,
            network=network,
            first=(number - 1) * games,
            every=_every(tables, policy, games, plan.seed),
            **self.how,
        )

    def _gate(
        self,
        tables: list[LoadedGame],
        number: int,
        network: Weights,
        present: Weights | None,
    ) -> dict[str, Any] | None:
        """Return the match of a new network against the present bot, or None."""
        plan, players = self.plan, tables[0].players
        if plan.gate == 0 or not can_play(plan.challenger):
            return None
        self.progress(f"{players} players, round {number}: a match of {plan.gate} games")
        before = present if present is not None else value_weights(plan.game, players)
        opponent = plan.present or (PRESENT if before is None else plan.challenger)
        how = {**self.how, "seed": plan.seed + number}
        bots = (plan.challenger, network), (opponent, before)
        return gate(tables, *bots, plan.gate, **how).to_dict()


def _name(players: int, number: int) -> str:
    return f"{players}-players-round-{number}"


def _every(tables: list[LoadedGame], policy: NDArray[np.float64], games: int, seed: int) -> int:
    """Return how many turns of so many games there are for each that is taken."""
    sampled = min(SAMPLE, games)
    sample = recorded(tables, policy, JUDGED_FROM, sampled, 1, seed)[0]
    views = len(sample) / sampled * tables[0].players * games
    return max(1, int(np.ceil(views / VIEWS)))


def _write(plan: LearningPlan, path: Path, learned: Learned) -> None:
    """Write the results so far."""
    with writing(path):
        if learned.networks:
            installed = {n: value_weights(plan.game, n) for n in plan.game.players}
            networks = {n: found for n, found in installed.items() if found is not None}
            write_value_weights(
                path / VALUE,
                state_features(plan.tables(plan.players[0])[0]),
                networks | learned.networks,
                _about(plan, learned),
            )
        if learned.distilled is not None and learned.distilled["accepted"]:
            write_whole(path / GREEDY, _greedy(plan, learned.distilled))
        if learned.rounds:
            write_whole(path / PLOT, plot([asdict(one) for one in learned.rounds]))
        whole = {"plan": plan.to_dict(), **learned.to_dict()}
        write_whole(path / RESULT, json.dumps(whole, indent=1) + "\n")


def _about(plan: LearningPlan, learned: Learned) -> dict[str, Any]:
    """Return where the networks come from, by the number of players."""
    before = about_value(plan.game)
    networks = dict(before["networks"]) if isinstance(before, dict) else {}
    for one in learned.rounds:
        if one.accepted:
            networks[str(one.players)] = {
                "command": plan.command(one.players),
                "ducato": ducato.__version__,
                "rules_version": plan.game.rules_version,
                "numpy": np.__version__,
                "python": platform.python_version(),
                "editions": one.editions,
                "games": one.games * one.round,
                "search_games": one.search_games * one.round,
                "positions": one.positions,
                "every": one.every,
                "seed": plan.seed,
                "losses": one.scores[0],
                "gate": one.gate,
            }
    return {"game": plan.game.name, "networks": networks}


def _greedy(plan: LearningPlan, distilled: dict[str, Any]) -> str:
    """Return the file of weights with those that were distilled."""
    package, file = plan.game.package, f"data/{GREEDY}"
    text = data_files.read_text(package, file) if data_files.has_file(package, file) else ""
    features = plan.game.names("Feature")
    if not text:
        text = "[weights]\n" + "".join(f"{name} = 1.0\n" for name in features)
    weights = dict(zip(features, distilled["weights"], strict=True))
    return with_search_weights(text, weights, "Distilled from searches by `ducato learn`.")
