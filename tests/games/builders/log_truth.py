"""What the log of The Builders may say of a step, worked out from the states alone."""

from __future__ import annotations

from typing import Any

from tests.support.log_truth import Event, Facts, Truth

from ducato.core.i18n import Message, Name, Seat, say
from ducato.games.builders.state import (
    ACTIONS,
    CARDS,
    CONSTRUCTION_IDS,
    CONSTRUCTION_TABLE,
    CONSTRUCTIONS,
    CREW,
    CREW_IDS,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIAL_COUNT,
    MATERIALS,
    WORKER_TABLE,
    WORKERS,
    Phase,
    Zone,
)


def coins(n: int) -> Message:
    return say("coins", n=int(n))


def points(n: int) -> Message:
    return say("points", n=int(n))


def goods(row: list[int]) -> list[Message] | Message:
    """Return materials, those of which there is something."""
    named = [say(f"material.{MATERIALS[m]}", n=int(n)) for m, n in enumerate(row) if n > 0]
    return named or say("nothing")


def lying(state: Any, zone: int) -> list[int]:
    """Return the cards in a zone."""
    return [card for card in range(CARDS) if state.zone[card] == zone]


def row(state: Any, zone: int) -> list[int]:
    """Return the cards in a row, from left to right."""
    return sorted(lying(state, zone), key=lambda card: int(state.spot[card]))


