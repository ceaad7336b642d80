"""What a seat's free crew can finish: an assignment of crew members to its open sites.

It takes the sites by their numbers, machines and then small buildings first, or the largest first,
and sends to each the crew members that add most and waste least, until the site is finished. It is
a quick judgement for `value_features`, not the best plan that there is: crew that a finished site
sets free is not sent again.

Cards are passed between these rules as one whole number, a packed list, since rules cannot allocate
lists. So is the work that remains on a site, with a field of `BITS` for each material.
"""

from __future__ import annotations

from ducato.core.verbs import rule

from ..state import Edition, SendCost, State

BITS = 6  # of a card number plus one, in a packed list; a zero ends the list
MASK = (1 << BITS) - 1
MOST = 10  # cards in a packed list: 60 bits
LOWEST = -1000  # less than any merit

Turn = tuple[int, int, int]
"""The actions and coins that are left in a turn, and the points that it brings."""


@rule
def head(cards: int) -> int:
    """Return the first card of a packed list; -1 if the list is empty."""
    return (cards & MASK) - 1


@rule
def tail(cards: int) -> int:
    """Return a packed list without its first card."""
    return cards >> BITS


@rule
def prepended(card: int, cards: int) -> int:
    """Return a packed list with one more card, in front."""
    return (cards << BITS) | (card + 1)


@rule
def field(work: int, material: int) -> int:
    """Return the work that remains of one material."""
    return work >> material * BITS & MASK


@rule
def packed(state: State, zone: int, first: int, last: int) -> int:
    """Return the cards in a zone, of those from `first` to before `last`, as a packed list.

    The list has the cards' numbers less `first`, at most the `MOST` highest, in ascending order.
    """
    cards = 0
    left = min(MOST, int(state.held[zone]))
    for card in range(last - 1, first - 1, -1):
        if left == 0:
            break
        if state.zone[card] == zone:
            cards = prepended(card - first, cards)
            left -= 1
    return cards


@rule
def without(cards: int, card: int) -> int:
    """Return a packed list without one of its cards, in the opposite order."""
    result = 0
    while cards > 0:
        if head(cards) != card:
            result = prepended(head(cards), result)
        cards = tail(cards)
    return result


@rule
def backwards(cards: int) -> int:
    """Return a packed list in the opposite order."""
    result = 0
    while cards > 0:
        result = prepended(head(cards), result)
        cards = tail(cards)
    return result


@rule
def used_by(edition: Edition, member: int, stone: int, wood: int, knowledge: int, tile: int) -> int:
    """Return the amount of these needs that a crew member covers."""
    return (
        min(int(edition.makes[member, 0]), stone)
        + min(int(edition.makes[member, 1]), wood)
        + min(int(edition.makes[member, 2]), knowledge)
        + min(int(edition.makes[member, 3]), tile)
    )


@rule
def made_by(edition: Edition, member: int) -> int:
    """Return the total output of a crew member."""
    makes = edition.makes
    return int(makes[member, 0] + makes[member, 1] + makes[member, 2] + makes[member, 3])


@rule
def best_sender(
    edition: Edition, crew: int, stone: int, wood: int, knowledge: int, tile: int
) -> int:
    """Return who of a packed list of crew adds most to these needs; -1 if nobody adds anything.

    What a crew member wastes counts half as much as what it adds.
    """
    best = LOWEST
    found = -1
    while crew > 0:
        member = head(crew)
        crew = tail(crew)
        used = used_by(edition, member, stone, wood, knowledge, tile)
        merit = 3 * used - made_by(edition, member)
        if used > 0 and merit > best:
            best = merit
            found = member
    return found


@rule
def planned(state: State, edition: Edition, crew: int, site: int) -> tuple[int, int, int, int, int]:
    """Return what it takes to finish a site with a packed list of crew, as far as that is possible.

    Returns:
        remains: the work that remains by material (see `field`), 0 if the crew can finish the site.
        sends: the number of sends.
        actions: the actions that they cost in one turn.
        wages: their wages.
        crew: the crew that is left, as a packed list.
    """
    stone = int(state.need[site, 0])
    wood = int(state.need[site, 1])
    knowledge = int(state.need[site, 2])
    tile = int(state.need[site, 3])
    sends = 0
    actions = 0
    wages = 0
    while stone + wood + knowledge + tile > 0:
        member = best_sender(edition, crew, stone, wood, knowledge, tile)
        if member < 0:
            break
        stone = max(0, stone - edition.makes[member, 0])
        wood = max(0, wood - edition.makes[member, 1])
        knowledge = max(0, knowledge - edition.makes[member, 2])
        tile = max(0, tile - edition.makes[member, 3])
        crew = without(crew, member)
        sends += 1
        actions += nth_cost(state, edition, site, sends)
        wages += edition.wage[member]
    remains = stone | (wood << BITS) | (knowledge << 2 * BITS) | (tile << 3 * BITS)
    return remains, sends, actions, wages, crew


@rule
def nth_cost(state: State, edition: Edition, site: int, sends: int) -> int:
    """Return the actions for the last of so many more sends to a site in one turn."""
    nth = int(state.sent[site]) + sends
    return nth if edition.send_cost == SendCost.ONE_MORE else nth * (nth + 1) // 2


@rule
def after_finishing(turn: Turn, cost: int, wages: int, reward: int, worth: int, price: int) -> Turn:
    """Return a turn after a site is finished in it, or unchanged if the seat cannot pay for that.

    Args:
        turn: the actions and coins that are left, and the points gained.
        cost: the actions that finishing costs.
        wages: the coins that it costs.
        reward: the coins that it brings.
        worth: the points that it brings.
        price: the price of an extra action, 0 if none is bought.
    """
    actions, coins, points = turn
    extra = max(0, cost - actions)
    if (extra > 0 and price == 0) or extra * price + wages > coins:
        return turn
    return actions + extra - cost, coins - extra * price - wages + reward, points + worth


@rule
def better(turn: Turn, other: Turn, coins_per_point: int) -> Turn:
    """Return the turn that brings more, when coins are exchanged for points."""
    gain = (turn[2] - other[2]) * coins_per_point + turn[1] - other[1]
    return turn if gain >= 0 else other


@rule
def largest_first(
    state: State, edition: Edition, sites: int, crew: int, turn: Turn, price: int
) -> Turn:
    """Return a turn after the sites are finished that the crew can finish, the last ones first.

    See `after_finishing` for the price.
    """
    sites = backwards(sites)
    while sites > 0:
        site = head(sites)
        sites = tail(sites)
        remains, _, cost, wages, rest = planned(state, edition, crew, site)
        if remains == 0:
            reward, worth = int(edition.reward[site]), int(edition.worth[site])
            after = after_finishing(turn, cost, wages, reward, worth, price)
            if after != turn:
                turn = after
                crew = rest
    return turn
