"""The features of a state from the view of one seat."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...rules.breakthroughs.steps import is_claimed
from ...rules.cards.deck import cards_in
from ...rules.tokens import cities_on_map, owns
from ...state import Edition, State
from ...state.tables import ADVANCES, BREAKTHROUGHS, TERRITORIES, VACANT, Card, Stage, Zone
from ..action_features.territories import territory_yield
from ..estimate import turns_left
from .names import ADVANCE, FEATURES, HOLDINGS, LEADER, MEAN, NEXT, OWN, Holding, Own
from .player import paying_cards, player_features

MOST = 3.0  # no feature is larger
SIX = 6.0  # points in one unit of `POINTS_REACH` and `POINTS_NEXT`
HALF = 0.5


@rule
def features(state: State, edition: Edition, seat: int, out: Any) -> None:
    turns = turns_left(state, edition)
    held = paying_cards(state, edition, True)
    deck = paying_cards(state, edition, False)
    rivals_features(state, edition, seat, held, deck, turns, out)
    player_features(state, edition, seat, held, deck, turns, out)
    table_features(state, edition, turns, out)
    seat_features(state, edition, seat, out)
    finish_features(state, edition, out)
    home_features(state, edition, seat, out)
    for advance in range(ADVANCES):
        out[ADVANCE + advance] = 1.0 if owns(state, seat, advance) else 0.0
    for entry in range(FEATURES):
        out[entry] = min(MOST, max(-MOST, out[entry]))


@rule
def seat_at(state: State, turn: int) -> int:
    """Return the seat at a place of the turn order or, in Turn Order, of the choice order."""
    if state.stage == Stage.ORDER:
        return state.choice[turn]
    return state.order[turn]


@rule
def rivals_features(
    state: State, edition: Edition, seat: int, held: int, deck: int, turns: float, out: Any
) -> None:
    """Write the features of the strongest rival, of the next rival, and the means of all.

    The next follows in turn order. The strongest is the one that is likely to have the most points;
    among equals, the one that follows first. The highest points of a rival within reach are written
    too, for `finish_features`.
    """
    best = -1e30
    close = -1e30
    forecast = -1e30
    share = 1.0 / (edition.players - 1)
    for entry in range(HOLDINGS):
        out[MEAN + entry] = 0.0
    place = 0
    for turn in range(edition.players):
        if seat_at(state, turn) == seat:
            place = turn
    for back in range(1, edition.players):  # the next rival comes last, and stays in its place
        rival = seat_at(state, (place - back) % edition.players)
        player_features(state, edition, rival, held, deck, turns, out[NEXT:])
        strength = out[NEXT + Holding.POINTS_LIKELY]
        strongest = strength >= best
        if strongest:
            best = strength
        close = max(close, points_with(edition, Holding.POINTS_REACH, out[NEXT:]))
        forecast = max(forecast, points_with(edition, Holding.POINTS_NEXT, out[NEXT:]))
        for entry in range(HOLDINGS):
            value = out[NEXT + entry]
            out[MEAN + entry] += share * value
            if strongest:
                out[LEADER + entry] = value
    out[OWN + Own.POINTS_CLOSE] = close
    out[OWN + Own.POINTS_FORECAST] = forecast


@rule
def table_features(state: State, edition: Edition, turns: float, out: Any) -> None:
    vacant = 0
    lands = 0
    for territory in range(TERRITORIES):
        if not edition.closed[territory]:
            lands += 1
            if state.owner[territory] == VACANT:
                vacant += 1
    unclaimed = 0
    for breakthrough in range(BREAKTHROUGHS):
        if not is_claimed(state, edition, breakthrough):
            unclaimed += 1
    out[OWN + Own.LAND_VACANT] = vacant / max(1.0, float(lands))
    out[OWN + Own.CITIES_LEFT] = (edition.cities_total - cities_on_map(state)) / 20.0
    out[OWN + Own.PROGRESS_OPEN] = unclaimed / float(BREAKTHROUGHS)
    out[OWN + Own.CARDS_DECK] = cards_in(state, Zone.DECK) / 20.0
    out[OWN + Own.TEMPO_TURNS] = turns / 10.0
    out[OWN + Own.TEMPO_LATE] = 1.0 / (1.0 + turns)
    out[OWN + Own.TEMPO_ERA] = (state.era - 1) / 2.0
    out[OWN + Own.TEMPO_LAST] = 1.0 if state.exhausted else 0.0
    stage = state.stage
    out[OWN + Own.TEMPO_ORDER] = 1.0 if stage == Stage.ORDER else 0.0
    out[OWN + Own.TEMPO_PLAY] = 1.0 if stage == Stage.CARDS else 0.0
    out[OWN + Own.TEMPO_INVEST] = 1.0 if stage == Stage.INVESTMENT else 0.0
    out[OWN + Own.TEMPO_EXPAND] = 1.0 if stage == Stage.EXPANSION else 0.0


@rule
def seat_features(state: State, edition: Edition, seat: int, out: Any) -> None:
    """Write how the seat stands among its rivals."""
    points = -1000
    cash = 0
    ahead = 0
    for other in range(edition.players):
        if other != seat:
            points = max(points, int(state.vp[other]))
            cash = max(cash, int(state.cash[other]))
            if state.vp[other] > state.vp[seat]:
                ahead += 1
    prospect = out[Holding.POINTS_LIKELY] - out[LEADER + Holding.POINTS_LIKELY]
    out[OWN + Own.POINTS_LEAD] = (state.vp[seat] - points) / 6.0
    out[OWN + Own.POINTS_PROSPECT] = 3.0 * prospect
    out[OWN + Own.POINTS_BEHIND] = ahead / (edition.players - 1.0)
    out[OWN + Own.CASH_LEAD] = (state.cash[seat] - cash) / 150.0
    answers = 0
    for card in range(Card.SUPREME_COURT, Card.PRESIDENT + 1):
        if state.zone[card] == Zone.HAND + seat:
            answers += 1
    out[OWN + Own.CARDS_ANSWERS] = float(answers)
    out[OWN + Own.TEMPO_ACTIVE] = 1.0 if state.active == seat else 0.0


@rule
def points_with(edition: Edition, more: int, out: Any) -> float:
    """Return a player's points with those that a feature counts, `POINTS_REACH` or `_NEXT`."""
    return edition.vp_to_end * out[Holding.POINTS_NOW] + SIX * out[more]


