"""What is counted at the end of a game: who led, what was offered and done, and the curves."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.runs.play.buffers import (
    OPENING,
    OPENING_CHOICES,
    POINTS,
    WHOLE_GAME,
    Column,
    Cursor,
    GameScratch,
    PairColumn,
    Rows,
    Tally,
    Totals,
)

AVAILABLE, DONE = 1, 2


@rule
def tally_game(rows: Rows, totals: Totals, work: GameScratch, things: Any) -> None:
    """Add the results of the game that has just ended."""
    game = work.cursor[Cursor.GAME]
    winners = 0
    for seat in range(len(work.shares)):
        if rows.ranks[game, seat] == 1:
            winners += 1
    for seat in range(len(work.shares)):
        work.shares[seat] = 1.0 / winners if rows.ranks[game, seat] == 1 else 0.0
    tally_leads(rows.numbers[game], work)
    tally_half_time(rows.numbers[game], work)
    tally_curves(totals, work)
    tally_choices(totals, work)
    decisions = work.cursor[Cursor.DECISION]
    start = 0
    for third in range(3):
        end = decisions * (third + 1) // 3
        tally_things(rows.order[game], totals, work, things, third, start, end)
        start = end
    tally_things(rows.order[game], totals, work, things, WHOLE_GAME, 0, decisions)
    tally_things(rows.order[game], totals, work, things, OPENING, 0, decisions)


@rule
def sole_leader(ranks: Any) -> int:
    """Return the only seat with rank 1, or -1."""
    found = -1
    for seat in range(len(ranks)):
        if ranks[seat] == 1:
            if found >= 0:
                return -1
            found = seat
    return found


@rule
def tally_leads(numbers: Any, work: GameScratch) -> None:
    """Count changes of the lead, and when the winner took it for good."""
    samples = work.cursor[Cursor.SAMPLE]
    end = max(1, work.cursor[Cursor.DECISION])
    winner = sole_leader(work.ranks[samples - 1])
    leader = -1
    settled = work.moment[samples - 1]
    behind = 0
    led = False
    for sample in range(samples):
        now = sole_leader(work.ranks[sample])
        if now >= 0:
            if leader >= 0 and now != leader:
                numbers[Column.LEAD_CHANGES] += 1
            leader = now
        if winner >= 0:
            if work.ranks[sample, winner] != 1:
                behind += 1
            if now != winner:
                led = False
            elif not led:
                led = True
                settled = work.moment[sample]
    numbers[Column.SETTLED] = settled / end
    numbers[Column.BEHIND] = behind / samples


@rule
def mean_share(work: GameScratch, sample: int, rank: int) -> float:
    """Return the mean share of the win of the seats that had a rank at a sample."""
    shares, n = 0.0, 0
    for seat in range(len(work.shares)):
        if work.ranks[sample, seat] == rank:
            shares += work.shares[seat]
            n += 1
    return shares / n if n > 0 else 0.0


@rule
def tally_half_time(numbers: Any, work: GameScratch) -> None:
    """Note what became of those who led, and of the last: at half-time and from then on."""
    samples, half = work.cursor[Cursor.SAMPLE], work.cursor[Cursor.DECISION] // 2
    sample = 0
    while sample + 1 < samples and work.moment[sample + 1] <= half:
        sample += 1
    lowest = 1
    for seat in range(len(work.shares)):
        lowest = max(lowest, work.ranks[sample, seat])
    numbers[Column.LEADER_WINS] = mean_share(work, sample, 1)
    numbers[Column.LAST_WINS] = mean_share(work, sample, lowest)
    lost = 0.0
    for moment in range(samples - 1):
        lost += 1.0 - mean_share(work, moment, 1)
    numbers[Column.TENSION] = lost / max(1, samples - 1)


@rule
def tally_curves(totals: Totals, work: GameScratch) -> None:
    """Add the series and the leaders at each point of the game."""
    samples, decisions = work.cursor[Cursor.SAMPLE], work.cursor[Cursor.DECISION]
    sample = 0
    for point in range(POINTS):
        moment = decisions * point / (POINTS - 1)
        while sample + 1 < samples and work.moment[sample + 1] <= moment:
            sample += 1
        if point == POINTS - 1:
            sample = samples - 1
        for seat in range(len(work.shares)):
            group = 0 if work.shares[seat] > 0 else 1
            totals.seats[point, group] += 1
            for number in range(work.series.shape[2]):
                value = float(work.series[sample, seat, number])
                totals.curves[point, group, number, 0] += value
                totals.curves[point, group, number, 1] += value * value
            if work.ranks[sample, seat] == 1:
                totals.leaders[point, 0] += 1
                totals.leaders[point, 1] += work.shares[seat]


@rule
def tally_choices(totals: Totals, work: GameScratch) -> None:
    """Add the numbers of decisions and of their legal actions between two points of the game."""
    decisions = work.cursor[Cursor.DECISION]
    for decision in range(decisions):
        n = work.first[decision + 1] - work.first[decision]
        choices = totals.choices[decision * (POINTS - 1) // decisions]
        choices[0] += 1
        choices[1] += n
        if n == 1:
            choices[2] += 1


@rule
def note_option(work: GameScratch, things: Any, seat: int, action: int, n: int, tally: Any) -> None:
    """Note that an action, one of `n`, was offered to a seat; `tally` is the sums to add to."""
    for i in range(things.shape[1]):
        thing = things[action, i]
        if thing < 0:
            break
        if work.mark[seat, thing] == 0:
            work.mark[seat, thing] = AVAILABLE
            work.touched[work.cursor[Cursor.TOUCHED]] = seat * work.mark.shape[1] + thing
            work.cursor[Cursor.TOUCHED] += 1
        if work.seen[thing] != work.cursor[Cursor.STAMP]:
            work.seen[thing] = work.cursor[Cursor.STAMP]
            tally[thing, Tally.AVAILABLE] += 1
        tally[thing, Tally.EXPECTED] += 1.0 / n


@rule
def note_choice(work: GameScratch, things: Any, seat: int, action: int, tally: Any) -> None:
    """Note that a seat has chosen an action that was offered; `tally` is the sums to add to."""
    for i in range(things.shape[1]):
        thing = things[action, i]
        if thing < 0:
            break
        work.mark[seat, thing] = DONE
        tally[thing, Tally.CHOSEN] += 1


@rule
def tally_things(
    order: Any, totals: Totals, work: GameScratch, things: Any, period: int, start: int, end: int
) -> None:
    """Count what was offered and done in the decisions from `start` to `end`.

    Forced decisions do not count: nobody chose them. Of the opening, each seat has only so many.
    """
    cursor = work.cursor
    cursor[Cursor.TOUCHED] = 0
    work.opened[:] = 0
    for decision in range(start, end):
        first, last = work.first[decision], work.first[decision + 1]
        if last - first == 1:
            continue
        seat = work.actor[decision]
        work.opened[seat] += 1
        if period == OPENING and work.opened[seat] > OPENING_CHOICES:
            continue
        cursor[Cursor.STAMP] += 1  # a thing with several legal actions is offered once
        tally = totals.things[order[seat] - 1, :, period]
        for i in range(first, last):
            note_option(work, things, seat, work.options[i], last - first, tally)
        note_choice(work, things, seat, work.chosen[decision], tally)
    tally_pairs(order, totals, work, period)
    for i in range(cursor[Cursor.TOUCHED]):
        seat = work.touched[i] // work.mark.shape[1]
        thing = work.touched[i] % work.mark.shape[1]
        sums = totals.things[order[seat] - 1, thing, period]
        share = work.shares[seat]
        column = Tally.DONE if work.mark[seat, thing] == DONE else Tally.PASSED
        sums[column] += 1
        sums[column + 1] += share
        sums[column + 2] += share * share
        work.mark[seat, thing] = 0


@rule
def tally_pairs(order: Any, totals: Totals, work: GameScratch, period: int) -> None:
    """Add the shares of the win of all seats that could do the same thing, pair by pair."""
    seats, things = work.mark.shape
    for i in range(work.cursor[Cursor.TOUCHED]):
        seat, thing = work.touched[i] // things, work.touched[i] % things
        of_seat = totals.pairs[thing, period, group_of(order, work, seat, thing)]
        share = work.shares[seat]
        for other in range(seats):
            if work.mark[other, thing] != 0:
                sums = of_seat[group_of(order, work, other, thing)]
                sums[PairColumn.GAMES] += 1
                sums[PairColumn.WINS] += share
                sums[PairColumn.PRODUCTS] += share * work.shares[other]


@rule
def group_of(order: Any, work: GameScratch, seat: int, thing: int) -> int:
    """Return the group of `Totals.pairs` that a seat is in."""
    return int(2 * (order[seat] - 1) + (0 if work.mark[seat, thing] == DONE else 1))
