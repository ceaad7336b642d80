"""The contract that every game must fulfil, as checks that know no particular game.

`run` runs all checks on a game and gives their results, and `check` raises `Broken` if there is an
error. `ALL` lists them by subject; `CHECKS` lists those that play random games, for parametrised
tests. The rules run interpreted, with warnings as errors, so that a number too large for its field
is detected. Only `compiled_agrees` runs them compiled, too, and compares the results byte by byte.
`table.game_checks` adds the checks of bots, lessons and figures.
"""

from __future__ import annotations

from ducato.checks.chance import outcomes_are_equally_likely
from ducato.checks.compiled import compiled_agrees
from ducato.checks.contract import (
    editions_load,
    game_is_registered,
    modules_are_complete,
    versions_play,
    weights_belong_to_features,
)
from ducato.checks.faults import Broken, Fault
from ducato.checks.options import options_play_at_their_extremes, phases_are_reached
from ducato.checks.presentation import (
    actions_look_different,
    auto_responses_are_sound,
    everything_is_described,
    nothing_is_remembered,
    scenes_keep_secrets,
)
from ducato.checks.rules import (
    cards_are_conserved,
    legal_lists,
    reading_changes_nothing,
    record_replays,
    same_steps_lead_to_same_states,
)
from ducato.checks.runner import CheckPlan, CheckResult, Checks, run
from ducato.checks.seat_checks import (
    amounts_are_conserved,
    equal_seats_rank_equally,
    every_seat_decides,
    goods_are_not_negative,
    order_of_choices_makes_no_difference,
    secret_actions_stay_secret,
)
from ducato.checks.secrecy import (
    hidden_numbers_are_revealed,
    hidden_numbers_can_be_drawn,
    secrets_are_dealt_uniformly,
    secrets_are_kept,
)
from ducato.checks.sources import (
    functions_are_known,
    nothing_is_kept_in_modules,
    options_are_read,
    rules_can_be_compiled,
    state_uses_no_chance,
    texts_are_registered,
)
from ducato.checks.steps import (
    later_steps_reveal_nothing,
    open_cards_stay_known,
    secret_actions_are_declared,
    steps_reveal_nothing,
)
from ducato.checks.texts import (
    catalogues_are_sound,
    game_is_described,
    languages_agree,
    names_are_complete,
    rulebooks_agree,
)
from ducato.checks.walks import game_begins, sampled, walk
from ducato.core.game import LoadedGame

__all__ = [
    "ALL",
    "CHECKS",
    "Broken",
    "CheckPlan",
    "CheckResult",
    "Checks",
    "Fault",
    "auto_responses_are_sound",
    "cards_are_conserved",
    "check",
    "compiled_agrees",
    "everything_is_described",
    "legal_lists",
    "reading_changes_nothing",
    "record_replays",
    "run",
    "sampled",
    "secrets_are_dealt_uniformly",
    "secrets_are_kept",
    "steps_reveal_nothing",
    "walk",
]

ALL: tuple[Checks, ...] = (
    Checks(
        "contract",
        of_game=(
            catalogues_are_sound,
            game_is_registered,
            modules_are_complete,
            editions_load,
            weights_belong_to_features,
            rules_can_be_compiled,
            state_uses_no_chance,
            functions_are_known,
            options_are_read,
        ),
        of_play=(game_begins,),
    ),
    Checks(
        "rules",
        of_play=(
            legal_lists,
            reading_changes_nothing,
            same_steps_lead_to_same_states,
            outcomes_are_equally_likely,
            cards_are_conserved,
            record_replays,
        ),
    ),
    Checks("balance", of_play=(amounts_are_conserved,)),
    Checks(
        "seats",
        of_game=(every_seat_decides,),
        of_play=(
            goods_are_not_negative,
            equal_seats_rank_equally,
            order_of_choices_makes_no_difference,
        ),
    ),
    Checks(
        "secrecy",
        of_game=(hidden_numbers_are_revealed,),
        of_play=(
            hidden_numbers_can_be_drawn,
            secrets_are_kept,
            secrets_are_dealt_uniformly,
            later_steps_reveal_nothing,
            secret_actions_are_declared,
            secret_actions_stay_secret,
            open_cards_stay_known,
        ),
    ),
    Checks(
        "presentation",
        of_game=(
            texts_are_registered,
            nothing_is_kept_in_modules,
            game_is_described,
            languages_agree,
            names_are_complete,
            rulebooks_agree,
        ),
        of_play=(
            nothing_is_remembered,  # first: a memory that others fill no longer changes
            everything_is_described,
            steps_reveal_nothing,
            scenes_keep_secrets,
            auto_responses_are_sound,
            actions_look_different,
        ),
    ),
    Checks(
        "options",
        of_game=(versions_play, phases_are_reached, options_play_at_their_extremes),
        thorough=(phases_are_reached, options_play_at_their_extremes),
    ),
    Checks("compilation", of_play=(compiled_agrees,), thorough=(compiled_agrees,)),
)
"""All checks, by subject, in the order in which they run."""

CHECKS = tuple(check for group in ALL for check in group.of_play)
"""The checks that play random games; each takes a loaded game and a seed."""


def check(game: LoadedGame, seeds: range = range(3)) -> None:
    """Run all checks with these seeds on a game, as it is loaded.

    Raises:
        Broken: there is an error; the text has all findings, with the check, the place and the
            fault.
    """
    plan = CheckPlan(game.players, game.edition_name, game.options, seeds)
    findings = [finding for result in run(game.game, ALL, plan) for finding in result.findings]
    if any(not finding.warning for finding in findings):
        raise Broken("\n".join(map(str, findings)))
