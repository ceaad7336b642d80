"""Copies of games in which a fault can be switched on by options, so that each compiles once.

A copy has two options more: `plant`, the number of the fault in `PLANTS` (0 for none), and
`plant_size`, its strength. Its verbs wrap those of the game.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

from ducato.core.game import Game, discovery
from ducato.core.game.discovery import game_in

GAMES = Path(discovery.__file__).parents[2] / "games"
PLANTS = (
    "none",
    "strong",  # whoever does TARGET gains
    "useless",  # whoever does TARGET loses, which no score of the bots knows of
    "opening",  # whoever does OPENING in the first round gains
    "rich",  # the last seat begins with more
    "skipped",  # every second turn of the last seat is passed
    "rare",  # RARE is only possible for whoever is very rich
    "never",  # TARGET never comes up
    "tie_seat",  # only the first series counts, and the lower seat wins its ties
    "ties",  # small differences of the first series count as ties
    "first",  # the first player gains with each action of the first round
    "last",  # so does the last
    "prize",  # somebody gains a prize that decides the game, soon after its beginning
    "richest",  # whoever has most gains with every action
    "forced",  # most decisions have a single action left
    "trade",  # LOOP gives more than it costs
    "kingmaker",  # in the end the choices of whoever is last make another win
)


@dataclass(frozen=True)
class Snippets:
    """What differs between the games, as code of the wrapper.

    Attributes:
        players: the number of seats that are tried.
        gain: how `seat` gains `n`.
        wealth: what `seat` has.
        first: the seat that began.
        opening, ending: whether the first round is being played; whether the last is.
        target, opening_target, rare, loop: names of actions; those that begin so are meant.
        passing, can_pass: the action that ends a turn; whether it is legal.
    """

    players: int
    gain: str
    wealth: str
    first: str
    opening: str
    ending: str
    target: str
    opening_target: str
    rare: str
    loop: str
    passing: str
    can_pass: str


SNIPPETS = {
    "builders": Snippets(
        2,
        "state.coins[seat] += n",
        "int(state.coins[seat])",
        "state.first",
        "state.turns <= edition.players",
        "state.turns > 4 * edition.players",
        "recruit:craftsman-8",
        "recruit:craftsman-8",
        "buy",
        "take:1",
        "end",
        "state.phase == Phase.ACT",
    ),
    "magnate": Snippets(
        2,
        "for suit in range(6):\n        state.tokens[seat, suit] += n",
        " + ".join(f"int(state.tokens[seat, {suit}])" for suit in range(6)),
        "(state.active + state.turns + 1) % 2",
        "state.turns <= 2",
        "state.last_turns > 0",
        "deed:the-sailor",
        "sell",
        "trade",
        "trade:knots:leaves",
        "end",
        "state.phase == Phase.ACT",
    ),
    "fantasy_market": Snippets(
        4,
        "state.gold[seat] += n",
        "int(state.gold[seat])",
        "state.first",
        "state.turns <= 1",
        "state.hourglass + 4 >= edition.hourglass_end",
        "take:leather-jerkin",
        "take:leather-jerkin",
        "sell",
        "",
        "done",
        "False",
    ),
    "manifest_destiny": Snippets(
        4,
        "state.vp[seat] += n",
        "int(state.vp[seat])",
        "state.choice[0]",
        "state.turn <= 1",
        " or ".join(f"state.vp[{s}] + 4 >= edition.vp_to_end" for s in range(5)),
        "territory:kansas",
        "territory:ohio",
        "mechanize",
        "",
        "done",
        "False",
    ),
}

WRAPPER = """

# ---------------------------------------------------------------- planted faults
import numpy as _np
from ducato.core.verbs import CHANCE as _CHANCE
from ducato.core.verbs import rule as _rule
from ..state import ACTIONS as _ACTIONS

_inner_player = current_player
_inner_legal, _inner_apply, _inner_ranking = legal_actions, apply_action, ranking
_names = [_ACTIONS.name(a) for a in range(len(_ACTIONS))]


def _matches(action, pattern):
    return pattern and (_names[action] + ":").startswith(pattern + ":")


def _first_of(pattern):
    return next((a for a in range(len(_names)) if _matches(a, pattern)), -1)


