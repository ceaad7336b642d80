"""Compiling what a kind of bot needs for a game, before somebody waits for its first choice."""

from __future__ import annotations

from ducato.bots.players import KINDS, SearchBot, make
from ducato.core.game import LoadedGame
from ducato.core.visibility import redact

COMPILED = tuple(kind for kind in KINDS if kind != "random")
"""The kinds of bots that run compiled."""


def kind_of(name: str) -> str:
    """Return the kind of the bot of this name, such as "ismcts"."""
    return name.partition(":")[0]


def warm_up(kind: str, game: LoadedGame) -> None:
    """Have a bot of this kind choose once, at the beginning of a game."""
    position = game.new_initial_state()
    while position.is_chance_node():
        position.apply_action(position.chance_outcomes()[0][0])
    seat = position.current_player()
    state = redact(position.state, seat)
    bot = make("ismcts:sims=1" if kind == "ismcts" else kind, game)
    if isinstance(bot, SearchBot):
        bot.estimates(state, seat, 0)  # also where there is nothing to choose
    else:
        bot.choose(state, seat, 0)
