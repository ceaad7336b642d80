"""A player's own part of Card Play, and what the player declares with a card.

Clauses [manifest-destiny 6.1, 6.4, 6.5, 6.12, 6.13] of `rulebook`.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import YES, A, Edition, State
from ...state.choices import Responses, StorytellingDiscard
from ...state.tables import CARDS, PROGRESSIONS, Advance, Card, Phase, Type, Verdict, Zone
from ..tokens import owns, receive
from ..turn.priority import end_list
from ..turn.sequence import end_part
from .deck import cards_in, is_playable, move_card
from .discarding import can_discard

BOTH, ONLY_EVENT, ONLY_PAYOUT, NOTHING = 0, 1, 2, 3  # State.half
FREE_OF_CIVIL_WAR, FREE_OF_SPY = 1, 2  # State.immune


@rule
def may_play_destiny(state: State, seat: int) -> bool:
    """Return whether a seat may play a Destiny card.

    All seats together may play one in each turn; Patriotism and card 14 each allow a seat one more.

    [manifest-destiny 6.4].
    """
    if not state.destiny_played or state.destiny_right[seat]:
        return True
    return owns(state, seat, Advance.PATRIOTISM) and not state.patriot[seat]


@rule
def can_play(state: State, edition: Edition, seat: int, card: int) -> bool:
    """Return whether the seat may play this card of its hand in its own part.

    [manifest-destiny 6.1, 6.2].
    """
    if not is_playable(state, edition, card):
        return False
    return edition.type[card] != Type.DESTINY or may_play_destiny(state, seat)


@rule
def lay_open(state: State, edition: Edition, seat: int, card: int) -> None:
    """Lay a card face up in front of its player; its number counts for the choice order.

    [manifest-destiny 6.10].
    """
    move_card(state, card, Zone.TABLE + seat)
    state.highest[seat] = max(state.highest[seat], card + 1)


@rule
def grant_discounts(state: State, edition: Edition, seat: int, card: int) -> None:
    """Give a seat the discounts of a card for this turn, and the rebates if it is a Leader.

    A rebate is half the discount on a Progression already owned, rounded up to a dollar
    [manifest-destiny 6.5].
    """
    for progression in range(PROGRESSIONS):
        amount = edition.card_discount[card, progression]
        state.discount[seat, progression] += amount
        if edition.leader[card]:
            state.licensed[seat, progression] += amount
            if owns(state, seat, progression):
                receive(state, seat, (amount + 1) // 2)


@rule
def legal_play(state: State, edition: Edition, out: Any) -> int:
    """List the playable cards, Storytelling's discard, Turn Priority and the end of the part.

    [manifest-destiny 6.1, 6.9].
    """
    seat = state.chooser
    hand = Zone.HAND + seat
    n = 0
    for card in range(CARDS):
        if state.zone[card] == hand and can_play(state, edition, seat, card):
            out[n] = A.CARD + card
            n += 1
    if can_discard(state, seat):
        out[n] = A.DISCARD
        n += 1
    return end_list(state, seat, out, n)


@rule
def apply_play(state: State, edition: Edition, action: int) -> None:
    """End the part, discard by Storytelling, or play a card."""
    if action == A.DONE:
        end_part(state, edition)
    elif action == A.DISCARD:
        state.discarded[state.active] = 1
        state.phase = Phase.DISCARD
    else:
        play_card(state, edition, action - A.CARD)


@rule
def play_card(state: State, edition: Edition, card: int) -> None:
    """Play a card in the player's own part.

    The event or the payout, where the card leaves the choice, and an opponent are chosen at once,
    before any answers. President and Supreme Court have no event here, but President may be played
    as Opposition. By a ruling the seat then has no Storytelling discard any more (A7).
    """
    seat = state.active
    lay_open(state, edition, seat, card)
    grant_discounts(state, edition, seat, card)
    if edition.storytelling_discard == StorytellingDiscard.BEFORE_CARDS:
        state.discarded[seat] = 1
    kind = edition.type[card]
    if kind == Type.DESTINY:
        if not state.destiny_played:
            state.destiny_played = 1
        elif state.destiny_right[seat]:
            state.destiny_right[seat] = 0
        else:
            state.patriot[seat] = 1
    if card == Card.LINCOLN:
        state.immune[seat] |= FREE_OF_CIVIL_WAR
    state.verdict = Verdict.NONE
    if card == Card.PRESIDENT:
        state.phase = Phase.GUARD
    if kind == Type.NEWS:
        return
    state.card = card
    state.hero = seat
    state.settled = -1
    if kind == Type.HALF:
        state.phase = Phase.HALF
    else:
        declare(state, edition)


@rule
def apply_guard(state: State, edition: Edition, action: int) -> None:
    """Play President in one's own part: as Opposition, which protects from Spy, or as News.

    [manifest-destiny 6.5, 6.12].
    """
    if action == YES:
        state.immune[state.active] |= FREE_OF_SPY
    state.phase = Phase.PLAY


@rule
def legal_half(state: State, edition: Edition, out: Any) -> int:
    """List the event and the payout."""
    out[0] = A.HALF
    out[1] = A.HALF + 1
    return 2


@rule
def apply_half(state: State, edition: Edition, action: int) -> None:
    """Choose the event or the payout of a card [manifest-destiny 6.5]."""
    state.half = action - A.HALF + 1
    declare(state, edition)


@rule
def can_target(state: State, edition: Edition, seat: int) -> bool:
    """Return whether the card being played may name this opponent [manifest-destiny 6.12] (A14)."""
    if seat == state.hero:
        return False
    if state.card == Card.SPY:
        return not state.immune[seat] & FREE_OF_SPY and cards_in(state, Zone.HAND + seat) > 0
    if state.card == Card.CIVIL_WAR:
        return not state.immune[seat] & FREE_OF_CIVIL_WAR
    return True


@rule
def declare(state: State, edition: Edition) -> None:
    """Ask for an opponent if the card needs one and can name one, or else offer answers (W1)."""
    if edition.targets[state.card] and state.half != ONLY_PAYOUT:
        for seat in range(edition.players):
            if can_target(state, edition, seat):
                state.phase = Phase.TARGET
                return
    open_window(state, edition)


@rule
def legal_target(state: State, edition: Edition, out: Any) -> int:
    """List the opponents whom the card may name."""
    n = 0
    for seat in range(edition.players):
        if can_target(state, edition, seat):
            out[n] = A.PLAYER + seat
            n += 1
    return n


@rule
def apply_target(state: State, edition: Edition, action: int) -> None:
    """Name an opponent."""
    state.victim = action - A.PLAYER
    open_window(state, edition)


@rule
def open_window(state: State, edition: Edition) -> None:
    """Offer answers to an event, or resolve a card that cannot be answered.

    Leaders cannot be answered, and payouts only if a ruling allows it [manifest-destiny 6.13]
    (A12).
    """
    answerable = state.half != ONLY_PAYOUT or edition.responses == Responses.PAYOUTS_TOO
    if edition.type[state.card] == Type.LEADER or not answerable:
        state.phase = Phase.RESOLVE
        return
    state.chain[0] = state.card
    state.chain_seat[0] = state.hero
    state.chain_length = 1
    state.phase = Phase.ASK


@rule
def finish_card(state: State) -> None:
    """Clear what belongs to the card, and go on with the player's part."""
    state.card = -1
    state.hero = -1
    state.victim = -1
    state.half = BOTH
    state.step = 0
    state.chooser = state.active
    state.phase = Phase.PLAY
