"""Worlds dealt for a seat, against what that seat has seen: every number, edition and option.

    NUMBA_DISABLE_JIT=1 python -m benchmarks.bots.careful_worlds
    NUMBA_DISABLE_JIT=1 python -m benchmarks.bots.careful_worlds --games 8 --only fantasy-market

Each case plays some random games and deals worlds for everybody at 40 positions of each;
``tests/games/test_careful.py`` has the short form in its slow test. A run that was interrupted is
continued with `--skip`, the number of cases that it has printed. About ten minutes with 8 games.
"""

from __future__ import annotations

import argparse
from itertools import islice

from tests.support.careful_worlds import cases, check_many, identifier


def main() -> None:
    """Check all cases, and print each as soon as it is done."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=8, help="games of each case")
    parser.add_argument("--only", default="", help="a part of the names of the cases")
    parser.add_argument("--skip", type=int, default=0, help="how many cases are done already")
    args = parser.parse_args()
    named = {identifier(case): case for case in cases(few=False)}
    some = [name for name in named if args.only in name]
    for number, name in enumerate(islice(some, args.skip, None), args.skip + 1):
        found = check_many(named[name], args.games)
        print(f"{number} of {len(some)}: {name}: {dict(found)}", flush=True)


if __name__ == "__main__":
    main()
