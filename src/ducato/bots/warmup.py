"""Advance compilation of bots for a game, so that no player has to wait for it."""

from __future__ import annotations

from ducato.bots.players import KINDS, make
from ducato.bots.search.bot import SearchBot
from ducato.bots.yardstick import NAME
from ducato.core.game import LoadedGame
from ducato.core.visibility import redact

COMPILED = tuple(kind for kind in KINDS if kind not in ("random", NAME))
"""The kinds of bots that run compiled code, but for the one that only benchmarks use."""


def kind_of(name: str) -> str:
    """Return the kind of the bot with this name, such as "ismcts"."""
    return name.partition(":")[0]


def warm_up(kind: str, game: LoadedGame) -> None:
    """Compile a kind of bot for a game, by letting it choose at the first decision."""
    position = game.new_initial_state()
    while position.is_chance_node():
        position.apply_action(position.chance_outcomes()[0][0])
    seat = position.current_player()
    state = redact(position.state, seat)
    bot = make("ismcts:sims=1" if kind == "ismcts" else kind, game)
    if isinstance(bot, SearchBot):
        bot.warm_up(state, seat)
    else:
        bot.choose(state, seat, 0)
