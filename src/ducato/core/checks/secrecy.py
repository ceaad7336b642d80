"""Checks of secrecy: no seat learns more than the rules let it know."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod

import numpy as np

from ducato.core import verbs, visibility
from ducato.core.chance import new_rng
from ducato.core.checks.walks import SAMPLES, Broken, demand, sampled, walk
from ducato.core.game import LoadedGame
from ducato.core.i18n import LANGUAGES, render
from ducato.core.position import Position
from ducato.core.struct import Struct

WORLDS = 4
"""The number of worlds to resample for each seat in each position."""
DEALS = 4000
"""The number of deals in the test of uniformity."""
SMALL = 24
"""The largest number of ways to deal for which uniformity is tested."""

HiddenCard = tuple[tuple[str, int], int, int]
"""A hidden card: its field and class, its number, its zone."""


def secrets_are_kept(game: LoadedGame, seed: int) -> None:
    """Check that no seat can tell the worlds resampled for it from the true one.

    The seat's view, the seat to move and, if that is the seat itself, the legal actions must be the
    same.
    """
    rng = new_rng("secrets", seed)
    for position in sampled(game, seed):
        for seat in (*range(game.players), visibility.SPECTATOR):
            seen = visibility.redact(position.state, seat)
            for _ in range(WORLDS):
                world = position.resample_from_infostate(seat, rng)
                again = visibility.resample(seen, seat, rng)
                for other in (world.state, again):
                    same = visibility.redact(other, seat) == seen
                    demand(
                        same,
                        f"seed {seed}: seat {seat} can tell a resampled world from the true one",
                    )
                demand(
                    world.current_player() == position.current_player(),
                    f"seed {seed}: whose turn it is depends on what seat {seat} cannot see",
                )
                if seat == position.current_player():
                    demand(
                        world.legal_actions() == position.legal_actions(),
                        f"seed {seed}: legal actions of seat {seat} depend on what it cannot see",
                    )


def secrets_are_dealt_uniformly(game: LoadedGame, seed: int) -> None:
    """Check that resampling moves hidden cards, and that it is uniform.

    Uniformity is tested in the first position with at most `SMALL` ways to deal, which ends the
    check. Positions where nobody knows the class of a card are left out.
    """
    rng = new_rng("uniform", seed)
    for position in sampled(game, seed):
        for seat in range(game.players):
            if _classes_are_mixed(position.state):
                continue  # the ways to deal cannot be counted
            hidden = _hidden(position.state, seat)
            ways = _ways(hidden)
            if ways < 2:
                continue
            if ways <= SMALL:
                seen = visibility.redact(position.state, seat)
                deals = Counter(
                    tuple(p for *_, p in _placed(visibility.resample(seen, seat, rng), hidden))
                    for _ in range(DEALS)
                )
                statistic = sum((deals[d] - DEALS / ways) ** 2 for d in deals) / (DEALS / ways)
                statistic += (ways - len(deals)) * DEALS / ways
                demand(
                    statistic < _chi_square_limit(ways - 1),
                    f"seed {seed}: deals are not uniform: {deals}",
                )
                return
            worlds = {
                tuple(_placed(position.resample_from_infostate(seat, rng).state, hidden))
                for _ in range(8)
            }
            demand(len(worlds) > 1, f"seed {seed}: what is hidden from seat {seat} never moves")


def steps_reveal_nothing(game: LoadedGame, seed: int) -> None:
    """Check that a step's log for a seat is the same in a world that the seat cannot tell apart."""
    narration, rng = game.presentation, new_rng("told", seed)
    before: Struct | None = None
    positions = [p.clone() for p in walk(game, seed)]
    stride = max(1, len(positions) // (4 * SAMPLES))
    for index in range(1, len(positions), stride):
        before, after = positions[index - 1].state, positions[index].state
        actor = verbs.current_player(before, game.edition)
        action = None if actor < 0 else _action_between(positions[index - 1], after)
        for seat in (*range(game.players), visibility.SPECTATOR):
            public = action is None or seat == actor or not game.actions.kind(action).secret
            log = narration.describe_step(
                visibility.redact(before, seat), action if public else None,
                visibility.redact(after, seat), game.edition, actor, seat,
            )  # fmt: skip
            for message in log:
                for language in LANGUAGES:
                    render(message, game.game.package, language)
            world = visibility.resample(after, seat, rng)
            again = narration.describe_step(
                visibility.redact(before, seat), action if public else None,
                visibility.redact(world, seat), game.edition, actor, seat,
            )  # fmt: skip
            demand(
                log == again, f"seed {seed}, step {index}: seat {seat} reads what it cannot know"
            )


def _classes_are_mixed(state: Struct) -> bool:
    """Return whether a zone holds cards whose class nobody knows; see `core.struct.cards`."""
    for name, declared in state.fields.items():
        if declared.cards is not None and len(declared.cards.classes) == 1:
            held, classes = state.row(declared.cards.held), state.row(declared.cards.classes[0])
            for known, count in enumerate(held):
                lying = np.bincount(state.row(name)[classes == known], minlength=len(count))
                if not np.array_equal(lying, count):
                    return True
    return False


def _hidden(state: Struct, seat: int) -> list[HiddenCard]:
    """Return all cards whose zone is hidden from `seat`."""
    seen = visibility.redact(state, seat)
    hidden = []
    for name, declared in state.fields.items():
        if declared.cards is not None:
            for card in np.flatnonzero(seen.row(name) < 0):
                zone, among = int(state[name][card]), 0
                match [state.row(rows) for rows in declared.cards.classes]:
                    case [of_card]:
                        among = int(of_card[card])
                    case [of_card, of_zone]:
                        among = int(of_card[seat, card])
                        demand(
                            among == of_zone[seat, zone],
                            f"{name}: seat {seat} would not look for card {card} in zone {zone}",
                        )
                hidden.append(((name, among), int(card), zone))
    return hidden


def _placed(state: Struct, hidden: list[HiddenCard]) -> list[tuple[str, int, int]]:
    return [(name, card, int(state[name][card])) for (name, _), card, _ in hidden]


def _ways(hidden: list[HiddenCard]) -> int:
    """Return the number of ways to deal the hidden cards into their zones."""
    ways = 1
    for among in {group for group, *_ in hidden}:
        counts = Counter(zone for group, _, zone in hidden if group == among)
        ways *= factorial(sum(counts.values())) // prod(factorial(n) for n in counts.values())
    return ways


def _chi_square_limit(freedom: int) -> float:
    """Return the limit that chi-square exceeds with a probability of about 1 in 100,000.

    The approximation is Wilson and Hilferty's; `freedom` is the number of degrees of freedom.
    """
    if freedom == 0:
        return 1e-9
    z = 4.27
    return float(freedom * (1 - 2 / (9 * freedom) + z * (2 / (9 * freedom)) ** 0.5) ** 3)


def _action_between(position: Position, after: Struct) -> int:
    for action in position.legal_actions():
        trial = position.clone()
        trial.apply_action(action)
        if trial.state == after:
            return action
    raise Broken("no legal action leads to the next position")
