"""What one reader sees and is told of a match: the views and the log of `docs/protocol.md`.

Everything here is made from copies that `visibility.redact` blanked for the reader's seat, so what
is hidden cannot get into a message. Made views are kept, as JSON, because several screens and
repeated questions ask for the same ones. This module must not know screens or requests.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from ducato.core import verbs
from ducato.core.match import Match
from ducato.core.messages import Message, render, say
from ducato.core.record import Record
from ducato.core.scene import Piece, Text, write
from ducato.core.visibility import SPECTATOR, redact
from ducato.table.lessons import LEARNER, Lesson, Stage
from ducato.table.screens import Reader

KEPT_VIEWS = 64
"""About 30 kB each; enough for the steps of one turn, for every seat of a table in one language."""

HOUSE = "ducato.table"
"""The package with the catalogue of what the table itself says."""


def house_text(message: Message, language: str) -> str:
    """Something that the table says and no game."""
    return render(message, HOUSE, language)


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
        self._tell = match.game.game.module("tell")
        self._scene = match.game.game.module("scene")
        self._views: OrderedDict[tuple[int, Reader, bool], msgspec.Raw] = OrderedDict()
        self._logs: dict[Reader, list[dict[str, Any]]] = {}

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

    def steps(self, since: int, viewer: Reader, listener: Reader) -> list[dict[str, Any]]:
        """What happened after the first `since` steps, each with the view that it led to."""
        told = self.log(listener)[since:]
        return [{**entry, "view": self.view(entry["seq"], viewer)} for entry in told]

    def step(self, seq: int, reader: Reader) -> dict[str, Any]:
        """One step of the past with the view that it led to; 0 is the empty table at the start."""
        told = self.log(reader)[seq - 1] if seq else {"seq": 0, "actor": verbs.CHANCE, "texts": []}
        return {**told, "view": self.view(seq, reader)}

    def log(self, reader: Reader) -> list[dict[str, Any]]:
        """Everything that happened, as the reader may know it."""
        log = self._logs.setdefault(reader, [])
        for seq in range(len(log) + 1, self.match.seq + 1):
            log.append(
                {
                    "seq": seq,
                    "actor": self.match.steps[seq - 1].actor,
                    "texts": self._told(seq, reader),
                }
            )
        return list(log)

    def reasons(self, reader: Reader, actions: Iterable[int]) -> list[dict[str, Any]]:
        """Why the seat to move may not do these now, each reason once; none for what is legal."""
        state = redact(self.match.position.record, reader.seat)
        legal, found = set(self._legal(state)), {}
        for action in actions:
            if action not in legal:
                refusal = self._tell.why_not(state, self.game.edition, action)
                reason = self.text(refusal.message, reader.language)
                found[reason] = {"reason": reason, "clause": refusal.clause}
        return list(found.values())

    def meant(self, reader: Reader, piece_id: str) -> tuple[int, ...]:
        """What clicking a piece means whenever it is legal; nothing for a piece not in sight."""
        state = redact(self.match.position.record, reader.seat)
        scene = self._scene.scene(state, self.game.edition, reader.seat, self._legal(state))
        return next((piece.would for piece in scene.pieces if piece.id == piece_id), ())

    def label(self, state: Record, action: int, language: str) -> str:
        """An action as a sentence, for the seat for which the state is redacted."""
        return self.text(self._tell.action_sentence(state, self.game.edition, action), language)

    def game_text(self, key: str, language: str) -> str:
        """Something that the game says about itself, such as its title."""
        return self.text(say(key), language)

    def forget(self, seq: int) -> None:
        """Everything after the first `seq` steps was taken back."""
        self._views.clear()
        for log in self._logs.values():
            del log[seq:]

    def _make(self, seq: int, reader: Reader, present: bool) -> dict[str, Any]:
        state = redact(self.match.state_at(seq), reader.seat)
        edition, seat = self.game.edition, reader.seat
        player = verbs.current_player(state, edition)
        over = present and self.match.is_over()
        legal = self._legal(state) if present and not over and player == seat != SPECTATOR else []
        stage = self._lesson.stage() if self._lesson is not None and present else None
        if stage is not None and seat != LEARNER:
            stage = None
        if stage is not None and stage.actions:
            legal = [action for action in legal if action in stage.actions]
        scene = self._scene.scene(state, edition, seat, legal)
        if stage is not None and stage.actions:
            scene.pieces = [_bound(piece, legal) for piece in scene.pieces]
        return {
            "seq": seq,
            "scene": write(scene, lambda text: self.text(text, reader.language)),
            "prompt": self.text(self._tell.prompt(state, edition, seat), reader.language),
            "legal": [self._offer(state, action, reader.language) for action in legal],
            "to_move": [player] if player >= 0 and not over else [],
            "seat": None if seat == SPECTATOR else seat,
            "undo": present
            and not over
            and seat != SPECTATOR
            and self.match.undoable(seat) is not None,
            "result": self._result(state, reader.language) if over else None,
            "lesson": None if stage is None else self._taught(stage, reader.language),
        }

    def _legal(self, state: Record) -> list[int]:
        out = np.zeros(len(self.game.actions), np.int32)
        return [int(action) for action in out[: verbs.legal_actions(state, self.game.edition, out)]]

    def _offer(self, state: Record, action: int, language: str) -> dict[str, Any]:
        hint = self._tell.action_hint(state, self.game.edition, action)
        return {
            "action": action,
            "name": self.game.actions.name(action),
            "label": self.label(state, action, language),
            "hint": None if hint is None else self.text(hint, language),
        }

    def _told(self, seq: int, reader: Reader) -> list[str]:
        step = self.match.steps[seq - 1]
        before = redact(self.match.state_at(seq - 1), reader.seat)
        after = redact(self.match.state_at(seq), reader.seat)
        action: int | None = step.action
        # The number of a chance outcome can name a hidden card, and so can a secret action.
        if step.actor == verbs.CHANCE or (
            step.actor != reader.seat and self.game.actions.kind(step.action).secret
        ):
            action = None
        told: Sequence[Message] = self._tell.told(
            before, action, after, self.game.edition, step.actor, reader.seat
        )
        return [self.text(message, reader.language) for message in told]

    def _taught(self, stage: Stage, language: str) -> dict[str, Any]:
        return {
            "text": self.text(say(stage.text), language),
            "clause": stage.clause or None,
            "number": stage.number,
            "of": stage.of,
        }

    def _result(self, state: Record, language: str) -> dict[str, Any]:
        headline, columns, rows = self._tell.result(state, self.game.edition)
        return {
            "places": self.match.places(),
            "returns": self.match.position.returns(),
            "headline": self.text(headline, language),
            "table": {
                "columns": [self.text(text, language) for text in columns],
                "rows": [[self.text(text, language) for text in row] for row in rows],
            },
            "seed": self.match.stream.seed.hex(),
            "commitment": self.match.stream.commitment,
        }

    def text(self, text: Text, language: str) -> str:
        """Something that the game says, in a language."""
        if isinstance(text, Message):
            return render(text, self.game.game.package, language, self.match.names)
        return text
