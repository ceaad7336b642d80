"""Checks of many games: options at their extremes, and phases and actions that never occur."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from ducato.checks.faults import Broken, Here, in_words, location_of, rules_of
from ducato.checks.walks import walk
from ducato.core import verbs
from ducato.core.editions.parameter import Parameter
from ducato.core.errors import BadValue, ConflictingOptions
from ducato.core.game import Game, LoadedGame

EDITIONS = "data/editions.toml"
MOST = 4
"""The largest number of choices that are tried for one option."""
GAMES = 12
"""The number of random games in which every phase and every kind of action should occur."""


def options_play_at_their_extremes(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that each option, at the ends of its range or with other choices, plays a random game.

    Values that the game's own code refuses are left out. Of the cells of a table's column, the
    first and the last are tried. An option that changes none of the games is reported as a warning.
    """
    edition, unchanged = game.editions[0], dict[str, bool]()
    for players in dict.fromkeys((game.players[0], game.players[-1])):
        usual = _played(game.load(players, edition), seeds.start)
        for name, parameter in _tried(game).items():
            for value in _extremes(parameter):
                changed: Mapping[str, object] = {name: value}
                same = False
                try:
                    loaded = game.load(players, edition, **changed)
                    same = _played(loaded, seeds.start) == usual
                except Exception as error:
                    if not _is_rejected(game, error):
                        yield _fault(game, name, value, players, error)
                unchanged[name] = unchanged.get(name, True) and same
    if useless := [name for name, same in unchanged.items() if same and "." not in name]:
        yield Broken(
            f"options that change nothing in the games tried: {', '.join(useless)}",
            "They may matter only rarely; if not, read them in the rules, or remove them.",
            file=EDITIONS,
            warning=True,
            here=Here(seeds.start),
        )


def phases_are_reached(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that each phase and each kind of action occurs in some random games.

    The games are of all editions and numbers of players, and with options at their extremes.
    """
    state = game.module("state")
    declared = state.State.fields.get("phase")
    phases = list(declared.values or ()) if declared is not None else []
    missing, kinds = set(range(len(phases))), set(state.ACTIONS.kinds)
    for number, loaded in enumerate(_variants(game)):
        if not (missing or kinds):
            break
        for position in walk(loaded, seeds.start + number):
            if missing:
                missing.discard(int(position.state["phase"]))
            if kinds and position.current_player() >= 0:
                kinds -= {loaded.actions.kind(action).name for action in position.legal_actions()}
    unseen = [f"the phase {phases[phase]}" for phase in sorted(missing)]
    unseen += [f"an action of the kind {kind}" for kind in sorted(kinds)]
    if unseen:
        yield Broken(
            f"no random game comes to {', '.join(unseen)}",
            "They may be rare; if not, let a rule lead to them, or remove them.",
            file=rules_of(game.package),
            warning=True,
            here=Here(),
        )


def _variants(game: Game) -> Iterator[LoadedGame]:
    """Yield games of all editions and numbers of players, and then with options changed."""
    for number in range(GAMES):
        for edition in game.editions:
            yield game.load(game.players[number % len(game.players)], edition)
    for name, parameter in _tried(game).items():
        for value in _extremes(parameter):
            changed: Mapping[str, object] = {name: value}
            try:
                yield game.load(game.players[0], None, **changed)
            except (BadValue, ConflictingOptions):
                continue


def _tried(game: Game) -> dict[str, Parameter]:
    """Return all parameters, and of the cells of each column the first and the last."""
    tried = dict(game.parameters)
    columns = {_column(name) for name in game.cells}
    for column in sorted(columns):
        same = [name for name in game.cells if fnmatchcase(name, column)]
        tried |= {name: game.cells[name] for name in (same[0], same[-1])}
    return tried


def _column(cell: str) -> str:
    table, _, rest = cell.partition(".")
    return f"{table}.*.{rest.rpartition('.')[2]}"


def _extremes(parameter: Parameter) -> Sequence[int | bool | str]:
    if parameter.choices:
        return [*(choice for choice in parameter.choices if choice != parameter.default)][-MOST:]
    if isinstance(parameter.default, bool):
        return [not parameter.default]
    return sorted({*(parameter.range or ())} - {parameter.default})


def _played(game: LoadedGame, seed: int) -> bytes:
    """Return a hash of all states of a random game, and of its result."""
    digest = hashlib.sha256()
    for position in walk(game, seed):
        digest.update(position.state.tobytes())
    if position.current_player() == verbs.TERMINAL:
        digest.update(bytes(position.ranks()))
    return digest.digest()


def _is_rejected(game: Game, error: Exception) -> bool:
    """Return whether the game's own code has refused options, naming those at fault."""
    refusal = isinstance(error, ConflictingOptions | BadValue)
    return refusal and location_of(game.package, error) is not None


def _fault(game: Game, name: str, value: object, players: int, error: Exception) -> Broken:
    problem = error.problem if isinstance(error, Broken) else in_words(error)
    location = location_of(game.package, error)
    if isinstance(error, OverflowError | BadValue) or "invalid value for format" in str(error):
        advice = f"Narrow the range of {name}, or declare the field in a wider type, such as i2."
    else:
        advice = (
            f"Narrow the range of {name}, or let `components` raise ConflictingOptions, naming "
            "the options that cannot be combined."
        )
    problem = f"{name} = {value} with {players} players: {problem}"
    return Broken(problem, advice, file=location or EDITIONS)
