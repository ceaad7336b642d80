"""Checks of the presentation: texts in every language, sound scenes, automatic responses."""

from __future__ import annotations

from functools import partial
from typing import Any

from ducato.core import auto_response, verbs, visibility
from ducato.core.checks.findings import demand, reader, source_of
from ducato.core.checks.steps import hidden_names
from ducato.core.checks.texts import ANCHOR
from ducato.core.checks.walks import sampled, walk
from ducato.core.editions import data
from ducato.core.game import LoadedGame
from ducato.core.i18n import languages_of, render, say
from ducato.core.scene import KINDS, LAYOUTS, ROLES, TONES, Scene, write


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
            before = seen.tobytes()
            legal = position.legal_actions() if seat == player else []
            drawn = shown.scene(seen, game.edition, seat, legal)
            _check_scene(drawn, legal, len(game.actions), _file(game, "scene"))
            said = [shown.prompt(seen, game.edition, seat)]
            barred = {a for piece in drawn.pieces for a in piece.potential} - set(legal)
            if legal:
                reasons = [shown.explain_illegal(seen, game.edition, action) for action in barred]
                said += [reason.message for reason in reasons]
                _check_clauses(game, [reason.clause for reason in reasons])
            for action in legal:
                said.append(shown.describe_action(seen, game.edition, action))
                hint = shown.action_hint(seen, game.edition, action)
                said.extend([] if hint is None else [hint])
            if player == verbs.TERMINAL:
                said.append(shown.result(seen, game.edition)[0])
            counted = [shown.series(seen, game.edition, one) for one in range(game.players)]
            names = {tuple(name for name, _ in one) for one in counted}
            demand(
                len(names) == 1,
                "the seats have different series",
                "series returns the same names for every seat and in every state.",
                file=_file(game, "series"),
            )
            said += [say(f"series.{name}") for name in names.pop()]
            for language in languages:
                for message in said:
                    demand(
                        bool(render(message, package, language)),
                        f"{message.key}: the text is empty",
                        file=f"locale/{language}.po",
                    )
                write(drawn, partial(render, package=package, language=language))
            demand(
                seen.tobytes() == before,
                "a function of the presentation changed the state",
                "scene and narration only read.",
                file=_file(game, "scene"),
            )


def scenes_keep_secrets(game: LoadedGame, seed: int) -> None:
    """Check that scenes name no hidden card, and depend on nothing but the reader's view."""
    draw, file = game.presentation.scene, _file(game, "scene")
    seats = (*range(game.players), visibility.SPECTATOR)
    for position in sampled(game, seed):
        player = position.current_player()
        drawn: dict[int, Scene] = {}
        for seat in (*seats, *reversed(seats)):
            seen = visibility.redact(position.state, seat)
            legal = position.legal_actions() if seat == player else []
            scene = draw(seen, game.edition, seat, legal)
            demand(
                drawn.setdefault(seat, scene) == scene,
                f"the scene of {reader(seat)} is another one when it is drawn again",
                "scene must depend on its arguments alone: remember nothing between calls.",
                file=file,
            )
            faces = [(p.label, p.face.title, *p.face.lines) for p in scene.pieces]
            for name in hidden_names(position.state, position.state, faces, seat):
                demand(
                    False,
                    f"the scene of {reader(seat)} has a piece for {name}, which is hidden from it",
                    "Draw only cards whose zone is known (at least 0), and backs for the others.",
                    file=file,
                )


def _file(game: LoadedGame, function: str) -> str | None:
    """Return the file and line of a function of the game's presentation, if it has its own."""
    return source_of(game.game.package, getattr(game.presentation, function))


def _check_clauses(game: LoadedGame, clauses: list[str]) -> None:
    """Check that the rulebook, if there is one, has the clauses cited in reasons."""
    if data.has_file(game.game.package, "rulebook/en.md"):
        known = ANCHOR.findall(data.read_text(game.game.package, "rulebook/en.md"))
        for clause in filter(None, clauses):
            demand(
                clause in known,
                f"a reason cites clause {clause}, which the rulebook does not have",
                file=_file(game, "explain_illegal"),
            )


def auto_responses_are_sound(game: LoadedGame, seed: int) -> None:
    """Check that automatic responses have texts in every language and imply only legal actions.

    They must imply nothing if none is chosen, and leave the state as it is.
    """
    module = auto_response.module(game.game)
    if module is None:
        return
    answers = [answer.name for answer in auto_response.responses_of(game.game)]
    demand(len(set(answers)) == len(answers), f"two automatic responses with one name: {answers}")
    for name in answers:
        for language in languages_of(game.game.package):
            render(say(f"auto_response.{name}"), game.game.package, language)
    for position in walk(game, seed):  # every position: most questions are rare
        seat = position.current_player()
        if seat < 0:
            continue
        seen, legal = visibility.redact(position.state, seat), position.legal_actions()
        before = seen.tobytes()
        for chosen in (set(), *({name} for name in answers), set(answers)):
            action = module.respond(seen, game.edition, seat, legal, chosen)
            here = f"the automatic responses {sorted(chosen)}"
            demand(
                action is None or action in legal,
                f"{here} mean the illegal action {action}",
                "respond returns one of the argument `legal`, or None.",
                file="auto_responses.py",
            )
            demand(
                action is None or bool(chosen),
                f"{here} mean {action}",
                "If no response is chosen, respond returns None.",
                file="auto_responses.py",
            )
        demand(seen.tobytes() == before, "an automatic response changed the state")


def _check_scene(drawn: Any, legal: list[int], actions: int, file: str | None) -> None:
    """Check one scene: unique ids, existing areas, known kinds, labels, and legal actions."""
    areas = {p.id for p in drawn.areas}
    ids = [p.id for p in drawn.pieces]
    need = partial(demand, file=file)
    need(len(areas) == len(drawn.areas), "two areas with one id", _UNIQUE)
    need(
        len(set(ids)) == len(ids),
        f"two pieces with one id: {sorted({i for i in ids if ids.count(i) > 1})}",
        _UNIQUE,
    )
    for area in drawn.areas:
        need(
            area.parent is None or area.parent in areas, f"{area.id} lies in no area: {area.parent}"
        )
        need(area.layout in LAYOUTS, f"{area.id} has the layout {area.layout}", _one_of(LAYOUTS))
        need(area.role in ROLES, f"{area.id} has the role {area.role}", _one_of(ROLES))
    for piece in drawn.pieces:
        tone = piece.face.tone
        need(piece.area in areas, f"{piece.id} lies in no area: {piece.area}")
        need(piece.kind in KINDS, f"{piece.id} is of the kind {piece.kind}", _one_of(KINDS))
        need(tone in TONES, f"{piece.id} has the tone {tone}", _one_of(TONES))
        need(
            set(piece.actions) <= set(legal),
            f"{piece.id} offers what is not legal",
            "Give a piece only actions of the argument `legal`; others go into `potential`.",
        )
        need(
            set(piece.path[:1]) <= set(legal) and not (piece.path and piece.actions),
            f"the path to {piece.id} does not start with a legal action",
        )
        need(bool(piece.label), f"{piece.id} has no label", "Screen readers read it aloud.")
        need(
            set(piece.potential) <= set(range(actions)),
            f"{piece.id} has a potential action that does not exist",
        )


_UNIQUE = "Give each an id of its own that stays the same while it moves."


def _one_of(words: tuple[str, ...]) -> str:
    return f"Choose from {', '.join(words)}."
