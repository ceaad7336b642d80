"""Checks of the presentation: texts in every language, sound scenes, automatic responses."""

from __future__ import annotations

from functools import partial
from numbers import Integral
from typing import Any

from ducato.checks.faults import HERE, Broken, Here, demand, in_short, reader, source_of
from ducato.checks.steps import hidden_names, log_of
from ducato.checks.texts import ANCHOR
from ducato.checks.walks import SAMPLES, positions, sampled, walk
from ducato.core import verbs, visibility
from ducato.core.editions import data_files
from ducato.core.errors import FAULTS
from ducato.core.game import LoadedGame, auto_response
from ducato.core.i18n import Message, languages_of, render, say
from ducato.core.position import Position
from ducato.core.scene import KINDS, LAYOUTS, NUMBER_PARTS, ROLES, TONES, Piece, Scene, write

REASONS = 30
"""The largest number of illegal actions of one position whose reasons are read."""


def everything_is_described(game: LoadedGame, seed: int) -> None:
    """Check the texts in every language and the scenes, for every seat, at sampled positions.

    Every legal action must have a sentence, and every illegal one a reason.
    """
    package = game.game.package
    series: tuple[str, ...] | None = None
    for position in sampled(game, seed):
        player = position.current_player()
        for seat in (*range(game.players), visibility.SPECTATOR):
            seen = visibility.redact(position.state, seat)
            before = seen.tobytes()
            legal = position.legal_actions() if seat == player else []
            drawn = game.presentation.scene(seen, game.edition, seat, legal)
            _check_scene(drawn, legal, len(game.actions), _file(game, "scene"))
            said = _sentences(game, seen, seat, drawn, legal)
            if player == verbs.TERMINAL:
                said += _result(game, seen)
            series = _series(game, seen, series)
            said += [say(f"series.{name}") for name in series]
            for language in languages_of(package):
                for message in said:
                    demand(
                        bool(render(message, package, language)),
                        f"{message.key}: the text is empty",
                        file=f"locale/{language}.toml",
                    )
                write(drawn, partial(render, package=package, language=language))
            demand(
                seen.tobytes() == before,
                "a function of the presentation changed the state",
                "scene and narration only read.",
                file=_file(game, "scene"),
            )


def _sentences(
    game: LoadedGame, seen: Any, seat: int, drawn: Scene, legal: list[int]
) -> list[Message]:
    """Return the prompt of a seat and, if it is to move, its labels, hints and reasons."""
    shown, edition = game.presentation, game.edition
    said = [shown.prompt(seen, edition, seat)]
    for action in legal:
        said.append(shown.describe_action(seen, edition, action))
        hint = shown.action_hint(seen, edition, action)
        said.extend([] if hint is None else [hint])
    if legal:
        barred = {a for piece in drawn.pieces for a in piece.potential} - set(legal)
        some = sorted({*barred, *_illegal(game, seen, legal)})
        reasons = [shown.explain_illegal(seen, edition, action) for action in some]
        said += [reason.message for reason in reasons]
        _check_clauses(game, [reason.clause for reason in reasons])
    return said


