"""The legal actions of the seat to move, phase by phase.

The functions that list actions write them into `out` and return their number.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.breakthroughs.partnership import (
    can_claim_jointly,
    can_propose,
)
from ducato.games.manifest_destiny.rules.breakthroughs.research import (
    can_claim,
    can_research,
    can_study,
    open_numbers,
)
from ducato.games.manifest_destiny.rules.cards.deck import cards_in, is_playable
from ducato.games.manifest_destiny.rules.cards.eligible_territories import can_choose, may_stop
from ducato.games.manifest_destiny.rules.cards.playing import can_play, can_target, opposing_card
from ducato.games.manifest_destiny.rules.expansion.competition import (
    may_reroll_all,
    may_reroll_first,
)
from ducato.games.manifest_destiny.rules.expansion.placing import can_expand
from ducato.games.manifest_destiny.rules.investment.progressions import (
    can_buy,
    can_license,
    can_license_any,
)
from ducato.games.manifest_destiny.rules.investment.purchases import (
    can_build_in,
    can_lift,
    can_mechanize,
    can_purchase,
    can_redeploy,
    tokens_for_sale,
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
    NO,
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
from ducato.games.manifest_destiny.rules.tokens import owns
from ducato.games.manifest_destiny.rules.turn.priority import can_announce
from ducato.games.manifest_destiny.rules.turn.setup import can_bid, can_settle
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.choices import Bidding
from ducato.games.manifest_destiny.state.tables import (
    BREAKTHROUGHS,
    CARDS,
    PRODUCTS,
    PROGRESSIONS,
    STEP_NUMBERS,
    TERRITORIES,
    Advance,
    Card,
    Phase,
    Stage,
    Zone,
)

BIDS = 13


@rule
def legal_actions(state: State, edition: Edition, out: Any) -> int:
    phase = int(state.phase)
    if phase == Phase.INVEST:
        return legal_investments(state, edition, out)
    if phase == Phase.EXPAND:
        return legal_expansions(state, edition, out)
    if phase == Phase.PLAY:
        return legal_plays(state, edition, out)
    if phase == Phase.RESPOND or phase == Phase.OPPOSE:
        return legal_answers(state, edition, out)
    if phase == Phase.DISCARD:
        return legal_discards(state, edition, out)
    if phase == Phase.HOME or phase == Phase.CHOOSE or phase == Phase.CITY or phase == Phase.LIFT:
        return legal_territories(state, edition, out)
    if phase <= Phase.POSITION:
        return legal_beginnings(state, edition, out)
    if phase == Phase.PRIORITY:
        return end_list(state, int(state.chooser), out, 0)
    return legal_small_choices(state, edition, out)


@rule
def legal_beginnings(state: State, edition: Edition, out: Any) -> int:
    """List the possible bids and, by a ruling, passing (A1); or the free positions.

    [manifest-destiny 3.2, 5.1].
    """
    n = 0
    if state.phase == Phase.BID:
        for number in range(BIDS):
            if can_bid(state, edition, number * BID_STEP):
                out[n] = BID + number
                n += 1
        if edition.bidding == Bidding.RAISES:
            out[n] = DONE
            n += 1
        return n
    for position in range(edition.players):
        if state.order[position] < 0:
            out[n] = NUMBER + position
            n += 1
    return n


@rule
def legal_plays(state: State, edition: Edition, out: Any) -> int:
    """List the playable cards, Storytelling's discard, Turn Priority and the end of the part.

    [manifest-destiny 6.1, 6.9].
    """
    seat = int(state.chooser)
    hand = Zone.HAND + seat
    n = 0
    for card in range(CARDS):
        if state.zone[card] == hand and can_play(state, edition, seat, card):
            out[n] = CARD + card
            n += 1
    if can_discard(state, seat):
        out[n] = DISCARD
        n += 1
    return end_list(state, seat, out, n)


@rule
def can_discard(state: State, seat: int) -> bool:
    """Return whether a seat may discard a card by Storytelling, which it may once in each turn.

    A ruling allows it only before the seat plays cards [manifest-destiny 6.9] (A7).
    """
    if state.discarded[seat] or not owns(state, seat, Advance.STORYTELLING):
        return False
    return cards_in(state, Zone.HAND + seat) > 0


@rule
def end_list(state: State, seat: int, out: Any, n: int) -> int:
    """Append Turn Priority, if allowed, and `DONE` to the `n` actions listed; return the total."""
    if can_announce(state, seat):
        out[n] = PRIORITY
        n += 1
    out[n] = DONE
    return n + 1


@rule
def legal_answers(state: State, edition: Edition, out: Any) -> int:
    """List the playable cards in the hand that answer the last card, and passing (W1)."""
    hand = Zone.HAND + state.chooser
    n = 0
    if state.phase == Phase.OPPOSE:
        card = opposing_card(state.card)
        if state.zone[card] == hand and is_playable(state, edition, card):
            out[n] = CARD + card
            n += 1
    else:
        for card in range(Card.SUPREME_COURT, Card.PRESIDENT + 1):
            if state.zone[card] == hand and is_playable(state, edition, card):
                out[n] = CARD + card
                n += 1
    out[n] = DONE
    return n + 1


@rule
def legal_discards(state: State, edition: Edition, out: Any) -> int:
    """List the cards in the hand; in Investment the seat may also pass [manifest-destiny 6.9]."""
    n = 0
    for card in range(CARDS):
        if state.zone[card] == Zone.HAND + state.chooser:
            out[n] = CARD + card
            n += 1
    if state.stage == Stage.INVESTMENT:
        out[n] = DONE
        n += 1
    return n


@rule
def legal_territories(state: State, edition: Edition, out: Any) -> int:
    """List the territories for a home, a card, a city or a token to lift.

    If no more need be chosen, ending the choice is listed too.
    """
    phase = int(state.phase)
    n = 0
    for territory in range(TERRITORIES):
        if phase == Phase.CHOOSE:
            fits = can_choose(state, edition, territory)
        elif phase == Phase.CITY:
            fits = can_build_in(state, int(state.chooser), territory)
        elif phase == Phase.LIFT:
            fits = can_lift(state, edition, territory)
        else:
            fits = can_settle(state, edition, territory)
        if fits:
            out[n] = TERRITORY + territory
            n += 1
    if phase == Phase.LIFT or (phase == Phase.CHOOSE and may_stop(state, edition)):
        out[n] = DONE
        n += 1
    return n


@rule
def legal_investments(state: State, edition: Edition, out: Any) -> int:
    """List the actions in the player's own part of Investment [manifest-destiny 7.1]."""
    seat = int(state.chooser)
    n = 0
    for progression in range(PROGRESSIONS):
        if can_buy(state, edition, seat, progression):
            out[n] = ADVANCE + progression
            n += 1
    for breakthrough in range(BREAKTHROUGHS):
        if can_claim(state, edition, seat, breakthrough) or can_claim_jointly(
            state, edition, seat, breakthrough
        ):
            out[n] = ADVANCE + PROGRESSIONS + breakthrough
            n += 1
    for breakthrough in range(BREAKTHROUGHS):
        if can_research(state, edition, seat, breakthrough):
            out[n] = RESEARCH + breakthrough
            n += 1
    for other in range(edition.players):
        if can_propose(state, edition, seat, other):
            out[n] = PLAYER + other
            n += 1
    for number in range(tokens_for_sale(state, edition, seat)):
        out[n] = BUY + number
        n += 1
    for what in range(3):
        if can_purchase(state, edition, seat, what):
            out[n] = PURCHASE + what
            n += 1
    for what in range(3):
        if can_mechanize(state, edition, seat, what):
            out[n] = MECHANIZE + what
            n += 1
    if can_redeploy(state, edition, seat):
        out[n] = REDEPLOY
        n += 1
    if can_license_any(state, edition, seat):
        out[n] = LICENCE
        n += 1
    return end_list(state, seat, out, n)


