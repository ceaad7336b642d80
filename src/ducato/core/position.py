"""Positions of a loaded game: the public API for scripts.

Methods that exist in OpenSpiel, too, have the same names. Every action is checked; an illegal one
leaves the position unchanged.
"""

from __future__ import annotations

from copy import deepcopy
from math import isclose
from typing import TYPE_CHECKING, Any

from ducato.core import verbs, visibility
from ducato.core.chance import below, is_whole
from ducato.core.errors import FAULTS, BadValue, IllegalAction
from ducato.core.i18n import render
from ducato.core.observation.recall import Recall
from ducato.core.struct import MEMORY_FIELDS, UNKNOWN, Struct, numbers
from ducato.core.visibility import SPECTATOR

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from ducato.core.game import LoadedGame


class Position:
    """A position of a game, with the method names of OpenSpiel.

    A seat is a number from 0, or `SPECTATOR`, -1, for what everybody sees; any other raises
    `BadValue`.

    Two positions are equal if their games and states are. All copies (by `clone`, `copy` or
    `pickle`) are independent; only the loaded game, which does not change, may be shared.

    Attributes:
        game: the loaded game.
        state: the state as a struct, for rules and batches.
    """

    def __init__(self, game: LoadedGame, state: Struct, recall: Recall | None = None) -> None:
        self.game, self.state = game, state
        self._recall = Recall.start(state) if recall is None else recall

    def current_player(self) -> int:
        """Return the seat to move, -1 for chance, or -4 if the game is over."""
        return verbs.current_player(self.state, self.game.edition)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == verbs.TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether the next step is a chance outcome."""
        return self.current_player() == verbs.CHANCE

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.game.players

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the seat to move, ascending; empty if no seat is to move."""
        if self.current_player() < 0:
            return []
        out = self.game.actions.buffer()
        n = verbs.legal_actions(self.state, self.game.edition, out)
        legal: list[int] = out[:n].tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the present chance step with their equal probabilities.

        The list is empty if the next step is not a chance step.
        """
        if not self.is_chance_node():
            return []
        n = verbs.chance_outcomes(self.state, self.game.edition)
        return [(outcome, 1.0 / n) for outcome in range(n)]

    def apply_action(self, action: int) -> None:
        """Apply a legal action or a chance outcome.

        Raises:
            IllegalAction: the action is not legal now; the position is unchanged.
        """
        self.check(action)
        self.apply_unchecked(int(action))

    def apply_unchecked(self, action: int) -> None:
        """Apply an action or outcome that is known to be possible; any other spoils the state."""
        verbs.apply_action(self.state, self.game.edition, action)
        self._recall = Recall(self._recall, action)

    def take_turn(self, seat: int) -> bool:
        """Make it the turn of a seat if it may choose now; return whether it may.

        That is the seat to move and, where seats choose at the same time, each that has not chosen.
        """
        if self.current_player() == seat:
            return seat >= 0
        trial = self.state.copy()
        if seat < 0 or not verbs.take_turn(trial, self.game.edition, seat):
            return False
        self.state = trial
        self._recall = Recall.turned(self._recall, seat)
        return True

    def turn_of(self, seat: int) -> Position:
        """Return a copy in which it is the turn of a seat, if it may choose now (`take_turn`)."""
        turn = self.clone()
        turn.take_turn(seat)
        return turn

    def seats_to_move(self) -> list[int]:
        """Return the seats that are to choose now, ascending: several if they do at the same time.

        The list is empty if chance is to move or the game is over.
        """
        return verbs.seats_to_move(self.state, self.game.edition)

    def check(self, action: object) -> None:
        """Raise `IllegalAction` unless this is a legal action or an outcome of the chance step.

        If a clause of the rules forbids the action, the error names it.
        """
        player = self.current_player()
        if is_whole(action):
            number = int(action)
            if player == verbs.CHANCE:
                n = verbs.chance_outcomes(self.state, self.game.edition)
                if 0 <= number < n:
                    return
                raise IllegalAction(
                    number, "it is no outcome of this chance step", None, [f"0..{n - 1}"]
                )
            legal = self.legal_actions()
            if number in legal:
                return
            names = [self.game.actions.name(a) for a in legal]
            if player == verbs.TERMINAL:
                raise IllegalAction(number, "the game is over", None, names)
            if not 0 <= number < len(self.game.actions):
                raise IllegalAction(number, "there is no such action", None, names)
            name = self.game.actions.name(number)
            try:
                reason, clause = self.explain_illegal(number)
            except FAULTS as error:
                raise IllegalAction(name, "the rules forbid it", None, names) from error
            raise IllegalAction(name, reason, clause, names)
        names = [self.game.actions.name(a) for a in self.legal_actions()]
        raise IllegalAction(action, "an action is a whole number", None, names)

    def explain_illegal(self, action: int) -> tuple[str, str]:
        """Return the English reason why an action is illegal now, and the clause of the rules."""
        illegal = self.game.presentation.explain_illegal(self.state, self.game.edition, action)
        return render(illegal.message, self.game.game.package, "en"), illegal.clause

    def returns(self) -> list[float]:
        """Return one number for each seat; the numbers add up to 0.

        If w of n seats win, each winner gets (n - w) / (w * (n - 1)) and each loser -1 / (n - 1).
        With two seats, this is 1 for a win, -1 for a loss and 0 for a tie. While the game goes on,
        all numbers are 0.
        """
        if not self.is_terminal():
            return [0.0] * self.game.players
        return returns_of(self.ranks())

    def ranks(self) -> list[int]:
        """Return every seat's final rank, 1 for the best. The game must be over."""
        out = numbers("i4", self.game.players)
        verbs.ranking(self.state, self.game.edition, out)
        ranks: list[int] = out.tolist()
        return ranks

    def clone(self) -> Position:
        """Return an independent copy."""
        return Position(self.game, self.state.copy(), self._recall)

    def redact(self, seat: int) -> Position:
        """Return a copy with everything blanked that is hidden from `seat`; -1 is a spectator."""
        return Position(self.game, self._seen(seat))

    def resample_from_infostate(self, seat: int, rng: Any) -> Position:
        """Return a position that `seat` cannot tell from this one, drawn uniformly.

        The seat remembers of it what it remembers of this one; other seats remember nothing.
        """
        seat = self._checked(seat)
        world = visibility.resample(self.state, seat, rng)
        return Position(self.game, world, Recall.start(world, {seat: self.memory(seat)}))

    def memory(self, seat: int) -> bytes:
        """Return the name of all that `seat` has seen and done, as in `information_state_string`.

        ``Position(game, state, Recall.start(state, {seat: name}))`` is a position of which the seat
        remembers it.
        """
        return self._recall.name(self.game, self.state, self._checked(seat))

    def information_state_string(self, seat: int) -> str:
        """Return a key that two positions share if and only if `seat` cannot tell them apart.

        The seat remembers everything that it has seen and done since the position was made (by
        `new_initial_state` or `from_bytes`), so this is a key of perfect recall. It names the seat.
        """
        return f"seat {seat} {self.memory(seat).hex()}"

    def observation_string(self, seat: int) -> str:
        """Return a key of what `seat` sees now, whatever it saw before."""
        return self._seen(seat).tobytes().hex()

    def observation_tensor(self, seat: int, dtype: DTypeLike = "float32") -> NDArray[Any]:
        """Return what `seat` sees now, from its own point of view, as a flat array.

        The observing seat comes first and the others follow clockwise; categories are one-hot, and
        numbers are scaled. `LoadedGame.observation_spec` names the columns.

        Args:
            seat: the seat that observes, -1 for a spectator, who sees as from seat 0.
            dtype: float32 for numbers from 0 to 1, or uint8 for the compact form, which
                `ObservationSpec.expand` turns into them; also by name.

        Raises:
            BadValue: the dtype is neither.
        """
        import numpy as np

        from ducato.core.observation.write import observe, observe_compact

        seat = self._checked(seat)
        spec, seen = self.game.observation_spec, visibility.redact(self.state, seat)
        if dtype in (np.float32, "float32"):
            out = np.zeros(spec.length, np.float32)
            observe(seen, self.game.edition, seat, out)
        elif dtype in (np.uint8, "uint8"):
            out = np.zeros(spec.compact_length, np.uint8)
            observe_compact(seen, self.game.edition, seat, out)
        else:
            raise BadValue("dtype", dtype, "float32 or uint8")
        return out

    def to_bytes(self) -> bytes:
        """Return the position as bytes, for `LoadedGame.from_bytes`, without what was before."""
        return self.game.fingerprint + self.state.tobytes()

    def action_to_string(self, action: int) -> str:
        """Return the name of an action (``build:the-mill``) or a chance outcome (``chance:3``)."""
        if self.is_chance_node():
            return f"chance:{action}"
        return self.game.actions.name(action)

    def to_dict(self, seat: int | None = None) -> dict[str, Any]:
        """Return the position as plain data with names.

        If `seat` is given, everything hidden from that seat is blanked, and legal actions are
        listed only if the seat is to move. What seats remember of hidden cards is left out.
        """
        state = self.state if seat is None else self._seen(seat)
        fields: dict[str, Any] = {}
        for name, declared in state.fields.items():
            if name in MEMORY_FIELDS:
                continue
            value = state[name].tolist() if declared.shape else state[name]
            fields[name] = _named(value, declared.axes, declared.values)
        return {
            "game": self.game.name,
            "players": self.game.players,
            "edition": self.game.edition_name,
            "options": dict(self.game.options),
            "current_player": self.current_player(),
            "legal_actions": [self.game.actions.name(a) for a in self.legal_actions()]
            if seat is None or seat == self.current_player()
            else [],
            "state": fields,
        }

    def _checked(self, seat: int) -> int:
        return checked_seat(seat, self.game.players)

    def _seen(self, seat: int) -> Struct:
        """Return what a seat sees of the state."""
        return visibility.redact(self.state, self._checked(seat))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # positions change, like their states

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(self.game, deepcopy(self.state, memo), self._recall)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return a call that makes the position again; all seats remember what they did."""
        names = {seat: self.memory(seat) for seat in range(-1, self.game.players)}
        return _restored, (self.game, self.state, names)

    def __str__(self) -> str:
        return f"{self.game.name}, to move: {self.current_player()}"


def checked_seat(seat: object, players: int, lowest: int = SPECTATOR, name: str = "seat") -> int:
    """Return the number of a seat, or of the spectators, as an int.

    Args:
        seat: what was given.
        players: the number of seats.
        lowest: `SPECTATOR`, or 0 if only a player can be meant.
        name: what the error calls it.

    Raises:
        BadValue: it is not the number of a seat.
    """
    if is_whole(seat) and lowest <= int(seat) < players:
        return int(seat)
    spectators = " (spectators)" if lowest < 0 else ""
    raise BadValue(name, seat, f"a whole number from {lowest}{spectators} to {players - 1}")


def _restored(game: LoadedGame, state: Struct, names: dict[int, bytes]) -> Position:
    """Return a pickled position, of which the seats remember what has these names."""
    return Position(game, state, Recall.start(state, names))


def _named(value: Any, axes: Any, values: Any) -> Any:
    """Return a field's numbers as plain data, with names for axes and values where declared.

    Where values have names, `UNKNOWN` is returned as None.
    """
    if isinstance(value, list):
        names = axes[0] if axes else None
        items = [_named(item, axes[1:], values) for item in value]
        return dict(zip(names, items, strict=True)) if names else items
    if values is None:
        return value
    return None if value == UNKNOWN else values[value]


def returns_of(ranks: list[int]) -> list[float]:
    """Return one number for each seat from its final rank; see `Position.returns`."""
    n, winners = len(ranks), ranks.count(1)
    return [((n / winners if p == 1 else 0.0) - 1.0) / (n - 1) for p in ranks]


def sample(outcomes: list[tuple[int, float]], rng: Any) -> int:
    """Return one of these equally likely outcomes, drawn at random.

    Args:
        outcomes: the result of `Position.chance_outcomes`: outcomes with their probabilities, which
            are equal in all games. It must not be empty.
        rng: a generator made by `ducato.new_rng`.

    Raises:
        BadValue: `outcomes` is empty, or its probabilities are not equal.
    """
    if not outcomes:
        raise BadValue("outcomes", outcomes, "the outcomes of a chance step")
    first = outcomes[0][1]
    for outcome in outcomes:
        if not isclose(outcome[1], first):  # computed probabilities may be rounded
            raise BadValue("outcomes", outcome, f"equally likely, like the first with {first}")
    return outcomes[below(rng, len(outcomes))][0]
