"""Making vector environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import product
from typing import Any, Literal, TypedDict, TypeVar, Unpack, overload

from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import LoadedGame, load
from ducato.research.vector.arguments import (
    check_kinds,
    check_types,
    policy_named,
    several,
    weights_of,
)
from ducato.research.vector.device import DeviceVectorEnv
from ducato.research.vector.environment import VectorEnv
from ducato.research.vector.settings import LONGEST_LOG, ROTATE, Autoreset, Device, Settings, Shown
from ducato.runs.extras import needed
from ducato.runs.play.lab_players import Seats

Choice = TypeVar("Choice", bound=StrEnum)


class VectorArguments(TypedDict, total=False):
    """The keyword arguments of `vector`, except the device."""

    players: int | Sequence[int] | None
    edition: str | Sequence[str] | None
    options: Mapping[str, object] | None
    seat: int | str | None
    opponents: str | None
    autoreset: str
    skip_forced: bool
    observation: str
    shaping: Mapping[str, float] | None
    discount: float
    threads: int
    record: bool


@overload
def vector(
    game: str | LoadedGame | Sequence[LoadedGame],
    num_envs: int = 1024,
    *,
    device: Literal["cuda"],
    **asked: Unpack[VectorArguments],
) -> DeviceVectorEnv: ...


@overload
def vector(
    game: str | LoadedGame | Sequence[LoadedGame],
    num_envs: int = 1024,
    *,
    device: Literal["cpu"] = "cpu",
    **asked: Unpack[VectorArguments],
) -> VectorEnv: ...


def vector(
    game: str | LoadedGame | Sequence[LoadedGame],
    num_envs: int = 1024,
    *,
    players: int | Sequence[int] | None = None,
    edition: str | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    seat: int | str | None = None,
    opponents: str | None = None,
    autoreset: str = "same-step",
    skip_forced: bool = False,
    observation: str = "float32",
    shaping: Mapping[str, float] | None = None,
    discount: float = 1.0,
    threads: int = 1,
    record: bool = False,
    device: str = "cpu",
) -> VectorEnv | DeviceVectorEnv:
    """Return an environment of many games that are played side by side.

    Args:
        game: the name of a game, a loaded game, or several that differ in players and edition.
        num_envs: the number of environments.
        players: the number of seats, or several numbers.
        edition: the name of the edition, or several names. With several numbers of seats or
            editions, the environments take their combinations in turn.
        options: values that override those of the editions.
        seat: the learner's seat, or "rotate" for another one in each new game; if None, the learner
            plays all seats.
        opponents: the player of the other seats, if the learner has one: "random" by default,
            "greedy", ``"softmax:temperature=0.5"`` or a search such as ``"ismcts:sims=50"``. A
            search is not compiled together with the games and so much slower.
        autoreset: what happens to a game that has ended: "same-step", "next-step" or "disabled";
            see `Autoreset`.
        skip_forced: whether to take decisions with a single legal action without asking.
        observation: "float32", "uint8" for the compact form, "record" for the redacted states, or
            "none".
        shaping: weights of the game's `series`, by name, such as ``{"score": 0.01}``. Their
            weighted sum is a potential, whose changes since the first decision are added to the
            rewards; at the end of a game it is 0. This does not change which policy is best (Ng,
            Harada and Russell 1999).
        discount: the factor by which the learner discounts later rewards, for the shaping.
        threads: the largest number of threads; the kernels release the global interpreter lock.
        record: whether to write down all actions, for `VectorEnv.match`.
        device: "cpu", or "cuda" for a graphics processor, whose threads play an environment each.
            This needs the extra ``gpu``. Games are not recorded there and observations are no
            records; opponents are compiled.

    Raises:
        DucatoError: an argument is not possible; the error says what would be.
    """
    check_types(num_envs=num_envs, threads=threads, discount=discount)
    games = games_of(game, players, edition, options or {})
    settings = Settings(
        games=tuple(games),
        num_envs=num_envs,
        seat=_learner(seat, min(one.players for one in games)),
        opponents=_opponents(opponents, seat),
        autoreset=_choice(Autoreset, "autoreset", autoreset),
        skip_forced=bool(skip_forced),
        shown=_choice(Shown, "observation", observation),
        shaping=weights_of(shaping),
        discount=discount,
        threads=min(threads, num_envs),
        record=bool(record),
    )
    _check(settings)
    if _choice(Device, "device", device) == Device.CUDA:
        return _on_device(settings)
    return VectorEnv(settings)


def _learner(seat: int | str | None, seats: int) -> int | None:
    """Return the learner's seat as `Settings` has it."""
    if seat == "rotate":
        return ROTATE
    if isinstance(seat, bool | str) or seat not in (None, *range(seats)):
        raise BadValue("seat", seat, f"from 0 to {seats - 1}, rotate or None")
    return seat


