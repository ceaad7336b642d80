"""The truth of the game log: every sentence of many games, compared with the states.

    python benchmarks/log_truth.py --sentences 1000000 --jobs 2
    python benchmarks/log_truth.py --game NAME --sentences 20000 --seed 7

Games are played by random and by greedy players, as printed and with options drawn at random. Each
step is described to every seat and to a spectator, exactly as a table describes it. ``LogTruth``
in ``tests/games/<game>/log_truth.py`` compares the sentences with the states before and after the
step, and may report what is missing from them (`untold`). No reader may be told the name of a card
that is hidden from it before and after. The program prints what is false with the game, the seed
and the step, and exits with 1 if anything is. It knows no game.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.soak import CHANGED, any_edition, described

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.errors import BadValue, ConflictingOptions
from ducato.core.game import Game, LoadedGame, all_games
from ducato.core.game.weights import greedy_weights
from ducato.core.i18n import Message, Name, catalogue
from ducato.core.match import Step
from ducato.core.struct import UNKNOWN, Struct
from ducato.core.visibility import SPECTATOR, redact
from ducato.runs.executors import parallel_map
from ducato.table.views.log import describe_step

ROOT = Path(__file__).parents[1]
PIECE = 1_000
"""Sentences in one unit of work: some games of one edition."""
SHOWN = 20
"""False sentences printed for each game; the rest are counted."""
LOW = 3
"""Size of the range, from a number's least value up, from which it is drawn in every fourth unit of
work: what is scarce, ends soon or is empty has sentences of its own.
"""
CARD_ARGUMENTS = ("card", "cards")
"""Arguments that name cards, unless a game's `LogTruth` says which ones do."""


class LogTruth(Protocol):
    """A checker of the sentences that describe one step, supplied by each game's tests."""

    def falsehoods(
        self, before: Struct, actor: int, action: int, after: Struct, sentences: Sequence[Message]
    ) -> list[str]:
        """Return what is wrong with the sentences; `action` is the outcome if chance acted."""
        ...


@dataclass
class LogCheck:
    """The result of a check: the number of sentences by key, and the false sentences."""

    sentences: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def add(self, other: LogCheck) -> None:
        """Add the result of another unit of work."""
        self.sentences.update(other.sentences)
        self.false += other.false


def truth(game: LoadedGame) -> LogTruth:
    """Return the game's checker."""
    folder = game.game.package.rpartition(".")[2]
    found: LogTruth = importlib.import_module(f"tests.games.{folder}.log_truth").LogTruth(game)
    return found


def is_checked(game: Game) -> bool:
    """Return whether the game's tests have a checker."""
    folder = game.package.rpartition(".")[2]
    return (ROOT / "tests" / "games" / folder / "log_truth.py").exists()


def steps(game: LoadedGame, rng: Any, greedy: bool) -> Iterator[tuple[Struct, Step, Struct]]:
    """Play one game; yield each step with the full states before and after it."""
    state, edition, out = game.State(), game.edition, game.actions.buffer()
    verbs.setup(state, edition)
    for _ in range(game.game.longest):
        actor = verbs.current_player(state, edition)
        if actor == verbs.TERMINAL:
            return
        if actor == verbs.CHANCE:
            action = below(rng, verbs.chance_outcomes(state, edition))
        else:
            legal = [int(a) for a in out[: verbs.legal_actions(state, edition, out)]]
            if greedy:
                legal = best(game, state, legal)
            action = legal[below(rng, len(legal))]
        before = state.copy()
        verbs.apply_action(state, edition, action)
        yield before, Step(actor, action), state


def scarce_edition(game: Game, rng: Any) -> LoadedGame:
    """Return the game with some numbers and cells near the least that they can be."""
    while True:
        options = {
            name: parameter.range[0] + below(rng, LOW)
            for name, parameter in game.adjustable.items()
            if parameter.range and below(rng, CHANGED) == 0
        }
        try:
            return game.load(game.players[below(rng, len(game.players))], **options)
        except (BadValue, ConflictingOptions):
            continue


def best(game: LoadedGame, state: Struct, legal: list[int]) -> list[int]:
    """Return the actions that the greedy player likes most."""
    weights = greedy_weights(game.game)
    scores = [verbs.action_score(state, game.edition, action, weights) for action in legal]
    return [action for action, score in zip(legal, scores, strict=True) if score == max(scores)]


def readings(
    game: LoadedGame, before: Struct, step: Step, after: Struct
) -> Iterator[tuple[int, Struct, Struct, list[Message]]]:
    """Yield what each reader sees before and after a step, and the sentences it is given."""
    for seat in (*range(game.players), SPECTATOR):
        then, now = redact(before, seat), redact(after, seat)
        yield seat, then, now, list(describe_step(game, step, then, now, seat))


