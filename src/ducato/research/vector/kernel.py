"""The kernels of a vector environment: steps of games, and what the seats see of them."""

from __future__ import annotations

from math import isnan, nan
from typing import Any

from ducato.bots.playout import Policy, choice
from ducato.compile.kernels import kernel
from ducato.core.chance import below
from ducato.core.observation.write import observe, observe_compact
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    inlined_rule,
    legal_actions,
    ranking,
    rule,
    series,
    setup,
)
from ducato.core.visibility import hide
from ducato.research.vector.buffers import (
    EVERY_SEAT,
    GameBuffers,
    Output,
    Play,
    Status,
    ThreadScratch,
)
from ducato.runs.play.buffers import Chooser

OVER, CUT = -1, -2
"""What `go_on` returns, instead of a status, if the game has ended or has become too long."""
MOST_UNASKED = 1000
"""The number of games in a row, without a decision for the learner, after which none is begun."""


@rule
def write_returns(ranks: Any, rewards: Any) -> None:
    """Add every seat's return, given the final ranks; see `Position.returns`."""
    players = len(ranks)
    winners = 0
    for seat in range(players):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(players):
        won = players / winners if ranks[seat] == 1 else 0.0
        rewards[seat] += (won - 1.0) / (players - 1)


@rule
def reward_change(
    state: Any, edition: Any, play: Play, numbers: Any, potential: Any, rewards: Any, over: bool
) -> None:
    """Add the change of each seat's weighted series to its reward; at the end, they are 0.

    The potential of a new game is not a number until its first decision, where nothing is added.
    """
    for seat in range(edition.players):
        now = 0.0
        if not over:
            series(state, edition, seat, numbers)
            for n in range(len(play.shaping)):
                now += play.shaping[n] * numbers[n]
        if not isnan(potential[seat]):
            rewards[seat] += play.discount * now - potential[seat]
        potential[seat] = now


@inlined_rule
def note(games: GameBuffers, env: int, action: int, play: Play) -> None:
    """Count a step, and write it down if games are recorded."""
    if play.record:
        games.log[env, games.steps[env]] = action
    games.steps[env] += 1


@rule
def begin(state: Any, edition: Any, games: GameBuffers, env: int, play: Play) -> None:
    """Begin a game with a state of zeros.

    The one before is written down as the earlier one, unless the learner had no part in it.
    """
    if games.asked[env]:
        games.unasked[env] = 0
        games.earlier_learner[env] = games.learner[env]
        games.earlier_steps[env] = games.steps[env]
        if play.record:
            for step in range(games.steps[env]):
                games.earlier[env, step] = games.log[env, step]
    games.asked[env] = False
    games.learner[env] = games.seat[env]
    games.steps[env] = 0
    for seat in range(games.potential.shape[1]):
        games.potential[env, seat] = nan
    setup(state, edition)


@inlined_rule
def go_on(
    state: Any,
    edition: Any,
    env: int,
    games: GameBuffers,
    player_of: Any,
    play: Play,
    work: ThreadScratch,
) -> int:
    """Play on until someone outside must decide; return the status, or `OVER` or `CUT`.

    Chance, compiled opponents and, if so asked, forced decisions are played. The legal actions and
    the seat to move are written.
    """
    rng, legal = games.rng[env], games.legal[env]
    while True:
        player = current_player(state, edition)
        player_of[env] = player
        if player == TERMINAL:
            return OVER
        if games.steps[env] >= play.limit:
            return CUT
        if player == CHANCE:
            action = below(rng, chance_outcomes(state, edition))
        elif games.seat[env] == EVERY_SEAT or player == games.seat[env]:
            n = legal_actions(state, edition, legal)
            if n > 1 or not play.skip_forced:
                games.choices[env] = n
                return Status.DECIDE.value
            action = int(legal[0])
        elif play.chooser == Chooser.OUTSIDE:
            return Status.ANSWER.value
        else:
            policy = Policy(play.chooser == Chooser.SOFTMAX, play.weights)
            action = int(choice(state, edition, rng, policy, work.choices))
        note(games, env, action, play)
        apply_action(state, edition, action)


@inlined_rule
def clear(games: GameBuffers, out: Output, env: int) -> None:
    """Take back what the last step returned for an environment, except that its game is over."""
    games.choices[env] = 0
    for action in range(out.mask.shape[1]):  # a reader of the mask may have changed it
        out.mask[env, action] = False
    for seat in range(out.rewards.shape[1]):
        out.rewards[env, seat] = 0.0


@inlined_rule
def clear_end(out: Output, env: int) -> None:
    """Take back that an environment's game is over."""
    out.terminated[env] = False
    out.truncated[env] = False


@inlined_rule
def finish(
    states: Any,
    edition: Any,
    games: GameBuffers,
    out: Output,
    play: Play,
    work: ThreadScratch,
    env: int,
    over: bool,
) -> None:
    """Write that a game is over, or else truncated, keep its state, and rotate the learner."""
    if len(play.shaping) > 0:
        potential, rewards = games.potential[env], out.rewards[env]
        reward_change(states[env], edition, play, work.series, potential, rewards, True)
    if over:
        ranks = work.ranks[: edition.players]  # others may be for more seats
        ranking(states[env], edition, ranks)
        write_returns(ranks, out.rewards[env])
        out.terminated[env] = True
    else:
        out.truncated[env] = True
        out.player[env] = TERMINAL
    states[len(states) - len(games.status) + env] = states[env]
    if play.rotate:
        games.seat[env] = (games.seat[env] + 1) % edition.players


