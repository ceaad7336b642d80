"""The play of a card: legal cards, Leaders, opponents, and other players' answers.

Clauses [manifest-destiny 6.1, 6.4, 6.5, 6.12, 6.13] of `rulebook`.

A seat is asked for an answer if, by public knowledge alone, it could hold a card that answers, so
the question reveals nothing.
"""

from __future__ import annotations

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.cards.deck import cards_in, is_playable, move_card
from ducato.games.manifest_destiny.rules.tokens import owns, receive
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.choices import Opposition, Responses, StorytellingDiscard
from ducato.games.manifest_destiny.state.tables import (
    PROGRESSIONS,
    UNSURE,
    Advance,
    Card,
    Op,
    Phase,
    Type,
    Verdict,
    Zone,
)

BOTH, ONLY_EVENT, ONLY_PAYOUT, NOTHING = 0, 1, 2, 3  # State.half
FREE_OF_CIVIL_WAR, FREE_OF_SPY = 1, 2  # State.immune
PRESIDENT, LINCOLN = int(Card.PRESIDENT), int(Card.LINCOLN)


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
    state.highest[seat] = max(int(state.highest[seat]), card + 1)


@rule
def grant_discounts(state: State, edition: Edition, seat: int, card: int) -> None:
    """Give a seat the discounts of a card for this turn, and the rebates if it is a Leader.

    A rebate is half the discount on a Progression already owned, rounded up to a dollar
    [manifest-destiny 6.5].
    """
    for progression in range(PROGRESSIONS):
        amount = int(edition.card_discount[card, progression])
        if amount == 0:
            continue
        state.discount[seat, progression] += amount
        if edition.leader[card]:
            state.licensed[seat, progression] += amount
            if owns(state, seat, progression):
                receive(state, seat, (amount + 1) // 2)


@rule
def play_card(state: State, edition: Edition, card: int) -> None:
    """Play a card in the player's own part.

    The event or the payout, where the card leaves the choice, and an opponent are chosen at once,
    before any answers. President and Supreme Court have no event here, but President may be played
    as Opposition. By a ruling the seat then has no Storytelling discard any more (A7).
    """
    seat = int(state.active)
    lay_open(state, edition, seat, card)
    grant_discounts(state, edition, seat, card)
    if edition.storytelling_discard == StorytellingDiscard.BEFORE_CARDS:
        state.discarded[seat] = 1
    kind = int(edition.type[card])
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
    state.victim = -1
    state.half = BOTH
    state.step = 0
    state.left = -1
    state.turner = 0
    state.settled = -1
    if kind == Type.HALF:
        state.phase = Phase.HALF
    else:
        declare(state, edition)


@rule
def choose_guard(state: State, opposes: bool) -> None:
    """Play President in one's own part: as Opposition, which protects from Spy, or as News.

    [manifest-destiny 6.5, 6.12].
    """
    if opposes:
        state.immune[state.active] |= FREE_OF_SPY
    state.phase = Phase.PLAY


@rule
def choose_half(state: State, edition: Edition, half: int) -> None:
    """Choose the event or the payout of a card [manifest-destiny 6.5]."""
    state.half = half
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
def name_victim(state: State, edition: Edition, seat: int) -> None:
    state.victim = seat
    open_window(state, edition)


@rule
def open_window(state: State, edition: Edition) -> None:
    """Offer answers to an event, or resolve a card that cannot be answered.

    Leaders cannot be answered, and payouts only if a ruling allows it [manifest-destiny 6.13]
    (A12).
    """
    card = int(state.card)
    kind = int(edition.type[card])
    event = edition.op[card, 0] != Op.NONE and state.half != ONLY_PAYOUT
    if edition.responses == Responses.PAYOUTS_TOO and edition.pays[card, 0] >= 0:
        event = True
    if kind == Type.LEADER or not event:
        state.phase = Phase.RESOLVE
        return
    state.chain[0] = card
    state.chain_seat[0] = state.hero
    state.chain_length = 1
    state.opposed = 0
    state.answering = 0
    state.asked = 0
    state.phase = Phase.ASK


@rule
def opposing_card(card: int) -> int:
    """Return the card that opposes a card, -1 if none does [manifest-destiny 6.12]."""
    if card == Card.SPY:
        return PRESIDENT
    if card == Card.CIVIL_WAR:
        return LINCOLN
    return -1


@rule
def may_hold(state: State, edition: Edition, seat: int, card: int) -> bool:
    """Return whether, by public knowledge, the seat could hold the card and play it now."""
    zone = int(state.zone[card])
    hidden = zone < 0 or zone == Zone.DECK or zone >= Zone.HAND
    hand = Zone.HAND + seat
    held = state.held[state.batch[card], hand] > 0 or state.held[UNSURE, hand] > 0
    return hidden and held and is_playable(state, edition, card)


@rule
def ask_next(state: State, edition: Edition) -> None:
    """Ask the next seat that could hold an answer; if there is none, settle the event (W1).

    The victim's Opposition comes first, then the Response of all but the last card's player, in
    turn order after the active player.
    """
    if state.answering == 0:
        state.answering = 1
        opposing = opposing_card(state.card)
        if state.chain_length == 1 and opposing >= 0 and state.victim >= 0:
            if may_hold(state, edition, int(state.victim), opposing):
                state.chooser = state.victim
                state.phase = Phase.OPPOSE
                return
    last = int(state.chain_seat[state.chain_length - 1])
    for turn in range(edition.players):
        seat = int(state.order[(state.part + 1 + turn) % edition.players])
        if seat == last or (state.asked >> int(seat)) & 1:
            continue
        if may_hold(state, edition, seat, Card.PRESIDENT) or may_hold(
            state, edition, seat, Card.SUPREME_COURT
        ):
            state.chooser = seat
            state.phase = Phase.RESPOND
            return
    close_window(state, edition)


@rule
def decline(state: State) -> None:
    """Decline to answer, so that the next seat is asked."""
    if state.phase == Phase.RESPOND:
        state.asked |= 1 << int(state.chooser)
    state.phase = Phase.ASK


@rule
def answer(state: State, edition: Edition, card: int) -> None:
    """Answer with a card, which can itself be answered [manifest-destiny 6.12, 6.13]."""
    seat = int(state.chooser)
    lay_open(state, edition, seat, card)
    if card == Card.LINCOLN:
        grant_discounts(state, edition, seat, card)
        state.immune[seat] |= FREE_OF_CIVIL_WAR
    elif card == Card.PRESIDENT:
        state.immune[seat] |= FREE_OF_SPY
    if state.phase == Phase.OPPOSE:
        state.opposed = 1
    state.chain[state.chain_length] = card
    state.chain_seat[state.chain_length] = seat
    state.chain_length += 1
    state.answering = 1
    state.asked = 0
    state.phase = Phase.ASK


@rule
def gives_discounts(edition: Edition, card: int) -> bool:
    for progression in range(PROGRESSIONS):
        if edition.card_discount[card, progression]:
            return True
    return False


@rule
def close_window(state: State, edition: Edition) -> None:
    """Settle the answers: each cancels the card before it, and the last stands.

    An event stopped by its victim's Opposition rebounds on its player, unless a ruling only cancels
    it (A11, A12, A13).
    """
    answers = state.chain_length - 1
    if answers % 2 == 1:
        state.verdict = Verdict.CANCELLED
        if state.opposed and edition.opposition != Opposition.CANCEL:
            hero = int(state.hero)
            state.hero = state.victim
            state.victim = hero
            state.verdict = Verdict.REBOUNDS
        elif (
            edition.type[state.card] == Type.DESTINY and edition.responses != Responses.PAYOUTS_TOO
        ):
            state.half = ONLY_PAYOUT
            state.verdict = Verdict.EVENT_CANCELLED
        else:
            state.half = NOTHING
            if gives_discounts(edition, int(state.card)):
                state.verdict = Verdict.EVENT_CANCELLED
    elif answers > 0:
        state.verdict = Verdict.STANDS
    state.chain_length = 0
    state.opposed = 0
    state.asked = 0
    state.answering = 0
    state.chooser = state.active
    state.phase = Phase.RESOLVE


@rule
def finish_card(state: State) -> None:
    """Finish the card and go on with the player's part."""
    state.card = -1
    state.hero = -1
    state.victim = -1
    state.half = BOTH
    state.step = 0
    state.left = -1
    state.turner = 0
    state.territory = -1
    state.asked = 0
    state.chooser = state.active
    state.phase = Phase.PLAY