def check(
    game: LoadedGame, truths: LogTruth, before: Struct, step: Step, after: Struct
) -> LogCheck:
    """Check the sentences given to every reader of one step; equal sentences count once."""
    heard, said = LogCheck(), set()
    named = getattr(truths, "card_arguments", CARD_ARGUMENTS)
    for seat, then, now, sentences in readings(game, before, step, after):
        heard.false += [f"seat {seat}: {leak}" for leak in leaks(then, now, sentences, named)]
        if tuple(sentences) in said:
            continue
        said.add(tuple(sentences))
        heard.sentences.update(message.key for message in sentences)
        where = (before, step.actor, step.action, after, sentences)
        false = [*truths.falsehoods(*where), *getattr(truths, "untold", _nothing)(*where)]
        heard.false += [f"seat {seat}: {falsehood}" for falsehood in false]
    return heard


def leaks(
    then: Struct, now: Struct, sentences: Sequence[Message], named: Sequence[str]
) -> Iterator[str]:
    """Yield the names, told to a reader, of cards that it does not see, before or after."""
    hidden: set[str] = set()
    for name, declared in now.fields.items():
        if declared.cards is not None:
            ids = declared.axes[0]
            zones = zip(then.row(name).tolist(), now.row(name).tolist(), strict=True)
            seen = {id_ for id_, where in zip(ids, zones, strict=True) if where != (UNKNOWN,) * 2}
            hidden |= {_kind(id_) for id_ in set(ids) - seen} - {_kind(id_) for id_ in seen}
    for message in sentences:
        for argument in named:
            for name in _names(message.arguments.get(argument)):
                if name in hidden:
                    yield f"{message.key} names {name}, which is hidden"


def _nothing(*_: Any) -> list[str]:
    """Return no untold sentence, for a checker that does not look for them."""
    return []


def _kind(card: str) -> str:
    """Return a card's name without its sort (``card:``) and the number of its copy."""
    return card.rpartition(":")[2].rstrip("0123456789").rstrip("-")


def _names(value: Any) -> Iterator[str]:
    """Yield all names in an argument."""
    match value:
        case Name():
            yield _kind(value.id)
        case Message():
            for each in value.arguments.values():
                yield from _names(each)
        case list() | tuple():
            for each in value:
                yield from _names(each)


def piece(name: str, sentences: int, seed: int, number: int) -> LogCheck:
    """Check this many sentences: a few games of one edition."""
    game, rng = all_games()[name], new_rng("log", name, seed, number)
    loaded, greedy = edition_of(game, number, rng), number % 2 == 1
    truths, heard, played = truth(loaded), LogCheck(), 0
    while heard.sentences.total() < sentences:
        for index, (before, step, after) in enumerate(steps(loaded, rng, greedy), start=1):
            found = check(loaded, truths, before, step, after)
            where = f"{described(loaded).strip()} (piece {number}, game {played}, step {index})"
            found.false = [f"{where}, {falsehood}" for falsehood in found.false]
            heard.add(found)
            if heard.sentences.total() >= sentences:
                break
        played += 1
    return heard


def edition_of(game: Game, number: int, rng: Any) -> LoadedGame:
    """Return what a unit of work plays: half of them as printed, half with options drawn."""
    kind, index = number // 2 % 4, number // 8
    if kind == 1:
        return any_edition(game, rng)
    if kind == 3:
        return scarce_edition(game, rng)
    printed = [(players, edition) for edition in game.editions for players in game.players]
    return game.load(*printed[(2 * index + kind // 2) % len(printed)])


def check_game(name: str, sentences: int, seed: int = 0, jobs: int = 1) -> LogCheck:
    """Check this many sentences of a game's log."""
    sizes = [min(PIECE, sentences - start) for start in range(0, sentences, PIECE)]
    pieces = [(name, size, seed, number) for number, size in enumerate(sizes)]
    heard = LogCheck()
    for found in parallel_map(piece, pieces, jobs, name):
        heard.add(found)
    return heard


def unheard(game: Game, keys: Iterable[str]) -> list[str]:
    """Return the keys of the game's log that never occurred."""
    known = {str(m.id) for m in catalogue(game.package, "en") if str(m.id).startswith("log.")}
    return sorted(known - set(keys))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--game", choices=list(all_games()), help="one game; all if not given")
    parser.add_argument("--sentences", type=int, default=100_000, help="of each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    false = 0
    for name in [given.game] if given.game else list(all_games()):
        game = all_games()[name]
        if not is_checked(game):
            print(f"{name}: no tests/games/<game>/log_truth.py, not checked")
            continue
        heard = check_game(name, given.sentences, given.seed, given.jobs)
        total, keys = heard.sentences.total(), len(heard.sentences)
        print(f"{name}: {total:,} sentences of {keys} kinds, {len(heard.false):,} false")
        print(f"  never heard: {', '.join(unheard(game, heard.sentences)) or 'none'}")
        for falsehood in heard.false[:SHOWN]:
            print(f"  {falsehood}")
        false += len(heard.false)
    return 1 if false else 0


if __name__ == "__main__":
    raise SystemExit(main())