def _last_of(pattern):
    return max([a for a in range(len(_names)) if _matches(a, pattern)], default=-1)


_TARGET, _RARE, _RARE_END = _first_of("{target}"), _first_of("{rare}"), _last_of("{rare}")
_OPENING = _first_of("{opening_target}")
_OPENING_END = _last_of("{opening_target}")
_GONE = _np.array([n.partition(":")[2] == "{target}".partition(":")[2] for n in _names])
_LOOP, _PASS = _first_of("{loop}"), _first_of("{passing}")


@_rule
def _gain(state, seat, n):
    {gain}


@_rule
def _wealth(state, seat):
    return {wealth}


@_rule
def _award(state, seat, n):
    {award}


@_rule
def _awarded(state, seat):
    return {awarded}


@_rule
def _series_of(state, edition, seat):
    return {series}


@_rule
def legal_actions(state, edition, out):
    n = _inner_legal(state, edition, out)
    plant = edition.plant
    if plant != 6 and plant != 7 and plant != 14:
        return n
    seat, kept = _inner_player(state, edition), 0
    for i in range(n):
        action = out[i]
        left = True
        if plant == 6 and _RARE <= action <= _RARE_END:
            left = _wealth(state, seat) >= edition.plant_size
        elif plant == 7:
            left = not _GONE[action]
        elif plant == 14:
            left = kept == 0 or (action * 7 + n * 13) % 100 >= edition.plant_size
        if left:
            out[kept] = action
            kept += 1
    if kept == 0:
        return _inner_legal(state, edition, out)
    return kept


@_rule
def apply_action(state, edition, action):
    plant, size, seats = edition.plant, edition.plant_size, edition.players
    seat, begun = _inner_player(state, edition), int(state.{turns})
    early, late = {opening}, {ending}
    first, actor = {first}, int(state.active)
    _inner_apply(state, edition, action)
    after = _inner_player(state, edition)
    if plant == 4 and begun == {start} and state.{turns} > {start}:
        _gain(state, seats - 1, size)
    elif plant == 5 and after == seats - 1 and seat != after and state.{turns} % (2 * size) < size:
        if {can_pass}:
            _inner_apply(state, edition, _PASS)
    elif plant == 10 and early and actor == first and ({ended}):
        _gain(state, actor, size)
    elif plant == 11 and early and actor == (first + seats - 1) % seats and ({ended}):
        _gain(state, actor, size)
    elif seat == _CHANCE:
        if plant == 12 and begun > seats and action % 3 == 0:
            most = 0
            for other in range(seats):
                most = max(most, _awarded(state, other))
            if most < size // 2:
                _award(state, (state.active if state.active >= 0 else 0), size)
    elif plant == 1 and action == _TARGET:
        _gain(state, seat, size)
    elif plant == 2 and action == _TARGET:
        _gain(state, seat, -min(size, _wealth(state, seat)))
    elif plant == 3 and early and _OPENING <= action <= _OPENING_END:
        _gain(state, seat, size)
    elif plant == 13:
        richest = True
        for other in range(seats):
            if other != seat and _wealth(state, other) >= _wealth(state, seat):
                richest = False
        if richest:
            _gain(state, seat, size)
    elif plant == 15 and action == _LOOP:
        _gain(state, seat, size)
    elif plant == 16 and late:
        poorest = True
        for other in range(seats):
            if other != seat and _series_of(state, edition, other) <= _series_of(
                state, edition, seat
            ):
                poorest = False
        if poorest:
            {crown}


@_rule
def ranking(state, edition, out):
    _inner_ranking(state, edition, out)
    if edition.plant == 16 and {crowned} >= 0:
        for seat in range(edition.players):
            if out[seat] < out[{crowned}]:
                out[seat] += 1
        out[{crowned}] = 1
    if edition.plant == 8 or edition.plant == 9:
        for seat in range(edition.players):
            out[seat] = 1
            for other in range(edition.players):
                ahead = _series_of(state, edition, other) - _series_of(state, edition, seat)
                if edition.plant == 9:
                    out[seat] += 1 if ahead > edition.plant_size else 0
                elif ahead > 0 or (ahead == 0 and other < seat):
                    out[seat] += 1
