"""The discovery of the installed games, and loading by name.

Games are the `Game` objects that installed packages, ducato itself among them, offer in the entry
point group ``ducato.games``. `all_games` imports neither rules nor the compiler.
"""

from __future__ import annotations

import importlib
import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from ducato.core import i18n
from ducato.core.editions.values import flat
from ducato.core.errors import (
    FAULTS,
    BadValue,
    BrokenGame,
    CannotCompile,
    DucatoError,
    MachineFault,
    UnknownName,
)
from ducato.core.errors.machine import machine_fault
from ducato.core.game.loaded_game import LoadedGame
from ducato.core.game.registered_game import POSSIBLE_NAME, Game, is_possible_name
from ducato.core.game.unavailable import ANOTHER, UnavailableGame, UnavailableGames, reason

log = logging.getLogger(__name__)

GROUP = "ducato.games"
"""The group of entry points in which packages offer games."""
OWN = "ducato"
"""The distribution that the games of ducato itself belong to."""
VERSIONED = re.compile("(.+)@([0-9]{1,9})")
"""A game's name with a version of its rules."""
REGISTRY = UnavailableGames()
"""The registry of the games that are unavailable in this process."""


@cache
def all_games() -> dict[str, Game]:
    """Return all games by name: those of ducato and those that other packages offer.

    A game that cannot be imported, or whose editions cannot be read, is left out and reported; see
    `unavailable_games`.
    """
    REGISTRY.forget()
    _is_described.cache_clear()
    found: dict[str, Game] = {}
    for name, distribution, get in _candidates():
        with REGISTRY.isolated(name, distribution):
            game = get()
            if not isinstance(game, Game):
                raise BrokenGame(name, f"is no Game but a {type(game).__name__}")
            if not is_possible_name(game.name):
                problem = f"has a name that is not possible: it must be {POSSIBLE_NAME}"
                raise BrokenGame(str(game.name), problem)
            if game.name in found:
                first = REGISTRY.distributions[game.name]
                raise BrokenGame(game.name, f"is there already: {first} offers one of that name")
            _check_editions(game)
            found[game.name] = game
            REGISTRY.distributions[game.name] = distribution
    return dict(sorted(found.items()))


def available_games() -> dict[str, Game]:
    """Return the games that can be played at a table, by name.

    They load, their texts can be read, and they have shown no fault so far (see `isolated`).
    """
    sound = {name: game for name, game in all_games().items() if _is_described(game)}
    return {name: game for name, game in sound.items() if name not in REGISTRY}


def unavailable_games() -> list[UnavailableGame]:
    """Return the games that were found but cannot be played at a table, with the reasons."""
    available_games()
    return REGISTRY.unavailable()


def preload(besides: str) -> None:
    """Load ducato's own games but one, so that they are ready in copies of this process.

    None of them imports another. What is wrong with one is reported when the games are listed.
    """
    for name, distribution, get in _candidates():
        if distribution == OWN and name != besides:
            with REGISTRY.isolated(name, distribution):
                _is_described(get())


def isolated(game: Game) -> AbstractContextManager[None]:
    """Catch errors in this context, report them and make the game unavailable."""
    return REGISTRY.isolated(game.name)


def note_fault(game: Game, error: BaseException) -> None:
    """Report the fault of a part of a game that is then left out; each fault is reported once."""
    REGISTRY.note(game.name, error)


@contextmanager
def blaming(game: Game) -> Iterator[None]:
    """Convert faults of a game's rules in this context into `BrokenGame`.

    The game becomes unavailable for new tables; the fault is reported once. A failure of the
    machine, such as a full disk, is not a fault of the game: it becomes a `MachineFault`.
    """
    try:
        yield
    except CannotCompile as error:
        raise MachineFault(game.name, str(error)) from error
    except DucatoError:
        raise
    except FAULTS as error:
        if fault := machine_fault(error):
            log.info("%s could not go on: %s", game.name, fault, exc_info=error)
            raise MachineFault(game.name, fault) from error
        with isolated(game):
            raise
        raise BrokenGame(game.name, f"fails: {reason(error)}") from error


def _candidates() -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """Yield the name, the distribution and a loader of each object offered as a game.

    Those of ducato come first, so that no other package can replace them.
    """
    for point in sorted(entry_points(group=GROUP), key=lambda point: _offering(point) != OWN):
        yield point.name, _offering(point), point.load


def _offering(point: EntryPoint) -> str:
    """Return the name of the distribution that offers a game."""
    return point.dist.name if point.dist else ANOTHER


def _check_editions(game: Game) -> None:
    """Check that a game has editions and numbers of players, and that its defaults are possible.

    Raises:
        BadValue: the default of a parameter or adjustable cell is not possible, or a value of an
            edition.
        UnknownName: an edition changes something that there is not.
        BrokenGame: there is no edition, or no number of players, or a frozen version of the rules
            is not older than the newest.
    """
    game.rules  # noqa: B018  # looks for the frozen versions
    for name, parameter in game.adjustable.items():
        if parameter.check(parameter.default) != parameter.default:
            raise BadValue(name, parameter.default, "possible by its own declaration")
    if not game.editions or not game.players:
        raise BrokenGame(game.name, "has no edition, or is for no number of players")
    for edition in game.editions:
        for players in game.players:
            game.edition_values(edition, players)


