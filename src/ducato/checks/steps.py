"""Checks of the secrecy of steps: what a seat learns from an action, its consequences and its log.

Two worlds that a seat cannot tell apart go through the same steps. As long as no hidden card has
become known to the seat, it must still not be able to tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ducato.checks.faults import HERE, Broken, Here, demand, reader, rules_of, source_of
from ducato.checks.walks import SAMPLES, drawn, positions, verb_file
from ducato.core import verbs, visibility
from ducato.core.chance import below, new_rng
from ducato.core.defaults.fields import card_fields
from ducato.core.game import LoadedGame
from ducato.core.i18n import Message, Name, languages_of, render
from ducato.core.position import Position
from ducato.core.struct import EVERYBODY, UNKNOWN, Struct
from ducato.core.visibility.hidden_numbers import hidden_fields
from ducato.core.visibility.revealing import has_learned, secret_fields

TOGETHER = 6
"""The largest number of steps that two worlds take together."""
ALTERNATIVES = 12
"""The largest number of other actions with which one is compared."""


def steps_reveal_nothing(game: LoadedGame, seed: int) -> None:
    """Check the log of some steps, for every seat and a spectator.

    It must be the same whenever it is asked for and in a world that the seat cannot tell apart, and
    must name no card that is hidden from the seat both before and after the step.
    """
    rng = new_rng("told", seed)
    file = source_of(game.game.package, game.presentation.describe_step)
    every = positions(game, seed)
    for index in drawn(range(1, len(every)), 4 * SAMPLES, seed):
        HERE.set(Here(seed, index))
        before, after = every[index - 1], every[index]
        seats = (*range(game.players), visibility.SPECTATOR)
        first = {seat: log_of(before, after, after.state, seat) for seat in seats}
        for seat in reversed(seats):
            log = first[seat]
            for message in log:
                for language in languages_of(game.game.package):
                    render(message, game.game.package, language)
            demand(
                log_of(before, after, after.state, seat) == log,
                f"{reader(seat)} reads another sentence when it asks again",
                "describe_step must depend on its arguments alone: remember nothing between calls.",
                file=file,
            )
            world = visibility.resample(after.state, seat, rng)
            demand(
                log_of(before, after, world, seat) == log,
                f"{reader(seat)} reads what it cannot know",
                "describe_step must depend on its arguments alone.",
                file=file,
            )
            for name in hidden_names(before.state, after.state, log, seat):
                raise Broken(
                    f"the log tells {reader(seat)} of {name}, which is hidden from it",
                    "Declare the kind of action secret, or name the card only if the seat sees it.",
                    file=file,
                )


def secret_actions_are_declared(game: LoadedGame, seed: int) -> None:
    """Check that no action tells a seat more than what the seat sees of its result.

    If two actions of one kind lead to states that another seat cannot tell apart, the kind must be
    secret, since everybody is told the actions of other kinds.
    """
    every = positions(game, seed)
    decisions = [step for step, one in enumerate(every) if one.current_player() >= 0]
    for index in drawn(decisions, 2 * SAMPLES, seed):
        HERE.set(Here(seed, index))
        position = every[index]
        actor = position.current_player()
        results: dict[tuple[str, int, bytes], tuple[int, Struct]] = {}
        for action in position.legal_actions()[:ALTERNATIVES]:
            kind = game.actions.kind(action)
            if kind.secret:
                continue
            after = position.state.copy()
            verbs.apply_action(after, game.edition, action)
            for seat in range(game.players):
                if seat != actor:
                    view = visibility.redact(after, seat).tobytes()
                    other, state = results.setdefault((kind.name, seat, view), (action, after))
                    demand(
                        state == after,
                        f"seat {seat} sees the same after {game.actions.name(other)} and "
                        f"{game.actions.name(action)}, but is told which of them was done",
                        f"Declare kind({kind.name!r}, secret=True, ...), or let the seat see it.",
                        file=source_of(game.game.package, game.State.rules.apply_action),
                    )


def later_steps_reveal_nothing(game: LoadedGame, seed: int) -> None:
    """Check that hidden cards do not show in public fields, at once or some steps later."""
    rng = new_rng("together", seed)
    every = positions(game, seed)
    for index in drawn(range(len(every) - 1), 2 * SAMPLES, seed):
        for seat in (*range(game.players), visibility.SPECTATOR):
            HERE.set(Here(seed, index))
            world = every[index].resample_from_infostate(seat, rng)
            if world.state != every[index].state:
                _go_together(every[index : index + TOGETHER + 1], world, seat, Here(seed, index))


def open_cards_stay_known(game: LoadedGame, seed: int) -> None:
    """Warn of open cards that an action moves to where one seat alone sees them.

    The others have seen them go there, but the table shows them as unknown.
    """
    every = positions(game, seed)
    for index, (before, after) in enumerate(pairwise(every), 1):
        if before.current_player() < 0:
            continue
        HERE.set(Here(seed, index))
        for name, declared in before.state.fields.items():
            if (cards := declared.cards) is None:
                continue
            old, new = before.state.row(name), after.state.row(name)
            for card in np.flatnonzero(old != new):
                keeper = cards.sees[new[card]]
                if cards.sees[old[card]] != EVERYBODY or keeper not in range(game.players):
                    continue
                other = (keeper + 1) % game.players
                if visibility.redact(after.state, other).row(name)[card] == UNKNOWN:
                    raise Broken(
                        f"{declared.axes[0][card]} lay open and is now in "
                        f"{declared.values[new[card]]}, but {reader(other)} no longer knows it",
                        f"If the others may remember it, set {cards.shown} of the card to "
                        "EVERYBODY in the rule that moves it.",
                        file=rules_of(game.game.package),
                        warning=True,
                    )


def hidden_names(
    before: Struct, after: Struct, messages: Sequence[object], seat: int
) -> Iterator[str]:
    """Yield the names in messages of cards hidden from a seat both before and after a step.

    Names that are also those of other things on the table are left out.
    """
    views = visibility.redact(before, seat), visibility.redact(after, seat)
    hidden, seen = set[str](), set[str]()
    for name, declared in before.fields.items():
        if name not in card_fields(before):
            seen |= {_sort(word) for axis in declared.axes if axis for word in axis}
        elif declared.cards is not None:
            for card, word in enumerate(declared.axes[0]):
                known = any(view.row(name)[card] != UNKNOWN for view in views)
                (seen if known else hidden).add(_sort(word))
    for word in names_in(messages):
        if _sort(word) in hidden - seen:
            yield word


def names_in(value: Any) -> Iterator[str]:
    """Yield the names of components in a message, a list or an argument."""
    match value:
        case Name(id=name):
            yield name
        case Message(arguments=arguments):
            for each in arguments.values():
                yield from names_in(each)
        case list() | tuple():
            for each in value:
                yield from names_in(each)


def _sort(card: str) -> str:
    """Return a card's name without the number of its copy, as in ``pirate-3``."""
    return card.rpartition(":")[2].rstrip("0123456789").rstrip("-")


