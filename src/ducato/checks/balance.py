"""The check of the balance: amounts that no step changes, if the game declares any."""

from __future__ import annotations

from ducato.checks.faults import demand, source_of
from ducato.checks.walks import walk
from ducato.core.game import LoadedGame


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
