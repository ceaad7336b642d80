"""The figures of docs/fantasy-market.md: the editions, each change alone, what is of use.

    python -m benchmarks.lab.market [--games N] [--watched N] [--searched N] [--jobs N]

Prints tables in Markdown; a figure stands with half of its 95 % interval.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import ducato
from ducato.bots import make
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame, find_game
from ducato.games.fantasy_market.bot.prospects import beats
from ducato.games.fantasy_market.parts import (
    BOXES,
    CHARACTERS,
    ENCOUNTER_COUNT,
    ENCOUNTERS,
    HEROES,
    TILES,
    Encounter,
)
from ducato.games.fantasy_market.state import Phase
from ducato.lab.metrics import metric_of
from ducato.lab.run import Conditions
from ducato.lab.studies.compare import compare
from ducato.runs.statistics import Estimate, lopsided

NAME = "fantasy-market"
GAME = find_game(NAME)
EDITION = "ducato"
BEFORE = "tuned"
SEARCH = "ismcts:sims=100"
METRICS = (
    "balance",
    "sale_rate",
    "dead_turn_rate",
    "winner_gold",
    "minutes",
    "end_sale_share",
    "encounters",
    "reserve_low",
)
CHANGES: Mapping[str, Sequence[str]] = {
    "wages of the heroes": ["hero_wage"],
    "heroes cross each other": ["heroes_cross"],
    "a shop may be visited again": ["same_shop_retrigger"],
    "shops of three squares": ["board.*"],
    "shops are chosen": ["shop_choice"],
    "a fee for the sender": ["sender_fee"],
    "the poorest begins": ["first_player_rotation"],
    "half price on the market": ["market_sell_price"],
    "half price at the end": ["final_tile_price"],
    "no standing still": ["min_move"],
    "quicker heroes": ["characters.*"],
    "cheaper goods": ["grades.*"],
    "more tiles to begin with": ["start_tiles"],
    "other first gold": ["hero_start_gold"],
    "better first weapons": ["tiles.*"],
    "more gold in the box": ["gold_tiles"],
    "dearer tiles by Inventory": ["inventory_free_value"],
    "a quicker Thief": ["thief_move"],
    "a shorter game": ["hourglass_end"],
}
"""The changes of the edition, each as the options that it consists of."""
SETS = {
    "warrior": ("sword war-axe runic-greatsword", "leather-jerkin chain-mail plate-armour"),
    "mage": (
        "oak-wand rune-staff storm-sceptre",
        "apprentice-robe woven-ward-robe archmage-mantle",
    ),
    "ranger": ("short-bow long-bow elven-bow", "hooded-cloak studded-leather shadow-armour"),
    "priest": ("cudgel mace blessed-hammer", "pilgrim-habit padded-vestment sanctified-mail"),
}
"""The weapons and the armour of each hero, by grade."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table in Markdown."""
    for row in (head, ["---"] * len(head), *rows):
        print(f"| {' | '.join(row)} |")
    print()


def figure(metric: str, found: Estimate, sign: str = "") -> str:
    """Return a figure with half of its interval, or the ends of a lopsided one; shares in %."""
    scale = 100 if metric_of(GAME, metric).unit in ("share", "points") else 1
    value, low, high = (f"{scale * number:{sign}.1f}" for number in found)
    if lopsided(found):
        return f"{value} ({low} to {high})"
    return f"{value} ± {scale * (found.high - found.low) / 2:.1f}"


def cells(estimates: Mapping[str, Estimate], names: Sequence[str]) -> list[str]:
    """Return the figures of these metrics."""
    return [figure(name, estimates[name]) for name in names]


def editions(conditions: Conditions) -> None:
    """Print the metrics of all editions, for all numbers of players."""
    tables = [GAME.load(n, edition) for edition in GAME.editions for n in GAME.players]
    runs = conditions.run_all([conditions.plan(game) for game in tables])
    rows = []
    for game, run in zip(tables, runs, strict=True):
        found = {name: metric_of(GAME, name).of(run) for name in METRICS}
        rows.append([game.edition_name, str(game.players), *cells(found, METRICS)])
    table(["edition", "players", *METRICS], rows)


def differing(players: int) -> dict[str, Any]:
    """Return the options of the edition that differ from the one before, with the values there."""
    after, before = GAME.load(players, EDITION).values, GAME.load(players, BEFORE).values
    return {name: before[name] for name in after if after[name] != before[name]}


def without(change: Sequence[str], players: int) -> dict[str, Any]:
    """Return the values before a change, for the options that it consists of."""
    return {
        name: value
        for name, value in differing(players).items()
        if any(name == one or (one.endswith("*") and name.startswith(one[:-1])) for one in change)
    }


