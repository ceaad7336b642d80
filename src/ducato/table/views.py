"""What one reader sees and is told of a match: the views and the log of `docs/protocol.md`.

Everything here is made from copies that `visibility.redact` blanked for the reader's seat, so what
is hidden cannot get into a message. Made views are kept, as JSON, because several screens and
repeated questions ask for the same ones. A mistake in a game's `scene` or `narration` is
logged and stops no table: the view then lacks what could not be made, but never the choices.
A screen is known only by what it shows. This module must not know requests.
"""

from __future__ import annotations

import itertools
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.i18n import IllegalReason, Message, render, say
from ducato.core.match import Match, Step
from ducato.core.scene import Piece, Scene, Text, write
from ducato.core.struct import Struct
from ducato.core.table_data import FORMER, OPEN
from ducato.core.visibility import SPECTATOR, hide, redact
from ducato.table.deltas import write_changes
from ducato.table.lessons import LEARNER, Lesson, LessonStep
from ducato.table.screens import Screen, Viewer, ViewKey

log = logging.getLogger(__name__)

KEPT_VIEWS = 16
"""Some kB each; enough for the steps of one move, for most readers of a table."""
KEPT_STATES = 2
"""Each is looked at after a step and before the next one; some kB each."""

SHARED = 3_000
"""Parts of scenes that all tables share; about 1 kB each."""

Made = TypeVar("Made")
Key = TypeVar("Key")
Kept = TypeVar("Kept")

HOUSE = "ducato.table"
"""The package with the catalogue of what the table itself says."""


NOBODY = {FORMER: "seat.former", OPEN: "seat.open"}
"""What is said instead of the names that stand for nobody."""

_GENERATIONS = itertools.count()
"""One count for all tables: the views of a match that was replaced are not taken for newer ones."""


def _keep(kept: OrderedDict[Key, Kept], key: Key, value: Kept, most: int) -> None:
    """Keep a value as the newest one, and drop the oldest if there are too many."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)


@lru_cache(SHARED)
def _shared(part: Any) -> Any:
    """The first part of a scene that was equal to this one: tables have most of them in common."""
    return part


def house_text(message: Message, language: str) -> str:
    """Something that the table says and no game."""
    if any(nobody in message.arguments.values() for nobody in NOBODY):
        shown = {
            k: called(v, language) if isinstance(v, str) else v
            for k, v in message.arguments.items()
        }
        message = say(message.key, **shown)
    return render(message, HOUSE, language)


def called(name: str, language: str) -> str:
    """How a player is called: by the name, or in the reader's language where nobody sits."""
    return house_text(say(NOBODY[name]), language) if name in NOBODY else name


def _bound(piece: Piece, legal: Sequence[int]) -> Piece:
    """The piece of a lesson: it can do what the lesson asks for, and no long walks."""
    return replace(piece, actions=tuple(a for a in piece.actions if a in legal), path=())


