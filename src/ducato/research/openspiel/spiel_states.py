"""Our positions as OpenSpiel's states.

Rules must never be applied to a redacted state: the zone of a hidden card is not an index of one.
So a state is made only from a position in which every card lies somewhere (`position_of`); what a
seat sees is dealt first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pyspiel

from ducato.core import verbs
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.game.given_state import is_redacted
from ducato.core.position import Position, checked_seat
from ducato.core.struct import Struct
from ducato.research.openspiel.state_text import history_text, start_text

if TYPE_CHECKING:
    from ducato.research.openspiel.spiel_games import SpielGame

SIMULTANEOUS = int(pyspiel.PlayerId.SIMULTANEOUS)
"""OpenSpiel's number for a node at which several seats choose."""
SEEDS = 1 << 32
"""The number of seeds that are drawn from one of OpenSpiel's samplers."""


def position_of(game: LoadedGame, state: Struct) -> Position:
    """Return a position with a copy of this state.

    Raises:
        BadValue: the state is of another game, or a card is hidden in it.
    """
    if not isinstance(state, game.State):
        raise BadValue("state", type(state).__name__, f"a state of {game.name}")
    if is_redacted(state):
        raise BadValue("state", "hidden cards", "a full state; deal them with `resample`")
    return Position(game, state.copy())


class _Present:
    """A position with what OpenSpiel asks about it again and again.

    Args:
        position: the position.
        together: whether seats that choose at the same time do so in one node.

    Attributes:
        position: the position.
        player: the seat to move, or the number for chance, the end or a node with several seats.
        legal: the legal actions of each seat to move for which they were asked.
    """

    __slots__ = ("legal", "player", "position", "together")

    def __init__(self, position: Position, together: bool) -> None:
        self.position, self.together = position, together
        self._look()

    def _look(self) -> None:
        several = self.together and len(self.position.seats_to_move()) > 1
        self.player = SIMULTANEOUS if several else self.position.current_player()
        self.legal: dict[int, list[int]] = {}

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat to move; the list must not be changed."""
        if seat not in self.legal:
            found: list[int] = []
            if self.player == seat:
                found = self.position.legal_actions()
            elif self.player == SIMULTANEOUS and seat in self.position.seats_to_move():
                found = self.position.turn_of(seat).legal_actions()
            self.legal[seat] = found
        return self.legal[seat]

    def apply_action(self, action: int) -> None:
        """Apply a legal action or a chance outcome, or raise as `Position.apply_action` does."""
        position = self.position
        if self.player < 0 or action not in self.legal_actions(self.player):
            position.check(action)
        position.apply_unchecked(action)
        self._look()

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Apply an action of each seat that chooses now, or raise and change nothing."""
        seats = self.position.seats_to_move()
        for seat in seats:
            if actions[seat] not in self.legal_actions(seat):
                self.position.turn_of(seat).check(actions[seat])
        for seat in seats:
            self.position.take_turn(seat)
            self.position.apply_unchecked(actions[seat])
        self._look()

    def __deepcopy__(self, memo: dict[int, Any]) -> _Present:
        copied = object.__new__(_Present)
        copied.position, copied.player = self.position.clone(), self.player
        copied.together, copied.legal = self.together, dict(self.legal)
        return copied


class SpielState(pyspiel.State):
    """A position in the form of OpenSpiel.

    OpenSpiel makes a copy by copying the attributes, so a state has few, and none is the game.

    Args:
        game: OpenSpiel's form of the game.
        position: the position, which then belongs to the state; if None, the initial one.
    """

    def __init__(self, game: SpielGame, position: Position | None = None) -> None:
        super().__init__(game)
        begun = game.initial_position() if position is None else position
        self._present = _Present(begun, game.simultaneous)
        self._limit = self.position.game.max_game_length
        self._start = start_text(self.position, remembered=position is not None)

    @property
    def position(self) -> Position:
        """The position; it must not be changed but through the state."""
        return self._present.position

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance, the end or several seats.

        A game that stalls ends after `max_game_length` steps, with a return of 0 for everybody.
        """
        return verbs.TERMINAL if self.move_number() >= self._limit else self._present.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == verbs.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.is_terminal() else self._present.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the chance step, which are equally likely."""
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._present.apply_action(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._present.apply_actions(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == verbs.CHANCE:
            return f"chance:{action}"
        return self.position.game.actions.name(action)

    def returns(self) -> list[float]:
        """Return the seats' returns; see `Position.returns`."""
        return self.position.returns()

    def rewards(self) -> list[float]:
        """Return the returns once the game is over, and until then zeros."""
        return self.position.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """Return a key that two states share if and only if the player cannot tell them apart.

        The player remembers everything since the state was made; see `Position`.
        """
        return self.position.information_state_string(self._asked(player))

    def observation_string(self, player: int | None = None) -> str:
        """Return a key of what the player sees now."""
        return self.position.observation_string(self._asked(player))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return one of the states that the player cannot tell from this one, drawn uniformly.

        It has no history, since that would tell what is hidden.
        """
        rng = new_rng(int(sampler() * SEEDS))
        world = self.position.resample_from_infostate(self._asked(player), rng)
        return SpielState(self.get_game(), world)

    def serialize(self) -> str:
        """Return the state in which the history begins, and the actions since (`written`)."""
        return history_text(self._start, self.history())

    def _asked(self, player: int | None) -> int:
        """Return the player asked about: the one to move if none is named."""
        asked = self.current_player() if player is None else player
        return checked_seat(asked, self.position.num_players(), 0, "player")

    def __str__(self) -> str:
        """Return a text that two states share if and only if they are equal."""
        return self.position.state.tobytes().hex()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (str(self.get_game()), self.serialize())


def _unpickled(game: str, text: str) -> SpielState:
    state: SpielState = pyspiel.load_game(game).deserialize_state(text)
    return state