def each_change(conditions: Conditions, players: int) -> None:
    """Print what each change is worth: the edition with it, less the edition without it."""
    known = [name for change in CHANGES.values() for name in without(change, players)]
    assert sorted(known) == sorted(differing(players)), "CHANGES lists the changes of the edition"
    names = METRICS[:-1]
    rows = []
    for title, change in CHANGES.items():
        if options := without(change, players):
            found = compare(
                GAME.load(players, EDITION, **options), GAME.load(players, EDITION), conditions
            )
            by_name = {one.metric: one.difference for one in found.differences}
            rows.append([title, *(figure(name, by_name[name], "+") for name in names)])
    table([f"{players} players", *names], rows)


def levels(conditions: Conditions, searched: int) -> None:
    """Print the metrics with 4 players for each level of skill."""
    rows = []
    for level, games in (("random", conditions.games), ("greedy", conditions.games),
                         (SEARCH, searched)):  # fmt: skip
        chosen = Conditions(level, games, conditions.seed, conditions.jobs)
        (run,) = chosen.run_all([chosen.plan(GAME.load(4, EDITION))])
        found = {name: metric_of(GAME, name).of(run) for name in METRICS}
        rows.append([f"{level}, {games} games", *cells(found, METRICS)])
    table(["4 players", *METRICS], rows)


class Use(NamedTuple):
    """How often greedy players buy each tile, and meet and beat each encounter card."""

    bought: Counter[int]
    met: Counter[int]
    beaten: Counter[int]


def watch(game: LoadedGame, games: int) -> Use:
    """Return what is of use in greedy games."""
    bot, use = make("greedy", game), Use(Counter(), Counter(), Counter())
    for number in range(games):
        rng, position, moves = new_rng(number, "market"), game.new_initial_state(), 0
        while not position.is_terminal():
            before = position.state.copy()
            moves += 1
            if position.is_chance_node():
                position.apply_action(ducato.sample(position.chance_outcomes(), rng))
            else:
                seat = position.current_player()
                position.apply_action(bot.choose(before, seat, number * 100_000 + moves))
            note(use, before, position.state)
    return use


def note(use: Use, before: Any, after: Any) -> None:
    """Note what a step has changed."""
    for hero in range(HEROES):
        for box in range(BOXES):
            item = int(after.gear[hero, box])
            use.bought[item] += item >= 0 and item != before.gear[hero, box]
    fights = after.phase == Phase.FIGHT, before.phase == Phase.FIGHT
    if fights == (True, False):
        use.met[int(after.face_up[after.exit])] += 1
    elif fights == (False, True):
        monster = int(before.face_up[before.exit])
        use.beaten[monster] += after.face_up[before.exit] != monster


def of_use(game: LoadedGame, games: int) -> None:
    """Print how often tiles are bought and monsters met and beaten, in 100 greedy games."""
    use = watch(game, games)
    table(
        ["tile", "bought in 100 games"],
        [[name, str(round(100 * use.bought[i] / games))] for i, name in enumerate(TILES)],
    )
    table(
        ["monster", "met in 100 games", "beaten"],
        [
            [
                ENCOUNTERS[i],
                str(round(100 * use.met[i] / games)),
                f"{use.beaten[i] / max(1, use.met[i]):.0%}",
            ]
            for i in monsters(game)
        ],
    )


def monsters(game: LoadedGame) -> list[int]:
    """Return the encounter cards that are monsters."""
    kinds = game.edition.encounter_kind
    return [i for i in range(ENCOUNTER_COUNT) if kinds[i] == Encounter.MONSTER]


def weapons(edition: str) -> None:
    """Print how many of the 25 monsters each hero beats with one thing of each grade alone."""
    game = GAME.load(4, edition)
    state, numbers = game.new_initial_state().state, game.edition
    enemies = monsters(game)

    def wins(hero: int, name: str | None) -> str:
        for box in range(BOXES):
            state.gear[hero, box] = -1
        if name is not None:
            tile = TILES.index(name)
            state.gear[hero, numbers.tile_box[tile]] = tile
        return str(sum(bool(beats(state, numbers, hero, monster)) for monster in enemies))

    rows = []
    for hero, sets in SETS.items():
        number = CHARACTERS.index(hero)
        found = [", ".join(wins(number, name) for name in kind.split()) for kind in sets]
        rows.append([hero, wins(number, None), *found])
    table([edition, "bare", "weapons I, II, III", "armour I, II, III"], rows)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--watched", type=int, default=100)
    parser.add_argument("--searched", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    conditions = Conditions("greedy", given.games, 0, given.jobs)
    editions(conditions)
    for players in (2, 4):
        each_change(conditions, players)
    levels(conditions, given.searched)
    for edition in (BEFORE, EDITION):
        weapons(edition)
    of_use(GAME.load(4, EDITION), given.watched)


if __name__ == "__main__":
    main()
