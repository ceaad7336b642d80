"""The search for an edition that meets several targets at several tables, with Optuna."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import URL

from ducato.core.chance import new_rng
from ducato.core.errors import ConflictingOptions, DucatoError
from ducato.core.errors.machine import causes
from ducato.lab.run import Conditions, StudyResult
from ducato.lab.studies.aims import Measured, TuningTask
from ducato.lab.studies.screen import Sensitivity, screen
from ducato.lab.studies.space import Free, neighbour, search_space
from ducato.runs.executors import Executor, executor
from ducato.runs.executors.progress import with_progress
from ducato.runs.extras import needed
from ducato.runs.play.chunk import TooLong
from ducato.runs.run_folder import STUDY, CannotWrite, OtherRun, locked, writing

VERIFIED = 3
"""The number of editions that are played again with new deals at the end."""
MORE = 4
"""How many times as many games they are played for."""
NEW_DEALS = 1_000_003
"""What is added to the seed for them."""


@dataclass(frozen=True)
class Edition:
    """An edition that the search has found, measured with new deals.

    Attributes:
        values: the values of the free options, by name.
        distance: the sum of the distances from the targets, the mean over all tables.
        tables: the estimates of the metrics aimed at, by table, such as "3 players, greedy".
        changes: by how much they exceed those of the edition before, deal by deal; without what is
            no mean over games.
        toml: an entry for ``editions.toml``.
    """

    values: dict[str, Any]
    distance: float
    tables: dict[str, Measured]
    changes: dict[str, Measured]
    toml: str


@dataclass(frozen=True)
class Tuned(StudyResult):
    """The result of a search.

    Attributes:
        trials: the number of editions tried, with those that could not be played.
        pruned: the number of those: their options conflict, or their games do not end.
        base: the edition that the search began with.
        found: the best editions, the best first; with several objectives, some of the editions of
            which none is better in all of them.
        met: whether the edition that the search begins with meets all targets, so that none was
            tried.
        screened: what each option does, if they were screened.
    """

    game: str
    trials: int
    pruned: int
    base: Edition
    found: list[Edition]
    met: bool = False
    screened: Sequence[Sensitivity] = ()


def tune(
    search: TuningTask, trials: int, conditions: Conditions, *, out: Path, name: str = "tuned"
) -> Tuned:
    """Search for editions that meet the targets, and measure the best with new deals.

    The study is kept in a database in `out`. If it holds one already, it goes on until there are
    `trials` in all. Equal seeds give equal studies, even if they are interrupted.

    Args:
        search: what is sought.
        trials: the number of editions to try; the first is the one that the search begins with.
        conditions: how the games of a trial are played.
        out: the folder.
        name: the name of the edition in its TOML.

    Raises:
        ConflictingOptions: the edition that the search begins with is not possible.
        UnknownName, BadValue: an option or a level is not possible.
        InUse: another process is writing in the folder.
        OtherRun: the study is damaged.
        CannotWrite: the study cannot be written.
        MissingExtra: Optuna is not installed; nothing was written.
    """
    needed("optuna", "lab")
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
        lock = locked(out)
    with lock, _usable(out):
        return _tuned(search, trials, conditions, out, name)


def _tuned(search: TuningTask, trials: int, conditions: Conditions, out: Path, name: str) -> Tuned:
    """Carry out `tune` in a folder that is locked."""
    free = search_space(search.game, search.free, search.players, search.fixed)
    by = executor(conditions.jobs, conditions.ray)
    base_values = {one.name: search.value_of(one.name) for one in free}
    base = search.measure({}, conditions.games, conditions.seed, by)
    checked = replace(conditions, games=MORE * conditions.games, seed=conditions.seed + NEW_DEALS)
    before = search.runs({}, checked.games, checked.seed, by)
    fresh = search.measured(before)

    def verified(values: Mapping[str, Any]) -> Edition:
        runs = search.runs(values, checked.games, checked.seed, by) if values else before
        tables = search.measured(runs)
        distance = sum(search.distances(tables, fresh))
        changes = search.changes(before, runs)
        return Edition(dict(values), distance, tables, changes, search.toml(values, name))

    if all(aim.target or aim.change is not None for aim in search.aims) and not any(
        search.distances(fresh, fresh)
    ):
        return Tuned(search.game.name, 0, 0, verified({}), [], met=True)
    screened = screen(search, free, base, conditions, by) if 0 < search.screen < len(free) else []
    if screened:
        kept = {one.name for one in screened[: search.screen]}
        free = [one for one in free if one.name in kept]
        base_values = {one.name: base_values[one.name] for one in free}
    study = _study(out, len(search.aims) if search.pareto else 1)
    _end_killed(study)
    left = range(_done(study), trials)
    running = _trials(study, search, free, base, base_values, left, conditions, by)
    for _ in with_progress(running, len(left), search.game.name, quiet=conditions.quiet):
        pass
    best = [values for values in _best(study, free) if values != base_values][:VERIFIED]
    found = _different(sorted(map(verified, best), key=lambda edition: edition.distance))
    if search.pareto:  # with new deals, one of them may be better than another in all
        found = _not_dominated(found, [search.distances(one.tables, fresh) for one in found])
    states = [trial.state.name for trial in study.trials]
    return Tuned(
        game=search.game.name,
        trials=_done(study),
        pruned=states.count("PRUNED"),
        base=verified({}),
        found=[
            edition if n == 1 else replace(edition, toml=search.toml(edition.values, f"{name}-{n}"))
            for n, edition in enumerate(found, 1)
        ],
        screened=screened,
    )


def _different(editions: Sequence[Edition]) -> list[Edition]:
    """Return editions without those whose games are the same as of one before."""
    kept: list[Edition] = []
    for one in editions:
        if all(one.tables != other.tables for other in kept):
            kept.append(one)
    return kept


def _not_dominated(
    editions: Sequence[Edition], distances: Sequence[Sequence[float]]
) -> list[Edition]:
    """Return the editions to which no other one is preferable in all objectives."""

    def dominated(of: Sequence[float]) -> bool:
        return any(
            other != of and all(x <= y for x, y in zip(other, of, strict=True))
            for other in distances
        )

    return [one for one, of in zip(editions, distances, strict=True) if not dominated(of)]


def _study(out: Path, objectives: int) -> Any:
    optuna = needed("optuna", "lab")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna.create_study(
        study_name="tune",
        storage=URL.create("sqlite", database=str((out / STUDY).resolve())).render_as_string(),
        load_if_exists=True,
        directions=["minimize"] * objectives,
    )


@contextmanager
def _usable(out: Path) -> Iterator[None]:
    """Raise an error of the study's database in this context with advice on what to do."""
    try:
        yield
    except DucatoError:
        raise
    except Exception as error:
        cause = next((e for e in causes(error) if isinstance(e, sqlite3.Error)), None)
        if cause is None:
            raise
        if isinstance(cause, sqlite3.OperationalError):
            raise CannotWrite(
                f"{out / STUDY} cannot be used ({cause}): if it is sound, --resume continues the "
                "search; otherwise choose another folder with --out"
            ) from error
        raise OtherRun(
            f"{out / STUDY} is damaged ({cause}): choose another folder with --out"
        ) from error


