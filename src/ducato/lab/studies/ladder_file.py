"""The ratings that are installed with a game: ``data/ladder.json``.

`core.game.measured_ratings` reads them. Beside the ratings by name, each number of players
has what they mean and where they come from::

    {"players": {"2": {
        "bots": {"greedy": {"elo": 1000.0, "low": 1000.0, "high": 1000.0, "seconds": 3e-06,
                            "games": 1600}, ...},
        "pairs": [{"better": ..., "worse": ..., "games": ..., "wins": ..., "low": ..., "high": ...},
                  ...],
        "doublings": [{"search": "ismcts", "elo": ..., "low": ..., "high": ...}],
        "luck": {one of the pairs: the strongest level against the greedy bot} or null,
        "edition": ..., "rules_version": ..., "ducato": ..., "sources": ..., "date": ...,
        "seed": ..., "games": ..., "complete": ...}}}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import ducato
from ducato.core.errors import BadValue
from ducato.core.game import Game
from ducato.core.game.measured_ratings import ANCHOR, FILE, installed_ladders
from ducato.lab.studies.ladder import Ladder, LevelPair
from ducato.runs.run_folder import sources_of, write_whole
from ducato.runs.statistics import Estimate


def check_anchor(bots: Sequence[str]) -> None:
    """Raise `BadValue` unless one of the bots has a fixed rating."""
    if ANCHOR not in bots:
        raise BadValue("--bots", ",".join(bots), f"with {ANCHOR}, whose rating is fixed")


def contents(game: Game, found: Ladder) -> dict[str, Any]:
    """Return what is written about one number of players."""
    strongest = next(reversed(game.levels.values()), found.levels[-1].name)
    pairs = [_pair(pair) for pair in found.pairs]
    luck = [pair for pair in pairs if {pair["better"], pair["worse"]} == {strongest, ANCHOR}]
    return {
        "bots": {
            level.name: {
                **_rounded(level.elo, "elo", 1),
                "seconds": float(f"{level.seconds.value:.3g}"),
                "games": level.games,
            }
            for level in found.levels
        },
        "pairs": pairs,
        "luck": luck[0] if luck else None,
        "doublings": [
            {"search": gain.search, **_rounded(gain.elo, "elo", 1)} for gain in found.doublings
        ],
        "edition": found.edition,
        "rules_version": game.rules_version,
        "ducato": ducato.__version__,
        "sources": sources_of(game.name),
        "date": datetime.now(UTC).date().isoformat(),
        "seed": found.seed,
        "games": found.games,
        "complete": not found.stopped,
    }


def install_ladders(game: Game, folder: Path, ladders: Sequence[Ladder]) -> Path:
    """Write ratings into the folder ``data`` of a game; other numbers of players stay.

    Raises:
        BrokenGame: the present file has another form.
    """
    whole = installed_ladders(game) | {one.players: contents(game, one) for one in ladders}
    path = folder / Path(FILE).name
    text = json.dumps({"players": {str(n): whole[n] for n in sorted(whole)}}, indent=1)
    write_whole(path, text + "\n")
    return path


def _pair(pair: LevelPair) -> dict[str, Any]:
    return {
        **{"better": pair.better, "worse": pair.worse, "games": pair.games},
        **_rounded(pair.wins, "wins", 4),
    }


def _rounded(found: Estimate, name: str, digits: int) -> dict[str, float]:
    value, low, high = (round(number, digits) for number in found)
    return {name: value, "low": low, "high": high}
