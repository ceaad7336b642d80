"""Cards, other named things, and whole kinds of actions that never come up.

A card is found if the others of its kind do come up.

What another setting of a switch of the game brings in is left out on purpose: each switch is
turned, and some games of random players show what is then possible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from statistics import median

from ducato.core.errors import DucatoError
from ducato.core.game import LoadedGame
from ducato.lab.diagnosis.finding import Finding
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import play
from ducato.runs.play.lab_settings import lab_settings
from ducato.runs.statistics import Estimate

FAMILY, ODD = 8, 0.05
"""Of so many siblings, and more, one that is never possible is a fault; if more than this share of
them is, they are left out on purpose."""
USUAL = 0.1
"""The others of its kind are possible for at least this share of the seats, in the middle."""
GAMES = 40
"""The number of random games for each switch."""


def absent_findings(games: Outcomes) -> Iterator[Finding]:
    """Return the cards that never came up though the others of their kind did, and whole kinds."""
    now = {one.thing: one.could for one in games.shares()}
    kinds = [name for name in _kinds(games) if name not in now]
    families = {
        family: names
        for family, names in _families(games).items()
        if len(names) >= FAMILY and any(name not in now for name in names)
    }
    if not families and not kinds:
        return
    elsewhere, none = _elsewhere(games.game), Estimate(0.0, 0.0, 0.0)
    for name in kinds:
        if name not in elsewhere:
            yield Finding("rare", name, none, None, 2.0, grade="fault")
    for names in families.values():
        missing = [name for name in names if name not in now and name not in elsewhere]
        usual = median(now.get(name, 0.0) for name in names)
        if 0 < len(missing) <= ODD * len(names) and usual >= USUAL:
            for name in missing:
                yield Finding("never", name, none, usual, 1.5 + usual, grade="fault")


def _kinds(games: Outcomes) -> Iterator[str]:
    """Yield the kinds of actions that reports do not leave out."""
    left_out = lab_settings(games.game.game).leave_out
    for name, sort in zip(games.things.names, games.things.sorts, strict=True):
        whole = sort == "kind" or (sort == "action" and ":" not in name)
        if whole and name not in left_out:
            yield name


def _families(games: Outcomes) -> dict[str, list[str]]:
    """Return the components by what they are, and the actions that alone name a thing by kind."""
    things, left_out = games.things, lab_settings(games.game.game).leave_out
    components = {name.partition("=")[2] for name in things.names}
    found: dict[str, list[str]] = defaultdict(list)
    for name, sort in zip(things.names, things.sorts, strict=True):
        kind, _, value = name.partition(":")
        if sort == "component":
            found[name.partition("=")[0] + "="].append(name)
        elif sort == "action" and value and not value.isdigit() and value not in components:
            found[kind].append(name)
    return {family: names for family, names in found.items() if family not in left_out}


def _elsewhere(game: LoadedGame) -> set[str]:
    """Return what is possible if a switch of the game is turned."""
    found: set[str] = set()
    for name, parameter in game.game.parameters.items():
        present = game.values[name]
        others = parameter.choices or ((True, False) if isinstance(parameter.default, bool) else ())
        for value in others:
            if value == present:
                continue
            options = {**game.options, name: value}
            try:
                other = game.game.load(game.players, game.edition_name, **options)
                run = play(other, GAMES, ["random"] * game.players)
            except DucatoError:
                continue  # the switch alone is not possible
            found |= {one.thing for one in run.shares()}
    return found
