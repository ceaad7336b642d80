"""The page of the ladder: the ratings that are installed with each game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from docs.tools.markdown import table

from ducato.core.game import Game
from ducato.core.game.measured_ratings import installed_ladders
from ducato.table.setup.levels import level_title

INTRODUCTION = """# Ladder

How strong the bots are, how much more they would gain from more thought, and how much luck is left.
All numbers on this page are measured by games between bots, with the command

```bash
ducato ladder GAME --games 400 --out FOLDER --jobs 2 --install
python -m docs.tools.generate
```

The first line plays with all numbers of players and writes the ratings into the game's data, where
the table reads them; the second writes this page from them. `--minutes N` ends the games of each
number of players after some time, and `--resume` plays on where a run was interrupted.

- **Rating.** In Elo, by the model of Bradley and Terry, from games at tables at which two bots have
  alternate seats. The bot `greedy`, which plays the action that looks best at once, has 1000 in
  every game and with every number of players. Who is 100 points better wins 64 % of the games for
  two, 200 points 76 %, 400 points 91 %. Ratings of different games do not compare.
- **The interval** holds 95 % of the ratings that the games allow (a Bayesian bootstrap over deals).
  A bot that has never lost has one that is wide upwards, as it must be.
- **A decision** is the mean processor time of a decision between two or more actions in one game
  against greedy players, on the machine that measured. All levels count simulations, none goes by
  the clock, so they play as well on a slow machine; only the time differs.
- **A single game** is how often the strongest level wins a game against `greedy`, if both have as
  many seats: at 100 % the better player always wins, at 50 % luck alone decides. What is missing to
  100 % is luck: no level of play helps against it.
- **A doubling** is what a search gains if it has twice as many simulations: the slope through the
  levels that differ in nothing else.
"""


def ladder_page(games: Iterable[Game]) -> str:
    """Return the page, from what is installed."""
    measured = {game: found for game in games if (found := installed_ladders(game))}
    rows = [
        [game.text("title"), str(players), *_luck(ladder), _doubling(ladder)]
        for game, ladders in measured.items()
        for players, ladder in ladders.items()
    ]
    columns = ["Game", "Players", "A single game", "95 %", "A doubling of simulations, in Elo"]
    parts = [INTRODUCTION, "## Luck and thought\n\n" + table(columns, rows)]
    for game, ladders in measured.items():
        parts.append(f"## {game.text('title')}\n")
        parts += [_section(game, players, ladder) for players, ladder in ladders.items()]
    return "\n".join(parts)


def _section(game: Game, players: int, ladder: dict[str, Any]) -> str:
    """Return the ratings with one number of players."""
    levels = {bot: level_title(level, game, "en") for level, bot in game.levels.items()}
    rows = [
        [
            levels.get(name, ""),
            f"`{name}`",
            f"{bot['elo']:.0f}",
            f"{bot['low']:.0f} to {bot['high']:.0f}" if bot["low"] < bot["high"] else "fixed",
            _time(bot["seconds"]),
            f"{bot['games']:,}",
        ]
        for name, bot in ladder["bots"].items()
    ]
    columns = ["Level", "Bot", "Rating", "95 %", "A decision", "Games"]
    ended = "" if ladder["complete"] else ", as many as the time allowed"
    return (
        f"### {players} players\n\n{table(columns, rows)}\n"
        f"{ladder['games']:,} games of the edition `{ladder['edition']}` (rules version "
        f"{ladder['rules_version']}){ended}, {ladder['date']}, ducato {ladder['ducato']}, "
        f"seed {ladder['seed']}.\n"
    )


def _luck(ladder: dict[str, Any]) -> list[str]:
    luck = ladder["luck"]
    if luck is None:
        return ["not measured", ""]
    wins, low, high = (100 * luck[name] for name in ("wins", "low", "high"))
    return [f"{wins:.1f} %", f"{low:.1f} to {high:.1f} %"]


def _doubling(ladder: dict[str, Any]) -> str:
    gains = [f"{g['elo']:+.0f} ({g['low']:+.0f} to {g['high']:+.0f})" for g in ladder["doublings"]]
    return ", ".join(gains) or "not measured"


def _time(seconds: float) -> str:
    """Return a time in a unit in which it can be read."""
    if seconds < 1e-4:
        return f"{1e6 * seconds:.2g} µs"
    if seconds < 0.1:
        return f"{1e3 * seconds:.2g} ms"
    return f"{seconds:.2f} s"
