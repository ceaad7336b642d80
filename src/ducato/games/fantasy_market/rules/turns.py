"""The setup, the choice of action cards, the hourglass and the turns [fantasy-market 3, 4, 9].

The seats' knowledge of each other's cards is kept in `card_class` and `zone_class`: each seat has
seen the deck before its own choice, so a card that was missing lies with an earlier seat, and a
card that it passed on lies with a later one or in the deck.
"""

from __future__ import annotations

from ducato.core.cards import move_card
from ducato.core.struct import EVERYBODY
from ducato.core.verbs import rule

from ..parts import (
    BOXES,
    CARDS,
    ENCOUNTER_COUNT,
    EXIT_COUNT,
    HEROES,
    LOOT_BOXES,
    NONE,
    PAWNS,
    SEATS,
    SHOPS,
    TILE_COUNT,
    EndTiming,
    FirstPlayerRotation,
    ShopChoice,
    Zone,
)
from ..state import Edition, Phase, State
from .treasury import pay_out

PASSED_ON = 0  # classes of cards, see `state.State`
TAKEN_BEFORE = 1
OLD_DECK = 2


@rule
def setup(state: State, edition: Edition) -> None:
    """Lay out all components; chance then picks the first player [3]."""
    state.held[Zone.BOX] = CARDS
    for card in range(CARDS):
        job = edition.card_job[card]
        earlier = 0
        for other in range(card):
            if edition.card_job[other] == job:
                earlier += 1
        if earlier < edition.copies[job]:
            move_card(state, card, Zone.DECK)
    state.reserve = edition.gold_tiles
    for hero in range(HEROES):
        state.purse[hero] = pay_out(state, edition, edition.hero_start_gold)
        for box in range(BOXES):
            state.gear[hero, box] = NONE
    for box in range(LOOT_BOXES):
        state.loot[box] = NONE
    for shop in range(SHOPS):
        state.owner[shop] = NONE
    for seat in range(SEATS):
        state.shop_of[seat] = NONE
        state.played[seat] = NONE
        if seat < edition.players:
            state.gold[seat] = pay_out(state, edition, edition.player_start_gold)
            if edition.shop_choice != ShopChoice.FREE:
                open_shop(state, seat, edition.seat_shop[seat])
    for pawn in range(PAWNS):
        state.at[pawn] = edition.centre
    for tile in range(TILE_COUNT):
        state.market[tile] = edition.tile_copies[tile]
    for encounter in range(ENCOUNTER_COUNT):
        state.unseen[encounter] = edition.encounter_copies[encounter]
    for exit in range(EXIT_COUNT):
        state.face_up[exit] = NONE
    deal_piles(state)
    state.job = NONE
    state.pawn = NONE
    state.target = NONE
    state.exit = NONE
    state.drawn = NONE
    state.phase = Phase.FIRST_PLAYER


@rule
def deal_piles(state: State) -> None:
    """Share the unseen encounter cards among the four exits, one by one [3.1, 8.6, 12.21]."""
    total = 0
    for encounter in range(ENCOUNTER_COUNT):
        total += int(state.unseen[encounter])
    for exit in range(EXIT_COUNT):
        state.pile[exit] = total // EXIT_COUNT
        if exit < total % EXIT_COUNT:
            state.pile[exit] += 1


@rule
def open_shop(state: State, seat: int, shop: int) -> None:
    state.shop_of[seat] = shop
    state.owner[shop] = seat


@rule
def name_first_player(state: State, edition: Edition, seat: int) -> None:
    """Set the first player, then go on to the choice of shops or of first tiles [3.5, 3.6]."""
    state.first = seat
    state.active = seat
    state.chooser = seat
    if edition.shop_choice == ShopChoice.FREE:
        state.phase = Phase.CHOOSE_SHOP
    else:
        begin_start_tiles(state, edition)


@rule
def choose_shop(state: State, edition: Edition, shop: int) -> None:
    open_shop(state, state.chooser, shop)
    state.acted += 1
    if state.acted == edition.players:
        begin_start_tiles(state, edition)
    else:
        state.active = (state.first + state.acted) % edition.players
        state.chooser = state.active


@rule
def begin_start_tiles(state: State, edition: Edition) -> None:
    state.acted = 0
    state.active = state.first
    state.chooser = state.first
    state.phase = Phase.START_TILE
    if edition.start_tiles == 0:
        begin_turn(state, edition)


@rule
def take_start_tile(state: State, edition: Edition, tile: int) -> None:
    """Give the chooser a free tile, then ask the next seat or begin the first turn [3.6]."""
    state.market[tile] -= 1
    state.stock[state.chooser, tile] += 1
    state.acted += 1
    if state.acted == edition.players * edition.start_tiles:
        begin_turn(state, edition)
    else:
        state.active = (state.first + state.acted) % edition.players
        state.chooser = state.active


@rule
def begin_turn(state: State, edition: Edition) -> None:
    """Begin a turn: clear the seats' knowledge and give the deck to the first player [4.1]."""
    state.turns += 1
    state.turned = 0
    state.acted = 0
    for row in range(SEATS + 1):
        for card in range(CARDS):
            state.card_class[row, card] = PASSED_ON
        for zone in range(Zone.CHOSEN + SEATS):
            state.zone_class[row, zone] = PASSED_ON
    pass_deck(state, edition)


