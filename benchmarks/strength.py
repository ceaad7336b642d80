"""The strength of a bot against another with equal processor time, with intervals.

    python -m benchmarks.strength GAME --players N --new BOT --old BOT --cpu MS --games N --jobs J
    python -m benchmarks.strength magnate --new ismcts --old ismcts@ea2d64e7 --cpu 100 --games 400

A bot of an earlier commit is named with it: see `benchmarks.bots.earlier`. With ``--cpu``, both
sides have this many milliseconds of processor time for a decision; without it, the budget is the
one in their names. A deal is played once for each seat of the new bot, with the same chance,
against the old bot at all other seats; with ``--half``, both have half of the seats. Bots may keep
what they know from one decision to the next: each seat has a bot of its own, made anew for each
game.

Each finished deal is a line of JSON in the file ``--out``, which ``--resume`` continues; it may
hold several matches. ``--minutes`` ends the match after the deals that have begun by then, and
Ctrl-C at once; the result so far is printed in any case, as a row of a table for RESULTS.md. The
interval takes the deals as clusters. Elo is that of the new bot: a fair share of wins is 0, and at
a table of more than two each side wins in proportion to the strength of its seats.

A bot with a budget in seconds has two attributes for this: ``clock``, a function that returns
seconds and is set to the processor time of the thread before the first choice, and ``simulations``,
the number of simulations run for choices so far.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import ceil, inf, log10
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.bots.earlier import EarlierBot, is_earlier

from ducato.bots import make
from ducato.bots.options import OPTIONS
from ducato.core.game import LoadedGame, load
from ducato.lab.tournament import PlayedGame, play_between
from ducato.runs.executors import executor
from ducato.runs.statistics import Z95, Estimate, share

NewBot = Callable[[str, LoadedGame], Any]
"""A function that returns a bot with this name."""
HEADER = (
    "| game | seats | new | old | ms | games | deals | wins | 95 % | fair | Elo | 95 % "
    "| ms new, old | simulations new, old |\n"
    "|---|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)
UNEQUAL = 0.05
"""The difference between the times of both sides, as a part, from which it is pointed out."""


@dataclass(frozen=True)
class Contest:
    """A match between two bots.

    Attributes:
        game, players, edition: what is played; an edition of None is the default one.
        new, old: the names of the bots.
        cpu: the processor time for a decision in milliseconds; 0 for the budgets in their names.
        half: whether the new bot has half of the seats (rounded down), not one.
        seed: the seed of deals and bots; equal seeds give equal deals.
    """

    game: str
    players: int
    edition: str | None
    new: str
    old: str
    cpu: float = 0.0
    half: bool = False
    seed: int = 2026

    def seatings(self) -> list[list[int]]:
        """Return the seats of the new bot in each game of a deal."""
        if not self.half:
            return [[seat] for seat in range(self.players)]
        turns = 2 if self.players % 2 == 0 else self.players
        spread = range(0, 2 * (self.players // 2), 2)  # every other seat
        return [sorted((seat + turn) % self.players for seat in spread) for turn in range(turns)]

    def bot(self, name: str) -> str:
        """Return the name of a bot with the budget of this contest."""
        kind = name.partition(":")[0].partition("@")[0]
        timed = self.cpu and "seconds" in OPTIONS.get(kind, {"seconds": None})
        return f"{name}:seconds={self.cpu / 1000:g}" if timed else name


@dataclass
class Side:
    """The work of the bots of one side in a game.

    Attributes:
        decisions: the number of decisions between two or more actions.
        seconds: the processor time that they took.
        simulations: the number of simulations run for them; None if the bot does not count them.
    """

    decisions: int = 0
    seconds: float = 0.0
    simulations: int | None = 0


def made(name: str, game: LoadedGame) -> Any:
    """Return a bot whose budget in seconds is one of processor time.

    Raises:
        ValueError: the bot has such a budget, but no clock.
    """
    if is_earlier(name):
        return EarlierBot(name, game)
    bot: Any = make(name, game)
    if hasattr(bot, "clock"):
        bot.clock = time.thread_time
    elif getattr(bot, "seconds", 0):
        raise ValueError(f"{name} has a budget in seconds, but no attribute 'clock'")
    return bot


def play_game(
    game: LoadedGame, contest: Contest, deal: int, turn: int, new_bot: NewBot = made
) -> dict[str, Any]:
    """Play a game of a deal, with the seats moved by `turn`; return its result for JSON."""
    first = contest.seatings()[0]
    names = [contest.bot(contest.new if n in first else contest.old) for n in range(game.players)]
    sets: list[list[Any]] = []  # the first plays; others only compile

    def new_bots() -> list[Any]:
        sets.append([new_bot(name, game) for name in names])
        return sets[-1]

    played = play_between(game, new_bots, contest.seed, deal * game.players + turn)
    seats = [seat for seat, bot in enumerate(played.seated) if bot in first]
    return {
        "seats": seats,
        "won": sum(played.won[seat] for seat in seats),
        "finished": played.finished,
        "new": asdict(_side(played, sets[0], first)),
        "old": asdict(_side(played, sets[0], [n for n in range(game.players) if n not in first])),
    }


def _side(played: PlayedGame, bots: list[Any], own: list[int]) -> Side:
    """Return the work of some of the bots in a game."""
    counts = [getattr(bots[n], "simulations", None) for n in own]
    decisions, _, seconds = played.decided[own].sum(axis=0)
    simulations = None if None in counts else sum(counts)
    return Side(int(decisions), float(seconds), simulations)


def play_deal(
    contest: Contest, deal: int, end: float, new_bot: NewBot = made
) -> dict[str, Any] | None:
    """Play all games of a deal; return a line of the file, or None if the time `end` is over."""
    if time.time() > end:
        return None
    game = load(contest.game, contest.players, contest.edition)
    turns = range(len(contest.seatings()))
    games = [play_game(game, contest, deal, turn, new_bot) for turn in turns]
    return {"contest": asdict(contest), "deal": deal, "games": games}


def read_deals(path: Path | None, contest: Contest) -> list[dict[str, Any]]:
    """Return the lines of a file that belong to a contest; a line cut short is left out."""
    found = []
    if path is not None and path.exists():
        for line in path.read_text("utf-8").splitlines():
            with suppress(json.JSONDecodeError):
                deal = json.loads(line)
                if deal["contest"] == asdict(contest):
                    found.append(deal)
    return found


def play(
    contest: Contest,
    games: int,
    *,
    jobs: int = 1,
    out: Path | None = None,
    end: float = inf,
    one: Callable[[Contest, int, float], dict[str, Any] | None] = play_deal,
) -> list[dict[str, Any]]:
    """Play a contest, except the deals that the file has already; return all finished deals.

    Args:
        contest: what to play.
        games: the least number of games; all games of a deal are played.
        jobs: the number of processes.
        out: the file to which each finished deal is appended.
        end: the time, in seconds since the epoch, after which no deal begins.
        one: plays a deal.
    """
    deals = read_deals(out, contest)
    done = {deal["deal"] for deal in deals}
    numbers = range(ceil(games / len(contest.seatings())))
    pieces = [(contest, number, end) for number in numbers if number not in done]
    running = executor(jobs).run(one, pieces)
    with suppress(KeyboardInterrupt):
        for _, deal in running:
            if deal is None:
                continue
            deals.append(deal)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(deal) + "\n")
    return deals


def clustered(wins: Iterable[float], games: Iterable[int]) -> Estimate:
    """Return a share of wins with its interval, where the games of a deal are not independent.

    The interval is Wilson's for as many independent games as would have the variance between the
    deals. The quantile is that of Student's t, which matters where deals are few.

    Args:
        wins: the number of wins in each deal.
        games: the number of games in each deal.
    """
    won, played = np.array([*wins], float), np.array([*games], float)
    total, deals = float(played.sum()), len(played)
    if deals < 2:
        return Estimate(float(won.sum() / total) if total else 0.0, 0.0, 1.0)
    rate = float(won.sum()) / total
    squares = float(((won - rate * played) ** 2).sum()) * deals / (deals - 1)
    alike = total * rate * (1 - rate)
    independent = total * alike / squares if squares > 0 and alike > 0 else total
    t = Z95 + (Z95**3 + Z95) / (4 * (deals - 1))  # the first term of an expansion in 1 / freedom
    return share(rate * independent, independent, t)


def elo(rate: float, seats: int, players: int) -> float:
    """Return the Elo difference for a share of wins of a bot that has some of the seats.

    Example:
        >>> round(elo(0.75, 1, 2)), round(elo(0.25, 1, 4)), round(elo(0.5, 1, 4))
        (191, 0, 191)
    """
    if not 0 < rate < 1:
        return inf if rate >= 1 else -inf
    return 400 * log10(rate * (players - seats) / ((1 - rate) * seats))


def work(deals: list[dict[str, Any]], side: str) -> tuple[float, float | None]:
    """Return the milliseconds of processor time and the simulations per decision of a side."""
    done = [game[side] for deal in deals for game in deal["games"]]
    decisions = max(1, sum(s["decisions"] for s in done))
    counts = [s["simulations"] for s in done]
    simulations = None if None in counts else sum(counts) / decisions
    return 1000 * sum(s["seconds"] for s in done) / decisions, simulations


def result(contest: Contest, deals: list[dict[str, Any]]) -> tuple[Estimate, Estimate]:
    """Return the new bot's share of wins and its Elo, with intervals."""
    rate = clustered(
        (sum(game["won"] for game in deal["games"]) for deal in deals),
        (len(deal["games"]) for deal in deals),
    )
    seats = len(contest.seatings()[0])
    return rate, Estimate(*(elo(bound, seats, contest.players) for bound in rate))


