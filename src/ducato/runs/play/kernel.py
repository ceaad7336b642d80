"""The loop in which the lab's games are played and measured, compiled with the rules of a game."""

from __future__ import annotations

from typing import Any

from ducato.bots.playout import draw_index, softmax
from ducato.compile.kernels import kernel
from ducato.core.chance import below
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    count,
    current_player,
    legal_actions,
    ranking,
    rounds_played,
    rule,
    series,
    setup,
)
from ducato.runs.play.buffers import (
    SAMPLES,
    Chooser,
    Column,
    Cursor,
    GameConditions,
    GameScratch,
    Rows,
    Totals,
)
from ducato.runs.play.tally import tally_game

NO_ACTION = -1
ALL_PLAYED = -1
"""The result of `play` when every game has ended."""
TOO_LONG = -2
"""The result of `play` when a game has not ended within the maximum number of steps."""


@rule
def allowed(setting: GameConditions, seat: int, legal: Any, n: int) -> int:
    """Move the actions of the lowest tier to the front of `legal`; return their number."""
    if len(setting.tiers) == 0:
        return n
    lowest = setting.tiers[seat, legal[0]]
    for i in range(1, n):
        lowest = min(lowest, setting.tiers[seat, legal[i]])
    kept = 0
    for i in range(n):
        if setting.tiers[seat, legal[i]] == lowest:
            legal[kept] = legal[i]
            kept += 1
    return kept


@rule
def chosen_by(
    state: Any, edition: Any, setting: GameConditions, work: GameScratch, seat: int, n: int
) -> int:
    """Return the action that a seat chooses among the first `n` of `work.legal`."""
    choices = setting.seeds[work.cursor[Cursor.GAME], 1]
    if setting.chooser[seat] == Chooser.SOFTMAX:
        softmax(state, edition, work.legal, n, setting.weights[seat], work.chances)
        return work.legal[draw_index(work.chances, n, choices)]  # type: ignore[no-any-return]
    return work.legal[below(choices, n)]  # type: ignore[no-any-return]


@rule
def begin_game(state: Any, edition: Any, work: GameScratch) -> None:
    """Set up a game and the scratch space."""
    setup(state, edition)
    for entry in range(Cursor.STEP, Cursor.TOUCHED):
        work.cursor[entry] = 0
    work.cursor[Cursor.PLAYER] = -1
    work.cursor[Cursor.ROUND] = -1
    work.clock[:] = 0.0
    work.waiting[:] = -1.0
    work.memory[:] = 0


@rule
def take_sample(state: Any, edition: Any, work: GameScratch) -> None:
    """Read the ranks and the series of all seats."""
    sample = work.cursor[Cursor.SAMPLE]
    if sample == SAMPLES:
        return
    work.moment[sample] = work.cursor[Cursor.DECISION]
    ranking(state, edition, work.ranks[sample])
    for seat in range(len(work.waiting)):
        series(state, edition, seat, work.series[sample, seat])
    work.cursor[Cursor.SAMPLE] = sample + 1


@rule
def begin_turn(
    state: Any, edition: Any, setting: GameConditions, rows: Rows, work: GameScratch, seat: int
) -> None:
    """Note that another seat begins to act."""
    order = rows.order[work.cursor[Cursor.GAME]]
    if order[seat] == 0:
        work.cursor[Cursor.BEGUN] += 1
        order[seat] = work.cursor[Cursor.BEGUN]
        rows.numbers[work.cursor[Cursor.GAME], Column.FIRST_WAIT] = work.clock[0]
    rows.turns[work.cursor[Cursor.GAME], seat] += 1
    before = work.cursor[Cursor.PLAYER]
    if before >= 0:
        work.waiting[before] = work.clock[0]
    if work.waiting[seat] >= 0:
        wait = work.clock[0] - work.waiting[seat]
        work.clock[1] += wait
        work.clock[2] += 1
        work.clock[3] = max(work.clock[3], wait)
    work.cursor[Cursor.PLAYER] = seat
    rounds = rounds_played(state, edition) if setting.by_rounds else work.cursor[Cursor.ROUND] + 1
    if rounds != work.cursor[Cursor.ROUND]:
        work.cursor[Cursor.ROUND] = rounds
        take_sample(state, edition, work)