def _illegal(game: LoadedGame, seen: Any, legal: list[int]) -> list[int]:
    """Return illegal actions from all parts of the table of actions, others in other states."""
    others = sorted(set(range(len(game.actions))) - set(legal))
    stride = -(-len(others) // REASONS) or 1
    return others[sum(seen.tobytes()) % stride :: stride]


def _result(game: LoadedGame, seen: Any) -> list[Message]:
    """Return the texts of the end screen; check that its table is one."""
    need = partial(demand, file=_file(game, "result"))
    result: Any = game.presentation.result(seen, game.edition)
    need(
        isinstance(result, tuple)
        and [isinstance(part, list | tuple) for part in result] == [False, True, True],
        f"result returns {in_short(result)}",
        "Return the headline, a list of the columns' titles and a list of rows.",
    )
    headline, columns, rows = result
    for row in rows:
        need(
            len(row) == len(columns),
            f"the end screen has a row of {len(row)} cells in a table of {len(columns)} columns",
            "Give each row a cell for each column, the first for the row's title.",
        )
    cells = [*columns, *(cell for row in rows for cell in row)]
    for cell in cells:
        need(
            isinstance(cell, str | Message),
            f"the end screen has a cell that is no text: {in_short(cell)}",
            "A cell is a message or a text; number_text writes a number.",
        )
    return [headline, *(cell for cell in cells if isinstance(cell, Message))]


def _series(game: LoadedGame, seen: Any, known: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the names of the series; check that they are the known ones, and have numbers."""
    need = partial(demand, file=_file(game, "series"))
    advice = "series returns the same names for every seat and in every state."
    for seat in range(game.players):
        counted = game.presentation.series(seen, game.edition, seat)
        names = tuple(name for name, _ in counted)
        known = names if known is None else known
        need(len(set(names)) == len(names), f"two series have one name: {names}", advice)
        need(names == known, f"the series are {names}, and elsewhere {known}", advice)
        for name, value in counted:
            need(
                isinstance(value, Integral),
                f"the series {name} has the value {in_short(value)}",
                "The values of a series are whole numbers.",
            )
    return known or ()


def nothing_is_remembered(game: LoadedGame, seed: int) -> None:
    """Check that the presentation and the responses answer the same when they are asked again.

    Meanwhile the seats and the positions are asked for in the opposite order, and the log of the
    steps in between is read.
    """
    every = positions(game, seed)
    stride = max(1, len(every) // SAMPLES)
    asked = [
        (step, seat)
        for step in range(len(every) - 1, -1, -stride)
        for seat in (*range(game.players), visibility.SPECTATOR)
    ]
    answers = {}
    try:
        for step, seat in asked:
            HERE.set(Here(seed, step))
            answers[step, seat] = _answers(game, every[step], seat)
    except FAULTS:
        return  # everything_is_described reports it
    for step, seat in reversed(asked):
        HERE.set(Here(seed, step))
        if step:
            log_of(every[step - 1], every[step], every[step].state, seat)
        for function, answer in _answers(game, every[step], seat).items():
            demand(
                answer == answers[step, seat][function],
                f"{function} answers {reader(seat)} otherwise when it is asked again",
                f"{function} must depend on its arguments alone: remember nothing between calls.",
                file=_file(game, function) if function != "respond" else "auto_responses.py",
            )


def _answers(game: LoadedGame, position: Position, seat: int) -> dict[str, Any]:
    """Return what the functions of the presentation answer a reader, by function."""
    shown, edition = game.presentation, game.edition
    seen, player = visibility.redact(position.state, seat), position.current_player()
    answers: dict[str, Any] = {"prompt": shown.prompt(seen, edition, seat)}
    answers["series"] = [[*shown.series(seen, edition, one)] for one in range(game.players)]
    if player == verbs.TERMINAL:
        answers["result"] = shown.result(seen, edition)
    if seat != player or seat < 0:
        return answers
    legal = position.legal_actions()
    answers["describe_action"] = [shown.describe_action(seen, edition, one) for one in legal]
    answers["action_hint"] = [shown.action_hint(seen, edition, one) for one in legal]
    answers["explain_illegal"] = [
        shown.explain_illegal(seen, edition, one) for one in _illegal(game, seen, legal)
    ]
    if (module := auto_response.module(game.game)) is not None:
        names = [response.name for response in auto_response.responses_of(game.game)]
        answers["respond"] = [
            module.respond(seen, edition, seat, [*legal], chosen)
            for chosen in (set(names), *({name} for name in names))
        ]
    return answers


def actions_look_different(game: LoadedGame, seed: int) -> None:
    """Check that two legal actions differ in their labels, their hints or their pieces."""
    shown, edition = game.presentation, game.edition
    for position in sampled(game, seed):
        seat = position.current_player()
        if seat < 0:
            continue
        seen, legal = visibility.redact(position.state, seat), position.legal_actions()
        drawn = shown.scene(seen, edition, seat, legal).pieces
        known: dict[Any, int] = {}
        for action in legal:
            pieces = tuple(piece.id for piece in drawn if action in piece.actions)
            label = shown.describe_action(seen, edition, action)
            hint = shown.action_hint(seen, edition, action)
            other = known.setdefault((label, hint, pieces), action)
            if other != action:
                raise Broken(
                    f"{game.actions.name(other)} and {game.actions.name(action)} have the same "
                    "label, hint and pieces",
                    "Let the label or the hint say how they differ.",
                    file=_file(game, "describe_action"),
                    warning=True,
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
    if data_files.has_file(game.game.package, "rulebook/en.md"):
        known = ANCHOR.findall(data_files.read_text(game.game.package, "rulebook/en.md"))
        for clause in filter(None, clauses):
            demand(
                clause in known,
                f"a reason cites clause {clause}, which the rulebook does not have",
                "Correct the clause, or write it in the rulebook.",
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
            {action for action, _ in piece.times} <= set(piece.actions),
            f"{piece.id} repeats an action that it does not carry",
        )
        need(
            set(piece.potential) <= set(range(actions)),
            f"{piece.id} has a potential action that does not exist",
        )

    for number in drawn.numbers:
        need(
            number.part in NUMBER_PARTS,
            f"a number is explained on the part {number.part}",
            _one_of(NUMBER_PARTS),
        )
    for piece in drawn.pieces if drawn.numbers else ():
        for part in _numbers_on(piece):
            need(
                any(
                    piece.id.startswith(number.pieces) and number.part == part
                    for number in drawn.numbers
                ),
                f"{piece.id} shows a number that nothing explains, in its {part}",
                f'Add Number("{piece.id.partition(":")[0]}:", "{part}", …) to the scene.',
            )


def _numbers_on(piece: Piece) -> list[str]:
    """Return the parts of a piece that show nothing but a number."""
    face = piece.face
    shown = {
        "corner": any(map(str.isdigit, face.corner)),
        "count": face.count is not None,
        "reward": bool(face.reward),
        "needs": bool(face.needs),
    }
    return [part for part, number in shown.items() if number]


_UNIQUE = "Give each an id of its own that stays the same while it moves."


def _one_of(words: tuple[str, ...]) -> str:
    return f"Choose from {', '.join(words)}."