def _end_killed(study: Any) -> None:
    """Let the trials fail that a killed process has left: one asked for, or only put in line.

    The next trial would otherwise be one of those in line, as another number than it was.
    """
    optuna = needed("optuna", "lab")
    study.sampler = optuna.samplers.RandomSampler(seed=0)
    for trial in study.trials:
        if trial.state.name == "RUNNING":
            study.tell(trial.number, state=optuna.trial.TrialState.FAIL)
    for _ in range(sum(trial.state.name == "WAITING" for trial in study.trials)):
        study.tell(study.ask(), state=optuna.trial.TrialState.FAIL)


def _done(study: Any) -> int:
    """Return the number of trials that have come to an end; an interrupted one has not."""
    return sum(trial.state.name in ("COMPLETE", "PRUNED") for trial in study.trials)


def _trials(
    study: Any,
    search: TuningTask,
    free: Sequence[Free],
    base: Mapping[str, Measured],
    base_values: Mapping[str, Any],
    numbers: range,
    conditions: Conditions,
    by: Executor,
) -> Iterator[None]:
    optuna = needed("optuna", "lab")
    samplers = optuna.samplers
    for number in numbers:
        # A generator of its own for each trial: the study is the same if it is interrupted.
        seed = int(new_rng(conditions.seed, "trial", number)[0])
        study.sampler = (
            samplers.NSGAIISampler(population_size=min(50, max(4, numbers.stop // 8)), seed=seed)
            if search.pareto
            else samplers.TPESampler(seed=seed, n_startup_trials=_startup(numbers.stop))
        )
        if number == 0:
            study.enqueue_trial(_parameters(free, base_values))
        elif number % 2 and number >= _startup(numbers.stop) and (best := _best(study, free)):
            near = neighbour(free, best[0], int(new_rng(conditions.seed, "near", number)[0]))
            study.enqueue_trial(_parameters(free, near))
        trial = study.ask()
        try:
            values = {one.name: one.suggest(trial) for one in free}
            trial.set_user_attr("values", values)
            tables = search.measure(values, conditions.games, conditions.seed, by)
        except (ConflictingOptions, TooLong):
            study.tell(trial, state=optuna.trial.TrialState.PRUNED)
        except BaseException:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
            raise
        else:
            distances = search.distances(tables, base)
            study.tell(trial, distances if search.pareto else sum(distances))
        yield


def _startup(trials: int) -> int:
    """Return the number of random trials with which a search begins."""
    return max(10, trials // 10)


def _parameters(free: Sequence[Free], values: Mapping[str, Any]) -> dict[str, Any]:
    return {one.name: one.as_parameter(values[one.name]) for one in free}


def _best(study: Any, free: Sequence[Free]) -> list[dict[str, Any]]:
    """Return the values of the best trials, each once."""
    complete = [trial for trial in study.trials if trial.state.name == "COMPLETE"]
    trials = study.best_trials if len(study.directions) > 1 else complete
    found: list[dict[str, Any]] = []
    for trial in sorted(trials, key=lambda trial: sum(trial.values)):
        values = {one.name: trial.user_attrs["values"][one.name] for one in free}
        if values not in found:
            found.append(values)
    return found
