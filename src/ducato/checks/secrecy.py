"""Checks of secrecy: no seat learns more than the rules let it know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial, prod

import numpy as np

from ducato.checks.faults import HERE, Broken, Here, demand, reader, rules_of
from ducato.checks.walks import sampled, verb_file, walk
from ducato.core import verbs, visibility
from ducato.core.chance import new_rng
from ducato.core.game import Game, LoadedGame
from ducato.core.game.weights import greedy_weights
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.visibility.hidden_numbers import hidden_fields, limits, rows_of

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

    The seat's view, the seat to move and the final ranks must be the same and, if the seat itself
    is to move, also the legal actions and their scores.
    """
    rng = new_rng("secrets", seed)
    for position in sampled(game, seed):
        for seat in (*range(game.players), visibility.SPECTATOR):
            seen = visibility.redact(position.state, seat)
            for _ in range(WORLDS):
                world = position.resample_from_infostate(seat, rng)
                again = visibility.resample(seen, seat, rng)
                for other in (world.state, again):
                    demand(
                        visibility.redact(other, seat) == seen,
                        f"{reader(seat)} can tell a resampled world from the true one",
                        "Keep the counts of the zones, and what seats know, up to date.",
                        file=rules_of(game.game.package),
                    )
                _compare(position, world, seat)


def _compare(position: Position, world: Position, seat: int) -> None:
    """Compare what the rules tell a seat in the true world and in one that is the same to it."""
    game, player = position.game, position.current_player()
    demand(
        world.current_player() == player,
        f"whose turn it is depends on what {reader(seat)} cannot see",
        _PUBLIC,
        file=verb_file(game, "current_player"),
    )
    if player == verbs.TERMINAL:
        demand(
            world.ranks() == position.ranks(),
            f"the ranks depend on what {reader(seat)} cannot see",
            "Lay open what counts before the game is over.",
            file=verb_file(game, "ranking"),
        )
    if seat != player or seat < 0:
        return
    legal = position.legal_actions()
    demand(
        world.legal_actions() == legal,
        f"legal actions of seat {seat} depend on what it cannot see",
        _PUBLIC,
        file=verb_file(game, "legal_actions"),
    )
    weights = greedy_weights(game.game)
    for action in legal:
        scores = [
            verbs.action_score(one.state, game.edition, action, weights)
            for one in (position, world)
        ]
        demand(
            scores[0] == scores[1],
            f"the score of {game.actions.name(action)} depends on what seat {seat} cannot see",
            _PUBLIC,
            file=verb_file(game, "action_score"),
        )


def hidden_numbers_can_be_drawn(game: LoadedGame, seed: int) -> None:
    """Check that every sealed number is among those from which worlds are drawn.

    Else a resampled world would contradict the rules, or the true one could not be drawn.
    """
    for position in walk(game, seed):
        for name, hidden in hidden_fields(game.State):
            for row, numbers in enumerate(rows_of(position.state, name)):
                if not position.state[hidden.sealed][row]:
                    continue
                low, high = limits(position.state, hidden, row)
                for number in numbers:
                    demand(
                        low <= number <= high,
                        f"{name} of seat {row} is {number} while it is sealed, but worlds are "
                        f"drawn from {low} to {high}",
                        f"Declare among=(LOW, HIGH) for {name} so that it holds as long as a "
                        "number is sealed, and change no field with a limit before.",
                        file=rules_of(game.game.package),
                    )


def hidden_numbers_are_revealed(game: Game, seeds: range) -> Iterator[Broken]:
    """Check that each hidden number is sealed at times, and warn if it is never revealed."""
    loaded = game.load(game.players[-1])
    hidden = dict(hidden_fields(loaded.State))
    sealed: set[str] = set()
    revealed: set[str] = set()
    for seed in seeds if hidden else ():
        before: dict[str, list[int]] = {}
        for position in walk(loaded, seed):
            for name, declared in hidden.items():
                now = position.state[declared.sealed].tolist()
                if any(now):
                    sealed.add(name)
                if any(b and not n for b, n in zip(before.get(name, ()), now, strict=False)):
                    revealed.add(name)
                before[name] = now
    HERE.set(Here())
    for name, declared in hidden.items():
        if name not in sealed:
            yield Broken(
                f"{name} is never hidden: {declared.sealed} is 0 all the time",
                f"Set {declared.sealed} of the seat to 1 in the step that writes {name}.",
                file=rules_of(game.package),
            )
        elif name not in revealed:
            yield Broken(
                f"{name} is never revealed: {declared.sealed} stays set to the end",
                f"Set {declared.sealed} to 0 before the number counts, so that all can see why.",
                file=rules_of(game.package),
                warning=True,
            )


_PUBLIC = "Read only what the seat to move may see: its own cards, open cards and the counts."


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
                    f"deals are not uniform: {deals}",
                )
                return
            worlds = {
                tuple(_placed(position.resample_from_infostate(seat, rng).state, hidden))
                for _ in range(8)
            }
            demand(len(worlds) > 1, f"what is hidden from seat {seat} never moves")


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