@rule
def legal_expansions(state: State, edition: Edition, out: Any) -> int:
    """List the territories that can be taken or attacked, Turn Priority and the end of the part.

    [manifest-destiny 8.1].
    """
    seat = int(state.chooser)
    n = 0
    for territory in range(TERRITORIES):
        if can_expand(state, edition, seat, territory):
            out[n] = TERRITORY + territory
            n += 1
    return end_list(state, seat, out, n)


@rule
def legal_small_choices(state: State, edition: Edition, out: Any) -> int:
    """List the choices in all other phases, such as event or payout, opponents and products."""
    phase = int(state.phase)
    n = 0
    if phase == Phase.HALF or phase == Phase.PRESENCE:
        first = HALF if phase == Phase.HALF else PRESENCE
        out[0] = first
        out[1] = first + 1
        return 2
    if phase == Phase.TARGET:
        for seat in range(edition.players):
            if can_target(state, edition, seat):
                out[n] = PLAYER + seat
                n += 1
        return n
    if phase == Phase.PRODUCT:
        for product in range(PRODUCTS):
            out[n] = PRODUCT + product
            n += 1
        return n
    if phase == Phase.STEP or phase == Phase.SIX:
        needed = open_numbers(state, edition, int(state.chooser), int(state.breakthrough))
        for number in range(STEP_NUMBERS):
            if (needed >> (number + 1)) & 1:
                out[n] = NUMBER + number
                n += 1
        return n
    if phase == Phase.BREAKTHROUGH:
        for breakthrough in range(BREAKTHROUGHS):
            if can_study(state, edition, int(state.chooser), breakthrough):
                out[n] = RESEARCH + breakthrough
                n += 1
        return n
    if phase == Phase.LICENCE:
        for progression in range(PROGRESSIONS):
            if can_license(state, edition, int(state.chooser), progression):
                out[n] = ADVANCE + progression
                n += 1
        return n
    return legal_dice_choices(state, edition, out)


@rule
def legal_dice_choices(state: State, edition: Edition, out: Any) -> int:
    """List the dice to re-roll and declining, or the answers to a yes-or-no question."""
    n = 0
    if state.phase == Phase.INNOVATE:
        for die in range(state.dice):
            out[n] = NUMBER + die
            n += 1
        out[n] = DONE
        return n + 1
    if state.phase == Phase.REROLL:
        if may_reroll_first(state):
            out[n] = NUMBER
            n += 1
        if may_reroll_all(state, int(state.chooser)):
            out[n] = YES
            n += 1
        out[n] = DONE
        return n + 1
    out[0] = YES
    out[1] = NO
    return 2
