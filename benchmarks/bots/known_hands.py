"""What it would be worth to a search to know all hands: the upper limit for beliefs about them.

    python -m benchmarks.bots.known_hands GAME --players N --bot BOT --games N --jobs J

The new bot sees the cards that any player sees, the old one those that its own seat sees; what
nobody sees, such as the order of a deck, is hidden from both. No inference from what the others do
can tell a bot more than that, so none can win more against the old bot. The budgets are those in
the name of the bot; for all else see `benchmarks.strength`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from benchmarks import strength
from benchmarks.strength import HEADER, Contest, arguments, parsed, play, row

from ducato.bots.search.bot import SearchBot
from ducato.core.game import LoadedGame
from ducato.core.match import Match
from ducato.core.struct import EVERYBODY, Struct
from ducato.core.visibility import blank_hidden

KNOWING = "knowing "
"""What the name of a bot begins with that sees all hands."""


def see_hands(state: Struct, seat: int) -> Struct:
    """Return a copy of a state as `seat` would see it if it also saw what any other seat sees."""
    copy = state.copy()
    for name, field in type(copy).fields.items():
        if field.cards is not None:
            sees = tuple(EVERYBODY if seer >= 0 else seer for seer in field.cards.sees)
            blank_hidden(copy[name], copy[field.cards.shown], sees, seat)
    return copy


class Knowing:
    """A search bot that is given what all seats see.

    Args:
        bot: the bot.
        deal: holds the whole state of the game that is played, and is kept up to date.
    """

    def __init__(self, bot: SearchBot, deal: list[Struct]) -> None:
        self.name, self._bot, self._deal = KNOWING + bot.name, bot, deal

    @property
    def simulations(self) -> int:
        """The number of simulations run so far."""
        return self._bot.simulations

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Choose in the state that `deal` holds, of which `state` shows a part."""
        return self._bot.choose(see_hands(self._deal[0], seat), seat, seed)


def play_deal(contest: Contest, deal: int, end: float) -> dict[str, Any] | None:
    """Play all games of a deal, as `strength.play_deal` does, with bots that may be `Knowing`."""
    whole: list[Struct] = []
    seen_by = Match.seen_by

    def shown(match: Match, seat: int) -> Struct:
        whole[:] = [match.position.state]
        return seen_by(match, seat)

    def made(name: str, game: LoadedGame) -> Any:
        bot = strength.made(name.removeprefix(KNOWING), game)
        return Knowing(bot, whole) if name.startswith(KNOWING) else bot

    with patch.object(Match, "seen_by", shown):
        return strength.play_deal(contest, deal, end, made)


def main(given: list[str] | None = None, show: Callable[..., None] = print) -> None:
    """Run the command."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--bot", default="ismcts:sims=300")
    chosen = parsed(parser, given)
    contest = Contest(
        chosen.game,
        chosen.players,
        chosen.edition,
        KNOWING + chosen.bot,
        chosen.bot,
        0.0,
        chosen.half,
        chosen.seed,
    )
    end = time.time() + 60 * chosen.minutes
    deals = play(contest, chosen.games, jobs=chosen.jobs, out=chosen.out, end=end, one=play_deal)
    show(HEADER)
    show(row(contest, deals), flush=True)


if __name__ == "__main__":
    main()
