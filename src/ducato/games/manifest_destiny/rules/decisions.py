"""Decisions: the rule that carries out each action, phase by phase."""

from __future__ import annotations

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.breakthroughs.partnership import (
    answer_joint_claim,
    answer_proposal,
    propose,
    propose_joint_claim,
)
from ducato.games.manifest_destiny.rules.breakthroughs.research import (
    ROLLED,
    answer_claim,
    can_claim,
    choose_step,
    claim,
    innovate,
    start_research,
    use_six,
)
from ducato.games.manifest_destiny.rules.cards.choices import (
    answer_pioneer,
    choose_loss,
    choose_product,
    study,
)
from ducato.games.manifest_destiny.rules.cards.deck import keep, move_unseen
from ducato.games.manifest_destiny.rules.cards.playing import (
    answer,
    choose_guard,
    choose_half,
    decline,
    name_victim,
    play_card,
)
from ducato.games.manifest_destiny.rules.cards.territory_choices import (
    choose,
    choose_presence,
    stop_choosing,
)
from ducato.games.manifest_destiny.rules.expansion.competition import (
    accept_dice,
    add_extra_die,
    choose_reroll_all,
    choose_reroll_first,
)
from ducato.games.manifest_destiny.rules.expansion.placing import expand
from ducato.games.manifest_destiny.rules.investment.progressions import buy_progression
from ducato.games.manifest_destiny.rules.investment.purchases import (
    begin_purchase,
    begin_redeployment,
    buy_tokens,
    end_redeployment,
    lift,
    place_city,
)
from ducato.games.manifest_destiny.rules.numbers import (
    ADVANCE,
    BID,
    BID_STEP,
    BUY,
    CARD,
    DISCARD,
    DONE,
    HALF,
    LICENCE,
    MECHANIZE,
    NUMBER,
    PLAYER,
    PRESENCE,
    PRIORITY,
    PRODUCT,
    PURCHASE,
    REDEPLOY,
    RESEARCH,
    TERRITORY,
    YES,
)
from ducato.games.manifest_destiny.rules.turn.priority import announce_priority, decline_priority
from ducato.games.manifest_destiny.rules.turn.sequence import choose_position, end_part
from ducato.games.manifest_destiny.rules.turn.setup import bid, pass_bidding, settle
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import PROGRESSIONS, Phase, Stage, Zone


@rule
def apply_decision(state: State, edition: Edition, action: int) -> None:
    phase = int(state.phase)
    if action == PRIORITY:
        announce_priority(state, edition)
    elif phase == Phase.INVEST:
        invest(state, edition, action)
    elif phase == Phase.EXPAND:
        if action == DONE:
            end_part(state, edition)
        else:
            expand(state, edition, action - TERRITORY)
    elif phase == Phase.PLAY:
        play(state, edition, action)
    elif phase <= Phase.POSITION:
        begin(state, edition, action)
    elif phase <= Phase.BREAKTHROUGH:
        decide_on_card(state, edition, action)
    elif phase <= Phase.SIX:
        decide_on_investment(state, edition, action)
    elif phase == Phase.PRIORITY:
        decline_priority(state)
    else:
        decide_on_dice(state, edition, action)


@rule
def begin(state: State, edition: Edition, action: int) -> None:
    """Carry out a bid or a pass, or the choice of a home or a turn position."""
    phase = int(state.phase)
    if action == DONE:
        pass_bidding(state, edition)
    elif phase == Phase.BID:
        bid(state, edition, (action - BID) * BID_STEP)
    elif phase == Phase.HOME:
        settle(state, edition, action - TERRITORY)
    else:
        choose_position(state, edition, action - NUMBER)


@rule
def play(state: State, edition: Edition, action: int) -> None:
    """Carry out an action in the player's own part of Card Play."""
    if action == DONE:
        end_part(state, edition)
    elif action == DISCARD:
        state.discarded[state.active] = 1
        state.phase = Phase.DISCARD
    else:
        play_card(state, edition, action - CARD)


@rule
def discard(state: State, edition: Edition, action: int) -> None:
    """Discard a card out of the game by Storytelling, or decline to [manifest-destiny 6.9]."""
    if action != DONE:
        move_unseen(state, edition, action - CARD, Zone.DISCARDED + int(state.active), 0)
    state.phase = Phase.PLAY if state.stage == Stage.CARDS else Phase.INVEST


