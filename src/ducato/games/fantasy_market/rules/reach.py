"""The reach of a pawn: occupied squares, single steps, dead ends [fantasy-market 5, 6].

A step is possible only if the move can still end legally after it. Nothing here changes the state.
"""

from __future__ import annotations

from ducato.core.verbs import rule

from ..atlas import DIRECTIONS, ORTHOGONAL
from ..parts import BOXES, EXIT_COUNT, PAWNS, Pawn, Terrain
from ..state import Edition, State

WAYS = len(DIRECTIONS)


@rule
def movement(state: State, edition: Edition, pawn: int) -> int:
    """Return the movement of a character, equipment included [12.25]."""
    squares = int(edition.movement[pawn])
    if pawn < Pawn.THIEF:
        for box in range(BOXES):
            if state.gear[pawn, box] >= 0:
                squares += int(edition.tile_movement[state.gear[pawn, box]])
    return squares


@rule
def is_occupied(state: State, edition: Edition, square: int, pawn: int) -> bool:
    """Return whether other pawns block the square; the centre has its own limit [3.3, 12.4]."""
    others = 0
    for other in range(PAWNS):
        if other != pawn and state.at[other] == square:
            others += 1
    if edition.terrain[square] == Terrain.CENTRE:
        return edition.centre_capacity > 0 and others >= edition.centre_capacity
    return others > 0


@rule
def was_visited(state: State, square: int) -> bool:
    """Return whether the square is on the path of this move, which includes its start [6]."""
    for index in range(state.walked + 1):
        if state.trail[index] == square:
            return True
    return False


@rule
def crosses(edition: Edition, pawn: int) -> bool:
    """Return whether the pawn may cross occupied squares [6.5, 6.7]."""
    if pawn < Pawn.THIEF:
        return bool(edition.heroes_cross)
    return pawn == Pawn.THIEF


@rule
def gets_through(
    state: State, edition: Edition, pawn: int, here: int, square: int, left: int
) -> bool:
    """Return whether the pawn can step from `here` onto an occupied square and then get off it.

    It must reach a free square within `left` more steps, visiting no square twice.

    Only occupied squares matter in between, so a search over the pawns finds the shortest path.
    """
    ways = WAYS if pawn >= Pawn.THIEF else ORTHOGONAL
    crowd = 0
    for other in range(PAWNS):
        if other != pawn and state.at[other] == square:
            crowd |= 1 << other
    for _ in range(left):
        wider = crowd
        for blocking in range(PAWNS):
            if not (crowd >> blocking) & 1:
                continue
            for direction in range(ways):
                beyond = edition.near[state.at[blocking], direction]
                if beyond < 0 or beyond == here or was_visited(state, beyond):
                    continue
                if not is_occupied(state, edition, beyond, pawn):
                    return True
                for other in range(PAWNS):
                    if other != pawn and state.at[other] == beyond:
                        wider |= 1 << other
        crowd = wider
    return False


@rule
def is_lodging(state: State, edition: Edition, square: int) -> bool:
    """Return whether a promoted hero may end on a square: not an exit or a rival's shop [12.15]."""
    terrain = edition.terrain[square]
    if terrain == Terrain.CENTRE or terrain == Terrain.PLAIN:
        return True
    if terrain >= Terrain.EXIT:
        return False
    owner = state.owner[terrain - Terrain.SHOP]
    return owner < 0 or owner == state.active


@rule
def leads_home(
    state: State, edition: Edition, pawn: int, here: int, square: int, left: int
) -> bool:
    """Return whether this step of a promoted hero shortens the path and can end legally [5, 12.14].

    A depth-first search follows the shortest paths to the shop, at most `left` steps beyond the
    square; the directions taken are the digits of `turns`, so that nothing is allocated.
    """
    crossing = crosses(edition, pawn)
    shop = state.shop_of[state.active]
    if edition.way[shop, square] >= edition.way[shop, here]:
        return False
    depth = 0
    turns = 0
    direction = 0
    visited = square
    while True:
        if direction == 0 and is_lodging(state, edition, visited):
            if not is_occupied(state, edition, visited, pawn):
                return True
        found = -1
        while depth < left and direction < ORTHOGONAL and found < 0:
            ahead = edition.near[visited, direction]
            if ahead >= 0 and edition.way[shop, ahead] < edition.way[shop, visited]:
                if crossing or not is_occupied(state, edition, ahead, pawn):
                    found = ahead
            if found < 0:
                direction += 1
        if found >= 0:
            turns = turns * ORTHOGONAL + direction
            depth += 1
            visited = found
            direction = 0
        elif depth == 0:
            return False
        else:
            depth -= 1
            direction = turns % ORTHOGONAL
            turns //= ORTHOGONAL
            visited = edition.near[visited, (direction + 2) % ORTHOGONAL]
            direction += 1


@rule
def can_go(
    state: State, edition: Edition, pawn: int, here: int, direction: int, left: int, promoting: bool
) -> bool:
    """Return whether the pawn may step from `here` in a direction, with `left` steps after that."""
    if direction >= ORTHOGONAL and pawn < Pawn.THIEF:
        return False
    square = edition.near[here, direction]
    if square < 0 or was_visited(state, square):
        return False
    occupied = is_occupied(state, edition, square, pawn)
    if occupied and not crosses(edition, pawn):
        return False
    if promoting:
        return leads_home(state, edition, pawn, here, square, left)
    return not occupied or gets_through(state, edition, pawn, here, square, left)


@rule
def can_step(state: State, edition: Edition, direction: int) -> bool:
    """Return whether the moving pawn, which has steps left, may step in a direction."""
    left = state.budget - state.walked - 1
    pawn = state.pawn
    return can_go(state, edition, pawn, state.at[pawn], direction, left, bool(state.promoting))


@rule
def can_go_on(state: State, edition: Edition) -> bool:
    """Return whether the moving pawn can make any step."""
    if state.walked == state.budget:
        return False
    for direction in range(WAYS):
        if can_step(state, edition, direction):
            return True
    return False


@rule
def can_enter(
    state: State, edition: Edition, pawn: int, exit: int, budget: int, home: bool
) -> bool:
    """Return whether the pawn may enter by an exit, from which it must be able to go on [12.16].

    The exit must not be blocked for a hero who does not cross; the Thief may start on an occupied
    square. `home` says whether the hero is being promoted.
    """
    gate = edition.gate[exit]
    if pawn < Pawn.THIEF and not crosses(edition, pawn) and is_occupied(state, edition, gate, pawn):
        return False
    for direction in range(WAYS):
        if can_go(state, edition, pawn, gate, direction, budget - 1, home):
            return True
    return False


@rule
def can_enter_somewhere(state: State, edition: Edition, pawn: int, budget: int, home: bool) -> bool:
    for exit in range(EXIT_COUNT):
        if can_enter(state, edition, pawn, exit, budget, home):
            return True
    return False


@rule
def may_stop(state: State, edition: Edition) -> bool:
    """Return whether the move may end now [6, 12.12]."""
    if state.walked == 0:
        return not state.entered and not state.promoting and edition.min_move == 0
    here = state.at[state.pawn]
    if is_occupied(state, edition, here, state.pawn):
        return False
    return not state.promoting or is_lodging(state, edition, here)
