"""A game being played: its history, taking back, and the record that replays to the same end.

A record is a text of JSON lines: a header (game, edition, options, rules version, commitment of the
chance stream, the players' contributions to it), a line for every action and chance outcome, and at
the end the final ranks and the revealed seed. An outcome says out of how many equally likely ones
it was drawn, so that every draw can be computed again from the seed without the rules. Every line
carries a checksum over all lines up to it, so that `Match.from_lines` can name the first line that
was damaged or edited. Its form is described in ``docs/records.md``.

A match knows no clock, no network and no disk.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ducato.core import verbs
from ducato.core.chance import CommittedStream
from ducato.core.errors import BadValue, DamagedRecord, DucatoError, IllegalAction, OtherRules
from ducato.core.game import LoadedGame, load
from ducato.core.position import Position
from ducato.core.struct import UNKNOWN, Struct
from ducato.core.visibility import hide

FORMAT, FORMAT_JOINED = 1, 2
"""Versions of the record's own form, without and with contributions of players to the chance: a
reader that does not know these would take right outcomes for wrong ones."""
RESIGN = "resign"
"""The action of a seat that gives up; it is legal at any time and not one of the game's."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened.

    Attributes:
        actor: the seat that acted, or `verbs.CHANCE`.
        action: the action's number; the outcome if chance acted; -1 for a resignation.
    """

    actor: int
    action: int


class Match:
    """One game, from its first deal to its end.

    Attributes:
        game: the loaded game.
        names: how the players are called, by seat.
        stream: the committed chance of this match.
        position: the position now.
        steps: everything that happened, in order.
        human_seats: the seats held by people, at first all. What they have learned forbids an undo.
        resigned: the seat that gave up, or None.
        begun: whether chance or a player has had a turn: from then on the stream stays as it is.
    """

    def __init__(
        self, game: LoadedGame, stream: CommittedStream | None = None, names: Iterable[str] = ()
    ) -> None:
        self.game = game
        self.stream = stream or CommittedStream()
        self.names = list(names) or [f"#{seat + 1}" for seat in range(game.players)]
        if len(self.names) != game.players:
            raise BadValue("names", self.names, f"{game.players} names")
        self.position: Position = game.new_initial_state()
        self.steps: list[Step] = []
        self.human_seats = set(range(game.players))
        self.resigned: int | None = None
        self.begun = False
        # The state after each number of steps; None where it is not known and can be replayed.
        self._states: list[bytes | None] = [self.position.state.tobytes()]

    @classmethod
    def resumed(
        cls,
        game: LoadedGame,
        stream: CommittedStream,
        names: Iterable[str],
        steps: Sequence[Step],
        state: bytes,
    ) -> Match:
        """A match as it was after these steps, which are believed to lead to this state.

        It takes the same time however many steps there are; older states are replayed when
        somebody asks for them.
        """
        match = cls(game, stream, names)
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
        """How many steps were made."""
        return len(self.steps)

    def state_at(self, seq: int) -> Struct:
        """The full state after the first `seq` steps."""
        known = seq
        while (contents := self._states[known]) is None:
            known -= 1
        state = self.game.State.of(contents)
        for number in range(known, seq):
            if self.steps[number].action >= 0:
                verbs.apply_action(state, self.game.edition, self.steps[number].action)
            self._states[number + 1] = state.tobytes()
        return state

    @property
    def chance_verified(self) -> bool:
        """Whether every chance outcome is known to be the committed stream's."""
        return not self._sealed

    def is_over(self) -> bool:
        """Whether the game ended or a seat gave up."""
        return self.resigned is not None or self.position.is_terminal()

    def act(self, action: int) -> Step:
        """Let the seat to move act.

        Raises:
            IllegalAction: it may not do that now; nothing changed.
        """
        actor = self.position.current_player()
        if self.resigned is not None:
            raise IllegalAction(action, "the game is over", None, [])
        if actor == verbs.CHANCE:
            raise IllegalAction(action, "chance is to move, not a player", None, [])
        self.position.apply_action(action)
        return self._add(Step(actor, int(action)))

    def deal(self, contributions: Mapping[int, str] | None = None) -> list[Step]:
        """Begin: carry out the first chance steps, to which these players have contributed.

        Raises:
            IllegalAction: it has begun already; nothing changed.
        """
        if self.begun:
            raise IllegalAction("deal", "the game has begun", None, [])
        self.stream = self.stream.joined(contributions or {})
        return self.run_chance()

    def run_chance(self) -> list[Step]:
        """Carry out the chance steps that are due, each from the committed stream."""
        made = []
        self.begun = True
        while not self.is_over() and self.position.is_chance_node():
            outcome = self._due_outcome()
            self.position.apply_action(outcome)
            made.append(self._add(Step(verbs.CHANCE, outcome)))
        return made

    def resign(self, seat: int) -> Step:
        """Give up, at any time: the other seat wins. Only with two seats."""
        if seat not in range(self.game.players):
            raise BadValue("seat", seat, f"from 0 to {self.game.players - 1}")
        if self.game.players != 2:
            raise BadValue("players", self.game.players, "2 for a resignation to decide the game")
        if self.is_over():
            raise IllegalAction(RESIGN, "the game is over", None, [])
        self.resigned = seat
        return self._add(Step(seat, -1))

    def ranks(self) -> list[int]:
        """Every seat's final rank, 1 for the best; only when the match is over."""
        if self.resigned is not None:
            return [2 if seat == self.resigned else 1 for seat in range(self.game.players)]
        return self.position.ranks()

    def returns(self) -> list[float]:
        """One number a seat, as `Position.returns`; who resigned has lost."""
        if self.resigned is not None:
            return [-1.0 if seat == self.resigned else 1.0 for seat in range(self.game.players)]
        return self.position.returns()

    def undoable(self, seat: int) -> int | None:
        """The number of steps that `undo` would leave, or None if nothing can be taken back.

        A seat may take back its own last action unless a person at another seat learned something
        from it: a hidden card that it now sees. What chance did is never taken back.
        """
        if not self.steps or self.steps[-1].actor != seat or self.steps[-1].action < 0:
            return None
        if any(self._learned(other) for other in self.human_seats - {seat}):
            return None
        return self.seq - 1

    def undo(self, seat: int) -> int:
        """Take back the last action of `seat`; the number of steps left.

        Raises:
            IllegalAction: nothing can be taken back.
        """
        left = self.undoable(seat)
        if left is None:
            raise IllegalAction(
                "undo", "your last action cannot be taken back: something became known", None, []
            )
        del self.steps[left:], self._states[left + 1 :]
        self.position = Position(self.game, self.state_at(left))
        return left

    def header(self) -> dict[str, Any]:
        """What a record begins with."""
        joined = self.stream.contributions
        return {
            "ducato": FORMAT_JOINED if joined else FORMAT,
            "game": self.game.name,
            "rules_version": self.game.game.rules_version,
            "players": self.game.players,
            "edition": self.game.edition_name,
            "options": dict(self.game.options),
            "names": self.names,
            "commitment": self.stream.commitment,
            **({"contributions": {str(s): drawn for s, drawn in joined.items()}} if joined else {}),
        }

    def to_lines(self) -> list[str]:
        """The record. The seed is revealed only if the game is over."""
        entries: list[dict[str, Any]] = [self.header()]
        for seq, step in enumerate(self.steps):
            if step.actor == verbs.CHANCE:
                entries.append({"chance": step.action, "of": self._outcomes(self.state_at(seq))})
            elif step.action < 0:
                entries.append({"seat": step.actor, "action": RESIGN})
            else:
                entries.append({"seat": step.actor, "action": self.game.actions.name(step.action)})
        if self.is_over():
            entries.append({"ranks": self.ranks(), "seed": self.stream.seed.hex()})
        return _with_checks(entries)

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> Match:
        """Replay a record and verify it: checksums, legality, chance, result.

        The chance outcomes can only be verified when the record holds the seed, that is when the
        game was over; a match that is not over cannot go on without its seed. Records of older
        versions do not say out of how many outcomes chance drew.

        Raises:
            DamagedRecord: with the number of the first wrong line and what is wrong there.
        """
        entries = _checked(lines)
        match = cls._from_header(entries[0], entries[-1].get("seed") if entries else None)
        for number, entry in enumerate(entries[1:], start=2):
            try:
                match._replay(entry)
            except (DucatoError, KeyError, TypeError, ValueError) as error:
                raise DamagedRecord(number, str(error)) from error
        return match

    @classmethod
    def _from_header(cls, header: dict[str, Any], seed: object) -> Match:
        try:
            if header["ducato"] not in (FORMAT, FORMAT_JOINED):
                known = f"{FORMAT} or {FORMAT_JOINED}"
                raise BadValue("format of the record", header["ducato"], known)
            game = load(header["game"], header["players"], header["edition"], **header["options"])
            if header["rules_version"] != game.game.rules_version:
                raise OtherRules(game.name, header["rules_version"], game.game.rules_version)
            stream = CommittedStream(
                None if seed is None else bytes.fromhex(str(seed)), _contributions(header)
            )
            match = cls(game, stream, header["names"])
            if seed is None:
                match.stream.commitment = header["commitment"]
            elif match.stream.commitment != header["commitment"]:
                raise BadValue(
                    "seed", "the revealed one", "the seed whose SHA-256 is the commitment"
                )
        except (DucatoError, KeyError, TypeError, ValueError) as error:
            what = f"the header lacks {error}" if isinstance(error, KeyError) else str(error)
            raise DamagedRecord(1, what) from error
        match._sealed = seed is None
        return match

    _sealed = False  # replayed without its seed, so that chance cannot be verified or go on

    def _replay(self, entry: dict[str, Any]) -> None:
        if "chance" in entry:
            outcome = entry["chance"]
            if not self.position.is_chance_node():
                raise ValueError("a chance outcome stands where a player is to move")
            outcomes = self._outcomes(self.position.state)
            if entry.get("of", outcomes) != outcomes:
                raise ValueError(f"chance drew out of {outcomes} outcomes, not of {entry['of']}")
            if not self._sealed and outcome != self._due_outcome():
                raise ValueError(f"outcome {outcome} is not the one of the committed stream")
            self.position.apply_action(outcome)
            self._add(Step(verbs.CHANCE, outcome))
        elif "action" in entry and entry["action"] == RESIGN:
            self.resign(entry["seat"])
        elif "action" in entry:
            if self.position.current_player() != entry["seat"]:
                raise ValueError(f"it is not the turn of seat {entry['seat']}")
            self.act(self.game.actions.index(entry["action"]))
        elif "ranks" in entry:
            if not self.is_over() or self.ranks() != entry["ranks"]:
                raise ValueError("the result is not the one that the moves lead to")
        else:
            raise ValueError("neither an action, nor a chance outcome, nor a result")

    def _due_outcome(self) -> int:
        if self._sealed:
            raise ValueError("this record has no seed to go on with")
        index = sum(step.actor == verbs.CHANCE for step in self.steps)
        return self.stream.outcome(index, self._outcomes(self.position.state))

    def _outcomes(self, state: Struct) -> int:
        """How many equally likely outcomes the chance step has that is due in this state."""
        return int(verbs.chance_outcomes(state, self.game.edition))

    def _learned(self, seat: int) -> bool:
        """Whether `seat` knows the zone of a card after the last step that it did not before."""
        before, after = self.state_at(self.seq - 1), self.state_at(self.seq)
        hide(before, seat)
        hide(after, seat)
        return any(
            bool(np.any((before.row(name) == UNKNOWN) & (after.row(name) != UNKNOWN)))
            for name, declared in before.fields.items()
            if declared.cards is not None
        )

    def _add(self, step: Step) -> Step:
        self.begun = True
        self.steps.append(step)
        self._states.append(self.position.state.tobytes())
        return step


