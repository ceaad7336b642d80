"""The kinds of bots, and their creation by name."""

from __future__ import annotations

from typing import Any, Protocol

from ducato.bots.options import options_of
from ducato.bots.playout import greedy_choice
from ducato.bots.search.bot import SearchBot
from ducato.bots.thinking import Thinking
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.weights import greedy_weights
from ducato.core.struct import Struct


class Bot(Protocol):
    """A player that sees only a state redacted for its seat.

    Attributes:
        name: the name, with options, as on the command line.
    """

    name: str

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action to take.

        Args:
            state: the state, redacted for the seat.
            seat: the seat to move.
            seed: the seed of all random choices. The same seed and state give the same action,
                unless the bot's budget is a time.
        """
        ...


def _legal(game: LoadedGame, state: Struct) -> Any:
    out = game.actions.buffer()
    return out[: verbs.legal_actions(state, game.edition, out)]


class RandomBot:
    """A bot that plays every legal action with equal probability."""

    def __init__(self, game: LoadedGame, name: str) -> None:
        self.game, self.name = game, name

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return a random legal action."""
        legal = _legal(self.game, state)
        return int(legal[below(new_rng(seed, seat), len(legal))])


class GreedyBot:
    """A bot that plays the action with the highest score (the game's `action_score`)."""

    def __init__(self, game: LoadedGame, name: str) -> None:
        self.game, self.name = game, name
        self.weights = greedy_weights(game.game)

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action with the highest score, chosen at random if several have it."""
        rng = new_rng(seed, seat)
        legal = self.game.actions.buffer()
        return int(
            greedy_choice(Batch.of(state), Batch.of(self.game.edition), rng, self.weights, legal)
        )


KINDS: dict[str, Any] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "ismcts": SearchBot,
}


def make(name: str, game: LoadedGame) -> Bot:
    """Create the bot with this name for a game.

    Raises:
        UnknownName: no such kind, option or word; see `options_of`.
        BadValue: an option is not a positive number, or the game does not support it.
        BrokenGame: the game has no weights for its greedy player.
    """
    kind, options = options_of(name)
    bot: Bot = KINDS[kind](game, name, **options)
    return bot


def choosing(bot: Bot, state: Struct, seat: int, seed: int) -> Thinking[int]:
    """Choose like `Bot.choose`, in slices if the bot supports it."""
    if isinstance(bot, SearchBot):
        return (yield from bot.choosing(state, seat, seed))
    return bot.choose(state, seat, seed)


def thinking_ahead(bot: Bot, state: Struct, seat: int, seed: int) -> Thinking[None]:
    """Think for a seat while another one is to move, if the bot can use it; see `SearchBot`."""
    if isinstance(bot, SearchBot):
        yield from bot.thinking_ahead(state, seat, seed)


def is_quick(name: str) -> bool:
    """Return whether the bot with this name chooses without a search."""
    return name.partition(":")[0] in ("random", "greedy")
