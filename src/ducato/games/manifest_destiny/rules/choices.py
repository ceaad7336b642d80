"""What cards do by way of choices: territories taken, ceded, removed; markers; Pioneers; dice.

[manifest-destiny 6.5, 6.7, 20.8]. `resolve` takes the operations of the card one after the
other. Within one, `left` counts what may still be chosen (-1: not begun) and `turner` the seats
that were asked.
"""

from __future__ import annotations

from ducato.core.places import nth_card
from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.competition import start_competition
from ducato.games.manifest_destiny.rules.deck import cards_in, move_card, start_draws
from ducato.games.manifest_destiny.rules.effects import highest_profit, immediate
from ducato.games.manifest_destiny.rules.payouts import pay_out, units_in
from ducato.games.manifest_destiny.rules.playing import NOTHING, ONLY_PAYOUT, finish_card
from ducato.games.manifest_destiny.rules.reach import clear_reach
from ducato.games.manifest_destiny.rules.research import can_study, offer_step, start_research
from ducato.games.manifest_destiny.rules.tokens import (
    build_city,
    change_profit,
    cities_on_map,
    is_a_home,
    lose_cash,
    pay,
    pioneer_limit,
    receive,
    remove_token,
    take_territory,
)
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import (
    BREAKTHROUGHS,
    CHOICE,
    NATIVES,
    NEIGHBOURS,
    OPERATIONS,
    PAYOUTS,
    TERRITORIES,
    VACANT,
    Op,
    Phase,
    Place,
    Presence,
    Reach,
    Region,
    Territory,
)

PAYOUT_FIRST = 1  # value of the ruling `destiny_order`
ACCESSIBLE, NOWHERE = 1, 2  # State.left of a cession: to the gainer, or to nobody
UNBEGUN, SURVEYED = -1, -2  # State.left before anything was chosen


@rule
def position_of(state: State, edition: Edition) -> int:
    """Which operation (0..2) or payout (3, 4) the card has come to (A8)."""
    step = int(state.step)
    if edition.destiny_order == PAYOUT_FIRST:
        return step + OPERATIONS if step < PAYOUTS else step - PAYOUTS
    return step


@rule
def operation(state: State, edition: Edition) -> int:
    """The operation at hand, `Op.NONE` in a payout."""
    where = position_of(state, edition)
    return int(edition.op[state.card, where]) if where < OPERATIONS else 0


@rule
def argument(state: State, edition: Edition) -> int:
    """The first argument of the operation at hand."""
    return int(edition.op_a[state.card, position_of(state, edition)])


@rule
def next_step(state: State) -> None:
    state.step += 1
    state.left = -1
    state.turner = 0
    state.territory = -1
    state.phase = Phase.RESOLVE


@rule
def resolve(state: State, edition: Edition) -> None:
    """The next operation or payout of the card, or its end."""
    if state.step >= OPERATIONS + PAYOUTS:
        finish_card(state)
        return
    where = position_of(state, edition)
    if where >= OPERATIONS:
        resolve_payout(state, edition, where - OPERATIONS)
        return
    op = int(edition.op[state.card, where])
    if op == Op.NONE or state.half >= ONLY_PAYOUT:
        next_step(state)
        return
    a = int(edition.op_a[state.card, where])
    b = int(edition.op_b[state.card, where])
    if op <= Op.FREE_CITY:
        resolve_map(state, edition, op, a, b)
    elif immediate(state, edition, op, a, b):
        next_step(state)
    else:
        resolve_choice(state, edition, op, a, b)


@rule
def resolve_payout(state: State, edition: Edition, slot: int) -> None:
    product = int(edition.pays[state.card, slot])
    if product < 0 or state.half == 1 or state.half == NOTHING:
        next_step(state)
    elif product == CHOICE:
        state.chooser = state.hero
        state.phase = Phase.PRODUCT
    else:
        pay_out(state, edition, product)
        next_step(state)


@rule
def resolve_choice(state: State, edition: Edition, op: int, a: int, b: int) -> None:
    """Operations about Pioneers, steps, dice, cards and several players' choices."""
    hero = int(state.hero)
    if op == Op.PIONEER:
        if can_get_pioneer(state, edition, hero):
            state.chooser = hero
            state.phase = Phase.PIONEER
        else:
            receive(state, hero, a)
            next_step(state)
    elif op == Op.STEP:
        offer_step(state, edition, a)
    elif op == Op.ROBBER:
        state.phase = Phase.ROBBER_DIE
    elif op == Op.WORLD_WAR:
        next_loss(state, edition, a, b)
    elif op == Op.MOON:
        if can_study_any(state, edition, hero):
            state.chooser = hero
            state.phase = Phase.BREAKTHROUGH
        else:
            next_step(state)
    elif op == Op.SPY:
        if state.victim >= 0 and cards_in(state, Place.HAND + state.victim) > 0:
            state.phase = Phase.STEAL
        else:
            next_step(state)
    else:
        next_step(state)
        start_draws(state, hero, a, Phase.RESOLVE)


