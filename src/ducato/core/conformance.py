"""The contract of a game, as checks that know no game.

`check` runs them all on one loaded game and raises `Broken` with the seed, the step and what is
wrong; `CHECKS` lists them for parametrised tests. Everything runs interpreted with warnings as
errors, so that a number that does not fit into its field is found; `compiled_agrees` then compares
the compiled rules byte by byte.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from ducato.compile.kernels import kernel
from ducato.core import auto_response, i18n, verbs, visibility
from ducato.core.chance import below, new_rng
from ducato.core.errors import DucatoError, IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.i18n import LANGUAGES
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.scene import KINDS, LAYOUTS, ROLES, TONES, write
from ducato.core.struct import Batch, Struct

SAMPLES = 12  # positions looked at closely in one game
WORLDS = 4  # worlds dealt again for each of them
DEALS = 4000  # deals for the test of uniformity
SMALL = 24  # ways to deal that this test can count


class Broken(DucatoError, AssertionError):
    """A game breaks the contract."""


def _demand(condition: bool, what: str) -> None:
    if not condition:
        raise Broken(what)


def walk(game: LoadedGame, seed: int) -> Iterator[Position]:
    """The positions of a random game, one object that moves on, until it is over."""
    rng = new_rng("conformance", seed)
    position = game.new_initial_state()
    for _ in range(game.game.longest):
        yield position
        player = position.current_player()
        if player == verbs.TERMINAL:
            return
        if player == verbs.CHANCE:
            n = verbs.chance_outcomes(position.state, game.edition)
            verbs.apply_action(position.state, game.edition, below(rng, n))
        else:
            legal = position.legal_actions()
            verbs.apply_action(position.state, game.edition, legal[below(rng, len(legal))])
    raise Broken(f"seed {seed}: the game is not over after {game.game.longest} steps")


def sampled(game: LoadedGame, seed: int) -> list[Position]:
    """Some positions of a random game, spread over its length, the last one included."""
    every = [p.clone() for p in walk(game, seed)]
    step = max(1, len(every) // SAMPLES)
    return [*every[::step], every[-1]]


def legal_lists(game: LoadedGame, seed: int) -> None:
    """Players exist, legal lists are ascending and never empty, chance has an outcome."""
    for number, position in enumerate(walk(game, seed)):
        here = f"seed {seed}, step {number}"
        player = position.current_player()
        _demand(
            player in (verbs.CHANCE, verbs.TERMINAL) or 0 <= player < game.players,
            f"{here}: player {player}",
        )
        if player == verbs.CHANCE:
            outcomes = position.chance_outcomes()
            _demand(len(outcomes) > 0, f"{here}: a chance step without outcome")
        elif player >= 0:
            legal = position.legal_actions()
            _demand(len(legal) > 0, f"{here}: seat {player} has no legal action")
            _demand(
                legal == sorted(set(legal)), f"{here}: the legal list is not ascending: {legal}"
            )
            _demand(
                legal[0] >= 0 and legal[-1] < len(game.actions),
                f"{here}: an action out of the table",
            )
    returns = position.returns()
    _demand(abs(sum(returns)) < 1e-9, f"seed {seed}: the returns {returns} do not add up to 0")
    ranks = position.ranks()
    _demand(min(ranks) == 1, f"seed {seed}: nobody is first in {ranks}")


def reading_changes_nothing(game: LoadedGame, seed: int) -> None:
    """Asking a position anything changes nothing; a clone lives apart; refusals change nothing."""
    for position in sampled(game, seed):
        before = position.state.tobytes()
        player = position.current_player()
        legal = position.legal_actions()
        position.chance_outcomes(), position.returns(), position.to_dict(), str(position)
        for seat in range(game.players):
            (
                position.observation_tensor(seat),
                position.to_dict(seat),
                position.information_state_string(seat),
            )
        if player >= 0:
            clone = position.clone()
            clone.apply_action(legal[-1])
            _demand(clone.state.tobytes() != before, f"seed {seed}: {legal[-1]} changes nothing")
            illegal = next((a for a in range(len(game.actions)) if a not in legal), None)
            for wrong in (illegal, -1, len(game.actions), "x", None):
                try:
                    position.apply_action(wrong)  # type: ignore[arg-type]
                except IllegalAction:
                    continue
                raise Broken(f"seed {seed}: the illegal action {wrong!r} was accepted")
        _demand(position.state.tobytes() == before, f"seed {seed}: reading changed the state")


def record_replays(game: LoadedGame, seed: int) -> None:
    """A played match, written and read, has the same final bytes; its plain data is JSON."""
    from ducato.core.chance import CommittedStream

    rng = new_rng("record", seed)
    match = Match(game, CommittedStream(new_rng("stream", seed).tobytes()))
    match.run_chance()
    while not match.is_over():
        legal = match.position.legal_actions()
        match.act(legal[below(rng, len(legal))])
        match.run_chance()
    replayed = Match.from_lines(match.to_lines())
    _demand(
        replayed.position.state == match.position.state,
        f"seed {seed}: the record replays differently",
    )
    json.dumps(match.position.to_dict())


def cards_are_conserved(game: LoadedGame, seed: int) -> None:
    """Every card lies in one zone, and each zone holds as many as it says."""
    for number, position in enumerate(walk(game, seed)):
        for name, declared in position.state.fields.items():
            if declared.cards is not None:
                zones = position.state.row(name)
                counts = np.bincount(zones, minlength=len(declared.cards.sees))
                held = position.state.row(declared.cards.held)
                if held.ndim > 1:
                    held = held.sum(axis=0)
                _demand(
                    counts.tolist() == held.tolist(),
                    f"seed {seed}, step {number}: {name} and its counts differ",
                )


def secrets_are_kept(game: LoadedGame, seed: int) -> None:
    """A seat sees the same in all worlds that it cannot tell apart, and may do the same."""
    rng = new_rng("secrets", seed)
    for position in sampled(game, seed):
        for seat in (*range(game.players), visibility.SPECTATOR):
            seen = visibility.redact(position.state, seat)
            for _ in range(WORLDS):
                world = position.resample_from_infostate(seat, rng)
                again = visibility.resample(seen, seat, rng)
                for other in (world.state, again):
                    same = visibility.redact(other, seat) == seen
                    _demand(
                        same,
                        f"seed {seed}: seat {seat} can tell a resampled world from the true one",
                    )
                _demand(
                    world.current_player() == position.current_player(),
                    f"seed {seed}: whose turn it is hangs on what seat {seat} cannot see",
                )
                if seat == position.current_player():
                    _demand(
                        world.legal_actions() == position.legal_actions(),
                        f"seed {seed}: the legal actions of seat {seat} hang on what it cannot see",
                    )


def _classes_are_mixed(state: Struct) -> bool:
    """Whether cards lie somewhere of which nobody knows the class; see `core.struct.cards`."""
    for name, declared in state.fields.items():
        if declared.cards is not None and len(declared.cards.classes) == 1:
            held, classes = state.row(declared.cards.held), state.row(declared.cards.classes[0])
            for known, count in enumerate(held):
                lying = np.bincount(state.row(name)[classes == known], minlength=len(count))
                if not np.array_equal(lying, count):
                    return True
    return False


def _hidden(state: Struct, seat: int) -> Any:
    """All cards that `seat` cannot see: field and class, number and zone of each."""
    seen = visibility.redact(state, seat)
    hidden = []
    for name, declared in state.fields.items():
        if declared.cards is not None:
            for card in np.flatnonzero(seen.row(name) < 0):
                zone, among = int(state[name][card]), 0
                match [state.row(rows) for rows in declared.cards.classes]:
                    case [of_card]:
                        among = int(of_card[card])
                    case [of_card, of_zone]:
                        among = int(of_card[seat, card])
                        _demand(
                            among == of_zone[seat, zone],
                            f"{name}: seat {seat} would not look for card {card} in zone {zone}",
                        )
                hidden.append(((name, among), int(card), zone))
    return hidden


def secrets_are_dealt_uniformly(game: LoadedGame, seed: int) -> None:
    """What is hidden does move under resampling; where few ways exist, all are equally likely."""
    rng = new_rng("uniform", seed)
    for position in sampled(game, seed):
        for seat in range(game.players):
            if _classes_are_mixed(position.state):
                continue  # such ways are not counted here
            hidden = _hidden(position.state, seat)
            ways = _ways(hidden)
            if ways < 2:
                continue
            if ways <= SMALL:
                seen = visibility.redact(position.state, seat)
                deals = Counter(
                    tuple(p for *_, p in _placed(visibility.resample(seen, seat, rng), hidden))
                    for _ in range(DEALS)
                )
                statistic = sum((deals[d] - DEALS / ways) ** 2 for d in deals) / (DEALS / ways)
                statistic += (ways - len(deals)) * DEALS / ways
                _demand(
                    statistic < _chi_square_limit(ways - 1),
                    f"seed {seed}: deals are not uniform: {deals}",
                )
                return
            worlds = {
                tuple(_placed(position.resample_from_infostate(seat, rng).state, hidden))
                for _ in range(8)
            }
            _demand(len(worlds) > 1, f"seed {seed}: what is hidden from seat {seat} never moves")


HiddenCard = tuple[tuple[str, int], int, int]  # field and class, card, zone


def _placed(state: Struct, hidden: list[HiddenCard]) -> list[tuple[str, int, int]]:
    return [(name, card, int(state[name][card])) for (name, _), card, _ in hidden]


def _ways(hidden: list[HiddenCard]) -> int:
    """In how many ways the hidden cards can be dealt into their zones."""
    from math import factorial, prod

    ways = 1
    for among in {group for group, *_ in hidden}:
        counts = Counter(zone for group, _, zone in hidden if group == among)
        ways *= factorial(sum(counts.values())) // prod(factorial(n) for n in counts.values())
    return ways


def _chi_square_limit(freedom: int) -> float:
    """A value that chi-square exceeds with a chance below 1 in 100,000 (Wilson and Hilferty)."""
    if freedom == 0:
        return 1e-9
    z = 4.27
    return float(freedom * (1 - 2 / (9 * freedom) + z * (2 / (9 * freedom)) ** 0.5) ** 3)


def tells_everything(game: LoadedGame, seed: int) -> None:
    """Every legal action has a sentence in every language; scenes are sound."""
    narration, scene = game.game.module("narration"), game.game.module("scene")
    package = game.game.package
    for position in sampled(game, seed):
        player = position.current_player()
        for seat in (*range(game.players), visibility.SPECTATOR):
            seen = visibility.redact(position.state, seat)
            legal = position.legal_actions() if seat == player else []
            drawn = scene.scene(seen, game.edition, seat, legal)
            _sound_scene(drawn, legal, len(game.actions), f"seed {seed}")
            said = [narration.prompt(seen, game.edition, seat)]
            barred = {a for piece in drawn.pieces for a in piece.potential} - set(legal)
            if legal:
                said += [
                    narration.explain_illegal(seen, game.edition, action).message
                    for action in barred
                ]
            for action in legal:
                said.append(narration.describe_action(seen, game.edition, action))
                hint = narration.action_hint(seen, game.edition, action)
                said.extend([] if hint is None else [hint])
            if player == verbs.TERMINAL:
                said.append(narration.result(seen, game.edition)[0])
            if hasattr(narration, "series"):
                counted = [narration.series(seen, game.edition, one) for one in range(game.players)]
                names = {tuple(name for name, _ in one) for one in counted}
                _demand(len(names) == 1, f"seed {seed}: the seats have different series")
                said += [i18n.say(f"series.{name}") for name in names.pop()]
            for language in LANGUAGES:
                for message in said:
                    _demand(
                        bool(i18n.render(message, package, language)),
                        f"{message.key}: nothing to say",
                    )
                write(drawn, partial(i18n.render, package=package, language=language))


def _sound_scene(drawn: Any, legal: list[int], actions: int, here: str) -> None:
    areas = {p.id for p in drawn.areas}
    ids = [p.id for p in drawn.pieces]
    _demand(len(areas) == len(drawn.areas), f"{here}: two areas with one id")
    _demand(
        len(set(ids)) == len(ids),
        f"{here}: two pieces with one id: {[i for i in ids if ids.count(i) > 1]}",
    )
    for area in drawn.areas:
        _demand(area.parent is None or area.parent in areas, f"{here}: {area.id} lies in no area")
        _demand(
            area.layout in LAYOUTS and area.role in ROLES, f"{here}: layout or role of {area.id}"
        )
    for piece in drawn.pieces:
        _demand(piece.area in areas, f"{here}: {piece.id} lies in no area")
        _demand(
            piece.kind in KINDS and piece.face.tone in TONES, f"{here}: kind or tone of {piece.id}"
        )
        _demand(set(piece.actions) <= set(legal), f"{here}: {piece.id} offers what is not legal")
        _demand(
            set(piece.path[:1]) <= set(legal) and not (piece.path and piece.actions),
            f"{here}: the path to {piece.id} does not start with a legal action",
        )
        _demand(bool(piece.label), f"{here}: {piece.id} has no label")
        _demand(
            set(piece.potential) <= set(range(actions)),
            f"{here}: {piece.id} has a potential action that does not exist",
        )


def standing_answers_are_sound(game: LoadedGame, seed: int) -> None:
    """Each has a sentence in every language; what they mean is legal."""
    answers = [answer.name for answer in auto_response.offered(game.game)]
    _demand(len(set(answers)) == len(answers), f"two automatic responses with one name: {answers}")
    for name in answers:
        for language in LANGUAGES:
            i18n.render(i18n.say(f"auto_response.{name}"), game.game.package, language)
    for position in walk(game, seed) if answers else []:  # all of it: windows are rare
        seat = position.current_player()
        if seat < 0:
            continue
        seen, legal = visibility.redact(position.state, seat), position.legal_actions()
        before = seen.tobytes()
        for chosen in (set(), *({name} for name in answers), set(answers)):
            action = auto_response.module(game.game).respond(
                seen, game.edition, seat, legal, chosen
            )
            here = f"seed {seed}: the automatic responses {sorted(chosen)}"
            _demand(action is None or action in legal, f"{here} mean the illegal action {action}")
            _demand(action is None or bool(chosen), f"{here} mean {action}")
        _demand(seen.tobytes() == before, f"seed {seed}: a automatic response changed the state")


def steps_are_told(game: LoadedGame, seed: int) -> None:
    """What a seat is told of each step is the same in all worlds that it cannot tell apart."""
    narration, rng = game.game.module("narration"), new_rng("told", seed)
    before: Struct | None = None
    positions = [p.clone() for p in walk(game, seed)]
    stride = max(1, len(positions) // (4 * SAMPLES))
    for index in range(1, len(positions), stride):
        before, after = positions[index - 1].state, positions[index].state
        actor = verbs.current_player(before, game.edition)
        action = None if actor < 0 else _action_between(positions[index - 1], after)
        for seat in (*range(game.players), visibility.SPECTATOR):
            public = action is None or seat == actor or not game.actions.kind(action).secret
            told = narration.describe_step(
                visibility.redact(before, seat), action if public else None,
                visibility.redact(after, seat), game.edition, actor, seat,
            )  # fmt: skip
            for message in told:
                for language in LANGUAGES:
                    i18n.render(message, game.game.package, language)
            world = visibility.resample(after, seat, rng)
            again = narration.describe_step(
                visibility.redact(before, seat), action if public else None,
                visibility.redact(world, seat), game.edition, actor, seat,
            )  # fmt: skip
            _demand(
                told == again, f"seed {seed}, step {index}: seat {seat} is told what it cannot know"
            )


def _action_between(position: Position, after: Struct) -> int:
    for action in position.legal_actions():
        trial = position.clone()
        trial.apply_action(action)
        if trial.state == after:
            return action
    raise Broken("no legal action leads to the next position")


@kernel
def trace(states: Any, editions: Any, rng: Any, legal: Any, trail: Any) -> int:
    """Play a random game, keeping the state after every step in `trail`; the number of steps."""
    edition = editions[0]
    state = states[0]
    verbs.setup(state, edition)
    for step in range(len(trail)):
        trail[step] = state
        player = verbs.current_player(state, edition)
        if player == verbs.TERMINAL:
            return step
        if player == verbs.CHANCE:
            verbs.apply_action(state, edition, below(rng, verbs.chance_outcomes(state, edition)))
        else:
            n = verbs.legal_actions(state, edition, legal)
            verbs.apply_action(state, edition, legal[below(rng, n)])
    return -1


@kernel
def trace_secrets(worlds: Any, seat: int, rng: Any) -> int:
    """In every world of the batch, hide what `seat` cannot see and deal it again."""
    for index in range(len(worlds)):
        visibility.hide(worlds[index], seat)
        visibility.deal_hidden(worlds[index], rng)
    return len(worlds)


def compiled_agrees(game: LoadedGame, seed: int) -> None:
    """Random games and dealt worlds are equal, step by step and byte by byte, compiled and not."""
    trails = []
    for run in (trace.interpreted, trace):
        trail = Batch.zeros(game.State, game.game.longest)
        legal = game.actions.buffer()
        steps = run(Batch.zeros(game.State, 1), Batch.of(game.edition), new_rng(seed), legal, trail)
        _demand(steps >= 0, f"seed {seed}: the game is not over after {game.game.longest} steps")
        trails.append(trail.array[: steps + 1])
    _demand(
        len(trails[0]) == len(trails[1]),
        f"seed {seed}: compiled and interpreted games differ in length",
    )
    for step, (one, other) in enumerate(zip(*trails, strict=True)):
        _demand(
            one.tobytes() == other.tobytes(),
            f"seed {seed}, step {step}: compiled and interpreted states differ",
        )
    for seat in (*range(game.players), visibility.SPECTATOR):
        worlds = []
        for secrets in (trace_secrets.interpreted, trace_secrets):
            batch = Batch(game.State, trails[0][:: max(1, len(trails[0]) // SAMPLES)].copy())
            secrets(batch, seat, new_rng("worlds", seed))
            worlds.append(batch.array.tobytes())
        _demand(
            worlds[0] == worlds[1],
            f"seed {seed}: compiled and interpreted deals differ for seat {seat}",
        )


CHECKS: tuple[Callable[[LoadedGame, int], None], ...] = (
    legal_lists,
    reading_changes_nothing,
    record_replays,
    cards_are_conserved,
    secrets_are_kept,
    secrets_are_dealt_uniformly,
    tells_everything,
    standing_answers_are_sound,
    steps_are_told,
    compiled_agrees,
)
"""All checks; each takes a loaded game and a seed."""


def check(game: LoadedGame, seeds: range = range(3)) -> None:
    """Run every check with every seed.

    Raises:
        Broken: with the check's name, the seed and what is wrong.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for one in CHECKS:
            for seed in seeds:
                try:
                    one(game, seed)
                except Broken as broken:
                    raise Broken(f"{one.__name__}: {broken}") from broken