@rule
def remember(
    setting: GameConditions, rows: Rows, work: GameScratch, seat: int, action: int, n: int
) -> None:
    """Note a decision with `n` legal actions."""
    game, decision = work.cursor[Cursor.GAME], work.cursor[Cursor.DECISION]
    numbers = rows.numbers[game]
    numbers[Column.DECISIONS] += 1
    numbers[Column.OPTIONS] += n
    numbers[Column.WIDEST] = max(numbers[Column.WIDEST], n)
    rows.decided[game, seat] += 1
    if n == 1:
        numbers[Column.FORCED] += 1
        work.clock[0] += setting.forced_seconds
    else:
        work.clock[0] += setting.seconds[action]
        rows.kinds[game, seat, setting.kind_of[action]] += 1
    start = work.cursor[Cursor.OPTION]
    work.actor[decision], work.chosen[decision], work.first[decision] = seat, action, start
    for i in range(n):
        work.options[start + i] = work.legal[i]
    work.cursor[Cursor.OPTION] = work.first[decision + 1] = start + n
    work.cursor[Cursor.DECISION] = decision + 1


@rule
def end_game(
    state: Any, edition: Any, rows: Rows, totals: Totals, work: GameScratch, things: Any
) -> None:
    """Write the results of a game that is over."""
    game = work.cursor[Cursor.GAME]
    rows.finished[game] = True
    for seat in range(len(work.waiting)):
        if rows.order[game, seat] == 0:
            work.cursor[Cursor.BEGUN] += 1
            rows.order[game, seat] = work.cursor[Cursor.BEGUN]
        series(state, edition, seat, rows.series[game, seat])
    if work.cursor[Cursor.SAMPLE] == SAMPLES:
        work.cursor[Cursor.SAMPLE] -= 1  # the end is always read
    take_sample(state, edition, work)
    ranking(state, edition, rows.ranks[game])
    numbers = rows.numbers[game]
    numbers[Column.ROUNDS] = rounds_played(state, edition)
    numbers[Column.MINUTES] = work.clock[0] / 60
    numbers[Column.WAIT] = work.clock[1] / max(1.0, work.clock[2])
    numbers[Column.LONGEST_WAIT] = work.clock[3]
    tally_game(rows, totals, work, things)


@kernel
def play(
    states: Any,
    editions: Any,
    setting: GameConditions,
    rows: Rows,
    totals: Totals,
    work: GameScratch,
    action: int,
) -> int:
    """Play games until all have ended or a seat must choose whose `Chooser` is `OUTSIDE`.

    Args:
        states: a batch of two states: that of the present game, and one of zeros.
        editions: a batch of one edition.
        setting: the conditions.
        rows: the results by game.
        totals: the sums over all games.
        work: scratch space, which also says where the loop stands.
        action: the action for the seat that the last call returned; else `NO_ACTION`.

    Returns:
        The seat that must choose, `ALL_PLAYED`, or `TOO_LONG`; in that case the game stays
        unfinished, and a further call goes on with the next one.
    """
    edition = editions[0]
    cursor = work.cursor
    while cursor[Cursor.GAME] < len(rows.finished):
        game = cursor[Cursor.GAME]
        if cursor[Cursor.STEP] < 0:
            states[0] = states[1]
            begin_game(states[0], edition, work)
        state = states[0]
        while True:
            player = current_player(state, edition)
            if player == TERMINAL:
                end_game(state, edition, rows, totals, work, setting.things)
                break
            if cursor[Cursor.STEP] >= setting.longest:
                break
            if player == CHANCE:
                action = below(setting.seeds[game, 0], chance_outcomes(state, edition))
                rows.numbers[game, Column.CHANCE] += 1
                work.clock[0] += setting.chance_seconds
            else:
                n = allowed(setting, player, work.legal, legal_actions(state, edition, work.legal))
                if cursor[Cursor.OPTION] + n > len(work.options):
                    break
                if n == 1:
                    action = work.legal[0]
                elif setting.chooser[player] != Chooser.OUTSIDE:
                    action = chosen_by(state, edition, setting, work, player, n)
                elif action == NO_ACTION:
                    return player
                if player != cursor[Cursor.PLAYER]:
                    begin_turn(state, edition, setting, rows, work, player)
                remember(setting, rows, work, player, action, n)
            apply_action(state, edition, action)
            count(state, edition, player, action, rows.counters[game], work.memory)
            cursor[Cursor.STEP] += 1
            action = NO_ACTION
        cursor[Cursor.GAME] += 1
        cursor[Cursor.STEP] = -1
        if not rows.finished[game]:
            return TOO_LONG
    return ALL_PLAYED