def log_of(before: Position, after: Position, world: Struct, seat: int) -> list[Message]:
    """Return the log of a step for a seat, if `world` is the state after it."""
    game, actor = before.game, before.current_player()
    action = None if actor < 0 else action_between(before, after)
    told = action is None or seat == actor or not game.actions.kind(action).secret
    return list(
        game.presentation.describe_step(
            visibility.redact(before.state, seat), action if told else None,
            visibility.redact(world, seat), game.edition, actor, seat,
        )
    )  # fmt: skip


def action_between(before: Position, after: Position) -> int:
    """Return the action that leads from one position to the next."""
    for action in before.legal_actions():
        trial = before.state.copy()
        verbs.apply_action(trial, before.game.edition, action)
        if trial == after.state:
            return action
    raise Broken(
        "no legal action leads to the next position",
        "The same actions must always lead to the same state.",
        file=verb_file(before.game, "apply_action"),
    )


def _go_together(path: Sequence[Position], world: Position, seat: int, start: Here) -> None:
    """Lead a second world along a path of positions; compare what a seat sees after each step."""
    game = world.game
    for number, (before, after) in enumerate(pairwise(path), 1):
        step = _same_step(before, after, world, seat)
        if step is None:
            return
        old = world.state.copy()
        verbs.apply_action(world.state, game.edition, step)
        if has_learned(before.state, after.state, seat) or has_learned(old, world.state, seat):
            return
        views = visibility.redact(after.state, seat), visibility.redact(world.state, seat)
        HERE.set(Here(start.seed, (start.step or 0) + number))
        if views[0] == views[1]:
            continue
        declared = {*card_fields(game.State()), *secret_fields(game.State)}
        differ = [
            name
            for name in game.State.fields
            if not np.array_equal(views[0].row(name), views[1].row(name))
        ]
        if declared.intersection(differ):
            return  # the rules have told the seat something by declared fields
        if differ:
            hidden = "number" if list(hidden_fields(game.State)) else "card"
            raise Broken(
                f"the field {differ[0]} shows {reader(seat)} something of a hidden {hidden}",
                "Fields other than the zones of cards and those with an owner are public: keep in "
                "them nothing that depends on a secret before all seats see it.",
                file=verb_file(game, "apply_action"),
            )


def _same_step(before: Position, after: Position, world: Position, seat: int) -> int | None:
    """Return the step of the second world that a seat takes for the same; None if there is none."""
    game, actor = before.game, before.current_player()
    if world.current_player() != actor or actor == verbs.TERMINAL:
        return None
    if actor == verbs.CHANCE:
        n = verbs.chance_outcomes(before.state, game.edition)
        if verbs.chance_outcomes(world.state, game.edition) != n:
            return None
        return _outcome_between(before, after, n)
    action, legal = action_between(before, after), world.legal_actions()
    kind = game.actions.kind(action)
    if kind.secret and seat != actor:
        same = [each for each in legal if game.actions.kind(each) is kind]
        return same[below(new_rng(action), len(same))] if same else None
    return action if action in legal else None


def _outcome_between(before: Position, after: Position, outcomes: int) -> int | None:
    for outcome in range(min(outcomes, 64)):
        trial = before.state.copy()
        verbs.apply_action(trial, before.game.edition, outcome)
        if trial == after.state:
            return outcome
    return None
