"""Kingmaking: how often somebody who cannot win any more decides by a last choice who does.

Each loser's last choice between several actions is made again in every way, up to a number, and
the rest of the game is played several times, with other chance and other choices each time. The
loser is a kingmaker if nothing lets them win, one action always makes one seat win, and another
action always another.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ducato.core import verbs
from ducato.core.chance import new_rng
from ducato.core.struct import Struct
from ducato.lab.diagnosis.finding import Finding
from ducato.lab.outcomes import Outcomes
from ducato.runs.play.buffers import Cursor
from ducato.runs.play.chunk import Chunk, Player
from ducato.runs.play.kernel import NO_ACTION, play
from ducato.runs.play.lab_players import COMPILED
from ducato.runs.statistics import Estimate, share

GAMES = 100
"""The number of games that are looked at."""
ACTIONS, REPEATS = 6, 6
"""The number of actions that are tried, and how often the rest of the game is played with each."""
MOST = 0.05
"""The share of games with a kingmaker from which a game has a fault."""
SEARCHES = 60
"""How often a game may be played again to find the position before a choice."""


def kingmaking(games: Outcomes, number: int = GAMES) -> Estimate | None:
    """Return the share of games in which a loser decides who wins.

    None if there are fewer than three players, or if a seat does not choose by compiled rules.
    """
    players = games.game.players
    if players < 3 or any(name.partition(":")[0] not in COMPILED for name in games.seats):
        return None
    kings = [_has_kingmaker(games, game) for game in range(number)]
    return share(float(sum(kings)), number)


def kingmaking_findings(games: Outcomes) -> Iterator[Finding]:
    """Return kingmaking as a fault if it happens often."""
    found = kingmaking(games)
    if found is not None and found.low > MOST:
        yield Finding("kingmaking", "", found, MOST, 1.5 + found.value, grade="fault")


class _Replay:
    """One game that can be stopped at any step and gone on with from there."""

    def __init__(self, games: Outcomes, number: int) -> None:
        game = games.game
        self.chunk = Chunk(
            game.name,
            game.players,
            game.edition_name,
            tuple(sorted(game.options.items())),
            seats=tuple(games.seats),
            first=number,
            games=1,
            seed=games.seed,
            bans=tuple(games.bans),
        )
        self.player = Player(self.chunk, game)
        self.setting = self.player.setting
        self.seeds = self.setting.seeds.copy()

    def play(self, longest: int) -> bool:
        """Play from the beginning, up to a step; return whether the game ended."""
        self.player.states.array[0] = self.player.states.array[1]
        self.setting.seeds[...] = self.seeds
        self._reset(-1)
        return self._go(longest)

    def go_on(self, state: Struct, seed: tuple[int, ...]) -> NDArray[np.int32] | None:
        """Play on from a position with other generators; return the ranks."""
        self.player.states[0] = state
        for part, name in enumerate(("chance", "players")):
            self.setting.seeds[0, part] = new_rng(self.chunk.seed, *seed, name)
        self._reset(0)
        ended = self._go(self.setting.longest)
        return self.player.rows.ranks[0].copy() if ended else None

    def _reset(self, step: int) -> None:
        for field in self.player.rows:
            field[...] = 0
        cursor = self.player.work.cursor
        cursor[: Cursor.TOUCHED] = 0
        cursor[Cursor.STEP], cursor[Cursor.PLAYER], cursor[Cursor.ROUND] = step, -1, -1
        self.player.work.waiting[:] = -1.0

    def _go(self, longest: int) -> bool:
        player = self.player
        setting = self.setting._replace(longest=longest)
        play(
            player.states,
            player.editions,
            setting,
            player.rows,
            player.totals,
            player.work,
            NO_ACTION,
        )
        return bool(player.rows.finished[0])


def _has_kingmaker(games: Outcomes, number: int) -> bool:
    replay = _Replay(games, number)
    if not replay.play(replay.setting.longest):
        return False
    rows, work = replay.player.rows, replay.player.work
    n = int(work.cursor[Cursor.DECISION])
    actors, first = work.actor[:n].copy(), work.first[: n + 1].copy()
    losers = np.flatnonzero(rows.ranks[0] > 1)
    free = np.diff(first) > 1
    for seat in losers.tolist():
        choices = np.flatnonzero(free & (actors == seat))
        if len(choices) and _decides(replay, int(choices[-1]), seat, number):
            return True
    return False


def _decides(replay: _Replay, decision: int, seat: int, number: int) -> bool:
    """Return whether a decision of a loser makes one or another seat win for sure."""
    state = _before(replay, decision)
    game = replay.player.game
    if state is None or verbs.current_player(state, game.edition) != seat:
        return False
    legal = game.actions.buffer()
    n = verbs.legal_actions(state, game.edition, legal)
    picked = np.asarray(legal)[np.linspace(0, n - 1, min(n, ACTIONS)).round().astype(int)]
    sure: set[int] = set()
    for action in picked.tolist():
        after = state.copy()
        verbs.apply_action(after, game.edition, action)
        winners: set[int] = set()
        for repeat in range(REPEATS):
            ranks = _ranks(replay, after, (number, decision, action, repeat))
            if ranks is None or ranks[seat] == 1:
                return False  # who can still win is no kingmaker
            alone = np.flatnonzero(ranks == 1)
            winners.add(int(alone[0]) if len(alone) == 1 else -1)
            if len(winners) > 1:
                break
        if len(winners) == 1 and -1 not in winners:
            sure |= winners
    return len(sure) > 1


def _ranks(replay: _Replay, state: Struct, seed: tuple[int, ...]) -> NDArray[np.int32] | None:
    game = replay.player.game
    if verbs.current_player(state, game.edition) != verbs.TERMINAL:
        return replay.go_on(state, seed)
    ranks = np.zeros(game.players, np.int32)
    verbs.ranking(state, game.edition, ranks)
    return ranks


def _before(replay: _Replay, decision: int) -> Struct | None:
    """Return the position before a decision: as many steps further as decisions are missing."""
    step = decision
    work, game = replay.player.work, replay.player.game
    for _ in range(SEARCHES):
        if replay.play(step):
            return None
        state = game.State.of(replay.player.states.array[0].tobytes())
        missing = decision - int(work.cursor[Cursor.DECISION])
        if missing <= 0 and verbs.current_player(state, game.edition) >= 0:
            return state if missing == 0 else None
        step += max(1, missing)
    return None