@cache
def _is_described(game: Game) -> bool:
    """Return whether a game loads with its presentation, and its texts can be read.

    Otherwise, report the game as unavailable.
    """
    sound = False
    with isolated(game):
        game.load().presentation  # noqa: B018  # imports the modules that make it
        game.facts  # noqa: B018  # reads the file
        for language in i18n.LANGUAGES:
            for key in _described_by(game):
                game.text(key, language)
        sound = True
    return sound


def _described_by(game: Game) -> Iterator[str]:
    """Yield the keys of the texts that present a game."""
    yield from ("title", "about", "credit")
    for edition in game.editions:
        yield from (f"edition.{edition}", f"edition.{edition}.about")
    for name, parameter in game.parameters.items():
        yield f"option.{name}"
        yield from (f"choice.{name}.{choice}" for choice in parameter.choices)


def load(
    name: str,
    players: int | None = None,
    edition: str | None = None,
    *,
    rules_version: int | None = None,
    **options: object,
) -> LoadedGame:
    """Load a game.

    Args:
        name: the game's name, one of those listed by ``ducato games``; a name such as ``chess@1``
            includes the version of the rules.
        players: the number of seats; if None, the first of the game's `players`.
        edition: the name of the edition; if None, the game's default edition.
        rules_version: the version of the rules, one of the game's `rules`; if None, the newest.
        options: values for parameters and adjustable cells, the latter by their dotted names. They
            override the edition's values; the case of names does not matter.

    Raises:
        UnknownName: there is no such game, edition or option, or the number of players is not
            possible.
        BadValue: the value of an option, or the kind of `rules_version`, is not possible.
        ConflictingOptions: the values are possible one by one, but not together.
        OtherRules: there is no such version of the rules.
        BrokenGame: the game's own code or data are faulty.

    Example:
        >>> import ducato
        >>> ducato.load("chess")
        Traceback (most recent call last):
        ducato.core.errors.UnknownName: no game is called 'chess'; choose from: ...
    """
    game = find_game(name)
    if rules_version is not None and type(rules_version) is not int:
        known = ", ".join(map(str, game.rules))
        raise BadValue("rules_version", rules_version, f"a whole number, one of {known}")
    if VERSIONED.fullmatch(name) and rules_version not in (None, game.rules_version):
        expected = f"{game.rules_version}, as in {name!r}, or left out"
        raise BadValue("rules_version", rules_version, expected)
    with _loading(_named(game, rules_version)):
        chosen = game if rules_version is None else game.version(rules_version)
        return chosen.load(players, edition, **options)


def restore(
    game: Game,
    players: int,
    edition: str,
    options: Mapping[str, object],
    *,
    rules_version: int,
    values: Mapping[str, object] | None,
) -> LoadedGame:
    """Load a recorded game, under its own version of the rules and with its own values.

    Args:
        game: the game, with the newest version of its rules.
        players: the number of seats.
        edition: the name of the edition.
        options: the values that override the edition's.
        rules_version: the version of the rules.
        values: all values, as `LoadedGame.recorded_values` returns them; if None, as in old
            records, the edition's present values are used.

    Raises:
        ChangedEdition: the edition or a parameter no longer exists, or a value is no longer
            possible.
        UnknownName, BadValue, OtherRules, BrokenGame: see `load`.
    """
    with _loading(_named(game, rules_version)):
        played = game.version(rules_version)
        if values is None:
            return played.load(players, edition, **options)
        return played.restore(players, edition, options, flat(values))


def find_game(name: str) -> Game:
    """Return the game of this name, with the newest version of its rules.

    A name such as ``chess@1`` asks for another version.

    Raises:
        UnknownName: there is no such game.
        OtherRules: there is no such version.
    """
    versioned = VERSIONED.fullmatch(name)
    bare = versioned[1] if versioned else name
    if bare not in all_games():
        raise UnknownName("game", name, all_games())
    game = all_games()[bare]
    with _loading(name):
        return game.version(int(versioned[2])) if versioned else game


def _named(game: Game, rules_version: int | None) -> str:
    """Return a game's name, with the version of its rules if that is not the newest."""
    newest = rules_version in (None, game.rules_version)
    return game.full_name if newest else f"{game.name}@{rules_version}"


def game_in(folder: Path) -> Game:
    """Return the game of a package folder, which need not be installed.

    The folder above the outermost package is added to the search path of imports.

    Raises:
        BrokenGame: the package cannot be imported, or its ``GAME`` is not a game.
    """
    folder = folder.resolve()
    if not (folder / "__init__.py").is_file():
        raise BrokenGame(str(folder), "has no __init__.py: name the folder of the game's package")
    top = folder.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    if str(top) not in sys.path:
        sys.path.insert(0, str(top))
    package = ".".join(folder.relative_to(top).parts)
    with _loading(package):
        game: object = importlib.import_module(package).GAME
        if not isinstance(game, Game) or game.package != package:
            raise BrokenGame(package, "has no GAME = Game(..., package=__name__) in __init__.py")
        return game


@contextmanager
def _loading(name: str) -> Iterator[None]:
    """Convert errors of a game's own code in this context into `BrokenGame`."""
    try:
        yield
    except DucatoError:
        raise
    except FAULTS as error:
        if fault := machine_fault(error):
            raise MachineFault(name, fault) from error
        raise BrokenGame(name, f"cannot be loaded: {reason(error)}") from error