def row(contest: Contest, deals: list[dict[str, Any]]) -> str:
    """Return the result as a row of a table in Markdown."""
    rate, rating = result(contest, deals)
    fair = len(contest.seatings()[0]) / contest.players
    (new_ms, new_runs), (old_ms, old_runs) = work(deals, "new"), work(deals, "old")
    runs = ["-" if n is None else f"{n:.0f}" for n in (new_runs, old_runs)]
    budget = f"{contest.cpu:g}" if contest.cpu else "-"
    return (
        f"| {contest.game} | {contest.players}{' (half)' if contest.half else ''} "
        f"| `{contest.new}` | `{contest.old}` | {budget} "
        f"| {sum(len(deal['games']) for deal in deals)} | {len(deals)} | {100 * rate.value:.1f} % "
        f"| {100 * rate.low:.1f} to {100 * rate.high:.1f} | {100 * fair:.1f} % "
        f"| {rating.value:+.0f} | {rating.low:+.0f} to {rating.high:+.0f} "
        f"| {new_ms:.2f}, {old_ms:.2f} | {', '.join(runs)} |"
    )


def notes(contest: Contest, deals: list[dict[str, Any]], games: int) -> Iterator[str]:
    """Yield what the row does not say: games that are missing or unfinished, unequal times."""
    played = [game for deal in deals for game in deal["games"]]
    if len(played) < games:
        yield f"not reached: {games - len(played)} of {games} games"
    if unfinished := sum(not game["finished"] for game in played):
        yield f"{unfinished} games stalled, and all seats shared the win"
    new, old = work(deals, "new")[0], work(deals, "old")[0]
    if contest.cpu and abs(new - old) > UNEQUAL * max(new, old):
        yield f"unequal times: {new:.2f} ms and {old:.2f} ms a decision"


