"""The run of all checks on a game: each check once, its findings and what could not run."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from types import FrameType
from typing import Any

from ducato.checks.faults import HERE, Broken, Fault, Here, finding_from, within
from ducato.core.game import Game, LoadedGame

SEEDS = range(3)
"""The seeds of the random games that each variant plays."""
MOST_FINDINGS = 3
"""The number of findings after which a check of random games goes on to the next one."""

PATIENCE = 60.0
"""The seconds of processor time that a check may take for one step of a game."""
UNWATCHED = ("compiled_agrees",)
"""The checks that may take longer, since they compile."""

GameCheck = Callable[[Game, range], Iterable[Exception]]
"""A check of a game as a whole, which yields its findings as errors of the type `Broken`."""
PlayCheck = Callable[[LoadedGame, int], None]
"""A check of a random game, which raises `Broken` at the first fault."""


@dataclass(frozen=True)
class Checks:
    """The checks of one subject.

    Attributes:
        subject: the subject, such as "rules".
        of_game: the checks of the game as a whole.
        of_play: the checks of random games.
        thorough: those among them that a quick run leaves out.
    """

    subject: str
    of_game: tuple[GameCheck, ...] = ()
    of_play: tuple[PlayCheck, ...] = ()
    thorough: tuple[Callable[..., Any], ...] = ()


@dataclass(frozen=True)
class CheckResult:
    """The result of one check.

    Attributes:
        subject: the subject of the check, such as "rules".
        check: the name of the check.
        findings: the faults found.
        skipped: the reason why the check did not run; "" if it did.
        games: the number of random games that it looked at; 0 if it plays none.
        quick: whether that is less than it takes to call them sound.
        seconds: the time it took.
    """

    subject: str
    check: str
    findings: tuple[Fault, ...] = ()
    skipped: str = ""
    seconds: float = 0.0
    games: int = 0
    quick: bool = False

    @property
    def status(self) -> str:
        """The result in a word: "passed", "looked", "warned", "failed" or "skipped".

        A quick run only looks at a game: what it finds nothing wrong with has not passed.
        """
        if self.skipped:
            return "skipped"
        if any(not finding.warning for finding in self.findings):
            return "failed"
        if self.findings:
            return "warned"
        return "looked" if self.quick and self.games else "passed"

    def __str__(self) -> str:
        """Return the result in words, with what was looked at."""
        if self.skipped:
            return f"{self.status}: {self.skipped}"
        games = f"{self.games} game{'' if self.games == 1 else 's'}"
        if self.status == "looked":
            return f"looked at {games}, found nothing"
        return f"{self.status} ({games})" if self.games else self.status

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, for JSON."""
        return {**asdict(self), "status": self.status}


