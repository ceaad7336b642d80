"""Matches: games being played, with their steps, positions, undo, records and snapshots.

A match knows no clock, no network and no disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ducato.core import verbs
from ducato.core.chance import CommittedStream
from ducato.core.editions.values import values_hash
from ducato.core.errors import BadValue, IllegalAction
from ducato.core.game import Game, LoadedGame
from ducato.core.game_record import RESIGN, GameRecord, format_of, reading_line
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR, hide
from ducato.core.visibility.revealing import has_revealed


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a match: an action, a chance outcome or a resignation.

    Attributes:
        actor: the seat that acted, or `verbs.CHANCE`.
        action: the action's number, the outcome if chance acted, or -1 for a resignation.
    """

    actor: int
    action: int


class Match:
    """One game, played from its first deal to its end.

    Attributes:
        game: the loaded game.
        names: the players' names, by seat; "#1", "#2" and so on if none are given.
        stream: the committed stream from which this match draws its chance outcomes; a new one if
            none is given.
        position: the present position.
        steps: all steps so far, in order.
        human_seats: the seats held by people, at first all; see `undoable`.
        resigned: the seat that resigned, or None.
        begun: whether the match has begun; from then on the stream does not change.
        start: the state with which it begins if that was set up by hand (`core.editing`), or None.

    Raises:
        BadValue: there is not one name for each seat.
    """

    def __init__(
        self,
        game: LoadedGame,
        stream: CommittedStream | None = None,
        names: Iterable[str] = (),
        start: bytes | None = None,
    ) -> None:
        self.game = game
        self.stream = stream or CommittedStream()
        self.names = list(names) or [f"#{seat + 1}" for seat in range(game.players)]
        if len(self.names) != game.players:
            raise BadValue("names", self.names, f"{game.players} names")
        self.start = start
        self.position = Position(game, game.State.of(start)) if start else game.new_initial_state()
        self.steps: list[Step] = []
        self.human_seats = set(range(game.players))
        self.resigned: int | None = None
        self.begun = False
        # The state after each number of steps; None for a state to be replayed when needed.
        self._states: list[bytes | None] = [self.position.state.tobytes()]

    @classmethod
    def resumed(
        cls,
        game: LoadedGame,
        stream: CommittedStream,
        names: Iterable[str],
        steps: Sequence[Step],
        state: bytes,
        start: bytes | None = None,
    ) -> Match:
        """Return a match after these steps, trusting that they lead to this state.

        Earlier states are not replayed until they are needed, so the time taken hardly depends on
        the number of steps. If there are no steps, `state` is ignored.
        """
        match = cls(game, stream, names, start)
        if steps:
            match.begun = True
            match.steps = list(steps)
            match._states += [None] * (len(steps) - 1) + [state]
            match.position = Position(game, match.state_at(len(steps)))
            last = steps[-1]
            match.resigned = last.actor if last.action < 0 else None
        return match

    @property
    def seq(self) -> int:
        """The number of steps made so far."""
        return len(self.steps)

    def state_at(self, seq: int) -> Struct:
        """Return the full state after the first `seq` steps."""
        known = seq
        while (contents := self._states[known]) is None:
            known -= 1
        state = self.game.State.of(contents)
        for number in range(known, seq):
            step = self.steps[number]
            if step.action >= 0:
                if step.actor not in (verbs.CHANCE, verbs.current_player(state, self.game.edition)):
                    verbs.take_turn(state, self.game.edition, step.actor)
                verbs.apply_action(state, self.game.edition, step.action)
            self._states[number + 1] = state.tobytes()
        return state

    @property
    def chance_verified(self) -> bool:
        """Whether every chance outcome is known to come from the committed stream."""
        return bool(self.stream.seed)

    def is_over(self) -> bool:
        """Return whether the game has ended or a seat has resigned."""
        return self.resigned is not None or self.position.is_terminal()

    def seats_to_move(self) -> list[int]:
        """Return the seats that are to choose now, ascending; empty before the game and after."""
        return self.position.seats_to_move() if self.begun and not self.is_over() else []

    def may_choose(self, seat: int) -> bool:
        """Return whether a seat may act now: it is to move, or chooses at the same time."""
        return not self.is_over() and self.position.clone().take_turn(seat)

    def seen_by(self, seat: int, seq: int | None = None) -> Struct:
        """Return what a seat sees, now or after `seq` steps; its own turn if it may choose."""
        state = self.state_at(self.seq if seq is None else seq)
        if seat != SPECTATOR:
            verbs.take_turn(state, self.game.edition, seat)
        hide(state, seat)
        return state

    def act(self, action: int, seat: int | None = None) -> Step:
        """Carry out an action, and return the step.

        Args:
            action: the action.
            seat: the seat that acts: the one to move, which it is if None, or one that chooses at
                the same time (`may_choose`).

        Raises:
            IllegalAction: the action is not legal now, or not by this seat; nothing has changed.
        """
        position = self.position
        if self.resigned is not None:
            raise IllegalAction(action, "the game is over", None, [])
        if seat is not None and seat != position.current_player():
            position = position.clone()
            if not position.take_turn(seat):
                raise IllegalAction(action, f"seat {seat} is not to move", None, [])
        actor = position.current_player()
        if actor == verbs.CHANCE:
            raise IllegalAction(action, "chance is to move, not a player", None, [])
        position.apply_action(action)
        self.position = position
        return self._add(Step(actor, int(action)))

    def deal(self, contributions: Mapping[int, str] | None = None) -> list[Step]:
        """Begin the match, with the players' contributions by seat; return the first chance steps.

        If `contributions` is None, no player has contributed.

        Raises:
            IllegalAction: the match has already begun; nothing has changed.
            ValueError: a contribution is not 64 lower-case hexadecimal digits.
        """
        if self.begun:
            raise IllegalAction("deal", "the game has begun", None, [])
        self.stream = self.stream.joined(contributions or {})
        return self.run_chance()

    def run_chance(self) -> list[Step]:
        """Carry out the chance steps that are due, with outcomes from the stream; return them.

        The match has then begun, even if no step is due.

        Raises:
            ValueError: a step is due, but the match was replayed from a record without its seed.
        """
        made = []
        self.begun = True
        while not self.is_over() and self.position.is_chance_node():
            outcome = self._due_outcome()
            self.position.apply_action(outcome)
            made.append(self._add(Step(verbs.CHANCE, outcome)))
        return made

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """Undo the steps made in this context if it raises an error.

        The present position must be sound: the seat to move must have a legal action.
        """
        kept, begun, stream = self.seq, self.begun, self.stream
        try:
            yield
            if self.position.current_player() >= 0 and not self.position.legal_actions():
                raise ValueError("the seat to move has no legal action")
        except BaseException:
            self._return_to(kept)
            self.begun, self.stream = begun, stream
            raise

    def resign(self, seat: int) -> Step:
        """Resign for `seat`, so that the other seat wins.

        Raises:
            BadValue: there is no such seat, or the game does not have two seats.
            IllegalAction: the match is over.
        """
        if seat not in range(self.game.players):
            raise BadValue("seat", seat, f"from 0 to {self.game.players - 1}")
        if self.game.players != 2:
            raise BadValue("players", self.game.players, "2 for a resignation to decide the game")
        if self.is_over():
            raise IllegalAction(RESIGN, "the game is over", None, [])
        self.resigned = seat
        return self._add(Step(seat, -1))

    def ranks(self) -> list[int]:
        """Return every seat's final rank, 1 for the best. The match must be over."""
        if self.resigned is not None:
            return [2 if seat == self.resigned else 1 for seat in range(self.game.players)]
        return self.position.ranks()

    def returns(self) -> list[float]:
        """Return one number for each seat, as `Position.returns` does; a resignation is a loss."""
        if self.resigned is not None:
            return [-1.0 if seat == self.resigned else 1.0 for seat in range(self.game.players)]
        return self.position.returns()

    def undoable(self, seat: int) -> int | None:
        """Return the number of steps that `undo` would leave, or None if nothing can be undone.

        A seat may undo its own action if that was the last step and neither the seat nor another
        one held by a person has learned from it where a card lies, or a number, that was hidden
        from the seat itself. Showing what is one's own harms nobody else. Chance steps and
        resignations are never undone.
        """
        if not self.steps or self.steps[-1].actor != seat or self.steps[-1].action < 0:
            return None
        before, after = self.state_at(self.seq - 1), self.state_at(self.seq)
        revealed = has_revealed(before, after, seat, self.human_seats | {seat})
        return None if revealed else self.seq - 1

    def undo(self, seat: int, *, agreed: int | None = None) -> tuple[Step, ...]:
        """Undo the last action of `seat`, or all but the first `agreed` steps. Return them.

        Raises:
            IllegalAction: the action cannot be undone.
        """
        left = self.undoable(seat) if agreed is None else agreed
        if left is None:
            raise IllegalAction(
                "undo", "your last action cannot be taken back: something became known", None, []
            )
        removed = tuple(self.steps[left:])
        self._return_to(left)
        return removed

    def is_final(self, action: int, seat: int | None = None) -> bool:
        """Return whether a legal action could not be undone, or ends the turn of its seat.

        Raises:
            IllegalAction: the action is not legal now.
        """
        seq = self.seq
        seat = self.act(action, seat).actor
        final = self.undoable(seat) is None or self.position.current_player() != seat
        self._return_to(seq)
        return final

    def header(self) -> dict[str, Any]:
        """Return the record's first entry."""
        joined = self.stream.contributions
        values = self.game.recorded_values()
        return {
            "ducato": format_of(joined=bool(joined), set_up=self.start is not None),
            "game": self.game.name,
            "rules_version": self.game.game.rules_version,
            "players": self.game.players,
            "edition": self.game.edition_name,
            "options": dict(self.game.options),
            "values": values,
            "values_hash": values_hash(values),
            "names": self.names,
            "commitment": self.stream.commitment,
            **({"contributions": {str(s): drawn for s, drawn in joined.items()}} if joined else {}),
            **({"start": self.start.hex()} if self.start and self.is_over() else {}),
        }

    def to_lines(self) -> list[str]:
        """Return the record as lines of JSON.

        The seed, if it is known, is revealed only if the match is over.
        """
        entries: list[dict[str, Any]] = [self.header()]
        for seq, step in enumerate(self.steps):
            if step.actor == verbs.CHANCE:
                entries.append({"chance": step.action, "of": self._outcomes(self.state_at(seq))})
            elif step.action < 0:
                entries.append({"seat": step.actor, "action": RESIGN})
            else:
                entries.append({"seat": step.actor, "action": self.game.actions.name(step.action)})
        if self.is_over():
            seed = self.stream.seed
            entries.append({"ranks": self.ranks(), **({"seed": seed.hex()} if seed else {})})
        return GameRecord(entries).to_lines()

    @classmethod
    def from_lines(cls, lines: Iterable[str], game: Game | None = None) -> Match:
        """Replay a record, and verify its checksums, actions, chance outcomes and result.

        Chance outcomes can be verified only if the record contains the seed, which is revealed when
        the match is over. Without its seed, a match cannot make further chance steps. In older
        records, chance entries lack the number of possible outcomes.

        Args:
            lines: the lines of the record.
            game: the game; if None, the installed game that the record names.

        Raises:
            BrokenGame: the game's own code or data are faulty.
            ChangedEdition: the recorded values of the edition are no longer possible.
            DamagedRecord: a line is wrong, or the game is not available here; the error names the
                first such line and the problem.
            OtherRules: the version of the rules under which the game was played is not available.
        """
        record = GameRecord.from_lines(lines)
        with reading_line(1):
            loaded = record.load_game(game)
            match = cls(loaded, record.stream(), record.names, record.start(loaded))
        doubt = record.doubt()
        for number, entry in enumerate(record.entries[1:], start=2):
            with reading_line(number, doubt):
                match._replay(entry)
        return match

    def _replay(self, entry: dict[str, Any]) -> None:
        if any(type(entry.get(key, 0)) is not int for key in ("seat", "chance")):
            raise ValueError("its seat or outcome is no whole number")  # 1.0 would be equal to 1
        if "chance" in entry:
            outcome = entry["chance"]
            if not self.position.is_chance_node():
                raise ValueError("a chance outcome stands where a player is to move")
            outcomes = self._outcomes(self.position.state)
            if entry.get("of", outcomes) != outcomes:
                raise ValueError(f"chance drew out of {outcomes} outcomes, not of {entry['of']}")
            if self.chance_verified and outcome != self._due_outcome():
                raise ValueError(f"outcome {outcome} is not the one of the committed stream")
            self.position.apply_action(outcome)
            self._add(Step(verbs.CHANCE, outcome))
        elif "action" in entry and entry["action"] == RESIGN:
            self.resign(entry["seat"])
        elif "action" in entry:
            seat = entry["seat"]
            if self.position.current_player() != seat and not self.may_choose(seat):
                raise ValueError(f"it is not the turn of seat {seat}")
            self.act(self.game.actions.index(entry["action"]), seat)
        elif "ranks" in entry:
            if not self.is_over() or self.ranks() != entry["ranks"]:
                raise ValueError("the result is not the one that the moves lead to")
        else:
            raise ValueError("neither an action, nor a chance outcome, nor a result")

    def _due_outcome(self) -> int:
        if not self.chance_verified:
            raise ValueError("this record has no seed to go on with")
        index = sum(step.actor == verbs.CHANCE for step in self.steps)
        return self.stream.outcome(index, self._outcomes(self.position.state))

    def _outcomes(self, state: Struct) -> int:
        """Return the number of equally likely outcomes of the chance step due in this state."""
        return int(verbs.chance_outcomes(state, self.game.edition))

    def _return_to(self, seq: int) -> None:
        """Forget all steps but the first `seq`."""
        del self.steps[seq:], self._states[seq + 1 :]
        self.position = Position(self.game, self.state_at(seq))

    def _add(self, step: Step) -> Step:
        self.begun = True
        self.steps.append(step)
        self._states.append(self.position.state.tobytes())
        return step
