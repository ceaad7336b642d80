"""What one reader sees and is told of a match: the views and the log of `docs/protocol.md`.

Everything here is made from copies that `visibility.redact` blanked for the reader's seat, so what
is hidden cannot get into a message. Made views are kept, as JSON, because several screens and
repeated questions ask for the same ones. A mistake in a game's `scene` or `tell` is noted in the
server's log and stops no table: the view then lacks what could not be made, but never the choices.
This module must not know screens or requests.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from ducato.core import verbs
from ducato.core.match import Match
from ducato.core.messages import Message, render, say
from ducato.core.record import Record
from ducato.core.scene import Piece, Text, write
from ducato.core.visibility import SPECTATOR, redact
from ducato.table.lessons import LEARNER, Lesson, Stage
from ducato.table.screens import Reader
from ducato.table.seats import FORMER

log = logging.getLogger(__name__)

KEPT_VIEWS = 16
"""About 30 kB each; enough for the steps of one move, for most readers of a table."""

Made = TypeVar("Made")

HOUSE = "ducato.table"
"""The package with the catalogue of what the table itself says."""


def house_text(message: Message, language: str) -> str:
    """Something that the table says and no game."""
    if FORMER in message.arguments.values():
        former = called(FORMER, language)
        shown = {k: former if v == FORMER else v for k, v in message.arguments.items()}
        message = say(message.key, **shown)
    return render(message, HOUSE, language)


def called(name: str, language: str) -> str:
    """How a player is called: by the name, or as somebody who is not here any more."""
    return house_text(say("seat.former"), language) if name == FORMER else name


def _bound(piece: Piece, legal: Sequence[int]) -> Piece:
    """The piece of a lesson: it can do what the lesson asks for, and no long walks."""
    return replace(piece, actions=tuple(a for a in piece.actions if a in legal), path=())


class Views:
    """The views of one match.

    Args:
        match: it may go on and be taken back; after the latter, `forget` must be told.
        lesson: that is played in the match: it offers only what it asks for.
    """

    def __init__(self, match: Match, lesson: Lesson | None = None) -> None:
        self.match, self._lesson = match, lesson
        self.game = match.game
        self._choosers = frozenset(range(match.game.players))
        self._tell = match.game.game.module("tell")
        self._scene = match.game.game.module("scene")
        self._views: OrderedDict[tuple[int, Reader, bool], msgspec.Raw] = OrderedDict()
        self._logs: dict[Reader, dict[int, dict[str, Any]]] = {}

    def let_choose(self, seats: Iterable[int]) -> None:
        """Only at these seats somebody chooses; for the others bots do, or nobody does yet."""
        if self._choosers != frozenset(seats):
            self._choosers = frozenset(seats)
            self._views.clear()

    def view(self, seq: int, reader: Reader) -> msgspec.Raw:
        """What the reader sees after `seq` steps, as JSON; choices are only in the present."""
        present = seq == self.match.seq
        key = (seq, reader, present)
        if key not in self._views:
            self._views[key] = msgspec.Raw(msgspec.json.encode(self._make(seq, reader, present)))
            if len(self._views) > KEPT_VIEWS:
                self._views.popitem(last=False)
        self._views.move_to_end(key)
        return self._views[key]

    def steps(
        self, since: int, viewer: Reader, listener: Reader, *, brief: bool = False
    ) -> list[dict[str, Any]]:
        """What happened after the first `since` steps, each with the view that it led to.

        Briefly, only the last one has its view: most of a server's time goes into views.
        """
        told = self.log(listener, since, self.match.seq)
        return [
            {
                **entry,
                "view": None
                if brief and entry["seq"] < self.match.seq
                else self.view(entry["seq"], viewer),
            }
            for entry in told
        ]

    def log(self, reader: Reader, first: int, last: int) -> list[dict[str, Any]]:
        """What happened after the first `first` steps up to step `last`, as the reader may know."""
        known = self._logs.setdefault(reader, {})
        told = []
        for seq in range(first + 1, min(last, self.match.seq) + 1):
            if seq not in known:
                texts = self._told(seq, reader)
                known[seq] = {"seq": seq, "actor": self.match.steps[seq - 1].actor, "texts": texts}
            told.append(known[seq])
        return told

    def step(self, seq: int, reader: Reader) -> dict[str, Any]:
        """One step of the past with the view that it led to; 0 is the empty table at the start."""
        start = {"seq": 0, "actor": verbs.CHANCE, "texts": []}
        told = self.log(reader, seq - 1, seq)[0] if seq else start
        return {**told, "view": self.view(seq, reader)}

    def reasons(self, reader: Reader, actions: Iterable[int]) -> list[dict[str, Any]]:
        """Why the seat to move may not do these now, each reason once; none for what is legal."""
        state = redact(self.match.position.record, reader.seat)
        legal, found = set(self._legal(state)), {}
        for action in actions:
            if action not in legal:
                reason, clause = self._reason(state, action, reader.language)
                found[reason] = {"reason": reason, "clause": clause}
        return list(found.values())

    def _reason(self, state: Record, action: int, language: str) -> tuple[str, str | None]:
        def reason() -> tuple[str, str | None]:
            refusal = self._tell.why_not(state, self.game.edition, action)
            return self.text(refusal.message, language), refusal.clause

        unknown: tuple[str, str | None] = (house_text(say("refused.illegal"), language), None)
        return self._safely(reason, unknown)

    def meant(self, reader: Reader, piece_id: str) -> tuple[int, ...]:
        """What clicking a piece means whenever it is legal; nothing for a piece not in sight."""
        state = redact(self.match.position.record, reader.seat)
        scene = self._scene.scene(state, self.game.edition, reader.seat, self._legal(state))
        return next((piece.would for piece in scene.pieces if piece.id == piece_id), ())

    def label(self, state: Record, action: int, language: str) -> str:
        """An action as a sentence, for the seat for which the state is redacted."""
        return self._safely(
            lambda: self.text(
                self._tell.action_sentence(state, self.game.edition, action), language
            ),
            self.game.actions.name(action),
        )

    def game_text(self, key: str, language: str) -> str:
        """Something that the game says about itself, such as its title."""
        return self.text(say(key), language)

    def forget(self, seq: int) -> None:
        """Everything after the first `seq` steps was taken back."""
        self._views.clear()
        for log in self._logs.values():
            for told in [number for number in log if number > seq]:
                del log[told]

    def _make(self, seq: int, reader: Reader, present: bool) -> dict[str, Any]:
        state = redact(self.match.state_at(seq), reader.seat)
        edition, seat = self.game.edition, reader.seat
        player = verbs.current_player(state, edition)
        over = present and self.match.is_over()
        chooses = player == seat and seat in self._choosers
        legal = self._legal(state) if present and not over and chooses else []
        language = reader.language
        stage = self._stage(seat) if present else None
        if stage is not None and stage.actions:
            legal = [action for action in legal if action in stage.actions]

        def scene() -> dict[str, Any]:
            drawn = self._scene.scene(state, edition, seat, legal)
            if stage is not None and stage.actions:
                drawn.pieces = [_bound(piece, legal) for piece in drawn.pieces]
            return write(drawn, lambda text: self.text(text, language))

        return {
            "seq": seq,
            "scene": self._safely(scene, {"places": [], "pieces": []}),
            "prompt": self._safely(
                lambda: self.text(self._tell.prompt(state, edition, seat), language), ""
            ),
            "legal": [self._offer(state, action, reader.language) for action in legal],
            "to_move": [player] if player >= 0 and not over else [],
            "seat": None if seat == SPECTATOR else seat,
            "undo": present
            and not over
            and seat in self._choosers
            and self.match.undoable(seat) is not None,
            "result": self._result(state, reader.language) if over else None,
            "lesson": None if stage is None else self._taught(stage, language),
        }

    def _stage(self, seat: int) -> Stage | None:
        """Where the lesson is, for who learns."""
        return self._lesson.stage() if self._lesson is not None and seat == LEARNER else None

    def _legal(self, state: Record) -> list[int]:
        out = self.game.actions.room()
        return [int(action) for action in out[: verbs.legal_actions(state, self.game.edition, out)]]

    def _offer(self, state: Record, action: int, language: str) -> dict[str, Any]:
        tell, edition, name = self._tell, self.game.edition, self.game.actions.name(action)

        def hint() -> str | None:
            found = tell.action_hint(state, edition, action)
            return None if found is None else self.text(found, language)

        return {
            "action": action,
            "name": name,
            "label": self.label(state, action, language),
            "hint": self._safely(hint, None),
        }

    def _told(self, seq: int, reader: Reader) -> list[str]:
        step = self.match.steps[seq - 1]
        if step.actor != verbs.CHANCE and step.action < 0:
            name = self.match.names[step.actor]
            return [house_text(say("told.resigned", name=name), reader.language)]
        before = redact(self.match.state_at(seq - 1), reader.seat)
        after = redact(self.match.state_at(seq), reader.seat)
        action: int | None = step.action
        # The number of a chance outcome can name a hidden card, and so can a secret action.
        if step.actor == verbs.CHANCE or (
            step.actor != reader.seat and self.game.actions.kind(step.action).secret
        ):
            action = None

        def told() -> list[str]:
            messages: Sequence[Message] = self._tell.told(
                before, action, after, self.game.edition, step.actor, reader.seat
            )
            return [self.text(message, reader.language) for message in messages]

        return self._safely(told, [])

    def _taught(self, stage: Stage, language: str) -> dict[str, Any]:
        return {
            "text": self.text(say(stage.text), language),
            "clause": stage.clause or None,
            "number": stage.number,
            "of": stage.of,
        }

    def _result(self, state: Record, language: str) -> dict[str, Any]:
        unknown: tuple[str, dict[str, Any]] = ("", {"columns": [], "rows": []})
        headline, table = self._safely(lambda: self._score(state, language), unknown)
        return {
            "places": self.match.places(),
            "returns": self.match.returns(),
            "headline": headline,
            "table": table,
            "seed": self.match.stream.seed.hex(),
            "commitment": self.match.stream.commitment,
        }

    def _score(self, state: Record, language: str) -> tuple[str, dict[str, Any]]:
        if self.match.resigned is not None:  # the rules have not scored this game
            winner = self.match.names[1 - self.match.resigned]
            said = house_text(say("result.resigned", name=winner), language)
            return said, {"columns": [], "rows": []}
        headline, columns, rows = self._tell.result(state, self.game.edition)
        return self.text(headline, language), {
            "columns": [self.text(text, language) for text in columns],
            "rows": [[self.text(text, language) for text in row] for row in rows],
        }

    def _safely(self, make: Callable[[], Made], otherwise: Made) -> Made:
        """What a game's module makes; if it fails, something to go on with."""
        try:
            return make()
        except Exception:
            log.exception("%s cannot show or tell step %d", self.game.name, self.match.seq)
            return otherwise

    def text(self, text: Text, language: str) -> str:
        """Something that the game says, in a language."""
        if isinstance(text, Message):
            names = [called(name, language) for name in self.match.names]
            return render(text, self.game.game.package, language, names)
        return text
