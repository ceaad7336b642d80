"""What one reader sees and is told of a match: the views and the log of `docs/protocol.md`.

Everything here is made from copies that `visibility.redact` blanked for the reader's seat, so what
is hidden cannot get into a message. Made views are kept, as JSON, because several screens and
repeated questions ask for the same ones. This module must not know screens or requests.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from ducato.core import verbs
from ducato.core.match import Match
from ducato.core.messages import Message, render, say
from ducato.core.record import Record
from ducato.core.scene import Text, write
from ducato.core.visibility import SPECTATOR, redact
from ducato.table.screens import Reader

KEPT_VIEWS = 64
"""About 30 kB each; enough for the steps of one turn, for every seat of a table in one language."""

HOUSE = "ducato.table"
"""The package with the catalogue of what the table itself says."""


def house_text(message: Message, language: str) -> str:
    """Something that the table says and no game."""
    return render(message, HOUSE, language)


class Views:
    """The views of one match.

    Args:
        match: it may go on and be taken back; after the latter, `forget` must be told.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
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

    def why_not(self, seat: int, action: int, language: str) -> tuple[str, str]:
        """Why an action is not legal now for the seat to move: the reason and its clause."""
        state = redact(self.match.position.record, seat)
        refusal = self._tell.why_not(state, self.game.edition, action)
        return self._text(refusal.message, language), refusal.clause

    def game_text(self, key: str, language: str) -> str:
        """Something that the game says about itself, such as its title."""
        return self._text(say(key), language)

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
        scene = self._scene.scene(state, edition, seat, legal)
        return {
            "seq": seq,
            "scene": write(scene, lambda text: self._text(text, reader.language)),
            "prompt": self._text(self._tell.prompt(state, edition, seat), reader.language),
            "legal": [self._offer(state, action, reader.language) for action in legal],
            "to_move": [player] if player >= 0 and not over else [],
            "seat": None if seat == SPECTATOR else seat,
            "undo": present
            and not over
            and seat != SPECTATOR
            and self.match.undoable(seat) is not None,
            "result": self._result(state, reader.language) if over else None,
        }

    def _legal(self, state: Record) -> list[int]:
        out = self.game.actions.room()
        return [int(action) for action in out[: verbs.legal_actions(state, self.game.edition, out)]]

    def _offer(self, state: Record, action: int, language: str) -> dict[str, Any]:
        hint = self._tell.action_hint(state, self.game.edition, action)
        return {
            "action": action,
            "name": self.game.actions.name(action),
            "label": self._text(
                self._tell.action_sentence(state, self.game.edition, action), language
            ),
            "hint": None if hint is None else self._text(hint, language),
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
        return [self._text(message, reader.language) for message in told]

    def _result(self, state: Record, language: str) -> dict[str, Any]:
        headline, columns, rows = self._tell.result(state, self.game.edition)
        return {
            "places": self.match.places(),
            "returns": self.match.position.returns(),
            "headline": self._text(headline, language),
            "table": {
                "columns": [self._text(text, language) for text in columns],
                "rows": [[self._text(text, language) for text in row] for row in rows],
            },
            "seed": self.match.stream.seed.hex(),
            "commitment": self.match.stream.commitment,
        }

    def _text(self, text: Text, language: str) -> str:
        if isinstance(text, Message):
            return render(text, self.game.game.package, language, self.match.names)
        return text