@kernel
def advance(
    states: Any,
    editions: Any,
    games: GameBuffers,
    out: Output,
    play: Play,
    work: ThreadScratch,
    actions: Any,
    envs: Any,
) -> int:
    """Do a step of each of some environments; return how many wait for an opponent from outside.

    Games that end before the learner was asked are not shown, and others are begun. If the learner
    is asked in none of `MOST_UNASKED`, return -1.

    Args:
        states: a state for each environment, one of zeros, and one to overwrite for each thread.
            They are followed by the final state of the last game of each environment.
        editions: the editions of the loaded games.
        games: what the environments keep.
        out: what is returned.
        play: the settings.
        work: the scratch space.
        actions: the action of each environment.
        envs: the numbers of the environments.
    """
    waiting = unasked = 0
    zeros = len(games.status)
    for position in range(len(envs)):
        env = envs[position]
        status, edition = games.status[env], editions[games.which[env]]
        if status == Status.STAY:
            clear(games, out, env)
            continue
        if status != Status.ANSWER:  # else the step goes on
            clear(games, out, env)
            clear_end(out, env)
            games.rewarded[env] = games.seat[env]
        if status == Status.BEGIN:
            states[env] = states[zeros]
            begin(states[env], edition, games, env, play)
        else:
            note(games, env, actions[env], play)
            apply_action(states[env], edition, actions[env])
        shaped = len(play.shaping) > 0
        while True:
            status = go_on(states[env], edition, env, games, out.player, play, work)
            if status >= 0:
                break
            if not games.asked[env]:
                games.unasked[env] += 1
                if games.unasked[env] < MOST_UNASKED:
                    states[env] = states[zeros]
                    begin(states[env], edition, games, env, play)
                    continue
                games.unasked[env] = 0
                unasked += 1
                status = CUT
            finish(states, edition, games, out, play, work, env, status == OVER)
            if not play.same_step or unasked > 0:
                status = Status.STAY.value if play.stays else Status.BEGIN.value
                break
            states[env] = states[zeros]
            begin(states[env], edition, games, env, play)
        games.status[env] = status
        over = status in (Status.BEGIN, Status.STAY)
        viewer = games.rewarded[env] if over else games.seat[env]
        games.viewer[env] = viewer if viewer != EVERY_SEAT else max(out.player[env], 0)
        if status == Status.ANSWER:
            waiting += 1
        elif status == Status.DECIDE:
            games.asked[env] = True
            for n in range(games.choices[env]):
                out.mask[env, games.legal[env, n]] = True
            if shaped:
                potential, rewards = games.potential[env], out.rewards[env]
                reward_change(states[env], edition, play, work.series, potential, rewards, False)
    return -1 if unasked > 0 else waiting


@kernel
def mark_legal(states: Any, games: GameBuffers, actions: Any, legal: Any) -> None:
    """Write where an action is legal, or is ignored because the learner is not to move.

    The mask is not read for this, since its readers may have changed it.

    Args:
        states: the states, which are not read.
        games: what the environments keep.
        actions: the action of each environment.
        legal: the array of bools to write.
    """
    for env in range(len(actions)):
        legal[env] = games.status[env] != Status.DECIDE
        for n in range(games.choices[env]):
            if games.legal[env, n] == actions[env]:
                legal[env] = True


@kernel
def draw_actions(
    states: Any,
    editions: Any,
    games: GameBuffers,
    policy: Policy,
    choices: Any,
    actions: Any,
    envs: Any,
) -> None:
    """Draw an action for each of some environments in which the learner is to decide."""
    for position in range(len(envs)):
        env = envs[position]
        if games.status[env] != Status.DECIDE:
            actions[env] = 0
        elif policy.guided:
            edition = editions[games.which[env]]
            actions[env] = choice(states[env], edition, games.rng[env], policy, choices)
        else:
            actions[env] = games.legal[env, below(games.rng[env], games.choices[env])]


@kernel
def show(
    states: Any, editions: Any, which: Any, seats: Any, first: int, spare: int, out: Any, envs: Any
) -> None:
    """Write what a seat sees of each of some environments, as float32.

    Args:
        states: the states; environment n has number `first` + n.
        editions: the editions.
        which: the index of the edition of each environment.
        seats: the seat that sees, for each environment.
        first: the number of the state of environment 0.
        spare: the number of a state to overwrite.
        out: the array to write, with a row for each environment.
        envs: the numbers of the environments.
    """
    for position in range(len(envs)):
        env = envs[position]
        states[spare] = states[first + env]
        hide(states[spare], seats[env])
        observe(states[spare], editions[which[env]], seats[env], out[env])


@kernel
def show_compact(
    states: Any, editions: Any, which: Any, seats: Any, first: int, spare: int, out: Any, envs: Any
) -> None:
    """Write what `show` writes, in compact form."""
    for position in range(len(envs)):
        env = envs[position]
        states[spare] = states[first + env]
        hide(states[spare], seats[env])
        observe_compact(states[spare], editions[which[env]], seats[env], out[env])


@kernel
def show_records(
    states: Any, records: Any, which: Any, seats: Any, first: int, spare: int, out: Any, envs: Any
) -> None:
    """Write the redacted states into the batch `records`; the other arguments are those of `show`.

    `which`, `spare` and `out` are not used.
    """
    for position in range(len(envs)):
        env = envs[position]
        records[env] = states[first + env]
        hide(records[env], seats[env])
