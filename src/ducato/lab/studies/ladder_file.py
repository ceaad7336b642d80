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
        "seed": ..., "games": ..., "complete": ...,
        "played": {"by": ..., "levels": [...], "unfinished": ..., "met": [
            {"pair": [0, 1], "seats": [1, 1], "games": 2, "won": "2 1 0.5"}, ...]}}}}

``played`` has the share of the wins of each deal, so that a later sitting can go on from there, as
long as everything by which the bots play is the same (`fingerprint`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

import ducato
from ducato.bots.playout import greedy_choice
from ducato.bots.search.simulation import simulate
from ducato.compile.code_fingerprint import code_fingerprint
from ducato.core.editions import data_files
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.game.measured_ratings import ANCHOR, FILE, installed_ladders
from ducato.core.game.value_weights import FILE as VALUES
from ducato.core.game.weights import greedy_weights, search_weights
from ducato.core.safe_file import write_whole
from ducato.lab.studies.elo import Pairing
from ducato.lab.studies.ladder import Ladder, LevelPair
from ducato.lab.studies.ladder_pairs import DealTally
from ducato.runs.run_folder import sources_of
from ducato.runs.statistics import Estimate


def check_anchor(bots: Sequence[str]) -> None:
    """Raise `BadValue` unless one of the bots has a fixed rating."""
    if ANCHOR not in bots:
        raise BadValue("--bots", ",".join(bots), f"with {ANCHOR}, whose rating is fixed")


def contents(loaded: LoadedGame, levels: Sequence[str], found: Ladder) -> dict[str, Any]:
    """Return what is written about one number of players.

    Args:
        loaded: the game for this number of players.
        levels: the players that were asked for, some of whom may not be rated yet.
        found: the ratings.
    """
    game = loaded.game
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
        "played": _written(found.tally, levels, fingerprint(loaded)),
    }


def fingerprint(loaded: LoadedGame) -> str:
    """Return a hash of everything by which the bots play: rules, search, weights and numbers."""
    game = loaded.game
    digest = hashlib.sha256(loaded.edition.tobytes())
    for kernel in (simulate, greedy_choice):
        digest.update(code_fingerprint(kernel.interpreted, [loaded.State]).encode())
    for weights in (greedy_weights(game), search_weights(game)):
        digest.update(np.asarray(weights).tobytes())
    if data_files.has_file(game.package, VALUES):
        digest.update(data_files.read_bytes(game.package, VALUES))
    return digest.hexdigest()[:16]


def earlier(loaded: LoadedGame, levels: Sequence[str], seed: int) -> DealTally | None:
    """Return the games of the installed ladder, if a new one of these levels may go on from them.

    Raises:
        BrokenGame: the file has another form.
    """
    installed = installed_ladders(loaded.game).get(loaded.players, {})
    found = installed.get("played", {})
    if installed.get("seed") != seed or found.get("levels") != list(levels):
        return None
    return _tally(found) if found["by"] == fingerprint(loaded) else None


def _written(tally: DealTally, levels: Sequence[str], by: str) -> dict[str, Any]:
    met = [
        {
            **{"pair": [one.first, one.second], "seats": list(one.seats), "games": one.games},
            "won": " ".join(f"{share:.9g}" for share in one.won),
        }
        for one in tally.met
    ]
    return {"by": by, "levels": list(levels), "unfinished": tally.unfinished, "met": met}


def _tally(found: dict[str, Any]) -> DealTally:
    met = [
        Pairing(
            first=one["pair"][0],
            second=one["pair"][1],
            seats=(one["seats"][0], one["seats"][1]),
            games=one["games"],
            won=np.array(one["won"].split(), float),
        )
        for one in found["met"]
    ]
    return DealTally(met, found["unfinished"])


def install_ladders(
    tables: Sequence[LoadedGame], levels: Sequence[str], folder: Path, ladders: Sequence[Ladder]
) -> Path:
    """Write ratings into the folder ``data`` of a game; other numbers of players stay.

    Args:
        tables: the game for the number of players of each ladder.
        levels: the players that were asked for.
        folder: the folder.
        ladders: the ratings.

    Raises:
        BrokenGame: the present file has another form.
    """
    whole = installed_ladders(tables[0].game) | {
        one.players: contents(loaded, levels, one)
        for loaded, one in zip(tables, ladders, strict=True)
    }
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
