"""Checks of the contract: modules, verbs, editions, weights and versions of the rules."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

from ducato.checks.faults import Broken, in_words, location_of, source_of
from ducato.checks.walks import walk
from ducato.core import contract, verbs
from ducato.core.actions import ActionTable
from ducato.core.contract import BotModule, Measures, OptionalRules, Presentation, Rules
from ducato.core.errors import FAULTS, BadValue, DucatoError
from ducato.core.game import Game, all_games
from ducato.core.game.registered_game import POSSIBLE_NAME, is_possible_name
from ducato.core.game.weights import greedy_weights, search_weights
from ducato.core.struct import Struct

EDITIONS = "data/editions.toml"


def game_is_registered(game: Game, seeds: range) -> Iterator[Broken]:
    """Check the name, the numbers of players and the levels that a game's package gives."""
    if not game.players or min(game.players) < 2 or sorted(set(game.players)) != [*game.players]:
        yield Broken(
            f"players = {game.players} in GAME",
            "Give the possible numbers of players, ascending; a game has at least 2.",
            file="__init__.py",
        )
    if not is_possible_name(game.name):
        yield Broken(
            f"name = {game.name!r} in GAME",
            f"A name must be {POSSIBLE_NAME}.",
            file="__init__.py",
        )
    installed = all_games().get(game.name)
    if installed is not None and game.package not in installed.rules.values():
        yield Broken(
            f"name = {game.name!r} in GAME: {installed.package}, which is installed, has that name",
            "Choose a name of its own; of two games with one name, only the first is available.",
            file="__init__.py",
        )
    if game.longest < 1:
        yield Broken(f"longest = {game.longest} in GAME", "Give a number of steps.")


def modules_are_complete(game: Game, seeds: range) -> Iterator[Broken]:
    """Check the module `state`, the verbs and the functions of the presentation."""
    state = game.module("state")
    for name, kind in (("State", Struct), ("Edition", Struct)):
        found = getattr(state, name, None)
        if not (isinstance(found, type) and issubclass(found, kind)):
            yield Broken(f"state has no class {name}", f"Declare class {name}(Struct).")
    if not isinstance(getattr(state, "ACTIONS", None), ActionTable):
        yield Broken("state has no ACTIONS", "Declare ACTIONS = ActionTable(kind(...), ...).")
    for protocol in (Rules, OptionalRules, BotModule, Measures):
        for name, declared in _functions(protocol):
            found = game.verb(name)
            if found is None and protocol is Rules:
                yield Broken(
                    f"rules has no verb {name}",
                    f"Define {name}{_signature(declared)} in rules.",
                )
            elif found is not None:
                yield from _as_declared(game, found, declared, is_rule=True)
    yield from _misplaced(game)
    for name in ("scene", "narration"):
        module = game.optional_module(name)
        for function, declared in _functions(Presentation) if module else []:
            if hasattr(module, function):
                yield from _as_declared(game, getattr(module, function), declared, is_rule=False)
    for name, declared in _functions(contract.OptionalState):
        if hasattr(state, name):
            yield from _as_declared(game, getattr(state, name), declared, is_rule=False)


def _misplaced(game: Game) -> Iterator[Broken]:
    """Check that verbs and enumerations are in the modules where they are looked for."""
    modules = {home: game.optional_module(home) for home in verbs.HOMES}
    names = {verb.__name__: home for home, some in verbs.HOMES.items() for verb in some}
    for name, home in {**names, **verbs.ENUMERATIONS}.items():
        for other, module in modules.items():
            here = getattr(getattr(module, name, None), "__module__", "")
            if other != home and f"{here}.".startswith(f"{game.package}.{other}."):
                yield Broken(f"{other} has {name}, which nothing looks for", f"Move it to {home}.")


def editions_load(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that every edition loads for every number of players."""
    if not game.editions:
        yield Broken("there is no edition", "Add a table [edition.<name>].", file=EDITIONS)
    for name, parameter in game.adjustable.items():
        try:
            for default in (parameter.default, *parameter.by_players.values()):
                parameter.check(default)
        except BadValue as error:
            yield Broken(str(error), f"Change the default or the range of {name}.", file=EDITIONS)
            return
    for edition in game.editions:
        for players in game.players:
            try:
                game.load(players, edition)
            except Exception as error:
                yield Broken(
                    f"edition {edition!r} with {players} players: {error}",
                    "Every edition must load for every number of players.",
                    file=location_of(game.package, error) or EDITIONS,
                )


def weights_belong_to_features(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that each feature of an action has a weight, for the search too, and the reverse."""
    score, file = game.verb("action_score"), "data/greedy.toml"
    try:
        weights = greedy_weights(game)
        search_weights(game)
    except DucatoError as error:
        advice = "Give each member of `Feature` one weight, under its name in lower case."
        yield Broken(str(error), advice, file=file)
        return
    if not len(weights) and score and _uses_weights(game, score):
        yield Broken(
            "bot has action_score but no Feature",
            "Define or import the enumeration `Feature` in bot, a member for each weight.",
            file=source_of(game.package, score),
        )
    elif len(weights) and not score:
        yield Broken(
            "bot has features but no action_score, so the greedy bot plays at random",
            "Define action_score(state, edition, action, weights) in bot.",
        )


def versions_play(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that each older version of the rules still loads and plays a game."""
    for number in game.rules:
        if number != game.rules_version:
            try:
                for _ in walk(game.version(number).load(), seeds.start):
                    pass
            except FAULTS as error:
                yield Broken(
                    f"version {number} of the rules does not play any more: {in_words(error)}",
                    "A frozen version must stay as it is, since old records need it.",
                    file=location_of(game.package, error) or f"v{number}/",
                )


def _uses_weights(game: Game, score: Any) -> bool:
    """Return whether the game's `action_score` uses the weights."""
    if source_of(game.package, score) is None:
        return False
    function = ast.parse(textwrap.dedent(inspect.getsource(score))).body[0]
    assert isinstance(function, ast.FunctionDef)
    weights = [argument.arg for argument in function.args.args][3:4]
    return any(isinstance(n, ast.Name) and n.id in weights for n in ast.walk(function))


def _functions(protocol: type) -> list[tuple[str, Any]]:
    """Return the functions that a protocol declares, by name."""
    return [
        (name, function)
        for name, function in vars(protocol).items()
        if inspect.isfunction(function) and not name.startswith("_")
    ]


def _signature(declared: Any) -> str:
    return f"({', '.join(list(inspect.signature(declared).parameters)[1:])})"


def _as_declared(game: Game, found: Any, declared: Any, *, is_rule: bool) -> Iterator[Broken]:
    """Yield what is wrong with a function of a game that the contract declares."""
    name, file = declared.__name__, source_of(game.package, found)
    if not callable(found):
        yield Broken(f"{name} is not a function", f"Define {name}{_signature(declared)}.")
        return
    wanted = len(inspect.signature(declared).parameters) - 1  # without self
    try:
        inspect.signature(found).bind(*[None] * wanted)
    except TypeError:
        yield Broken(
            f"{name} cannot be called with {wanted} arguments",
            f"It must be {name}{_signature(declared)}.",
            file=file,
        )
    if is_rule and found not in verbs.RULES:
        yield Broken(f"{name} is not marked with @rule", "Write @rule above it.", file=file)
