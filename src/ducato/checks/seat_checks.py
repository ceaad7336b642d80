"""Checks of the seats and what they have: each decides, has no negative goods, ranks by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ducato.checks.faults import HERE, Broken, Here, demand, source_of
from ducato.checks.walks import drawn, positions, verb_file, walk
from ducato.core import verbs, visibility
from ducato.core.game import Game, LoadedGame
from ducato.core.observation.encodings import EncodingKind
from ducato.core.position import Position
from ducato.core.struct import BY_SEAT, Struct

OFTEN, OFTEN_A_KIND = 4, 12
"""How often each other seat moves, or can do a kind of action, that one seat is said never to."""
SECRETS = 8
"""The number of choices that others must have seen through; fewer if a game has no more."""
TRIED = 24
"""The number of secret actions whose results are looked at in one game."""


def every_seat_decides(game: Game, seeds: range) -> Iterator[Broken]:
    """Warn of a seat that never does what every other seat does again and again.

    The games have as many players as possible: the last seats are those that are forgotten.
    """
    loaded = game.load(game.players[-1])
    done: Counter[tuple[int, str]] = Counter()
    for seed in seeds:
        for position in walk(loaded, seed):
            player = position.current_player()
            if player >= 0:
                kinds = {loaded.actions.kind(action).name for action in position.legal_actions()}
                done.update((player, kind) for kind in (*kinds, ""))
    HERE.set(Here())
    for kind in sorted({kind for _, kind in done}):
        counts = [done[seat, kind] for seat in range(loaded.players)]
        for seat, count in enumerate(counts):
            least = OFTEN_A_KIND if kind else OFTEN
            if count == 0 and min(counts[:seat] + counts[seat + 1 :]) >= least:
                what = f"could do {kind!r}" if kind else "was to move"
                yield Broken(
                    f"with {loaded.players} players seat {seat} never {what}, and each other seat "
                    f"at least {least} times",
                    "See that the order of play comes to every seat: count up to edition.players.",
                    file=verb_file(loaded, "current_player"),
                    warning=True,
                )
                return


def goods_are_not_negative(game: LoadedGame, seed: int) -> None:
    """Warn of a number of a seat that begins at 0 or more and falls below 0.

    A field whose values have names, or whose scale begins below 0, may do so.
    """
    fields = [name for name, declared in game.State.fields.items() if _is_amount(declared)]
    least: dict[str, int] = {}
    for position in walk(game, seed):
        for name in fields:
            rows = position.state.row(name)[: game.players]
            lowest = int(rows.min())
            first = least.setdefault(name, lowest)
            if lowest < 0 <= first:
                seat = int(np.argwhere(rows == lowest)[0][0])
                raise Broken(
                    f"{name} of seat {seat} is {lowest}",
                    "Let an action be legal only if the seat can pay for it. If the number may be "
                    "negative, declare its scale: observed=scaled(HIGH, LOW).",
                    file=verb_file(game, "legal_actions"),
                    warning=True,
                )


def order_of_choices_makes_no_difference(game: LoadedGame, seed: int) -> None:
    """Check that seats that choose at the same time may do so in any order.

    Whoever chooses first, both seats can choose the same, and the same state follows.
    """
    if game.State.rules.take_turn is verbs.in_order:
        return
    file = verb_file(game, "take_turn")
    for position in walk(game, seed):
        first = position.current_player()
        if first < 0:
            continue
        for other in range(game.players):
            turn = position.clone()
            if other == first or not verbs.take_turn(turn.state, game.edition, other):
                continue
            demand(
                turn.current_player() == other,
                f"take_turn lets seat {other} choose, but seat {turn.current_player()} is to move",
                "Make it the turn of the seat, and change nothing else.",
                file=file,
            )
            ways = {}
            for order in ((first, other), (other, first)):
                world = position.clone()
                for seat in order:
                    if not world.take_turn(seat):
                        break
                    legal = world.legal_actions()
                    world.apply_unchecked(legal[-1 if seat == first else 0])
                ways[order] = world.state.tobytes()
            demand(
                len(set(ways.values())) == 1,
                f"it makes a difference whether seat {first} or seat {other} chooses first",
                "What seats choose at the same time must be sealed, and count only when all have "
                "chosen; then the turn is that of the first seat that has not.",
                file=file,
            )


def _is_amount(declared: object) -> bool:
    axes = getattr(declared, "axes", ())
    if not axes or axes[0] is not BY_SEAT or getattr(declared, "values", None) is not None:
        return False
    observed = getattr(declared, "observed", None)
    if observed is None:
        return True
    return bool(observed.kind == EncodingKind.SCALED and observed.low >= 0)


def equal_seats_rank_equally(game: LoadedGame, seed: int) -> None:
    """Warn if seats that have the same are ranked by their numbers.

    Before anything has happened all seats have the same: the ranks must then be equal, unless a
    rule prefers a place in the order of play.
    """
    HERE.set(Here(seed, 0))
    state = game.new_initial_state().state
    if not any(map(_is_amount, state.fields.values())):
        return  # what seats have is not told apart by fields
    ranks = np.zeros(game.players, np.int32)
    verbs.ranking(state, game.edition, ranks)
    for seat in range(1, game.players):
        if _same(state, 0, seat) and ranks[0] != ranks[seat]:
            raise Broken(
                f"seats 0 and {seat} have the same, but the ranks {ranks[0]} and {ranks[seat]}",
                "Give equal seats the same rank (`core.ranks.rank_by`), or break ties by something "
                "that they have; if the order of play is meant to decide, say so in the rulebook.",
                file=verb_file(game, "ranking"),
                warning=True,
            )


def _same(state: Struct, one: int, other: int) -> bool:
    """Return whether two seats have the same numbers, and no cards that lie with either of them."""
    for name, declared in state.fields.items():
        if declared.axes and declared.axes[0] is BY_SEAT:
            rows = state.row(name)
            if not np.array_equal(rows[one], rows[other]):
                return False
        if declared.cards is not None:
            zones = list(declared.values)
            own = {z for z, n in enumerate(zones) for seat in (one, other) if _of(str(n), seat)}
            if np.isin(state.row(name), list(own)).any():
                return False
    return True


def _of(zone: str, seat: int) -> bool:
    """Return whether a zone is that of a seat, by its name, such as ``hand:1``."""
    return zone.rpartition(":")[2] == str(seat)


def secret_actions_stay_secret(game: LoadedGame, seed: int) -> None:
    """Warn of a secret kind of action whose result everybody sees at once.

    The zone to which its card goes is then probably visible to all.
    """
    every = positions(game, seed)
    choices = [step for step, one in enumerate(every) if _secret_choice(game, one)]
    seen: Counter[str] = Counter()
    hidden: set[str] = set()
    where: dict[str, int] = {}
    first = drawn(choices, TRIED, seed)
    for number, index in enumerate([*first, *sorted({*choices} - {*first})]):
        if number >= TRIED and seen.keys() <= hidden:
            break  # one that stays hidden is enough, but only all of them together are a fault
        HERE.set(Here(seed, index))
        position = every[index]
        actor = position.current_player()
        for kind, actions in _secret_choice(game, position).items():
            views = set()
            for action in actions[:2]:
                after = position.state.copy()
                verbs.apply_action(after, game.edition, action)
                views.add(visibility.redact(after, (actor + 1) % game.players).tobytes())
            if len(views) == 1:
                hidden.add(kind)
            seen[kind] += 1
            where.setdefault(kind, index)
    for kind, count in seen.items():
        if kind not in hidden and count >= min(SECRETS, len(choices)):
            HERE.set(Here(seed, where[kind]))
            raise Broken(
                f"kind {kind!r} is secret, but every other seat sees at once which was done",
                "Let the card lie in a zone that its owner alone sees (sees=...), or leave out "
                "secret=True.",
                warning=True,
            )


def _secret_choice(game: LoadedGame, position: Position) -> dict[str, list[int]]:
    """Return the legal actions of each secret kind of which there are several."""
    if position.current_player() < 0 or game.players < 2:
        return {}
    found: dict[str, list[int]] = {}
    for action in position.legal_actions():
        kind = game.actions.kind(action)
        if kind.secret:
            found.setdefault(kind.name, []).append(action)
    return {kind: actions for kind, actions in found.items() if len(actions) > 1}


def amounts_are_conserved(game: LoadedGame, seed: int) -> None:
    """Check that no step changes an amount that the game's function `balance` returns."""
    balance = getattr(game.game.module("state"), "balance", None)
    if balance is None:
        return
    first: dict[str, int] | None = None
    for position in walk(game, seed):
        now = {name: int(amount) for name, amount in balance(position.state, game.edition).items()}
        first = now if first is None else first
        for name in first.keys() | now.keys():
            demand(
                first.get(name) == now.get(name),
                f"{name}: {now.get(name)} in all, but {first.get(name)} at the start",
                "Pay from one place to another: what one field loses, another gains. If the rules "
                "create or destroy it, leave it out of balance.",
                file=source_of(game.game.package, balance),
            )
