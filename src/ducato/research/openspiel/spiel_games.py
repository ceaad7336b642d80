"""Our games as OpenSpiel's: their registration, parameters and bounds.

Each game is registered under its name with ``ducato_`` before it and ``_`` for ``-``. OpenSpiel
makes a game again from its parameters, for example for a copy, so a loaded game is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

import pyspiel

from ducato.core.errors import BadValue
from ducato.core.game import Game, LoadedGame, all_games, find_game
from ducato.core.observation.recall import Recall
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.verbs import in_order
from ducato.research.openspiel.observers import RedactedObserver
from ducato.research.openspiel.spiel_states import SpielState, position_of
from ducato.research.openspiel.state_text import read_text

PREFIX = "ducato_"
BETWEEN_OPTIONS, AFTER_NAME = ";", ":"
"""Marks in the parameter ``options``: OpenSpiel's own, a comma and ``=``, cannot be in a text."""


class SpielGame(pyspiel.Game):
    """A loaded game in the form of OpenSpiel.

    A seat's return is that of `Position.returns`: the returns of all seats add up to 0, and those
    of two seats are 1 and -1, or 0 and 0 for a tie.

    Each game has a class of its own, made by `register`, since OpenSpiel makes a game from its
    parameters alone.

    Attributes:
        game: the registered game.
        loaded: the loaded game.
        simultaneous: whether seats that choose at the same time do so in one node. Otherwise they
            choose one after the other, without seeing what others have chosen, as in a game that
            `pyspiel.convert_to_turn_based` has made.

    Raises:
        BadValue: `simultaneous` was asked for, and seats never choose at the same time.
    """

    game: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given, game = dict(params or {}), self.game
        self.loaded = _loaded(
            game,
            int(given.get("players", game.players[0])),
            str(given.get("edition", game.editions[0])),
            str(given.get("options", "")),
        )
        self.simultaneous = bool(given.get("simultaneous", False))
        if self.simultaneous and self.loaded.State.rules.take_turn is in_order:
            raise BadValue("simultaneous", True, "False, since seats choose one after the other")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.loaded.actions),
            max_chance_outcomes=self.loaded.max_chance_outcomes,
            num_players=self.loaded.players,
            min_utility=self.loaded.min_utility,
            max_utility=self.loaded.max_utility,
            utility_sum=0.0,
            max_game_length=self.loaded.max_game_length,
        )
        super().__init__(_type_of(game, self.simultaneous), info, given)
        self._initial = self.loaded.new_initial_state()

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def initial_position(self) -> Position:
        """Return the position before the first deal."""
        return self._initial.clone()

    def new_initial_state(self) -> SpielState:
        """Return the state before the first deal."""
        return SpielState(self)

    def state_of(self, state: Struct) -> SpielState:
        """Return OpenSpiel's state for one of ours, without the history that led to it.

        Raises:
            BadValue: the state is redacted; see `states.position_of`.
        """
        return SpielState(self, position_of(self.loaded, state))

    def deserialize_state(self, text: str) -> SpielState:
        """Return the state that `SpielState.serialize` wrote.

        Raises:
            BadValue: the text is not of this game, or a card is hidden in its state.
            IllegalAction: an action in the text was illegal.
        """
        begun, memories, actions = read_text(self.loaded, text)
        found = position_of(self.loaded, begun)
        if memories:
            found = Position(self.loaded, found.state, Recall.start(found.state, memories))
        is_start = not memories and begun == self._initial.state
        state = SpielState(self, None if is_start else found)
        while actions:
            if not state.is_simultaneous_node():
                state.apply_action(actions.pop(0))
                continue
            chosen, actions = actions[: self.loaded.players], actions[self.loaded.players :]
            if len(chosen) < self.loaded.players:
                raise BadValue("actions", chosen, f"{self.loaded.players} at the same time")
            state.apply_actions(chosen)
        return state

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> RedactedObserver:
        """Return an observer of what a seat, or a spectator, sees."""
        return RedactedObserver(self.loaded, iig_obs_type, params)


def load(
    game: str | Game | LoadedGame,
    players: int | None = None,
    edition: str | None = None,
    *,
    simultaneous: bool = False,
    **options: object,
) -> SpielGame:
    """Load a game as `ducato.load` does, in the form of OpenSpiel.

    Args:
        game: the name of a game, a game such as `game_from` finds in a folder, or a loaded game.
        players: the number of seats.
        edition: the name of the edition.
        simultaneous: whether seats that choose at the same time do so in one node.
        options: values that override those of the edition.

    Raises:
        DucatoError: what `ducato.load` raises.
        BadValue: an option's name or value contains a mark with which options are written, or a
            loaded game is to be changed; or seats never choose at the same time, and should.
    """
    if isinstance(game, LoadedGame):
        if players is not None or edition is not None or options:
            expected = "a game or its name, for players, edition and options"
            raise BadValue("game", "a loaded game", expected)
        loaded = game
    else:
        found = find_game(game) if isinstance(game, str) else game
        loaded = found.load(players, edition, **options)
    register(loaded.game)
    params: dict[str, Any] = {"players": loaded.players, "edition": loaded.edition_name}
    if simultaneous:
        params["simultaneous"] = True
    if loaded.options:
        params["options"] = _written(loaded.options)
    made: SpielGame = pyspiel.load_game(_name_of(loaded.game), params)
    return made


def register(game: Game) -> None:
    """Register a game with OpenSpiel, unless one of its name is registered."""
    if _name_of(game) not in pyspiel.registered_names():
        # OpenSpiel lets go of it when the interpreter has ended, which only a class survives.
        own = type(f"SpielGame_{_name_of(game)}", (SpielGame,), {"game": game})
        pyspiel.register_game(_type_of(game), own)


def register_all() -> None:
    """Register all games with OpenSpiel."""
    for game in all_games().values():
        register(game)


def _name_of(game: Game) -> str:
    return PREFIX + game.full_name.replace("-", "_").replace("@", "_v")


@lru_cache
def _type_of(game: Game, simultaneous: bool = False) -> Any:
    dynamics = pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=_name_of(game),
        long_name=f"{game.text('title')} (ducato)",
        dynamics=dynamics.SIMULTANEOUS if simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "edition": game.editions[0],
            "options": "",
            "simultaneous": False,
        },
    )


@lru_cache(maxsize=32)
def _loaded(game: Game, players: int, edition: str, options: str) -> LoadedGame:
    return game.load(players, edition, **_read(options))


def _written(options: Mapping[str, object]) -> str:
    """Write options as the parameter of that name, as in ``ace_price:5;reshuffles:0``."""
    for name, value in options.items():
        if any(mark in f"{name}{value}" for mark in f"{BETWEEN_OPTIONS}{AFTER_NAME},=()"):
            raise BadValue("option", f"{name}={value}", "without the marks ; : , = ( )")
    return BETWEEN_OPTIONS.join(f"{n}{AFTER_NAME}{value}" for n, value in options.items())


def _read(text: str) -> dict[str, str]:
    """Return the options that `_written` wrote, with their values as texts."""
    pairs = (option.partition(AFTER_NAME) for option in filter(None, text.split(BETWEEN_OPTIONS)))
    return {name: value for name, _, value in pairs}
