"""Advance compilation of bots for a game, so that no player has to wait for it."""

from __future__ import annotations

from ducato.bots.advice.grounds import ActionComparison
from ducato.bots.advice.line import compile_line
from ducato.bots.analysis.appraisal import compile_appraisal
from ducato.bots.players import KINDS, make
from ducato.bots.search.bot import SearchBot
from ducato.bots.thinking import finish
from ducato.core.game import LoadedGame
from ducato.core.game.play_styles import style_names
from ducato.core.visibility import redact

ADVICE = "advice"
"""What people are advised by: the search, and what it says besides its choice. It is no kind of
bot, but compiled as if it were one, after the search, for which the bots at the table wait."""
STYLED = "styled"
"""A search with a style of play, which needs more than one without."""
COMPILED = (*(kind for kind in KINDS if kind != "random"), ADVICE, STYLED)
"""The kinds of bots that run compiled code."""


def kind_of(name: str) -> str:
    """Return the kind of the bot with this name, such as "ismcts"."""
    return STYLED if ":style=" in name else name.partition(":")[0]


def warm_up(kind: str, game: LoadedGame) -> None:
    """Compile a kind of bot for a game, by letting it choose at the first decision."""
    position = game.new_initial_state()
    while position.is_chance_node():
        position.apply_action(position.chance_outcomes()[0][0])
    seat = position.current_player()
    state = redact(position.state, seat)
    name = "ismcts:sims=1" if kind in ("ismcts", ADVICE, STYLED) else kind
    if kind == STYLED and (styles := style_names(game.game)):
        name += f":style={styles[0]}"
    bot = make(name, game)
    if isinstance(bot, SearchBot):
        bot.warm_up(state, seat)
        if kind == ADVICE:
            compile_line(game, state, seat)
            compile_appraisal(game, state, seat)
            judge, (action, *_) = ActionComparison(game, bot.method), position.legal_actions()
            if judge.able:
                finish(judge.comparing(state, action, action, 0, deals=1))
    else:
        bot.choose(state, seat, 0)