def describe_step(
    game: LoadedGame, step: Step, before: Struct, after: Struct, seat: int
) -> Sequence[Message]:
    """Return what the reader at `seat` is told of a step; both states are redacted for it."""
    action: int | None = step.action
    # The number of a chance outcome can name a hidden card, and so can a secret action.
    if step.actor == verbs.CHANCE or (step.actor != seat and game.actions.kind(step.action).secret):
        action = None
    told: Sequence[Message] = game.game.module("narration").describe_step(
        before, action, after, game.edition, step.actor, seat
    )
    return told


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
        self._narration = match.game.game.module("narration")
        self._scene = match.game.game.module("scene")
        # What screens show now, as far as is known, oldest first.
        self._scenes: OrderedDict[ViewKey, Scene] = OrderedDict()
        self._views: OrderedDict[tuple[ViewKey, ViewKey | None, str], msgspec.Raw] = OrderedDict()
        self._states: OrderedDict[tuple[int, int, int], Struct] = OrderedDict()
        self._logs: dict[Viewer, dict[int, dict[str, Any]]] = {}
        self._generation = next(_GENERATIONS)

    def let_choose(self, seats: Iterable[int]) -> None:
        """Only at these seats somebody chooses; for the others bots do, or nobody does yet."""
        if self._choosers != frozenset(seats):
            self._choosers = frozenset(seats)
            self._generation = next(_GENERATIONS)

    def view(self, seq: int, reader: Viewer) -> msgspec.Raw:
        """What the reader sees after `seq` steps, as JSON; choices are only in the present."""
        return self._view(self._view_key(seq, reader), None, reader.language)

    def show(self, seq: int, screen: Screen, *, whole: bool = False) -> msgspec.Raw:
        """What a screen sees after `seq` steps; if it can, by the changes to what it saw before."""
        view_key = self._view_key(seq, screen.viewer)
        view = self._view(
            view_key, None if whole else screen.view_key, screen.language, newest=True
        )
        screen.view_key = view_key
        return view

    def steps(self, screen: Screen, since: int, *, brief: bool = False) -> list[dict[str, Any]]:
        """What happened after the first `since` steps, each with the view that it led to.

        Briefly, only the last one has its view: most of a server's time goes into views.
        """
        last = self.match.seq
        return [
            {
                **self.log(screen.log_viewer, seq - 1, seq)[0],
                "view": None if brief and seq < last else self.show(seq, screen),
            }
            for seq in range(since + 1, last + 1)
        ]

    def log(self, reader: Viewer, first: int, last: int) -> list[dict[str, Any]]:
        """What happened after the first `first` steps up to step `last`, as the reader may know."""
        known = self._logs.setdefault(reader, {})
        told = []
        for seq in range(first + 1, min(last, self.match.seq) + 1):
            if seq not in known:
                texts = self._told(seq, reader)
                known[seq] = {"seq": seq, "actor": self.match.steps[seq - 1].actor, "texts": texts}
            told.append(known[seq])
        return told

    def step(self, seq: int, reader: Viewer) -> dict[str, Any]:
        """One step of the past with the view that it led to; 0 is the empty table at the start."""
        start = {"seq": 0, "actor": verbs.CHANCE, "texts": []}
        told = self.log(reader, seq - 1, seq)[0] if seq else start
        return {**told, "view": self.view(seq, reader)}

    def reasons(
        self, reader: Viewer, actions: Iterable[int], piece_id: str | None = None
    ) -> list[dict[str, Any]]:
        """Why the seat to move may not do these now, each reason once; none for what is legal.

        All may be legal and still not lead where a click on a piece means to go: that the game
        itself explains, if it has such pieces.
        """
        state = redact(self.match.position.state, reader.seat)
        legal, found = set(self._legal(state)), {}
        for action in actions:
            if action not in legal:
                reason, clause = self._reason(state, action, reader.language)
                found[reason] = {"reason": reason, "clause": clause}
        if not found and piece_id is not None:
            return self._safely(lambda: self._no_way(state, piece_id, reader.language), [])
        return list(found.values())

    def _no_way(self, state: Struct, piece_id: str, language: str) -> list[dict[str, Any]]:
        explain = getattr(self._narration, "explain_unreachable", lambda *_: None)
        refusal: IllegalReason | None = explain(state, self.game.edition, piece_id)
        if refusal is None:
            return []
        return [{"reason": self.text(refusal.message, language), "clause": refusal.clause}]

    def _reason(self, state: Struct, action: int, language: str) -> tuple[str, str | None]:
        def reason() -> tuple[str, str | None]:
            refusal = self._narration.explain_illegal(state, self.game.edition, action)
            return self.text(refusal.message, language), refusal.clause

        unknown: tuple[str, str | None] = (house_text(say("rejected.illegal"), language), None)
        return self._safely(reason, unknown)

    def meant(self, reader: Viewer, piece_id: str) -> tuple[int, ...]:
        """What clicking a piece means whenever it is legal; nothing for a piece not in view_key."""
        state = redact(self.match.position.state, reader.seat)
        scene = self._scene.scene(state, self.game.edition, reader.seat, self._legal(state))
        return next((piece.potential for piece in scene.pieces if piece.id == piece_id), ())

    def label(self, state: Struct, action: int, language: str) -> str:
        """An action as a sentence, for the seat for which the state is redacted."""
        return self._safely(
            lambda: self.text(
                self._narration.describe_action(state, self.game.edition, action), language
            ),
            self.game.actions.name(action),
        )

    def game_text(self, key: str, language: str) -> str:
        """Something that the game says about itself, such as its title."""
        return self.text(say(key), language)

    def forget(self, seq: int) -> None:
        """Everything after the first `seq` steps was taken back."""
        self._generation = next(_GENERATIONS)
        for log in self._logs.values():
            for told in [number for number in log if number > seq]:
                del log[told]

    def _view_key(self, seq: int, reader: Viewer) -> ViewKey:
        return ViewKey(self._generation, seq, reader.seat, seq == self.match.seq)

    def _view(
        self, view_key: ViewKey, since: ViewKey | None, language: str, *, newest: bool = False
    ) -> msgspec.Raw:
        key = (view_key, since, language)
        if key in self._views:
            self._views.move_to_end(key)
            return self._views[key]
        view = msgspec.Raw(msgspec.json.encode(self._make(view_key, since, language, newest)))
        if since is None:  # a whole one is long, and for who comes anew: nothing follows at once
            self._states.clear()
        else:
            _keep(self._views, key, view, KEPT_VIEWS)
        return view

    def _make(
        self, view_key: ViewKey, since: ViewKey | None, language: str, newest: bool
    ) -> dict[str, Any]:
        seat, edition = view_key.seat, self.game.edition
        state = self._state(view_key.seq, seat)
        player = verbs.current_player(state, edition)
        over = view_key.present and self.match.is_over()
        lesson_step = self._lesson_step(seat) if view_key.present else None
        chooses = view_key.present and not over and player == seat and seat in self._choosers
        legal = self._choices(state, lesson_step) if chooses else []
        scene = self._scenes.get(view_key) or self._draw(state, seat, legal, lesson_step)
        if since is None:  # later ones share with this one whatever has not changed
            scene.areas = [_shared(area) for area in scene.areas]
            scene.pieces = [_shared(piece) for piece in scene.pieces]
        drawn = self._drawn(None if since is None else self._scenes.get(since), scene, language)
        if newest:
            _keep(self._scenes, view_key, scene, 2 * (self.game.players + 1))
            if since is not None and not since.present:
                self._scenes.pop(since, None)  # it was passed by, and is nowhere any more
        return {
            "seq": view_key.seq,
            **drawn,
            "prompt": (self._given_up("prompt.resigned", language) if over else None)
            or self._prompt(state, seat, language),
            "legal": [self._offer(state, action, language) for action in legal],
            "to_move": [player] if player >= 0 and self.match.begun and not over else [],
            "seat": None if seat == SPECTATOR else seat,
            "undo": view_key.present
            and not over
            and seat in self._choosers
            and self.match.undoable(seat) is not None,
            "result": self._result(state, language) if over else None,
            "lesson": None if lesson_step is None else self._taught(lesson_step, language),
        }

    def _prompt(self, state: Struct, seat: int, language: str) -> str:
        """What is to be done now; before the game nobody is told to play."""
        if not self.match.begun:
            return house_text(say("rejected.waiting"), language)
        return self._safely(
            lambda: self.text(self._narration.prompt(state, self.game.edition, seat), language), ""
        )

    def _state(self, seq: int, seat: int) -> Struct:
        """What a seat knew of the state after `seq` steps; nobody may change it."""
        key = (self._generation, seq, seat)
        if key not in self._states:
            state = self.match.state_at(seq)
            hide(state, seat)
            _keep(self._states, key, state, KEPT_STATES)
        return self._states[key]

    def _choices(self, state: Struct, lesson_step: LessonStep | None) -> list[int]:
        """What can be chosen: what is legal; in a lesson, what it asks for."""
        legal = self._legal(state)
        if lesson_step is None or not lesson_step.actions:
            return legal
        return [action for action in legal if action in lesson_step.actions]

    def _draw(
        self, state: Struct, seat: int, legal: list[int], lesson_step: LessonStep | None
    ) -> Scene:
        def scene() -> Scene:
            drawn: Scene = self._scene.scene(state, self.game.edition, seat, legal)
            if lesson_step is not None and lesson_step.actions:
                drawn.pieces = [_bound(piece, legal) for piece in drawn.pieces]
            return drawn

        return self._safely(scene, Scene())

    def _drawn(self, before: Scene | None, scene: Scene, language: str) -> dict[str, msgspec.Raw]:
        """A scene as part of a view: all of it, or how it came out of the one before."""

        def text(message: Message) -> str:
            try:
                return self.text(message, language)
            except Exception:
                log.exception("%s cannot say %s", self.game.name, message.key)
                return message.key

        if before is None:
            return {"scene": msgspec.Raw(write(scene, text))}
        return {"changes": msgspec.Raw(write_changes(before, scene, text))}

    def _lesson_step(self, seat: int) -> LessonStep | None:
        """Where the lesson is, for who learns."""
        return self._lesson.current_step() if self._lesson is not None and seat == LEARNER else None

    def _legal(self, state: Struct) -> list[int]:
        out = self.game.actions.buffer()
        return [int(action) for action in out[: verbs.legal_actions(state, self.game.edition, out)]]

    def _offer(self, state: Struct, action: int, language: str) -> dict[str, Any]:
        narration, edition, name = (
            self._narration,
            self.game.edition,
            self.game.actions.name(action),
        )

        def hint() -> str | None:
            found = narration.action_hint(state, edition, action)
            return None if found is None else self.text(found, language)

        return {
            "action": action,
            "name": name,
            "label": self.label(state, action, language),
            "hint": self._safely(hint, None),
        }

    def _told(self, seq: int, reader: Viewer) -> list[str]:
        step = self.match.steps[seq - 1]
        if step.actor != verbs.CHANCE and step.action < 0:
            name = self.match.names[step.actor]
            return [house_text(say("narration.resigned", name=name), reader.language)]
        before = self._state(seq - 1, reader.seat)
        after = self._state(seq, reader.seat)

        def told() -> list[str]:
            messages = describe_step(self.game, step, before, after, reader.seat)
            return [self.text(message, reader.language) for message in messages]

        return self._safely(told, [])

    def _taught(self, lesson_step: LessonStep, language: str) -> dict[str, Any]:
        return {
            "text": self.text(say(lesson_step.text), language),
            "clause": lesson_step.clause or None,
            "number": lesson_step.number,
            "of": lesson_step.of,
        }

    def _result(self, state: Struct, language: str) -> dict[str, Any]:
        unknown: tuple[str, dict[str, Any]] = ("", {"columns": [], "rows": []})
        headline, table = self._safely(lambda: self._score(state, language), unknown)
        return {
            "ranks": self.match.ranks(),
            "returns": self.match.returns(),
            "headline": headline,
            "table": table,
            "seed": self.match.stream.seed.hex(),
            "commitment": self.match.stream.commitment,
        }

    def _given_up(self, key: str, language: str) -> str | None:
        """Return who won a game that somebody resigned, which its rules cannot tell; else None."""
        if self.match.resigned is None:
            return None
        winner = self.match.names[1 - self.match.resigned]
        return house_text(say(key, name=winner), language)

    def _score(self, state: Struct, language: str) -> tuple[str, dict[str, Any]]:
        if said := self._given_up("result.resigned", language):
            return said, {"columns": [], "rows": []}
        headline, columns, rows = self._narration.result(state, self.game.edition)
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
            names = self.match.names
            if not NOBODY.keys().isdisjoint(names):
                names = [called(name, language) for name in names]
            return render(text, self.game.game.package, language, names)
        return text
