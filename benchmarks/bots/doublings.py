"""The strength of a bot by its budget: each budget against half of it, in Elo per doubling.

    python -m benchmarks.bots.doublings GAME --players N --bot BOT --longest MS --games N

The budgets are 1, 2, 4 ... milliseconds of processor time for a decision, up to ``--longest``. The
new bot is the one with twice the budget of the old; for all else see `benchmarks.strength`. Of the
time that is left, each pair of budgets gets an equal part; what was not reached is printed last.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.strength import HEADER, Contest, arguments, notes, parsed, play, result, row


def budgets(longest: float) -> Iterator[tuple[float, float]]:
    """Yield the pairs of budgets in milliseconds, the smaller first.

    Example:
        >>> list(budgets(5))
        [(1.0, 2.0), (2.0, 4.0)]
    """
    smaller = 1.0
    while 2 * smaller <= longest:
        yield smaller, 2 * smaller
        smaller *= 2


def main(given: list[str] | None = None, show: Callable[..., None] = print) -> None:
    """Run the command."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--bot", default="ismcts", help="without a budget")
    parser.add_argument("--longest", type=float, default=64.0, help="the longest budget in ms")
    chosen = parsed(parser, given)
    pairs = list(budgets(chosen.longest))
    end = time.time() + 60 * chosen.minutes
    show(HEADER)
    summary, missing = [], []
    for number, (smaller, larger) in enumerate(pairs):
        old, new = (f"{chosen.bot}:seconds={ms / 1000:g}" for ms in (smaller, larger))
        contest = Contest(
            chosen.game, chosen.players, chosen.edition, new, old, 0.0, chosen.half, chosen.seed
        )
        now = time.time()
        until = now + max(0.0, end - now) / (len(pairs) - number)
        deals = play(contest, chosen.games, jobs=chosen.jobs, out=chosen.out, end=until)
        pair = f"{smaller:g} to {larger:g} ms"
        missing += [f"{pair}: {note}" for note in notes(contest, deals, chosen.games)]
        if deals:
            show(row(contest, deals), flush=True)
            rating = result(contest, deals)[1]
            interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
            summary.append(f"{pair}: {rating.value:+.0f} Elo ({interval})")
    for line in summary:
        show(line)
    for line in missing:
        print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