def arguments(about: str) -> argparse.ArgumentParser:
    """Return a parser with the options that all benchmarks of strength share."""
    parser = argparse.ArgumentParser(description=about.split("\n", maxsplit=1)[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="by default the fewest")
    parser.add_argument("--edition")
    parser.add_argument("--games", type=int, default=200, help="at least, in whole deals")
    parser.add_argument("--half", action="store_true", help="half of the seats for each bot")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=inf, help="no deal begins after them")
    parser.add_argument("--out", type=Path, help="file for finished deals, one a line")
    parser.add_argument("--resume", action="store_true", help="continue the file --out")
    parser.add_argument("--seed", type=int, default=2026)
    return parser


def parsed(parser: argparse.ArgumentParser, given: list[str] | None) -> argparse.Namespace:
    """Return the options; refuse a file that exists, unless it is to be continued."""
    chosen = parser.parse_args(given)
    if chosen.out is not None and chosen.out.exists() and not chosen.resume:
        parser.error(f"{chosen.out} exists: continue it with --resume, or name another file")
    chosen.players = load(chosen.game, chosen.players, chosen.edition).players
    return chosen


def main(given: list[str] | None = None, show: Callable[..., None] = print) -> None:
    """Run the command."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--new", default="ismcts")
    parser.add_argument("--old", default="ismcts-0.1")
    parser.add_argument("--cpu", type=float, default=0.0, help="ms of processor time a decision")
    chosen = parsed(parser, given)
    contest = Contest(
        chosen.game,
        chosen.players,
        chosen.edition,
        chosen.new,
        chosen.old,
        chosen.cpu,
        chosen.half,
        chosen.seed,
    )
    game = load(contest.game, contest.players, contest.edition)
    for name in (contest.new, contest.old):
        made(contest.bot(name), game)  # a wrong name is reported here, not by a worker
    end = time.time() + 60 * chosen.minutes
    deals = play(contest, chosen.games, jobs=chosen.jobs, out=chosen.out, end=end)
    show(HEADER)
    show(row(contest, deals), flush=True)
    for note in notes(contest, deals, chosen.games):
        print(note, file=sys.stderr)


if __name__ == "__main__":
    main()