@rule
def pass_deck(state: State, edition: Edition) -> None:
    """Pass the deck to the next seat, which sees it; rebuild an empty one [4.1, 4.3].

    Rebuilding advances the hourglass, which with `AT_ONCE` may end the game.

    Everyone knows a deck from which nobody has chosen yet: it was left over from the last turn
    [10.1, 12.10], or it consists of discards that all have seen.
    """
    seat = (state.first + state.acted) % edition.players
    state.active = seat
    state.chooser = seat
    untouched = state.acted == 0 or state.held[Zone.DECK] == 0
    if state.held[Zone.DECK] == 0:
        turn_hourglass(state, edition)
        if edition.end_timing == EndTiming.AT_ONCE and state.hourglass >= edition.hourglass_end:
            state.phase = Phase.OVER
            return
    show_deck(state, EVERYBODY if untouched else 1 << seat)
    state.phase = Phase.CHOOSE_CARD


@rule
def show_deck(state: State, seats: int) -> None:
    """Let these seats (a mask) know the cards in the deck."""
    for card in range(CARDS):
        if state.zone[card] == Zone.DECK:
            state.shown[card] = seats


@rule
def turn_hourglass(state: State, edition: Edition) -> None:
    """Turn the discards into the deck, advance the hourglass and pay the heroes [4.3].

    Everyone knows that all cards of the old deck have now been chosen: these cards form a class of
    their own for seats that did not already know more.
    """
    state.hourglass += 1
    state.turned = state.acted + 1
    set_apart(state, OLD_DECK, 0, SEATS + 1)
    for card in range(CARDS):
        if state.zone[card] == Zone.DISCARD:
            move_card(state, card, Zone.DECK)
    for hero in range(HEROES):
        state.purse[hero] += pay_out(state, edition, edition.hero_wage)


@rule
def set_apart(state: State, into: int, start: int, stop: int) -> None:
    """Record, for seats `start` to `stop - 1`, that the cards chosen so far form the class `into`.

    This does not apply to a seat's own card, nor to cards that already have another class.
    """
    for row in range(start, stop):
        for card in range(CARDS):
            zone = state.zone[card]
            if zone >= Zone.CHOSEN and state.card_class[row, card] == PASSED_ON:
                if zone - Zone.CHOSEN != row:
                    state.card_class[row, card] = into
                    state.zone_class[row, zone] = into


@rule
def choose_card(state: State, edition: Edition, job: int) -> None:
    """Keep the first card of this job in secret, then pass the deck on or begin to reveal [4.1]."""
    seat = state.chooser
    chosen = -1
    for card in range(CARDS):
        if state.zone[card] == Zone.DECK:
            state.shown[card] = 0
            if chosen < 0 and edition.card_job[card] == job:
                chosen = card
    set_apart(state, TAKEN_BEFORE, seat, seat + 1)
    move_card(state, chosen, Zone.CHOSEN + seat)
    state.played[seat] = NONE
    state.acted += 1
    if state.acted < edition.players:
        pass_deck(state, edition)
    else:
        state.acted = 0
        await_card(state, edition)


@rule
def await_card(state: State, edition: Edition) -> None:
    """Go on to the seat that reveals its card next [5]."""
    state.active = (state.first + state.acted) % edition.players
    state.chooser = state.active
    state.phase = Phase.REVEAL


@rule
def reveal(state: State, edition: Edition) -> None:
    """Reveal the card of the active seat; after the last one all know the deck [5, 10.1]."""
    seat = state.active
    for card in range(CARDS):
        if state.zone[card] == Zone.CHOSEN + seat:
            state.job = edition.card_job[card]
            move_card(state, card, Zone.REVEALED)
    state.played[seat] = state.job
    if state.acted == edition.players - 1:
        show_deck(state, EVERYBODY)


@rule
def finish_card(state: State, edition: Edition) -> None:
    """Finish the card, then go on to the next seat, the next turn or the end [4.2, 5, 9]."""
    state.job = NONE
    state.pawn = NONE
    state.promoting = 0
    state.acted += 1
    if state.acted < edition.players:
        await_card(state, edition)
        return
    for card in range(CARDS):
        if state.zone[card] == Zone.REVEALED:
            move_card(state, card, Zone.DISCARD)
    if state.hourglass >= edition.hourglass_end:
        state.active = state.first
        state.chooser = state.first
        state.phase = Phase.OVER  # [9, 12.22]
        return
    pass_first(state, edition)
    begin_turn(state, edition)


@rule
def pass_first(state: State, edition: Edition) -> None:
    """Name the first player of the next turn [4.5]."""
    rotation = edition.first_player_rotation
    if rotation == FirstPlayerRotation.FIXED:
        return
    if rotation != FirstPlayerRotation.PER_TURN and not state.turned:
        return
    state.first = (state.first + 1) % edition.players
    if rotation == FirstPlayerRotation.POOREST:
        state.first = poorest(state, edition, state.first)


@rule
def poorest(state: State, edition: Edition, start: int) -> int:
    """Return the seat with the least gold; ties go to the earliest clockwise from `start` [4.5]."""
    best = start
    for offset in range(1, edition.players):
        seat = (start + offset) % edition.players
        if state.gold[seat] < state.gold[best]:
            best = seat
    return best