@dataclass(frozen=True)
class CheckPlan:
    """What to check a game with.

    Attributes:
        players: the number of players; None for all.
        edition: the edition; None for all.
        options: values that override the edition's.
        seeds: the seeds of the random games.
        quick: whether to leave out thorough checks, and to play the first edition alone with the
            smallest number of players.
    """

    players: int | None = None
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    seeds: range = SEEDS
    quick: bool = False

    @property
    def played(self) -> range:
        """The seeds of the random games that each variant plays."""
        return self.seeds[:1] if self.quick else self.seeds

    def variants(self, game: Game) -> list[tuple[int, str]]:
        """Return the numbers of players and the editions to play.

        The numbers of players are tried in the first edition, the other editions with one of them.
        """
        numbers = game.players if self.players is None else (self.players,)
        editions = game.editions if self.edition is None else [self.edition]
        if self.quick:
            return [(numbers[0], editions[0])]
        middle = numbers[len(numbers) // 2]
        return [(n, editions[0]) for n in numbers] + [(middle, name) for name in editions[1:]]


def run(
    game: Game, checks: Sequence[Checks], plan: CheckPlan | None = None
) -> Iterator[CheckResult]:
    """Run all checks, and yield the result of each as soon as it is known.

    All checks run although one fails. If the game cannot be loaded, those that play it are skipped.
    A fault that several checks come across is reported by the first.
    """
    plan = CheckPlan() if plan is None else plan
    known: set[tuple[object, ...]] = set()
    unloadable = ""
    for group in checks:
        for one in group.of_game:
            if skipped := _reason(one, group, plan, unloadable):
                yield CheckResult(group.subject, one.__name__, skipped=skipped)
                continue
            start = time.perf_counter()
            found = [f for f in _of_game(one, game, plan) if _is_new(f, known)]
            if any(not f.warning for f in found) and not unloadable:
                unloadable = _loading_fault(game, plan)
            yield _result(group, one, found, start)
        played = len(plan.variants(game)) * len(plan.played) if group.of_play else 0
        for check in group.of_play:
            if group.subject != "contract":
                unloadable = unloadable or _loading_fault(game, plan)
            if skipped := _reason(check, group, plan, unloadable):
                yield CheckResult(group.subject, check.__name__, skipped=skipped)
                continue
            start = time.perf_counter()
            found = [f for f in _of_play(check, game, plan) if _is_new(f, known)]
            result = _result(group, check, found, start)
            yield replace(result, games=played, quick=plan.quick)


def _reason(check: Callable[..., Any], group: Checks, plan: CheckPlan, unloadable: str) -> str:
    """Return why a check is not run; "" if it is."""
    if plan.quick and check in group.thorough:
        return "left out of a quick run"
    if group.subject == "compilation" and os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "nothing is compiled: NUMBA_DISABLE_JIT is set"
    return "" if group.subject == "contract" and check in group.of_game else unloadable


def _loading_fault(game: Game, plan: CheckPlan) -> str:
    try:
        players, edition = plan.variants(game)[0]
        game.load(players, edition, **plan.options).new_initial_state()
    except (Exception, SystemExit):
        return "the game cannot be loaded"
    return ""


def _is_new(finding: Fault, known: set[tuple[object, ...]]) -> bool:
    fault = (finding.problem, finding.file) if finding.file else (finding.problem, finding.step)
    if fault in known:
        return False
    known.add(fault)
    return True


def _result(
    group: Checks, check: Callable[..., Any], found: list[Fault], start: float
) -> CheckResult:
    seconds = time.perf_counter() - start
    return CheckResult(group.subject, check.__name__, tuple(found), seconds=round(seconds, 3))


def _of_game(check: GameCheck, game: Game, plan: CheckPlan) -> Iterator[Fault]:
    HERE.set(Here())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            for broken in check(game, plan.seeds):
                yield finding_from(broken, check.__name__, game.package)
                HERE.set(Here())
        except (Exception, SystemExit) as error:
            yield finding_from(error, check.__name__, game.package)


def _of_play(check: PlayCheck, game: Game, plan: CheckPlan) -> list[Fault]:
    found: dict[tuple[str, str | None], Fault] = {}
    for players, edition in plan.variants(game):
        options = [f"{name}={value}" for name, value in plan.options.items()]
        variant = ", ".join([f"{players} players", f"edition {edition}", *options])
        for seed in plan.played:
            HERE.set(Here(seed))
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                try:
                    with watched(check.__name__, game.package):
                        check(game.load(players, edition, **plan.options), seed)
                except (Exception, SystemExit) as error:
                    finding = finding_from(error, check.__name__, game.package, variant)
                    found.setdefault((finding.problem, finding.file), finding)
            if len(found) >= MOST_FINDINGS:
                return list(found.values())
    return list(found.values())


@contextmanager
def watched(check: str, package: str, patience: float | None = None) -> Iterator[None]:
    """Raise `Broken` in this context if a check does not come on, with the line where it hangs.

    It does so in the main thread alone, and where there are timers of processor time.
    """
    timers = hasattr(signal, "setitimer") and hasattr(signal, "ITIMER_VIRTUAL")
    main = threading.current_thread() is threading.main_thread()
    if check in UNWATCHED or not timers or not main:
        yield
        return
    seconds = PATIENCE if patience is None else patience
    last: list[Here | None] = [None]

    def look(_: int, frame: FrameType | None) -> None:
        here = HERE.get()
        if last[0] is not here:
            last[0] = here
            return
        raise Broken(
            f"{check} hangs: a rule has not come to an end after {seconds:g} seconds",
            "See that every loop of the rules ends.",
            file=_hanging_line(package, frame),
        )

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _hanging_line(package: str, frame: FrameType | None) -> str | None:
    """Return the innermost file and line of a package's code on the stack."""
    while frame is not None:
        if found := within(package, frame.f_code.co_filename, frame.f_lineno):
            return found
        frame = frame.f_back
    return None