@rule
def can_get_pioneer(state: State, edition: Edition, seat: int) -> bool:
    """Room on the mat, a token in supply, and none got this turn.

    [manifest-destiny 7.2] (A17, A18).
    """
    if edition.free_pioneers_count and state.acquired[seat]:
        return False
    return bool(state.pioneers[seat] < pioneer_limit(state, edition) and state.supply[seat] > 0)


@rule
def answer_pioneer(state: State, edition: Edition, yes: bool) -> None:
    hero = int(state.hero)
    if yes:
        state.supply[hero] -= 1
        state.pioneers[hero] += 1
        if edition.free_pioneers_count:
            state.acquired[hero] = 1
    else:
        receive(state, hero, argument(state, edition))
    next_step(state)


@rule
def can_study_any(state: State, edition: Edition, seat: int) -> bool:
    for breakthrough in range(BREAKTHROUGHS):
        if can_study(state, edition, seat, breakthrough):
            return True
    return False


@rule
def study(state: State, edition: Edition, breakthrough: int) -> None:
    """Moon Landing: dice on a Breakthrough, in Card Play [manifest-destiny 6.14]."""
    start_research(state, edition, breakthrough, argument(state, edition), Phase.RESOLVE)


@rule
def rob(state: State, edition: Edition, outcome: int) -> None:
    """Robber Barons: the victim loses $10 times the die."""
    if state.victim >= 0:
        lose_cash(state, int(state.victim), (outcome + 1) * argument(state, edition))
    next_step(state)


@rule
def steal(state: State, edition: Edition, outcome: int) -> None:
    """Spy: a random card of the victim's hand, which the victim knows."""
    card = nth_card(state.place, Place.HAND + state.victim, outcome)
    move_card(state, card, Place.HAND + state.hero)
    state.shown[card] = 1 << int(state.victim)
    next_step(state)


@rule
def seat_after(state: State, edition: Edition, turn: int) -> int:
    """The seat so many places after the card's player in turn order."""
    return int(state.order[(state.position[state.hero] + turn) % edition.players])


@rule
def next_loss(state: State, edition: Edition, cash: int, profit: int) -> None:
    """World War: each opponent in turn loses cash or Profit; the poor lose Profit."""
    while state.turner < edition.players - 1:
        seat = seat_after(state, edition, state.turner + 1)
        if state.cash[seat] >= cash:
            state.chooser = seat
            state.phase = Phase.LOSS
            return
        change_profit(state, edition, seat, -profit)
        state.turner += 1
    next_step(state)


@rule
def choose_loss(state: State, edition: Edition, cash: bool) -> None:
    where = position_of(state, edition)
    if cash:
        pay(state, int(state.chooser), int(edition.op_a[state.card, where]))
    else:
        change_profit(state, edition, int(state.chooser), -int(edition.op_b[state.card, where]))
    state.turner += 1
    state.phase = Phase.RESOLVE


@rule
def choose_product(state: State, edition: Edition, product: int) -> None:
    pay_out(state, edition, product)
    next_step(state)


# ------------------------------------------------------------------------ choices on the map


@rule
def resolve_map(state: State, edition: Edition, op: int, a: int, b: int) -> None:
    """An operation in which territories are chosen: begin it, go on with it, or end it."""
    if op == Op.MAINE:
        maine(state, edition)
        return
    if state.left == UNBEGUN and (op == Op.CEDE or op == Op.LAWYER):
        state.left = SURVEYED
        state.phase = Phase.SURVEY
        return
    if state.left < 0:
        begin_choices(state, edition, op, a, b)
    if state.chooser >= 0 and state.left > 0 and any_choice(state, edition):
        state.phase = Phase.CHOOSE
    elif op == Op.CEDE and state.left == ACCESSIBLE:
        state.left = NOWHERE
    elif op == Op.TRUSTBUSTER:
        next_trust(state, edition, a)
    else:
        if op == Op.FREE_CITY and state.left > 0:
            change_profit(state, edition, int(state.hero), b)
        end_choices(state, op)


