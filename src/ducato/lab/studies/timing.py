"""The processor time of a level's decisions."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

from ducato.core.game import LoadedGame
from ducato.lab.bench import first_decision
from ducato.runs.play.buffers import Column
from ducato.runs.play.chunk import Chunk, Player, pieces_of, play_piece
from ducato.runs.play.lab_players import Seats
from ducato.runs.statistics import Estimate, mean

TIMED, BATCHES = 200, 10
"""The number of games in which the decisions of a compiled level are timed, and in how many parts.
"""


def decision_seconds(game: LoadedGame, level: str) -> Estimate:
    """Return the processor time of a level's decision between several actions, in seconds.

    Of a search, one game against greedy players is timed decision by decision; of a compiled player
    many games, moves included.
    """
    bot = Seats(game, [level]).bots[0]
    if bot is not None:
        seats = [level] + ["greedy"] * (game.players - 1)
        piece = pieces_of(game, seats, 1, size=1)[0]
        bot.choose(*first_decision(game), 0)  # to compile
        player = TimedPlayer(piece, game)
        player.play()
        return mean(player.times)
    pieces = pieces_of(game, [level] * game.players, TIMED, size=TIMED // BATCHES)
    play_piece(replace(pieces[0], games=1, seats=("random",) * game.players))  # to compile
    times = []
    for piece in pieces:
        began = process_time()
        numbers = play_piece(piece).rows.numbers.sum(axis=0)
        took = process_time() - began
        times.append(took / max(1.0, numbers[Column.DECISIONS] - numbers[Column.FORCED]))
    return mean(times)


class TimedPlayer(Player):
    """A player that notes the processor time of each decision of a search, in seconds."""

    def __init__(self, piece: Chunk, game: LoadedGame) -> None:
        super().__init__(piece, game)
        self.times: list[float] = []

    def _choose(self, seat: int) -> int:
        began = process_time()
        action = super()._choose(seat)
        self.times.append(process_time() - began)
        return action