class LogTruth(Truth):
    """The sentences of The Builders."""

    complete = True

    # ------------------------------------------------------------------------------- words

    def member(self, crew: int) -> Message:
        """Return a crew member by class or machine, with what it makes."""
        table = WORKER_TABLE[crew] if crew < WORKERS else CONSTRUCTION_TABLE[crew - WORKERS]
        makes = self.edition.row("makes")[crew].tolist()
        return say("crew", name=Name(table["name"]), makes=goods(makes))

    def site(self, site: int) -> Name | Message:
        """Return a construction, a machine with what it makes."""
        if site < MACHINES:
            return self.member(FIRST_CONSTRUCTION + site)
        return Name(CONSTRUCTION_TABLE[site]["name"])

    def card(self, card: int) -> Message:
        """Return any card."""
        if card < WORKERS:
            return self.member(card)
        return say("building", building=self.site(card - FIRST_CONSTRUCTION))

    # ------------------------------------------------------------------------------ dealing

    def log_buildings(self, event: Event) -> Facts:
        return self._laid(event, Phase.LAY_BUILDINGS, Zone.BUILDING_ROW)

    def log_workers(self, event: Event) -> Facts:
        return self._laid(event, Phase.LAY_WORKERS, Zone.WORKER_ROW)

    def _laid(self, event: Event, phase: int, zone: int) -> Facts:
        if event.before.phase != phase or event.after.phase == phase:
            return []
        return [{"cards": [self.card(card) for card in row(event.after, zone)]}]

    def log_first(self, event: Event) -> Facts:
        return [{"seat": Seat(event.action)}] if event.before.phase == Phase.CHOOSE_FIRST else []

    def log_apprentice(self, event: Event) -> Facts:
        if event.before.phase != Phase.DEAL_APPRENTICES:
            return []
        seat = event.before.active
        new = set(lying(event.after, Zone.CREW + seat))
        (crew,) = new - set(lying(event.before, Zone.CREW + seat))
        return [{"seat": Seat(seat), "crew": self.member(crew)}]

    def log_next(self, event: Event) -> Facts:
        return self._come(event, Zone.NEXT_BUILDING, Zone.NEXT_WORKER)

    def log_drawn(self, event: Event) -> Facts:
        return self._come(event, Zone.BUILDING_ROW, Zone.WORKER_ROW)

    def _come(self, event: Event, *zones: int) -> Facts:
        """Return the card that chance has put into one of the zones, in the course of play."""
        if event.actor >= 0 or event.before.phase not in (Phase.DRAW_BUILDING, Phase.DRAW_WORKER):
            return []
        new = [set(lying(event.after, p)) - set(lying(event.before, p)) for p in zones]
        return [{"card": self.card(card)} for cards in new for card in cards]

    # ------------------------------------------------------------------------------ actions

    def _did(self, event: Event) -> list[str]:
        """Return the action in words, empty if chance acted."""
        return ACTIONS.name(event.action).split(":") if event.actor >= 0 else [""]

    def log_open(self, event: Event) -> Facts:
        new = set(lying(event.after, Zone.SITE + event.actor)) if event.actor >= 0 else set()
        new -= set(lying(event.before, Zone.SITE + event.actor))
        return [
            {"seat": Seat(event.actor), "building": self.site(card - FIRST_CONSTRUCTION)}
            for card in new
            if event.before.zone[card] == Zone.BUILDING_ROW
        ]

    def log_recruit(self, event: Event) -> Facts:
        return [
            {"seat": Seat(event.actor), "crew": self.member(crew)}
            for crew in range(WORKERS)
            if event.actor >= 0 and event.after.zone[crew] == Zone.CREW + event.actor
            if event.before.zone[crew] in (Zone.WORKER_ROW, Zone.APPRENTICES)
        ]

    def log_choose(self, event: Event) -> Facts:
        """A crew member was chosen and the site is still to be chosen."""
        did = self._did(event)
        if did[0] != "send" or event.after.phase != Phase.CHOOSE_SITE:
            return []
        crew = CREW_IDS.index(did[1])
        assert event.after.zone[crew] == Zone.CREW + event.actor
        return [{"seat": Seat(event.actor), "crew": self.member(crew)}]

    def _sent(self, event: Event) -> tuple[int, int] | None:
        """Return who was sent where: the site that got one more."""
        did = self._did(event)
        if did[0] not in ("send", "site") or event.after.phase == Phase.CHOOSE_SITE:
            return None
        crew = CREW_IDS.index(did[1]) if did[0] == "send" else event.before.sender
        if did[0] == "site":
            return crew, CONSTRUCTION_IDS.index(did[1])
        seat = event.actor
        if event.after.zone[crew] == Zone.WORK + seat:
            return crew, int(event.after.working[crew])
        open_sites = lying(event.before, Zone.SITE + seat)
        (done,) = set(open_sites) - set(lying(event.after, Zone.SITE + seat))
        return crew, done - FIRST_CONSTRUCTION

    def _work(self, event: Event) -> tuple[dict[str, Any], bool] | None:
        """Return the arguments of a sending, and whether it finished the site."""
        sent = self._sent(event)
        if sent is None:
            return None
        crew, site = sent
        makes = self.edition.row("makes")[crew].tolist()
        lacked = event.before.row("need")[site].tolist()
        lacks = event.after.row("need")[site].tolist()
        assert lacks == [max(0, lacked[m] - makes[m]) for m in range(MATERIAL_COUNT)]
        paid = event.before.coins[event.actor] - event.after.coins[event.actor]
        finished = event.after.zone[FIRST_CONSTRUCTION + site] != Zone.SITE + event.actor
        words = {
            "seat": Seat(event.actor),
            "crew": self.member(crew),
            "building": self.site(site),
            "coins": coins(self.edition.wage[crew] if finished else paid),
            "added": goods([lacked[m] - lacks[m] for m in range(MATERIAL_COUNT)]),
            "missing": goods(lacks),
        }
        return words, finished

    def log_sent(self, event: Event) -> Facts:
        work = self._work(event)
        return [work[0]] if work and not work[1] else []

    def log_sent_last(self, event: Event) -> Facts:
        work = self._work(event)
        return [work[0]] if work and work[1] else []

    def log_finished_building(self, event: Event) -> Facts:
        return self._finished(event, range(MACHINES, CONSTRUCTIONS))

    def log_finished_machine(self, event: Event) -> Facts:
        return self._finished(event, range(MACHINES))

    def _finished(self, event: Event, kind: range) -> Facts:
        work, sent = self._work(event), self._sent(event)
        if work is None or sent is None or not work[1] or sent[1] not in kind:
            return []
        seat = event.actor
        scored = event.after.points[seat] - event.before.points[seat]
        assert scored == int(CONSTRUCTION_TABLE[sent[1]]["points"])
        got = event.after.coins[seat] - event.before.coins[seat] + self.edition.wage[sent[0]]
        return [{**work[0], "points": points(scored), "reward": coins(got)}]

    def log_back(self, event: Event) -> Facts:
        sent = self._sent(event)
        work = self._work(event)
        if sent is None or work is None or not work[1]:
            return []
        free = [
            crew
            for crew in range(CREW)
            if crew == sent[0] or event.before.zone[crew] == Zone.WORK + event.actor
            if event.after.zone[crew] == Zone.CREW + event.actor
        ]
        return [{"crew": [self.member(crew) for crew in free]}]

    def log_keep(self, event: Event) -> Facts:
        if event.before.phase != Phase.CHOOSE_SITE or event.after.phase != Phase.ACT:
            return []
        crew = event.before.sender
        if event.after.zone[crew] != Zone.CREW + event.actor or self._did(event) != ["keep"]:
            return []
        return [{"seat": Seat(event.actor), "crew": self.member(crew)}]

    def log_take(self, event: Event) -> Facts:
        if self._did(event)[0] != "take":
            return []
        gain = event.after.coins[event.actor] - event.before.coins[event.actor]
        return [{"seat": Seat(event.actor), "coins": coins(gain)}]

    def log_buy(self, event: Event) -> Facts:
        if self._did(event) != ["buy"]:
            return []
        assert event.after.actions == event.before.actions + 1
        price = event.before.coins[event.actor] - event.after.coins[event.actor]
        return [{"seat": Seat(event.actor), "coins": coins(price)}]

    def log_end(self, event: Event) -> Facts:
        ended = event.after.turns > event.before.turns or event.after.phase == Phase.OVER
        return [{"seat": Seat(event.actor)}] if ended and self._did(event) == ["end"] else []

    # ------------------------------------------------------------------------------ the end

    def _last(self, event: Event) -> bool:
        """Return whether this step brought about the last round."""
        before, after = event.before, event.after
        return (before.trigger < 0 <= after.trigger) or after.stuck > before.stuck

    def last_points(self, event: Event) -> Facts:
        seat = event.after.trigger
        if not self._last(event) or seat < 0 or event.after.exhausted:
            return []
        assert event.after.points[seat] >= self.edition.end_points
        return [{"seat": Seat(seat), "points": points(event.after.points[seat])}]

    def last_deck(self, event: Event) -> Facts:
        if not self._last(event) or not event.after.exhausted:
            return []
        return [{"seat": Seat(event.after.trigger)}]

    def last_stuck(self, event: Event) -> Facts:
        return [{}] if self._last(event) and event.after.stuck else []

    def _over(self, event: Event) -> bool:
        return event.after.phase == Phase.OVER != event.before.phase

    def log_over(self, event: Event) -> Facts:
        return [{}] if self._over(event) and not event.after.stopped else []

    def log_stopped(self, event: Event) -> Facts:
        ended = self._over(event) and event.after.trigger < 0 and not event.after.stuck
        rounds = -(-event.after.turns // self.edition.players)
        return [{}] if ended and rounds >= self.edition.max_rounds > 0 else []

    def _scores(self, event: Event) -> list[tuple[int, int, int, int]]:
        """Return score, what breaks the first tie, coins and seat, the best first."""
        after, found = event.after, []
        for seat in range(self.edition.players):
            cards = after.points[seat]
            total = cards + after.coins[seat] // self.edition.coins_per_point
            if not self.edition.machines_count:
                cards -= after.machine_points[seat]
            found.append((total, cards, after.coins[seat], seat))
        return sorted(found, reverse=True)

    def _won(self, event: Event, by: int) -> Facts:
        """Return by how much the winner leads in the first measure that is not equal."""
        if not self._over(event):
            return []
        best, second = self._scores(event)[:2]
        if best[:by] != second[:by] or best[by] == second[by]:
            return []
        return [{"seat": Seat(best[3]), "more": best[by], "less": second[by]}]

    def result_by_score(self, event: Event) -> Facts:
        return self._won(event, 0)

    def result_by_cards(self, event: Event) -> Facts:
        """Return a win by finished cards, if machines count."""
        return self._won(event, 1) if self.edition.machines_count else []

    def result_by_buildings(self, event: Event) -> Facts:
        return [] if self.edition.machines_count else self._won(event, 1)

    def result_by_coins(self, event: Event) -> Facts:
        return self._won(event, 2)

    def result_shared(self, event: Event) -> Facts:
        scores = self._scores(event)
        best = sorted(seat for *score, seat in scores if tuple(score) == scores[0][:3])
        if not self._over(event) or len(best) < 2:
            return []
        return [{"seats": [Seat(seat) for seat in best]}]