@rule
def begin_choices(state: State, edition: Edition, op: int, a: int, b: int) -> None:
    """Who chooses, and how many."""
    state.left = how_many(op, a, b)
    state.chooser = state.hero
    if op == Op.TAKE_OR_CASH and not set_is_vacant(state, edition, a):
        receive(state, int(state.hero), b)
        state.left = 0
    elif op == Op.REMOVE:
        state.chooser = state.victim
    elif op == Op.CEDE:
        state.chooser = state.victim
        state.left = ACCESSIBLE if state.supply[state.hero] > 0 else NOWHERE
    elif op == Op.TRUSTBUSTER:
        state.asked = highest_profit(state, edition)
        state.turner = -1
        state.left = 0


@rule
def end_choices(state: State, op: int) -> None:
    if op == Op.LAWYER or op == Op.CEDE:
        clear_reach(state)
    next_step(state)


@rule
def how_many(op: int, a: int, b: int) -> int:
    """How many territories an operation lets choose."""
    if op == Op.TAKE:
        return b
    if op == Op.TAKE_OR_CASH or op == Op.LAWYER or op == Op.FREE_CITY:
        return 1
    return a


@rule
def set_is_vacant(state: State, edition: Edition, number: int) -> bool:
    """Whether the one territory of a set is vacant and open."""
    for territory in range(TERRITORIES):
        if edition.sets[number, territory]:
            return bool(state.owner[territory] == VACANT and not edition.closed[territory])
    return False


@rule
def any_choice(state: State, edition: Edition) -> bool:
    for territory in range(TERRITORIES):
        if can_choose(state, edition, territory):
            return True
    return False


@rule
def may_stop(state: State, edition: Edition) -> bool:
    """Whether the choice at hand is optional: "up to", "either ... or", Dust Bowl."""
    op = operation(state, edition)
    if op == Op.TAKE:
        return bool(edition.op_b[state.card, position_of(state, edition)] > 1)
    return bool(
        op == Op.HOMESTEAD
        or op == Op.NATIVES
        or op == Op.TOURISM
        or op == Op.TECHNOLOGY
        or op == Op.DUST_BOWL
    )


@rule
def can_choose(state: State, edition: Edition, territory: int) -> bool:
    """Whether a territory may be chosen for the operation at hand."""
    if edition.closed[territory]:
        return False
    op = operation(state, edition)
    hero = int(state.hero)
    owner = int(state.owner[territory])
    if op == Op.TAKE or op == Op.TAKE_OR_CASH:
        listed = edition.sets[argument(state, edition), territory]
        return bool(listed and owner == VACANT and state.supply[hero] > 0)
    if op == Op.HOMESTEAD:
        return can_homestead(state, edition, territory)
    if op == Op.NATIVES:
        return bool(
            owner == VACANT
            and state.natives_left > 0
            and not edition.is_home[territory]
            and edition.region[territory] != Region.MARKETS
        )
    if op == Op.DUST_BOWL:
        return bool(edition.dust[territory] and 0 <= owner < NATIVES and not state.city[territory])
    if op == Op.EARTHQUAKE:
        return bool(state.city[territory])
    if op == Op.TOURISM or op == Op.TECHNOLOGY or op == Op.FREE_CITY:
        return can_mark(state, edition, op, territory)
    return can_lose(state, edition, op, territory)


@rule
def can_mark(state: State, edition: Edition, op: int, territory: int) -> bool:
    """Where the player may put a product marker or the free city [2.8, A50]."""
    if state.owner[territory] != state.hero:
        return False
    if op == Op.FREE_CITY:
        grows = units_in(state, edition, territory, argument(state, edition)) > 0
        return bool(
            grows and not state.city[territory] and cities_on_map(state) < edition.cities_total
        )
    if state.presence[territory] != Presence.ESTABLISHED:
        return False
    if op == Op.TOURISM:
        free = edition.double_markers or not state.tourism[territory]
        return bool(free and state.tourism_left > 0)
    free = edition.double_markers or not state.technology[territory]
    return bool(free and state.technology_left > 0)


@rule
def can_lose(state: State, edition: Edition, op: int, territory: int) -> bool:
    """Whether a player may lose this presence by the card [manifest-destiny 6.7] (A16, A52)."""
    owner = int(state.owner[territory])
    if owner < 0 or owner >= NATIVES:
        return False
    if op == Op.CEDE:
        if owner != state.victim or territory == state.home[owner]:
            return False
        return bool(state.left == NOWHERE or state.reach[territory] != Reach.NO)
    if is_a_home(state, edition, territory):
        return False
    if op == Op.LAWYER:
        return bool(
            owner != state.hero
            and not state.city[territory]
            and state.reach[territory] != Reach.NO
            and state.supply[state.hero] > 0
        )
    if op == Op.REMOVE:
        region = edition.region[territory]
        return bool(
            owner == state.victim
            and state.presence[territory] == Presence.ESTABLISHED
            and (region == Region.NORTH or region == Region.SOUTH)
        )
    return bool(owner == state.chooser)


