"""Checks of the presentation: texts in every language, sound scenes, automatic responses."""

from __future__ import annotations

from functools import partial
from typing import Any

from ducato.core import auto_response, verbs, visibility
from ducato.core.checks.walks import demand, sampled, walk
from ducato.core.game import LoadedGame
from ducato.core.i18n import languages_of, render, say
from ducato.core.scene import KINDS, LAYOUTS, ROLES, TONES, write


def everything_is_described(game: LoadedGame, seed: int) -> None:
    """Check the texts in every language and the scenes, for every seat, at sampled positions.

    Every legal action must have a sentence, and every illegal one that a piece offers must have a
    reason.
    """
    shown, package = game.presentation, game.game.package
    languages = languages_of(package)
    for position in sampled(game, seed):
        player = position.current_player()
        for seat in (*range(game.players), visibility.SPECTATOR):
            seen = visibility.redact(position.state, seat)
            legal = position.legal_actions() if seat == player else []
            drawn = shown.scene(seen, game.edition, seat, legal)
            _check_scene(drawn, legal, len(game.actions), f"seed {seed}")
            said = [shown.prompt(seen, game.edition, seat)]
            barred = {a for piece in drawn.pieces for a in piece.potential} - set(legal)
            if legal:
                said += [
                    shown.explain_illegal(seen, game.edition, action).message for action in barred
                ]
            for action in legal:
                said.append(shown.describe_action(seen, game.edition, action))
                hint = shown.action_hint(seen, game.edition, action)
                said.extend([] if hint is None else [hint])
            if player == verbs.TERMINAL:
                said.append(shown.result(seen, game.edition)[0])
            counted = [shown.series(seen, game.edition, one) for one in range(game.players)]
            names = {tuple(name for name, _ in one) for one in counted}
            demand(len(names) == 1, f"seed {seed}: the seats have different series")
            said += [say(f"series.{name}") for name in names.pop()]
            for language in languages:
                for message in said:
                    demand(
                        bool(render(message, package, language)),
                        f"{message.key}: the text is empty",
                    )
                write(drawn, partial(render, package=package, language=language))


def auto_responses_are_sound(game: LoadedGame, seed: int) -> None:
    """Check that automatic responses have texts in every language and imply only legal actions.

    They must imply nothing if none is chosen, and leave the state as it is.
    """
    answers = [answer.name for answer in auto_response.responses_of(game.game)]
    demand(len(set(answers)) == len(answers), f"two automatic responses with one name: {answers}")
    for name in answers:
        for language in languages_of(game.game.package):
            render(say(f"auto_response.{name}"), game.game.package, language)
    for position in walk(game, seed) if answers else []:  # every position: most questions are rare
        seat = position.current_player()
        if seat < 0:
            continue
        seen, legal = visibility.redact(position.state, seat), position.legal_actions()
        before = seen.tobytes()
        for chosen in (set(), *({name} for name in answers), set(answers)):
            action = auto_response.module(game.game).respond(
                seen, game.edition, seat, legal, chosen
            )
            here = f"seed {seed}: the automatic responses {sorted(chosen)}"
            demand(action is None or action in legal, f"{here} mean the illegal action {action}")
            demand(action is None or bool(chosen), f"{here} mean {action}")
        demand(seen.tobytes() == before, f"seed {seed}: an automatic response changed the state")


def _check_scene(drawn: Any, legal: list[int], actions: int, here: str) -> None:
    """Check one scene: unique ids, existing areas, known kinds, labels, and legal actions."""
    areas = {p.id for p in drawn.areas}
    ids = [p.id for p in drawn.pieces]
    demand(len(areas) == len(drawn.areas), f"{here}: two areas with one id")
    demand(
        len(set(ids)) == len(ids),
        f"{here}: two pieces with one id: {[i for i in ids if ids.count(i) > 1]}",
    )
    for area in drawn.areas:
        demand(area.parent is None or area.parent in areas, f"{here}: {area.id} lies in no area")
        demand(
            area.layout in LAYOUTS and area.role in ROLES, f"{here}: layout or role of {area.id}"
        )
    for piece in drawn.pieces:
        demand(piece.area in areas, f"{here}: {piece.id} lies in no area")
        demand(
            piece.kind in KINDS and piece.face.tone in TONES, f"{here}: kind or tone of {piece.id}"
        )
        demand(set(piece.actions) <= set(legal), f"{here}: {piece.id} offers what is not legal")
        demand(
            set(piece.path[:1]) <= set(legal) and not (piece.path and piece.actions),
            f"{here}: the path to {piece.id} does not start with a legal action",
        )
        demand(bool(piece.label), f"{here}: {piece.id} has no label")
        demand(
            set(piece.potential) <= set(range(actions)),
            f"{here}: {piece.id} has a potential action that does not exist",
        )