"""
"""The wrapper of a game's verbs, to be completed with its `Snippets`."""
SERIES = {
    "builders": "_score(state, edition, seat)",
    "magnate": "_score(state, edition, seat)",
    "fantasy_market": "int(state.gold[seat])",
    "manifest_destiny": "int(state.vp[seat])",
}
SCORES = {
    "builders": "from .scoring import score as _score",
    "magnate": "from .scoring import districts_won as _score",
}
AWARDS = {"builders": ("state.points[seat] += n", "int(state.points[seat])")}
"""How `seat` gains a prize of `n`, and what shows it, where wealth does not decide the game."""
CROWNED = {"builders": "(int(state.shown[83]) - 1)"}
"""A number that the game leaves unused, for the seat that a kingmaker has chosen."""
TURNS = {"fantasy_market": "turns", "manifest_destiny": "turn"}
FREE = "builders_free"
"""The copy of The Builders in which a worker costs nothing and makes two of everything."""
FREE_WORKER = "laborer-3,laborer,W09,208,0,2,2,2,2"


def planted(name: str, folder: Path) -> Game:
    """Return a copy of a game, in a folder that is made if it is not there, with its options."""
    package = folder / f"planted_{name}"
    name, free = name.removesuffix("_free"), name == FREE
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(GAMES / name, package, ignore=shutil.ignore_patterns("__pycache__"))
    found = SNIPPETS[name]
    init = package / "__init__.py"
    own = name.replace("_", "-")
    offered = package.name.replace("_", "-")
    init.write_text(init.read_text("utf-8").replace(f'name="{own}"', f'name="{offered}"'))
    if free:
        workers = package / "data/workers.csv"
        changed = re.sub(r"(?m)^laborer-3,.*$", FREE_WORKER, workers.read_text("utf-8"))
        workers.write_text(changed, "utf-8")
    for path in package.rglob("*.py"):
        text = path.read_text("utf-8")
        path.write_text(text.replace(f"ducato.games.{name}", package.name), "utf-8")
    wrapper = SCORES.get(name, "") + WRAPPER
    for key in (
        "target",
        "opening_target",
        "rare",
        "loop",
        "passing",
        "gain",
        "wealth",
        "first",
        "can_pass",
    ):
        wrapper = wrapper.replace("{" + key + "}", getattr(found, key))
    wrapper = wrapper.replace("{opening}", found.opening).replace("{ending}", found.ending)
    wrapper = wrapper.replace("{series}", SERIES[name])
    award, awarded = AWARDS.get(name, (found.gain, found.wealth))
    wrapper = wrapper.replace("{award}", award).replace("{awarded}", awarded)
    ended = "seat >= 0" if name in TURNS else "begun > 0 and state.turns > begun"
    crown = "state.shown[83] = 1 + (seat + 1 + action % (seats - 1)) % seats"
    wrapper = wrapper.replace("{crown}", crown if name in CROWNED else "pass")
    wrapper = wrapper.replace("{crowned}", CROWNED.get(name, "(-1)"))
    wrapper = wrapper.replace("{start}", "1" if name == "manifest_destiny" else "0")
    wrapper = wrapper.replace("{ended}", ended).replace("{turns}", TURNS.get(name, "turns"))
    rules = package / "rules/__init__.py"
    rules.write_text(rules.read_text("utf-8") + "\n" + wrapper, "utf-8")
    editions = package / "data/editions.toml"
    text = editions.read_text("utf-8")
    options = (
        'plant = { default = 0, range = [0, 99], clause = "1.1" }\n'
        'plant_size = { default = 0, range = [0, 5000], clause = "1.1" }\n'
    )
    text = text.replace("[parameter]\n", "[parameter]\n" + options, 1)
    text = re.sub(r"(take_[123] .*range = \[\d+, )\d+", r"\g<1>60", text)
    editions.write_text(text, "utf-8")
    return game_in(package)


def register(games: list[Game]) -> None:
    """Offer games in this process, as installed packages would."""
    points = [EntryPoint(game.name, f"{game.package}:GAME", discovery.GROUP) for game in games]
    installed = list(discovery.entry_points(group=discovery.GROUP))
    discovery.entry_points = lambda group: [*points, *installed]
    discovery.all_games.cache_clear()