@rule
def decide_on_card(state: State, edition: Edition, action: int) -> None:
    """Carry out a choice that belongs to a card being played, or an answer to it."""
    phase = int(state.phase)
    if phase == Phase.CHOOSE:
        if action == DONE:
            stop_choosing(state)
        else:
            choose(state, edition, action - TERRITORY)
    elif phase == Phase.RESPOND or phase == Phase.OPPOSE:
        if action == DONE:
            decline(state)
        else:
            answer(state, edition, action - CARD)
    elif phase == Phase.PRESENCE:
        choose_presence(state, edition, action - PRESENCE + 1)
    elif phase == Phase.GUARD:
        choose_guard(state, action == YES)
    elif phase == Phase.HALF:
        choose_half(state, edition, action - HALF + 1)
    elif phase == Phase.TARGET:
        name_victim(state, edition, action - PLAYER)
    elif phase == Phase.PIONEER:
        answer_pioneer(state, edition, action == YES)
    elif phase == Phase.STEP:
        choose_step(state, edition, action - NUMBER + 1)
    elif phase == Phase.CLAIM:
        answer_claim(state, edition, action == YES)
    elif phase == Phase.PRODUCT:
        choose_product(state, edition, action - PRODUCT)
    elif phase == Phase.LOSS:
        choose_loss(state, edition, action == YES)
    else:
        study(state, edition, action - RESEARCH)


@rule
def invest(state: State, edition: Edition, action: int) -> None:
    """Carry out an action in the player's own part of Investment [manifest-destiny 7.1]."""
    seat = int(state.active)
    if action == DONE:
        end_part(state, edition)
    elif action == LICENCE:
        state.phase = Phase.LICENCE
    elif action == REDEPLOY:
        begin_redeployment(state)
    elif action >= MECHANIZE:
        begin_purchase(state, edition, action - MECHANIZE, True)
    elif action >= PURCHASE:
        begin_purchase(state, edition, action - PURCHASE, False)
    elif action >= BUY:
        buy_tokens(state, edition, action - BUY + 1)
    elif action >= PLAYER:
        propose(state, action - PLAYER)
    elif action >= RESEARCH:
        state.researched[seat] |= ROLLED
        start_research(state, edition, action - RESEARCH, int(state.pioneers[seat]), Phase.INVEST)
    elif action >= ADVANCE + PROGRESSIONS:
        breakthrough = action - ADVANCE - PROGRESSIONS
        if can_claim(state, edition, seat, breakthrough):
            claim(state, edition, seat, breakthrough)
        else:
            propose_joint_claim(state, breakthrough)
    else:
        buy_progression(state, edition, action - ADVANCE, False)


@rule
def decide_on_investment(state: State, edition: Edition, action: int) -> None:
    """Carry out a choice about an investment, research dice, a drawn card or a discard."""
    phase = int(state.phase)
    if phase == Phase.THINK:
        if action == YES:
            state.phase = Phase.REDRAW
        else:
            keep(state)
    elif phase == Phase.CITY:
        place_city(state, edition, action - TERRITORY)
    elif phase == Phase.LIFT:
        if action == DONE:
            end_redeployment(state)
        else:
            lift(state, edition, action - TERRITORY)
    elif phase == Phase.LICENCE:
        buy_progression(state, edition, action - ADVANCE, True)
    elif phase == Phase.PARTNER:
        answer_proposal(state, action == YES)
    elif phase == Phase.JOINT:
        answer_joint_claim(state, edition, action == YES)
    elif phase == Phase.INNOVATE:
        innovate(state, -1 if action == DONE else action - NUMBER)
    elif phase == Phase.SIX:
        use_six(state, edition, action - NUMBER + 1)
    else:
        discard(state, edition, action)


@rule
def decide_on_dice(state: State, edition: Edition, action: int) -> None:
    """Carry out a choice in a competition."""
    phase = int(state.phase)
    if phase == Phase.EXTRA_DIE:
        add_extra_die(state, action == YES)
    elif phase == Phase.REROLL:
        if action == DONE:
            accept_dice(state)
        elif action == NUMBER:
            choose_reroll_first(state)
        else:
            choose_reroll_all(state, edition, int(state.chooser))
    elif action == YES:
        choose_reroll_all(state, edition, int(state.chooser))
    else:
        state.phase = Phase.CONTEST
