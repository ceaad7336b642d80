"""The kinds of bots, and their creation by name."""

from __future__ import annotations

from typing import Any, Protocol, get_args, get_type_hints

from ducato.bots.playout import greedy_choice
from ducato.bots.search.bot import MAY_BE_ZERO, SearchBot
from ducato.bots.thinking import Thinking
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.errors import BadValue, UnknownName
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
NUMBERS_AND_WORDS = {int: int, float: float, float | None: float, str: str}
"""The types of the keywords of a bot that are options, with what reads an option's value."""


def _options(bot: Any) -> dict[str, Any]:
    """Return a bot's options in order, each with what reads its value."""
    types = get_type_hints(bot.__init__)
    names = bot.__init__.__kwdefaults__ or {}
    return {n: NUMBERS_AND_WORDS[types[n]] for n in names if types[n] in NUMBERS_AND_WORDS}


OPTIONS = {kind: _options(bot) for kind, bot in KINDS.items()}
ANNOTATED = get_type_hints(SearchBot.__init__, include_extras=True)
PLAYOUTS = ("guided", "uniform")


def make(name: str, game: LoadedGame) -> Bot:
    """Create the bot with this name for a game.

    Raises:
        UnknownName: no such kind, option or playout; the error lists the valid ones.
        BadValue: an option is not a positive number, or the game does not support it.
        BrokenGame: the game has no weights for its greedy player.
    """
    kind, *settings = name.split(":")
    if kind not in KINDS:
        raise UnknownName("bot", kind, KINDS)
    options: dict[str, Any] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in OPTIONS[kind]:
            raise UnknownName(f"option of the bot {kind}", key, OPTIONS[kind] or ["none"])
        options[key] = _option(key, value, OPTIONS[kind][key])
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


def _option(key: str, value: str, kind: Any) -> Any:
    if key == "playout":
        if value not in PLAYOUTS:
            raise UnknownName("playout", value, PLAYOUTS)
        return value
    if kind is str:
        if not value:
            raise BadValue(key, value, "a name")
        return value
    try:
        number = kind(value)
    except ValueError:
        number = 0
    if MAY_BE_ZERO in get_args(ANNOTATED[key]) and value == "0":
        return number
    if not 0 < number < float("inf"):
        raise BadValue(key, value, "a whole number above 0" if kind is int else "a number above 0")
    return number
