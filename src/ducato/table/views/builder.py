"""The views of a match: a seat's picture of one moment, whole or as changes to an earlier view.

Views are cached as JSON. A fault of a game's `scene` is written to the server's log, once: the view
then lacks the scene, but never the choices.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from ducato.core import verbs
from ducato.core.i18n import say
from ducato.core.match import Match
from ducato.core.scene import Piece, Scene, write
from ducato.core.struct import Struct
from ducato.core.visibility import SPECTATOR
from ducato.table.screens import Screen, ViewKey, ViewReader
from ducato.table.setup.lessons import LEARNER, Lesson, LessonStep
from ducato.table.views.known_reasons import Reasons
from ducato.table.views.legal import legal_actions
from ducato.table.views.log import GameLog
from ducato.table.views.result import ResultView
from ducato.table.views.scene_diff import write_changes
from ducato.table.views.texts import GameTexts, table_text
from ducato.table.views.view_cache import KnownStates, Recent, shared

KEPT_VIEWS = 16
"""The maximum number of views cached, some kB each: usually enough for the steps of one move."""

_GENERATIONS = itertools.count()
"""The source of generation numbers.

All tables share it, so that a view of a replaced match is never taken for one of its successor."""


class Views:
    """The views of one match.

    Args:
        match: the match, which may go on; after an undo or new names, `forget` must be called.
        lesson: the lesson played in the match, or None; views offer only the actions it allows.
        withheld: whether the result keeps the seed secret.

    Attributes:
        texts: the game's texts.
        log: the game's log.
        reasons: the reasons why actions are impossible.
    """

    def __init__(
        self, match: Match, lesson: Lesson | None = None, *, withheld: bool = False
    ) -> None:
        self._match, self._lesson, self._game = match, lesson, match.game
        self._states = KnownStates(match)
        self.texts = GameTexts(match)
        self.log = GameLog(match, self._states, self.texts)
        self.reasons = Reasons(match, self.texts)
        self._results = ResultView(match, self.texts, withheld=withheld)
        self._presentation = match.game.presentation
        self._choosers = frozenset(range(match.game.players))
        # Two for each seat and for the spectators: the scene shown and the next one.
        self._scenes: Recent[ViewKey, Scene] = Recent(2 * (match.game.players + 1))
        self._views: Recent[tuple[ViewKey, ViewKey | None, str], msgspec.Raw] = Recent(KEPT_VIEWS)
        self._generation = next(_GENERATIONS)

    def let_choose(self, seats: Iterable[int]) -> None:
        """Offer choices to these seats only; at the others bots play, or nobody does yet."""
        if self._choosers != frozenset(seats):
            self._choosers = frozenset(seats)
            self._generation = next(_GENERATIONS)

    def forget(self, seq: int) -> None:
        """Forget all cached views and states, and the log entries after step `seq`.

        This is necessary when steps were undone or names have changed.
        """
        self._generation = next(_GENERATIONS)
        self._states.clear()
        self.log.forget(seq)

    def view(self, seq: int, viewer: ViewReader) -> msgspec.Raw:
        """Return a viewer's view after `seq` steps; only the current position offers choices."""
        return self._cached(self._key(seq, viewer), None, viewer.language)

    def show(self, seq: int, screen: Screen, *, whole: bool = False) -> msgspec.Raw:
        """Return a screen's view after `seq` steps and record that the screen shows it.

        The scene is sent as changes to the previous one, unless `whole` is true or the previous one
        is not known any more.
        """
        key = self._key(seq, screen.viewer)
        since = None if whole else screen.view_key
        view = self._cached(key, since, screen.language, newest=True)
        screen.view_key = key
        return view

    def steps(self, screen: Screen, since: int, *, brief: bool = False) -> list[dict[str, Any]]:
        """Return the steps after the first `since`, each with its log entry and its view.

        If `brief`, only the last one has its view: most of a server's time goes into views.
        """
        last = self._match.seq
        return [
            {
                **self.log.entries(screen.log_viewer, seq - 1, seq)[0],
                "view": None if brief and seq < last else self.show(seq, screen),
            }
            for seq in range(since + 1, last + 1)
        ]

    def picture(self, viewer: ViewReader) -> msgspec.Raw:
        """Return the scene of the current position for a viewer, without any choices."""
        state = self._states.at(self._match.seq, viewer.seat)
        scene = self._draw(state, viewer.seat, [], None)
        drawing = self.texts.safely(lambda: self._written(None, scene, viewer.language), None)
        return (drawing or self._written(None, Scene(), viewer.language))["scene"]

    def step(self, seq: int, viewer: ViewReader) -> dict[str, Any]:
        """Return step `seq` with its log entry and its view; 0 is the table at the start."""
        start = {"seq": 0, "actor": verbs.CHANCE, "texts": []}
        entry = self.log.entries(viewer, seq - 1, seq)[0] if seq else start
        return {**entry, "view": self.view(seq, viewer)}

    def _key(self, seq: int, viewer: ViewReader) -> ViewKey:
        return ViewKey(self._generation, seq, viewer.seat, seq == self._match.seq)

    def _cached(
        self, key: ViewKey, since: ViewKey | None, language: str, *, newest: bool = False
    ) -> msgspec.Raw:
        known = self._views.use((key, since, language))
        if known is not None:
            return known
        view = msgspec.Raw(msgspec.json.encode(self._make(key, since, language, newest)))
        if since is None:
            # A whole view is long and goes to a new screen, so nothing follows it at once.
            self._states.clear()
        else:
            self._views.put((key, since, language), view)
        return view

    def _make(
        self, key: ViewKey, since: ViewKey | None, language: str, newest: bool
    ) -> dict[str, Any]:
        seat, match = key.seat, self._match
        state = self._states.at(key.seq, seat)
        player = self.texts.safely(
            lambda: verbs.current_player(state, self._game.edition), verbs.TERMINAL
        )
        over = key.present and match.is_over()
        chooses = key.present and not over and seat in self._choosers
        lesson_step = self._lesson_step(seat) if key.present else None
        legal: list[int] | None = []
        if chooses and player == seat:
            legal = self.texts.safely(lambda: self._choices(state, lesson_step), None)
        prompt = self._prompt(state, seat, language)
        if legal is None:  # the rules fail, and nobody can choose
            legal, prompt = [], table_text(say("rejected.fault"), language)
        resigned = self._results.resigned("prompt.resigned", language) if over else None
        return {
            "seq": key.seq,
            **self._drawing(key, since, state, legal, lesson_step, language, newest=newest),
            "prompt": resigned or prompt,
            "legal": [self._legal_action(state, action, language) for action in legal],
            "to_move": self._to_move(state) if match.begun and not over else [],
            "seat": None if seat == SPECTATOR else seat,
            "undo": chooses and match.undoable(seat) is not None,
            "result": self._results.result(state, language) if over else None,
            "lesson": None if lesson_step is None else self._lesson_text(lesson_step, language),
        }

    def _to_move(self, state: Struct) -> list[int]:
        nobody: list[int] = []
        return self.texts.safely(lambda: verbs.seats_to_move(state, self._game.edition), nobody)

    def _prompt(self, state: Struct, seat: int, language: str) -> str:
        """Return the game's prompt, or "" if it fails; before the game, the table's own prompt."""
        if not self._match.begun:
            return table_text(say("rejected.waiting"), language)
        return self.texts.safely(
            lambda: self.texts.text(
                self._presentation.prompt(state, self._game.edition, seat), language
            ),
            "",
        )

    def _choices(self, state: Struct, lesson_step: LessonStep | None) -> list[int]:
        """Return the actions to choose from: the legal ones, less any that a lesson forbids."""
        legal = legal_actions(self._game, state)
        if lesson_step is None or not lesson_step.actions:
            return legal
        return [action for action in legal if action in lesson_step.actions]

    def _drawing(
        self,
        key: ViewKey,
        since: ViewKey | None,
        state: Struct,
        legal: list[int],
        lesson_step: LessonStep | None,
        language: str,
        *,
        newest: bool,
    ) -> dict[str, msgspec.Raw]:
        """Return a view's scene, or its changes from that of the view `since` if still known."""
        scene = self._scenes.get(key) or self._draw(state, key.seat, legal, lesson_step)
        before = None if since is None else self._scenes.get(since)
        drawing = self.texts.safely(lambda: self._written(before, scene, language), None)
        if drawing is None:
            scene = Scene()
            drawing = self._written(before, scene, language)
        if since is None:  # later scenes share unchanged parts with this one
            scene.areas = [shared(area) for area in scene.areas]
            scene.pieces = [shared(piece) for piece in scene.pieces]
        if newest:
            self._scenes.put(key, scene)
            if since is not None and not since.present:
                self._scenes.drop(since)  # no screen shows it any more
        return drawing

    def _draw(
        self, state: Struct, seat: int, legal: list[int], lesson_step: LessonStep | None
    ) -> Scene:
        def scene() -> Scene:
            drawn: Scene = self._presentation.scene(state, self._game.edition, seat, legal)
            if not isinstance(drawn, Scene):
                raise TypeError(f"scene returns {type(drawn).__name__}, not a Scene")
            if lesson_step is not None and lesson_step.actions:
                drawn.pieces = [_for_lesson(piece, legal) for piece in drawn.pieces]
            return drawn

        return self.texts.safely(scene, Scene())

    def _written(self, before: Scene | None, scene: Scene, language: str) -> dict[str, msgspec.Raw]:
        text = self.texts
        if before is None:
            return {"scene": msgspec.Raw(write(scene, partial(text.safe_text, language=language)))}
        changes = write_changes(before, scene, text.encoder(language))
        return {"changes": msgspec.Raw(changes)}

    def _lesson_step(self, seat: int) -> LessonStep | None:
        """Return the lesson's current step for the learner's seat; None for other seats."""
        return self._lesson.current_step() if self._lesson is not None and seat == LEARNER else None

    def _legal_action(self, state: Struct, action: int, language: str) -> dict[str, Any]:
        return {
            "action": action,
            "name": self._game.actions.name(action),
            "label": self.texts.action_label(state, action, language),
            "hint": self.texts.action_hint(state, action, language),
        }

    def _lesson_text(self, step: LessonStep, language: str) -> dict[str, Any]:
        return {
            "text": self.texts.game_text(step.text, language),
            "clause": step.clause or None,
            "number": step.number,
            "of": step.of,
            "goal": self.texts.game_text("about", language) if step.number == 1 else None,
        }


def _for_lesson(piece: Piece, legal: Sequence[int]) -> Piece:
    """Return a piece limited to the actions that the lesson allows, and without a path."""
    return replace(piece, actions=tuple(a for a in piece.actions if a in legal), path=())