def _opponents(opponents: object, seat: int | str | None) -> str:
    """Return the name of the player of the other seats.

    Raises:
        BadValue: it is not a name, or the learner plays all seats.
    """
    if opponents is None:
        return "random"
    if not isinstance(opponents, str):
        expected = "a name such as greedy or ismcts:sims=50, the same for all opponents"
        raise BadValue("opponents", opponents, expected)
    if seat is None:
        raise BadValue("opponents", opponents, "only with seat, the learner's seat or rotate")
    return opponents


def _check(settings: Settings) -> None:
    """Check settings whose types are right.

    Raises:
        DucatoError: one is not possible; the error says what would be.
    """
    n, game = settings.num_envs, settings.game
    if n < 1:
        raise BadValue("num_envs", n, "1 or more")
    if settings.threads < 1:
        raise BadValue("threads", settings.threads, "1 or more")
    if not 0 < settings.discount <= 1:
        raise BadValue("discount", settings.discount, "above 0 and at most 1")
    known = game.game.names("Series")
    for name in settings.shaping:
        if name not in known:
            raise UnknownName("series", name, known)
    if settings.record and n * game.max_game_length * 8 > LONGEST_LOG:
        most = LONGEST_LOG // (game.max_game_length * 8)
        raise BadValue("num_envs", n, f"at most {most} for games that are recorded")
    for one in settings.games:
        Seats(one, [settings.opponents])


def _on_device(settings: Settings) -> DeviceVectorEnv:
    """Return an environment on a graphics processor.

    Raises:
        MissingExtra: numba-cuda is not installed.
        BadValue: the device cannot do what was asked for.
        NoDevice: there is no device.
    """
    needed("numba_cuda", "gpu")
    if settings.threads != 1:
        raise BadValue("threads", settings.threads, "1 on a device, which has threads of its own")
    if settings.record:
        raise BadValue("record", True, "False on a device")
    if settings.shown == Shown.RECORD:
        raise BadValue("observation", settings.shown.value, "float32, uint8 or none on a device")
    policy_named(settings.game, settings.opponents)
    return DeviceVectorEnv(settings)


def _choice(kind: type[Choice], name: str, given: str) -> Choice:
    """Return the member with this value.

    Raises:
        UnknownName: there is none.
    """
    if given not in [member.value for member in kind]:
        raise UnknownName(name, given, [member.value for member in kind])
    return kind(given)


def games_of(
    game: str | LoadedGame | Sequence[LoadedGame],
    players: int | Sequence[int] | None,
    edition: str | Sequence[str] | None,
    options: Mapping[str, Any],
) -> list[LoadedGame]:
    """Return the loaded games that were asked for.

    Raises:
        BadValue: there is none, they are of different games, or a loaded game is to be changed.
    """
    if isinstance(game, str):
        numbers, editions = several(players), several(edition)
        check_kinds(numbers, editions, options)
        games = [load(game, n, name, **options) for n, name in product(numbers, editions)]
    else:
        if players is not None or edition is not None or options:
            expected = "the name of a game, for players, edition and options"
            raise BadValue("game", "a loaded game", expected)
        games = several(game)
        if not all(isinstance(one, LoadedGame) for one in games):
            raise BadValue("game", game, "the name of a game, a loaded game, or several of these")
    if not games:
        raise BadValue("game", games, "one game or more")
    for one in games:
        if one.State is not games[0].State:
            raise BadValue("game", one.game.full_name, f"only {games[0].game.full_name}")
    return games
