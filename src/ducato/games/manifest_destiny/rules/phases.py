"""The dispatch by phase: the rules that belong to each value of `tables.Phase`.

For a phase X, `legal_x` lists the legal actions, `apply_x` carries out an action or an outcome of
chance, and `outcomes_x` counts the outcomes of a chance step. They stand together in one module.
Phases after `LAST_DECISION` run by themselves (`run`): each sets the next phase, so that rules
never call one another in a circle. A new phase needs a value of `Phase`, its functions, and a line
in each function below that concerns it.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ..state import NO, YES, A, Edition, State
from ..state.tables import Phase
from .breakthroughs.card_steps import apply_claim, apply_step, legal_step
from .breakthroughs.partnership import apply_joint, apply_partner
from .breakthroughs.research import (
    apply_innovate,
    apply_research_dice,
    apply_research_reroll,
    apply_six,
    assign_dice,
    legal_innovate,
    legal_six,
    outcomes_research_dice,
    outcomes_research_reroll,
)
from .cards.answers import apply_oppose, apply_respond, ask_next, legal_oppose, legal_respond
from .cards.deck import (
    apply_draw,
    apply_redraw,
    apply_think,
    next_draw,
    next_thought,
    outcomes_draw,
)
from .cards.discarding import apply_discard, legal_discard
from .cards.playing import (
    apply_guard,
    apply_half,
    apply_play,
    apply_target,
    legal_half,
    legal_play,
    legal_target,
)
from .cards.resolution import (
    apply_breakthrough,
    apply_loss,
    apply_pioneer,
    apply_product,
    apply_robber_die,
    apply_steal,
    legal_breakthrough,
    legal_product,
    outcomes_robber_die,
    outcomes_steal,
    resolve,
)
from .cards.territory_choices import apply_choose, apply_presence, legal_choose, legal_presence
from .expansion.competition import (
    apply_attack_dice,
    apply_defence_dice,
    apply_extra_die,
    apply_first_die_again,
    apply_reroll,
    apply_reroll_defence,
    legal_reroll,
    next_of_contest,
    outcomes_attack_dice,
    outcomes_defence_dice,
    outcomes_first_die_again,
)
from .expansion.placing import apply_expand, legal_expand
from .expansion.reach import survey
from .investment.part import apply_invest, legal_invest
from .investment.progressions import apply_licence, legal_licence
from .investment.purchases import apply_city, legal_city
from .investment.redeployment import apply_lift, legal_lift
from .turn.adjustment import apply_adjust, outcomes_adjust
from .turn.homes import (
    apply_bid,
    apply_bid_order,
    apply_home,
    legal_bid,
    legal_home,
    outcomes_bid_order,
)
from .turn.priority import announce_priority, apply_priority, legal_priority
from .turn.sequence import (
    apply_position,
    begin_turn,
    end_expansion,
    legal_position,
    next_part,
    offer_priority,
)
from .turn.setup import apply_deal, apply_deal_destiny, outcomes_deal


@rule
def chance_outcomes(state: State, edition: Edition) -> int:
    phase = state.phase
    if phase == Phase.DEAL_DESTINY or phase == Phase.DEAL:
        return outcomes_deal(state, edition)
    if phase == Phase.BID_ORDER:
        return outcomes_bid_order(state, edition)
    if phase == Phase.DRAW or phase == Phase.REDRAW:
        return outcomes_draw(state, edition)
    if phase == Phase.RESEARCH_DICE:
        return outcomes_research_dice(state, edition)
    if phase == Phase.RESEARCH_REROLL:
        return outcomes_research_reroll(state, edition)
    if phase == Phase.ATTACK_DICE or phase == Phase.ATTACK_AGAIN:
        return outcomes_attack_dice(state, edition)
    if phase == Phase.DEFENCE_DICE or phase == Phase.DEFENCE_AGAIN:
        return outcomes_defence_dice(state, edition)
    if phase == Phase.FIRST_DIE_AGAIN:
        return outcomes_first_die_again(state, edition)
    if phase == Phase.ROBBER_DIE:
        return outcomes_robber_die(state, edition)
    if phase == Phase.STEAL:
        return outcomes_steal(state, edition)
    return outcomes_adjust(state, edition)


@rule
def apply_chance(state: State, edition: Edition, outcome: int) -> None:
    phase = state.phase
    if phase == Phase.DEAL_DESTINY:
        apply_deal_destiny(state, edition, outcome)
    elif phase == Phase.DEAL:
        apply_deal(state, edition, outcome)
    elif phase == Phase.BID_ORDER:
        apply_bid_order(state, edition, outcome)
    elif phase == Phase.DRAW:
        apply_draw(state, edition, outcome)
    elif phase == Phase.REDRAW:
        apply_redraw(state, edition, outcome)
    elif phase == Phase.RESEARCH_DICE:
        apply_research_dice(state, edition, outcome)
    elif phase == Phase.RESEARCH_REROLL:
        apply_research_reroll(state, edition, outcome)
    elif phase == Phase.ATTACK_DICE or phase == Phase.ATTACK_AGAIN:
        apply_attack_dice(state, edition, outcome)
    elif phase == Phase.DEFENCE_DICE or phase == Phase.DEFENCE_AGAIN:
        apply_defence_dice(state, edition, outcome)
    elif phase == Phase.FIRST_DIE_AGAIN:
        apply_first_die_again(state, edition, outcome)
    elif phase == Phase.ROBBER_DIE:
        apply_robber_die(state, edition, outcome)
    elif phase == Phase.STEAL:
        apply_steal(state, edition, outcome)
    else:
        apply_adjust(state, edition, outcome)


@rule
def legal_actions(state: State, edition: Edition, out: Any) -> int:
    phase = state.phase
    if phase == Phase.BID:
        return legal_bid(state, edition, out)
    if phase == Phase.HOME:
        return legal_home(state, edition, out)
    if phase == Phase.POSITION:
        return legal_position(state, edition, out)
    if phase == Phase.PLAY:
        return legal_play(state, edition, out)
    if phase == Phase.HALF:
        return legal_half(state, edition, out)
    if phase == Phase.TARGET:
        return legal_target(state, edition, out)
    if phase == Phase.OPPOSE:
        return legal_oppose(state, edition, out)
    if phase == Phase.RESPOND:
        return legal_respond(state, edition, out)
    if phase == Phase.CHOOSE:
        return legal_choose(state, edition, out)
    if phase == Phase.PRESENCE:
        return legal_presence(state, edition, out)
    if phase == Phase.STEP:
        return legal_step(state, edition, out)
    if phase == Phase.PRODUCT:
        return legal_product(state, edition, out)
    if phase == Phase.BREAKTHROUGH:
        return legal_breakthrough(state, edition, out)
    if phase == Phase.DISCARD:
        return legal_discard(state, edition, out)
    if phase == Phase.INVEST:
        return legal_invest(state, edition, out)
    if phase == Phase.CITY:
        return legal_city(state, edition, out)
    if phase == Phase.LIFT:
        return legal_lift(state, edition, out)
    if phase == Phase.LICENCE:
        return legal_licence(state, edition, out)
    if phase == Phase.INNOVATE:
        return legal_innovate(state, edition, out)
    if phase == Phase.SIX:
        return legal_six(state, edition, out)
    if phase == Phase.EXPAND:
        return legal_expand(state, edition, out)
    if phase == Phase.REROLL:
        return legal_reroll(state, edition, out)
    if phase == Phase.PRIORITY:
        return legal_priority(state, edition, out)
    out[0] = YES  # all other phases ask a question with these answers
    out[1] = NO
    return 2


@rule
def apply_decision(state: State, edition: Edition, action: int) -> None:
    phase = state.phase
    if action == A.PRIORITY:
        announce_priority(state, edition)
    elif phase == Phase.BID:
        apply_bid(state, edition, action)
    elif phase == Phase.HOME:
        apply_home(state, edition, action)
    elif phase == Phase.POSITION:
        apply_position(state, edition, action)
    elif phase == Phase.PLAY:
        apply_play(state, edition, action)
    elif phase == Phase.HALF:
        apply_half(state, edition, action)
    elif phase == Phase.GUARD:
        apply_guard(state, edition, action)
    elif phase == Phase.TARGET:
        apply_target(state, edition, action)
    elif phase == Phase.OPPOSE:
        apply_oppose(state, edition, action)
    elif phase == Phase.RESPOND:
        apply_respond(state, edition, action)
    elif phase == Phase.CHOOSE:
        apply_choose(state, edition, action)
    elif phase == Phase.PRESENCE:
        apply_presence(state, edition, action)
    elif phase == Phase.PIONEER:
        apply_pioneer(state, edition, action)
    elif phase == Phase.STEP:
        apply_step(state, edition, action)
    elif phase == Phase.CLAIM:
        apply_claim(state, edition, action)
    elif phase == Phase.PRODUCT:
        apply_product(state, edition, action)
    elif phase == Phase.LOSS:
        apply_loss(state, edition, action)
    elif phase == Phase.BREAKTHROUGH:
        apply_breakthrough(state, edition, action)
    elif phase == Phase.DISCARD:
        apply_discard(state, edition, action)
    elif phase == Phase.THINK:
        apply_think(state, edition, action)
    elif phase == Phase.INVEST:
        apply_invest(state, edition, action)
    elif phase == Phase.CITY:
        apply_city(state, edition, action)
    elif phase == Phase.LIFT:
        apply_lift(state, edition, action)
    elif phase == Phase.LICENCE:
        apply_licence(state, edition, action)
    elif phase == Phase.PARTNER:
        apply_partner(state, edition, action)
    elif phase == Phase.JOINT:
        apply_joint(state, edition, action)
    elif phase == Phase.INNOVATE:
        apply_innovate(state, edition, action)
    elif phase == Phase.SIX:
        apply_six(state, edition, action)
    elif phase == Phase.EXPAND:
        apply_expand(state, edition, action)
    elif phase == Phase.EXTRA_DIE:
        apply_extra_die(state, edition, action)
    elif phase == Phase.REROLL:
        apply_reroll(state, edition, action)
    elif phase == Phase.REROLL_DEFENCE:
        apply_reroll_defence(state, edition, action)
    else:
        apply_priority(state, edition, action)


@rule
def run(state: State, edition: Edition) -> None:
    """Run the present automatic phase, which sets the next phase."""
    phase = state.phase
    if phase == Phase.ASK:
        ask_next(state, edition)
    elif phase == Phase.RESOLVE:
        resolve(state, edition)
    elif phase == Phase.DRAWING:
        next_draw(state, edition)
    elif phase == Phase.THINKING:
        next_thought(state, edition)
    elif phase == Phase.ASSIGN:
        assign_dice(state, edition)
    elif phase == Phase.CONTEST:
        next_of_contest(state, edition)
    elif phase == Phase.SURVEY:
        survey(state, edition)
    elif phase == Phase.NEXT_PART:
        next_part(state, edition)
    elif phase == Phase.OFFER:
        offer_priority(state, edition)
    elif phase == Phase.AFTER_BONUS:
        end_expansion(state, edition)
    else:
        begin_turn(state, edition)
