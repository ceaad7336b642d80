"""The schedule of a ladder: its pairs, the order of their games, and the tally of the results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ducato.bots.search.bot import SearchBot
from ducato.core.game import LoadedGame
from ducato.core.game.measured_ratings import ANCHOR
from ducato.lab.run import PIECE, SEARCHED
from ducato.lab.studies.elo import Pairing
from ducato.runs.play.chunk import Chunk, ChunkResults, pieces_of
from ducato.runs.play.lab_players import Seats

NEIGHBOURS = 2
"""A level meets the levels at most this many steps above it."""
LONG = 500
"""From this number of simulations on, a game takes so long that a piece has a single deal."""
OVERHEAD, COMPILED = 5.0, 0.01
"""The cost of a search's decision besides the simulations, and of a compiled one, in simulations.
"""


@dataclass(frozen=True)
class PairedDeals:
    """Some deals that two levels play, each deal twice: the second time with seats exchanged.

    Attributes:
        pair: the indices of the levels, the lower first.
        first: the number of the first deal.
        pieces: the games of either seating.
    """

    pair: tuple[int, int]
    first: int
    pieces: tuple[Chunk, Chunk]


@dataclass(frozen=True)
class DealTally:
    """The results of deals, those of each pair from the first one on.

    Attributes:
        met: the results by pair and number of seats, in the order of the deals.
        unfinished: the number of games that did not end: all seats share the win.
    """

    met: Sequence[Pairing] = ()
    unfinished: int = 0

    def deals(self, pair: tuple[int, int]) -> int:
        """Return how many deals a pair has played."""
        return max((len(one.won) for one in self.met if (one.first, one.second) == pair), default=0)


def pairs_of(levels: Sequence[str], *, everybody: bool = False) -> list[tuple[int, int]]:
    """Return who meets whom: neighbours, and the last, strongest level and the bot `ANCHOR`.

    If `everybody` is set, all meet all.

    Example:
        >>> pairs_of(["greedy", "a", "b", "c"])
        [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (0, 3)]
    """
    last = len(levels) - 1
    most = last if everybody else NEIGHBOURS
    found = [
        (first, second)
        for second in range(len(levels))
        for first in range(max(0, second - most), second)
    ]
    if ANCHOR in levels:
        luck = (levels.index(ANCHOR), last)
        found += [luck] if luck not in found and luck[0] < last else []
    return found


def seatings(first: str, second: str, players: int, turn: int = 0) -> tuple[list[str], list[str]]:
    """Return two ways to seat two players alternately; in both together, each has every seat once.

    Example:
        >>> seatings("a", "b", 3)
        (['a', 'b', 'a'], ['b', 'a', 'b'])
        >>> seatings("a", "b", 3, turn=1)
        (['b', 'a', 'a'], ['a', 'b', 'b'])
    """
    turn %= players
    one, other = (
        [pair[seat % 2] for seat in range(players)] for pair in ((first, second), (second, first))
    )
    return one[turn:] + one[:turn], other[turn:] + other[:turn]


def blocks_of(
    game: LoadedGame, levels: Sequence[str], games: int, seed: int, *, everybody: bool = False
) -> list[PairedDeals]:
    """Return all blocks of a ladder, in the order in which they are played.

    Wherever it is stopped, a pair has played games in proportion to one over the root of their
    cost, which makes the intervals as narrow as the time allows.

    Args:
        game: the loaded game.
        levels: the levels, from the weakest to the strongest.
        games: the number of games of each pair, rounded up to whole deals.
        seed: the seed of all pairs, which have the same deals.
        everybody: whether all levels meet all others.
    """
    deals = -(-games // 2)
    sims = [bot.sims if isinstance(bot, SearchBot) else 0 for bot in Seats(game, levels).bots]
    found = []
    for place, pair in enumerate(pairs_of(levels, everybody=everybody)):
        most = max(sims[level] for level in pair)
        size = (SEARCHED if most < LONG else 1) if most else PIECE
        cost = sum(sims[level] + OVERHEAD if sims[level] else COMPILED for level in pair)
        blocks = _blocks(game, levels, pair, deals, size, seed)
        found += [
            ((block.first + block.pieces[0].games) * sqrt(cost), place, block) for block in blocks
        ]
    return [block for *_, block in sorted(found, key=lambda entry: entry[:2])]


def _blocks(
    game: LoadedGame,
    levels: Sequence[str],
    pair: tuple[int, int],
    deals: int,
    size: int,
    seed: int,
) -> Iterator[PairedDeals]:
    """Yield the blocks of a pair. All turns of the seats come, one after the other."""
    turns = [
        [
            pieces_of(game, seats, deals, seed=seed, size=size)
            for seats in seatings(levels[pair[0]], levels[pair[1]], game.players, turn)
        ]
        for turn in range(game.players if game.players % 2 else 1)
    ]
    for number in range(-(-deals // size)):
        one, other = turns[number % len(turns)]
        yield PairedDeals(pair, one[number].first, (one[number], other[number]))


def after(blocks: Sequence[PairedDeals], before: DealTally) -> tuple[list[PairedDeals], DealTally]:
    """Return the blocks that follow an earlier tally, and the tally of the blocks before these.

    A block of which only the first deals are in it, as the last one of a shorter ladder may be,
    leaves the tally and is played whole.
    """
    done = {pair: before.deals(pair) for pair in {block.pair for block in blocks}}
    found = [block for block in blocks if block.first + block.pieces[0].games > done[block.pair]]
    for block in found:
        done[block.pair] = min(done[block.pair], block.first)
    met = [
        replace(one, won=one.won[: done.get((one.first, one.second), len(one.won))])
        for one in before.met
    ]
    return found, replace(before, met=met)


def complete(blocks: Sequence[PairedDeals], played: Collection[Chunk]) -> list[PairedDeals]:
    """Return the blocks of which all games were played, without those after a gap."""
    found, cut = [], set[tuple[int, int]]()
    for block in blocks:
        if block.pair in cut:
            continue
        if all(piece in played for piece in block.pieces):
            found.append(block)
        else:
            cut.add(block.pair)
    return found


def tallied(
    blocks: Sequence[PairedDeals],
    levels: Sequence[str],
    played: Mapping[Chunk, ChunkResults],
    before: DealTally,
) -> DealTally:
    """Return an earlier tally with the results of more blocks.

    Args:
        blocks: the blocks that are complete, those of each pair in the order of the deals.
        levels: the levels.
        played: the results of their pieces.
        before: the tally of the blocks before these.
    """
    found = {(one.first, one.second, one.seats[0]): one for one in before.met}
    unfinished = before.unfinished
    for block in blocks:
        first, second = block.pair
        shares: dict[int, list[NDArray[np.float64]]] = {}
        for piece in block.pieces:
            ranks = played[piece].rows.ranks
            unfinished += int((ranks[:, 0] == 0).sum())
            own = [seat for seat, name in enumerate(piece.seats) if name == levels[first]]
            # In an unfinished game all ranks are 0.
            won = ranks == ranks.min(axis=1, keepdims=True)
            shares.setdefault(len(own), []).append(won[:, own].sum(axis=1) / won.sum(axis=1))
        for own_seats, parts in shares.items():
            key = (first, second, own_seats)
            won = np.sum(parts, axis=0)
            if key not in found:
                seats = (own_seats, len(block.pieces[0].seats) - own_seats)
                found[key] = Pairing(first, second, seats, len(parts), np.zeros(0))
            found[key] = replace(found[key], won=np.concatenate([found[key].won, won]))
    return DealTally(list(found.values()), unfinished)
