"""The course of a turn as the rulebook tells it: a model to compare the rules with.

Each method changes a copy of the state as the clauses say.
"""

from __future__ import annotations

from typing import Any

from ducato.core.struct import Struct
from ducato.games.manifest_destiny.rules.cards.deck import move_card
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    CARDS,
    PROGRESSIONS,
    TERRITORIES,
    Flag,
    Phase,
    Presence,
    Stage,
    Zone,
)

from .manifest_table import Table
from .scattered import differences
from .specification import by_slug

LAST_ERA = [int(row["eras"].rpartition("/")[2]) for row in by_slug("cards").values()]
OF_THE_TURN = (
    "limit",
    "highest",
    "flags",
    "destiny_right",
    "patriot",
    "immune",
    "discarded",
    "acquired",
    "purchases",
    "researched",
    "proposed",
)
"""What is counted or noted of each player until the end of the turn."""


class TurnModel:
    """The rules of parts, phases of the turn, Turn Priority, and the marker for most cities."""

    def __init__(self, table: Table) -> None:
        self.state, self.edition, self.players = (
            table.state.copy(),
            table.edition,
            table.game.players,
        )
        self.options = table.game.options
        self.seats = range(self.players)

    def differences(self, found: Struct) -> dict[str, tuple[Any, Any]]:
        """Return the fields that another state has otherwise, except what can be reached."""
        if found.phase == Phase.EXPAND:
            for territory, reason in enumerate(found.reach):
                self.state.reach[territory] = reason
        return differences(self.state, found)

    def owns(self, seat: int, advance: str) -> bool:
        return bool(self.state.advances[seat] & 1 << ADVANCE_IDS.index(advance))

    def cards_in(self, zone: int) -> int:
        return [self.state.zone[card] for card in range(CARDS)].count(zone)

    def territories(self, seat: int, *presences: Presence) -> list[int]:
        """Return the territories that a seat holds by one of these presences, or by any."""
        return [
            territory
            for territory in range(TERRITORIES)
            if self.state.owner[territory] == seat
            and (not presences or self.state.presence[territory] in presences)
        ]

    # ---- most cities

    def count_cities(self) -> None:
        """The sole leader has the marker; its holder keeps it in a tie [manifest-destiny 7.8]."""
        s, counting = self.state, [Presence.NEW, Presence.ESTABLISHED]
        if self.options.get("cities_counted") == "established":
            counting.remove(Presence.NEW)
        counts = {
            seat: sum(s.city[n] for n in self.territories(seat, *counting)) for seat in self.seats
        }
        for seat in range(5):
            s.cities[seat] = counts.get(seat, 0)
        most = max(counts.values())
        leaders = [seat for seat in self.seats if counts[seat] == most] if most else []
        keeps = s.most_cities in leaders and self.options.get("city_ties") != "nobody"
        new = leaders[0] if len(leaders) == 1 else s.most_cities if keeps else -1
        if new != s.most_cities:
            for seat, points in ((s.most_cities, -1), (new, 1)):
                if seat >= 0:
                    s.vp[seat] += points * self.options.get("most_cities_vp", 2)
        s.most_cities = new

    # ---- Turn Priority

    def may_announce(self, seat: int) -> bool:
        """Once a game, with a token, not under Civil Disobedience [manifest-destiny 6.11]."""
        s = self.state
        tokens = s.supply[seat] + s.bought[seat]
        return bool(tokens and not s.priority[seat] and not s.flags[seat] & Flag.DISOBEDIENCE)

    def announce(self) -> None:
        """The n-th announcer swaps with the n-th of the choice order, if it is known (A3)."""
        s, seat = self.state, self.state.chooser
        s.priority[seat] = 1
        source = s.supply if s.supply[seat] else s.bought
        source[seat] -= 1
        s.queue[s.announced] = seat
        if s.stage != Stage.CARDS or s.part == self.players:
            self.swap(seat, s.announced)
        s.announced += 1
        if s.phase == Phase.PRIORITY:
            s.asked = 0
            self.ask_priority()

    def swap(self, seat: int, rank: int) -> None:
        s = self.state
        ranks = [s.choice[n] for n in self.seats]
        s.choice[ranks.index(seat)], s.choice[rank] = ranks[rank], seat

    def decline(self) -> None:
        """Each is asked once, until somebody announces [manifest-destiny 6.11] (A56)."""
        self.state.asked += 1 << self.state.chooser
        self.ask_priority()

    def ask_priority(self) -> None:
        """Ask who might gain, in turn order, unless the game is decided (W2, A56)."""
        s = self.state
        known = s.stage != Stage.CARDS or s.part == self.players
        better = [s.choice[n] for n in range(min(s.announced + 1, self.players))] if known else []
        asked = [
            seat
            for seat in (s.order[n] for n in self.seats)
            if self.may_announce(seat) and not s.asked >> seat & 1 and seat not in better
        ]
        if asked and not self.decided() and self.options.get("priority_windows") != "never":
            s.chooser, s.phase = asked[0], Phase.PRIORITY
            return
        s.asked = 0
        if s.part < self.players:
            self.begin_part()
        else:
            self.begin_next_phase()

    # ---- turn order

    def begin_turn(self) -> None:
        """Nothing of the last turn lasts but the choice order [manifest-destiny 5.1, 5.2]."""
        s = self.state
        s.turn, s.stage, s.phase, s.part = s.turn + 1, Stage.ORDER, Phase.POSITION, 0
        s.active, s.chooser = -1, s.choice[0]
        s.announced = s.destiny_played = s.cold_war = s.result = s.exchanged = 0
        for seat in range(5):
            s.order[seat] = s.queue[seat] = s.partner[seat] = -1
            for name in OF_THE_TURN:
                getattr(s, name)[seat] = 0
            for progression in range(PROGRESSIONS):
                s.discount[seat, progression] = s.licensed[seat, progression] = 0
        for card in range(CARDS):  # [manifest-destiny 5.3]
            if s.zone[card] in range(Zone.TABLE, Zone.HAND):
                move_card(s, card, Zone.RECYCLED if LAST_ERA[card] > s.deck_era else Zone.GONE)

    def take_position(self, position: int) -> None:
        """The last player gets the position that is left [manifest-destiny 5.1]."""
        s = self.state
        seats, free = [s.choice[n] for n in range(s.part, self.players)], self.free_positions()
        free.remove(position)
        s.part += 1
        s.order[position], s.position[seats[0]] = seats[0], position
        s.chooser = seats[1]
        if len(free) == 1:
            s.order[free[0]], s.position[seats[1]] = seats[1], free[0]
            s.stage, s.part = Stage.CARDS, -1
            self.begin_part()

    def free_positions(self) -> list[int]:
        return [position for position in self.seats if self.state.order[position] == -1]

    # ---- parts

    def decided(self) -> bool:
        """Return whether somebody has the points that end the game [manifest-destiny 10.1]."""
        return any(self.state.vp[seat] >= self.edition.vp_to_end for seat in self.seats)

    def end_part(self) -> None:
        """Cards in excess cost Profit at the end of a part of Card Play [manifest-destiny 6.9]."""
        s, seat, edition = self.state, self.state.active, self.edition
        if s.stage == Stage.CARDS:
            limit = edition.hand_limit
            if self.owns(seat, "storytelling"):
                limit = edition.hand_limit_storytelling
            excess = max(0, self.cards_in(Zone.HAND + seat) - limit)
            lowered = s.profit[seat] - edition.excess_card_profit * excess
            s.profit[seat] = max(lowered, edition.profit_min)
        if self.options.get("priority_windows") == "part_ends" and s.part + 1 < self.players:
            self.ask_priority()
        else:
            self.begin_part()

    def begin_part(self) -> None:
        """The next player who may do something begins a part [manifest-destiny 4.1]."""
        s = self.state
        for part in range(s.part + 1, self.players):
            s.part, seat = part, s.order[part]
            s.active = s.chooser = seat
            if s.stage == Stage.INVESTMENT:
                s.mechanized = s.redeployed = s.joint_asked = 0
                if self.owns(seat, "turnpike"):  # [manifest-destiny 7.1]
                    gained = min(self.edition.turnpike_tokens, s.supply[seat])
                    s.supply[seat] -= gained
                    s.bought[seat] += gained
                s.phase = Phase.INVEST
                return
            cards = s.stage == Stage.CARDS
            if (self.cards_in(Zone.HAND + seat) if cards else s.bought[seat]) or self.may_announce(
                seat
            ):
                s.phase = Phase.PLAY if cards else Phase.EXPAND
                return
        s.part = self.players
        s.active = s.chooser = -1
        self.end_phase()

    def end_phase(self) -> None:
        """What ends with Card Play, and the end of the game [manifest-destiny 6.10, 7.9]."""
        s = self.state
        if s.stage == Stage.CARDS:
            s.surplus = 0
            keeps = self.options.get("transition_ends") == "next_phase" and s.era_began
            s.transition = s.transition if keeps else 0
            s.era_began = 0
            ranked = sorted(self.seats, key=lambda seat: (-s.highest[seat], s.mat[seat]))
            for rank, seat in enumerate(ranked):
                s.choice[rank] = seat
            for rank in range(s.announced):
                self.swap(s.queue[rank], rank)
        if s.stage == Stage.INVESTMENT and (s.exhausted or self.decided()):
            s.phase = Phase.OVER
        else:
            self.ask_priority()

    def begin_next_phase(self) -> None:
        """Card Play, Investment, Expansion, then the bonus card [manifest-destiny 4.1, 8.6]."""
        s = self.state
        s.chooser = -1
        if s.stage == Stage.EXPANSION:
            for territory in range(TERRITORIES):
                s.reach[territory] = 0
            self.draw_bonus()
            return
        s.stage = Stage.INVESTMENT if s.stage == Stage.CARDS else Stage.EXPANSION
        if s.stage == Stage.INVESTMENT:
            for seat in self.seats:  # [manifest-destiny 7.7]
                s.unity[seat] = self.owns(seat, "unity")
        s.part = -1
        self.begin_part()

    def draw_bonus(self) -> None:
        """Most New Presences draw a card; the earlier player in a tie [manifest-destiny 8.6]."""
        s = self.state
        new = [len(self.territories(s.order[n], Presence.NEW)) for n in self.seats]
        if not any(new):
            self.end_expansion()
            return
        s.group, s.back = 0, Phase.AFTER_BONUS
        if self.cards_in(Zone.DECK):
            s.drawer, s.to_draw = s.order[new.index(max(new))], 1
            s.phase = Phase.DRAW
        else:
            s.drawer = -1
            self.end_expansion()

    def end_expansion(self) -> None:
        """[manifest-destiny 8.7, 10.1]."""
        self.state.phase = Phase.OVER if self.decided() else Phase.ADJUST
        if not self.decided():
            self.state.stage = Stage.ADJUSTMENT
