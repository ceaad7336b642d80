"""The checks of a game that need more than its rules: bots, lessons and figures.

`ALL` lists these together with those of `checks`, as ``ducato check`` runs them. A package
with a game calls `check_game` in its tests::

    from ducato.table.game_checks import check_game

    def test_game():
        check_game("my-game")
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ducato import checks
from ducato.bots import make
from ducato.bots.players import GreedyBot
from ducato.checks.faults import Broken, Fault, in_words
from ducato.checks.walks import sampled, walk
from ducato.core.editions import data_files
from ducato.core.game import Game, LoadedGame
from ducato.core.game.folder import game_from
from ducato.core.i18n import LANGUAGES, has_text
from ducato.core.visibility import redact
from ducato.table.setup.lessons import Lesson, dealt, script
from ducato.table.views.rulebook_figures import figure, figures

FIGURE = re.compile(r"^```figure (.+)$", re.MULTILINE)
"""The mark of a figure in a rulebook."""


def levels_can_be_played(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the bot of each level exists."""
    if not game.levels:
        yield Broken("there are no levels in GAME", 'Give some, such as {"gentle": "greedy"}.')
    for level, bot in game.levels.items():
        try:
            make(bot, game.load())
        except Exception as error:
            yield Broken(
                f"the level {level} cannot be played: {in_words(error)}",
                "Name a bot as `ducato match` does: random, greedy or ismcts:sims=500.",
                file="__init__.py",
            )


def lesson_can_be_played(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that the lesson can be played to its end, and has texts for its steps."""
    lesson, file = script(game.package), "lesson.toml"
    if lesson is None:
        return
    match = dealt(game, lesson)
    for number, decision in enumerate(lesson.step, 1):
        here = f"step {number} of the lesson"
        if decision.text and not has_text(game.package, decision.text):
            yield Broken(f"{here}: no text has the key {decision.text!r}", _TEXT, file=file)
        seat, legal = match.position.current_player(), match.position.legal_actions()
        if Lesson(match, lesson).current_step() is None and seat == decision.seat == 0:
            yield Broken(f"{here}: there has been no text yet", _TEXT, file=file)
        known = {game_name: action for action, game_name in _names(match.game, legal)}
        if seat != decision.seat:
            yield Broken(f"{here}: seat {seat} is to move, not {decision.seat}", file=file)
            return
        for action in decision.actions:
            if action not in known:
                yield Broken(
                    f"{here}: {action} is not legal",
                    f"Legal are {', '.join(known)}.",
                    file=file,
                )
                return
        match.act(known[decision.actions[0]] if decision.actions else legal[0])
        match.run_chance()


def figures_can_be_drawn(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that each figure can be played and drawn, and that each rulebook shows all of them."""
    file = "rulebook/figures.toml"
    for name in figures(game):
        for language in LANGUAGES:
            try:
                figure(game, name, language)
            except Exception as error:
                yield Broken(f"the figure {name} cannot be drawn: {in_words(error)}", file=file)
                break
    for language in LANGUAGES:
        book = f"rulebook/{language}.md"
        if data_files.has_file(game.package, book):
            shown = set(FIGURE.findall(data_files.read_text(game.package, book)))
            for name in sorted(shown ^ set(figures(game))):
                yield Broken(f"the figure {name} is not in both {book} and {file}", file=book)


def stand_in_chooses(game: LoadedGame, seed: int) -> None:
    """Check that the greedy bot makes a legal choice in every phase of a random game."""
    check_stand_in(game, seed)


_TEXT = "Add the text to locale/en.toml, or correct the key."

ALL: tuple[checks.Checks, ...] = (
    *checks.ALL,
    checks.Checks(
        "table",
        of_game=(levels_can_be_played, lesson_can_be_played, figures_can_be_drawn),
        of_play=(stand_in_chooses,),
        thorough=(stand_in_chooses,),
    ),
)
"""All checks, by subject, in the order in which they run."""


def check_game(name_or_path: str | Path, *, quick: bool = False, seeds: range = range(3)) -> None:
    """Run all checks on an installed game, or on the game in a folder.

    Raises:
        Broken: there is an error; the text has all findings, with the check, the place, the fault
            and the remedy.
    """
    plan = checks.CheckPlan(seeds=seeds, quick=quick)
    findings = found_in(checks.run(game_from(name_or_path), ALL, plan))
    if any(not finding.warning for finding in findings):
        raise Broken("\n".join(["", *map(str, findings)]))


def found_in(results: Iterable[checks.CheckResult]) -> list[Fault]:
    """Return the findings of all results."""
    return [finding for result in results for finding in result.findings]


def _names(game: LoadedGame, actions: list[int]) -> list[tuple[int, str]]:
    return [(action, game.actions.name(action)) for action in actions]


def check_stand_in(game: LoadedGame, seed: int) -> set[int]:
    """Check that the greedy player of each seat chooses legally in all phases of a random game.

    Args:
        game: the game; if its state has no field ``phase``, all positions count as one phase.
        seed: the seed of the random game whose positions are checked.

    Returns:
        The phases in which a player was to move.

    Raises:
        Broken: a choice is illegal, and the error names the seed, the phase and the seat; or the
            game takes more than `Game.longest` steps.
        BrokenGame: the game has no weights for its greedy player.
    """
    player = GreedyBot(game, "greedy")
    positions, known = list(sampled(game, seed)), set[tuple[int, int]]()
    for position in walk(game, seed):
        where = int(getattr(position.state, "phase", 0)), position.current_player()
        if where not in known:
            known.add(where)
            positions.append(position.clone())
    for position in positions:
        seat = position.current_player()
        if seat < 0:
            continue
        choice = player.choose(redact(position.state, seat), seat, seed)
        if choice not in position.legal_actions():
            phase = getattr(position.state, "phase", 0)
            raise Broken(
                f"seed {seed}, phase {phase}: the greedy player of seat {seat} chooses {choice}, "
                "which is not legal"
            )
    return {phase for phase, seat in known if seat >= 0}