@rule
def finish_features(state: State, edition: Edition, out: Any) -> None:
    """Replace the highest points of a rival by the lead over them; say whether it can decide.

    The game ends with an Investment, by points or with the last card. Equal points leave the
    decision to cash.
    """
    reach = points_with(edition, Holding.POINTS_REACH, out)
    rival = float(out[OWN + Own.POINTS_CLOSE])
    forecast = points_with(edition, Holding.POINTS_NEXT, out) - out[OWN + Own.POINTS_FORECAST]
    out[OWN + Own.POINTS_CLOSE] = (reach - rival) / 4.0
    out[OWN + Own.POINTS_FORECAST] = forecast / 4.0
    ends = state.exhausted and state.stage <= Stage.INVESTMENT
    if ends or max(reach, rival) >= edition.vp_to_end - HALF:
        cash = max(-HALF, min(HALF, out[OWN + Own.CASH_LEAD]))
        out[OWN + Own.POINTS_FINISH] = (reach - rival + cash) / 2.0
        out[OWN + Own.TEMPO_FINISH] = 1.0


@rule
def home_features(state: State, edition: Edition, seat: int, out: Any) -> None:
    home = state.home[seat]
    if home < 0:
        return
    out[OWN + Own.HOME_HELD] = 1.0 if state.owner[home] == seat else 0.0
    out[OWN + Own.HOME_CITY] = float(state.city[home])
    out[OWN + Own.HOME_YIELD] = territory_yield(state, edition, home) / 4.0
    out[OWN + Own.HOME_MAT] = (state.mat[seat] - 1) / (edition.players - 1.0)
    number = 0
    for territory in range(home):
        number += edition.is_home[territory]
    out[OWN + Own.HOME_QUEBEC + number] = 1.0