@rule
def can_homestead(state: State, edition: Edition, territory: int) -> bool:
    """Card 35: vacant land of Control Number 1, or (as the first choice) land with Natives."""
    hero = int(state.hero)
    owner = int(state.owner[territory])
    vacant = owner == VACANT and edition.control[territory] == 1
    natives = owner == NATIVES and state.left == argument(state, edition)
    if not (vacant or natives) or state.supply[hero] == 0:
        return False
    for slot in range(NEIGHBOURS):
        neighbour = int(edition.land[territory, slot])
        if neighbour < 0:
            break
        if state.owner[neighbour] == hero and state.presence[neighbour] == Presence.ESTABLISHED:
            return True
    return False


@rule
def choose(state: State, edition: Edition, territory: int) -> None:
    """Carry out the operation at hand for the chosen territory."""
    op = operation(state, edition)
    state.left -= 1
    state.phase = Phase.RESOLVE
    if op == Op.NATIVES:
        state.owner[territory] = NATIVES
        state.natives_left -= 1
    elif op == Op.TOURISM:
        state.tourism[territory] += 1
        state.tourism_left -= 1
    elif op == Op.TECHNOLOGY:
        state.technology[territory] += 1
        state.technology_left -= 1
    elif op == Op.FREE_CITY:
        build_city(state, edition, territory)
    elif op == Op.EARTHQUAKE:
        destroy_city(state, edition, territory)
    elif op == Op.CEDE:
        state.left += 1
        cede(state, edition, territory)
    elif op == Op.REMOVE or op == Op.TRUSTBUSTER or op == Op.DUST_BOWL:
        remove_token(state, edition, territory)
    else:
        if state.owner[territory] != VACANT:
            remove_token(state, edition, territory)
            state.left = 0  # Natives, or Lawyer: nothing more is chosen
        state.territory = territory
        state.phase = Phase.PRESENCE


@rule
def destroy_city(state: State, edition: Edition, territory: int) -> None:
    """San Francisco Earthquake: a city falls and its controller pays."""
    where = position_of(state, edition)
    state.city[territory] = 0
    owner = int(state.owner[territory])
    if 0 <= owner < NATIVES:
        lose_cash(state, owner, int(edition.op_b[state.card, where]))
    state.recount = 1


@rule
def stop_choosing(state: State) -> None:
    """Choose no more."""
    state.left = 0
    state.phase = Phase.RESOLVE


@rule
def choose_presence(state: State, edition: Edition, presence: int) -> None:
    """A territory taken becomes a New or an Established Presence [manifest-destiny 6.7]."""
    op = operation(state, edition)
    take_territory(state, edition, int(state.hero), int(state.territory), presence)
    state.territory = -1
    state.phase = Phase.RESOLVE
    if op == Op.CEDE or op == Op.MAINE:
        end_choices(state, op)


@rule
def cede(state: State, edition: Edition, territory: int) -> None:
    """What the player can legally take he takes, else it becomes vacant [manifest-destiny 6.7]."""
    remove_token(state, edition, territory)
    if state.left == ACCESSIBLE:
        state.territory = territory
        state.chooser = state.hero
        state.phase = Phase.PRESENCE
    else:
        end_choices(state, Op.CEDE)


@rule
def next_trust(state: State, edition: Edition, number: int) -> None:
    """Trustbuster: the next of those with the highest Profit removes presences.

    `asked` holds who is hit, `turner` counts places after the card's player.
    """
    state.turner += 1
    if state.turner >= edition.players:
        state.asked = 0
        next_step(state)
        return
    state.chooser = seat_after(state, edition, int(state.turner))
    state.left = number if (int(state.asked) >> int(state.chooser)) & 1 else 0


@rule
def maine(state: State, edition: Edition) -> None:
    """Remember the Maine!: take Cuba, or fight for it without tokens of one's own."""
    hero = int(state.hero)
    owner = int(state.owner[Territory.CUBA])
    if state.supply[hero] == 0 or owner == hero:
        next_step(state)
    elif owner == NATIVES:
        next_step(state)
    elif owner == VACANT:
        state.territory = Territory.CUBA
        state.chooser = hero
        state.phase = Phase.PRESENCE
    else:
        start_competition(state, edition, Territory.CUBA, 0)