def _contributions(header: dict[str, Any]) -> dict[int, str]:
    """Return what players contributed to the chance, by seat, as a record's header says.

    Raises:
        BadValue: there are some where the form of the record has none, or of no seat.
    """
    found = {int(seat): str(drawn) for seat, drawn in header.get("contributions", {}).items()}
    if bool(found) != (header["ducato"] == FORMAT_JOINED):
        raise BadValue("contributions", len(found), f"some in format {FORMAT_JOINED} only")
    if not found.keys() <= set(range(header["players"])):
        raise BadValue("contributions", sorted(found), "seats of the game")
    return found


def _check(digest: str, entry: dict[str, Any]) -> str:
    """The checksum of a line: over the one before it and the line's own content."""
    return hashlib.sha256(f"{digest}{json.dumps(entry, sort_keys=True)}".encode()).hexdigest()[:12]


def _with_checks(entries: list[dict[str, Any]]) -> list[str]:
    lines, digest = [], ""
    for entry in entries:
        digest = _check(digest, entry)
        lines.append(json.dumps({**entry, "check": digest}, ensure_ascii=False))
    return lines


def _checked(lines: Iterable[str]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    digest = ""
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise DamagedRecord(number, f"it is not JSON ({error})") from error
        if not isinstance(entry, dict) or "check" not in entry:
            raise DamagedRecord(number, "it is not an entry with a checksum")
        check = entry.pop("check")
        digest = _check(digest, entry)
        if check != digest:
            raise DamagedRecord(
                number, "its checksum is wrong: this line or one before it was edited"
            )
        entries.append(entry)
    if not entries:
        raise DamagedRecord(1, "the record is empty")
    return entries
