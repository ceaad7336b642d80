"""What the log of Fantasy Market may say of a step, worked out from the states alone."""

from __future__ import annotations

from typing import Any

from tests.support.log_truth import Event, Facts, Truth

from ducato.core.i18n import Message, Name, Seat, say
from ducato.games.fantasy_market.atlas import SQUARES
from ducato.games.fantasy_market.parts import (
    BOXES,
    CARDS,
    CHARACTERS,
    COLOURS,
    ENCOUNTER_COUNT,
    ENCOUNTERS,
    EXITS,
    HEROES,
    JOBS,
    LOOT_BOXES,
    TILE_COUNT,
    TILES,
    Encounter,
    Pawn,
    Zone,
)
from ducato.games.fantasy_market.state import ACTIONS, Phase


def gold(n: int) -> Message:
    return say("gold", n=int(n))


def pawn(number: int) -> Name:
    return Name(CHARACTERS[number])


def tile(number: int) -> Name:
    return Name(TILES[number])


class LogTruth(Truth):
    """The sentences of Fantasy Market."""

    complete = True
    card_arguments = ("card",)
    private = frozenset({"log_choose", "log_choose_hidden"})

    def _did(self, event: Event, *kinds: str) -> str | None:
        """Return the argument of the action, if it is one of these kinds; "" without one."""
        if event.actor < 0:
            return None
        kind, _, argument = ACTIONS.name(event.action).partition(":")
        return argument if kind in kinds else None

    # ------------------------------------------------------------------------------- setting up

    def log_first(self, event: Event) -> Facts:
        if event.before.phase != Phase.FIRST_PLAYER:
            return []
        assert event.after.first == event.action
        return [{"seat": Seat(event.action)}]

    def log_shop(self, event: Event) -> Facts:
        return [
            {"seat": Seat(event.after.owner[shop]), "shop": Name(f"shop-{COLOURS[shop]}")}
            for shop in range(len(COLOURS))
            if event.after.owner[shop] != event.before.owner[shop]
        ]

    # ------------------------------------------------------------------------------ the cards

    def log_choose(self, event: Event) -> Facts:
        job = self._did(event, "choose")
        if job is None:
            return []
        mine = Zone.CHOSEN + event.actor
        kept = [c for c in range(CARDS) if event.after.zone[c] == mine]
        assert [JOBS[self.edition.card_job[c]] for c in kept] == [job]
        return [{"seat": Seat(event.actor), "card": Name(job)}]

    def log_choose_hidden(self, event: Event) -> Facts:
        return [{"seat": Seat(event.actor)}] if self._did(event, "choose") is not None else []

    def _revealed(self, event: Event) -> Facts:
        if event.before.phase != Phase.REVEAL:
            return []
        seat = event.before.active
        (card,) = [c for c in range(CARDS) if event.before.zone[c] == Zone.CHOSEN + seat]
        return [{"seat": Seat(seat), "card": Name(JOBS[self.edition.card_job[card]])}]

    def _idle(self, event: Event) -> bool:
        """Return whether the card that was just revealed is over already."""
        after = event.after
        return after.job < 0 and (after.acted != event.before.acted or after.phase == Phase.OVER)

    def log_reveal(self, event: Event) -> Facts:
        return [] if self._idle(event) else self._revealed(event)

    def log_reveal_idle(self, event: Event) -> Facts:
        return self._revealed(event) if self._idle(event) else []

    def log_turn(self, event: Event) -> Facts:
        if event.after.turns == event.before.turns or event.after.phase == Phase.OVER:
            return []
        return [{"turn": event.before.turns + 1, "seat": Seat(event.after.first)}]

    def log_hourglass(self, event: Event) -> Facts:
        left = self.edition.hourglass_end - event.after.hourglass
        moved = event.after.hourglass == event.before.hourglass + 1
        return [{"n": left}] if moved and left > 0 and event.after.phase != Phase.OVER else []

    def log_hourglass_end(self, event: Event) -> Facts:
        moved = event.after.hourglass == event.before.hourglass + 1
        ended = event.after.hourglass == self.edition.hourglass_end
        return [{"n": 0}] if moved and ended and event.after.phase != Phase.OVER else []

    def log_wages(self, event: Event) -> Facts:
        moved = event.after.hourglass > event.before.hourglass
        paid = sum(event.after.purse) - sum(event.before.purse)
        over = event.after.phase == Phase.OVER
        return [{"gold": gold(paid)}] if moved and paid and not over else []

    # ---------------------------------------------------------------------------------- moves

    def _square(self, event: Event) -> str | None:
        """Return where the pawn that was moving stands now, None outside."""
        at = event.after.at[event.before.pawn]
        return SQUARES[at] if at >= 0 else None

    def log_enter(self, event: Event) -> Facts:
        exit = self._did(event, "enter")
        if exit is None:
            return []
        assert event.before.at[event.before.pawn] < 0
        assert event.after.at[event.before.pawn] == self.edition.gate[EXITS.index(exit)]
        return [{"pawn": pawn(event.before.pawn), "exit": Name(f"exit-{exit}")}]

    def log_step(self, event: Event) -> Facts:
        square = self._square(event) if self._did(event, "step") is not None else None
        return [{"pawn": pawn(event.before.pawn), "square": square}] if square else []

    def _stops(self, event: Event) -> bool:
        """Return whether the mover stops a pawn that has moved."""
        done = self._did(event, "done") is not None and event.before.phase == Phase.MOVE
        return done and event.before.walked > 0

    def log_done_stop(self, event: Event) -> Facts:
        square = self._square(event) if self._stops(event) else None
        return [{"pawn": pawn(event.before.pawn), "square": square}] if square else []

    def log_done_stay(self, event: Event) -> Facts:
        if self._did(event, "done") is None or event.before.phase != Phase.MOVE:
            return []
        if (
            event.before.walked
            or event.before.at[event.before.pawn] != event.after.at[event.before.pawn]
        ):
            return []
        return [{"seat": Seat(event.actor), "pawn": pawn(event.before.pawn)}]

    def _left(self, event: Event) -> bool:
        """Return whether the moving pawn has left the board."""
        who = event.before.pawn
        return event.actor >= 0 and who >= 0 and event.after.at[who] < 0 <= event.before.at[who]

    def log_leaves(self, event: Event) -> Facts:
        if not self._left(event) or event.before.pawn >= HEROES:
            return []
        return [{"pawn": pawn(event.before.pawn), "exit": Name(f"exit-{EXITS[event.after.exit]}")}]

    def _loot(self, state: Any) -> list[int]:
        return [state.loot[box] for box in range(LOOT_BOXES) if state.loot[box] >= 0]

    def log_fence(self, event: Event) -> Facts:
        loot = self._loot(event.before)
        if not self._left(event) or event.before.pawn != Pawn.THIEF or not loot:
            return []
        for stolen in set(loot):
            back = event.after.market[stolen] - event.before.market[stolen]
            assert back == loot.count(stolen)
        return [{"pawn": pawn(Pawn.THIEF), "tiles": [tile(stolen) for stolen in loot]}]

    def log_vanishes(self, event: Event) -> Facts:
        gone = self._left(event) and event.before.pawn == Pawn.THIEF
        return [{"pawn": pawn(Pawn.THIEF)}] if gone and not self._loot(event.before) else []

    # ------------------------------------------------------------------------------- the Thief

    def _stock_losses(self, event: Event) -> list[tuple[int, int]]:
        """Return each tile that a shop has no more, with the seat."""
        return [
            (seat, number)
            for number in range(TILE_COUNT)
            for seat in range(self.edition.players)
            for _ in range(event.before.stock[seat, number] - event.after.stock[seat, number])
        ]

    def log_theft(self, event: Event) -> Facts:
        if event.before.pawn != Pawn.THIEF:
            return []
        lost = self._stock_losses(event)
        assert len(self._loot(event.after)) - len(self._loot(event.before)) == len(lost) or not lost
        return [{"tile": tile(number), "seat": Seat(seat)} for seat, number in lost]

    def log_rob(self, event: Event) -> Facts:
        hero = self._did(event, "rob")
        return [] if hero is None else [{"seat": Seat(event.actor), "hero": Name(hero)}]

    def log_done_rob(self, event: Event) -> Facts:
        return self._declined(event, Phase.ROB)

    def _robbery(self, event: Event) -> tuple[dict[str, Any], int] | None:
        """Return the words of a roll for an item, and the item, -1 for none."""
        if event.before.phase != Phase.ROB_ROLL:
            return None
        hero, box = event.before.target, event.action // 2
        item = event.before.gear[hero, box]
        assert event.after.gear[hero, box] < 0
        assert len(self._loot(event.after)) == len(self._loot(event.before)) + (item >= 0)
        return {"die": event.action + 1, "hero": pawn(hero)}, item

    def log_robbed(self, event: Event) -> Facts:
        rolled = self._robbery(event)
        return [{**rolled[0], "tile": tile(rolled[1])}] if rolled and rolled[1] >= 0 else []

    def log_robbed_nothing(self, event: Event) -> Facts:
        rolled = self._robbery(event)
        return [rolled[0]] if rolled and rolled[1] < 0 else []

    # ----------------------------------------------------------------------------------- taxes

    def _tax(self, event: Event) -> tuple[int, int] | None:
        """Return whose shop the Collector is in, and the gold taken there."""
        if event.before.phase != Phase.TAX_ROLL:
            return None
        shop = self.edition.terrain[event.before.at[Pawn.COLLECTOR]] - 1
        seat = event.before.owner[shop]
        loss = event.before.gold[seat] - event.after.gold[seat]
        assert loss == event.after.reserve - event.before.reserve
        assert loss == min(-(-(event.action + 1) // 2), max(0, event.before.gold[seat] - 1))
        return seat, loss

    def log_tax(self, event: Event) -> Facts:
        found = self._tax(event)
        if not found or not found[1]:
            return []
        return [{"seat": Seat(found[0]), "die": event.action + 1, "gold": gold(found[1])}]

    def log_tax_nothing(self, event: Event) -> Facts:
        found = self._tax(event)
        if not found or found[1]:
            return []
        return [{"seat": Seat(found[0]), "die": event.action + 1}]

    # --------------------------------------------------------------------------------- trading

    def log_purchase(self, event: Event) -> Facts:
        """Return the purchases: tiles that left a shop other than by Thief, Market or Inventory."""
        before, after = event.before, event.after
        if not 0 <= before.pawn < HEROES:
            return []
        lost = self._stock_losses(event)
        paid = sum(self.edition.tile_cost[number] for _, number in lost)
        assert before.purse[before.pawn] - after.purse[before.pawn] == paid or not lost
        return [
            {
                "hero": pawn(before.pawn),
                "tile": tile(number),
                "seat": Seat(seat),
                "gold": gold(self.edition.tile_cost[number]),
            }
            for seat, number in lost
        ]

    def _moved(self, event: Event, kind: str, change: int) -> list[int]:
        """Return the tile that the actor's shop won (1) or lost (-1) by this kind of action."""
        name = self._did(event, kind)
        if name is None:
            return []
        number = TILES.index(name)
        shop = event.after.stock[event.actor, number] - event.before.stock[event.actor, number]
        assert shop == change == event.before.market[number] - event.after.market[number]
        return [number]

    def _taken(self, event: Event, phase: int) -> Facts:
        moved = self._moved(event, "take", 1) if event.before.phase == phase else []
        return [{"seat": Seat(event.actor), "tile": tile(number)} for number in moved]

    def log_take_start_tile(self, event: Event) -> Facts:
        return self._taken(event, Phase.START_TILE)

    def log_take_inventory(self, event: Event) -> Facts:
        claims = self._taken(event, Phase.INVENTORY)
        assert not claims or event.after.gold[event.actor] == event.before.gold[event.actor]
        return claims

    def log_take_swap(self, event: Event) -> Facts:
        return self._taken(event, Phase.SWAP)

    def log_give(self, event: Event) -> Facts:
        moved = self._moved(event, "give", -1)
        return [{"seat": Seat(event.actor), "tile": tile(number)} for number in moved]

    def _traded(self, event: Event, kind: str, sign: int) -> Facts:
        price = sign * (event.after.gold[event.actor] - event.before.gold[event.actor])
        return [
            {"seat": Seat(event.actor), "tile": tile(number), "gold": gold(price)}
            for number in self._moved(event, kind, -sign)
        ]

    def log_buy(self, event: Event) -> Facts:
        return self._traded(event, "buy", -1)

    def log_sell(self, event: Event) -> Facts:
        return self._traded(event, "sell", 1)

    # ------------------------------------------------------------------------------- declining

    def _declined(self, event: Event, phase: int) -> Facts:
        if self._did(event, "done") is None or event.before.phase != phase:
            return []
        return [{"seat": Seat(event.actor)}]

    def log_done_market(self, event: Event) -> Facts:
        return self._declined(event, Phase.MARKET)

    def log_hero(self, event: Event) -> Facts:
        hero = self._did(event, "hero")
        return [] if hero is None else [{"seat": Seat(event.actor), "hero": Name(hero)}]

    def log_done_promote(self, event: Event) -> Facts:
        return [] if event.before.promoted else self._declined(event, Phase.PROMOTE)

    def log_done_promote_more(self, event: Event) -> Facts:
        return self._declined(event, Phase.PROMOTE) if event.before.promoted else []

    def log_done_inventory(self, event: Event) -> Facts:
        return [] if event.before.swaps else self._declined(event, Phase.INVENTORY)

    def log_done_inventory_more(self, event: Event) -> Facts:
        return self._declined(event, Phase.INVENTORY) if event.before.swaps else []

    # ------------------------------------------------------------------------------ encounters

    def _drawn(self, event: Event, kind: int) -> int:
        """Return the encounter card that was revealed, if it is of this kind, else -1."""
        if event.before.phase != Phase.ENCOUNTER:
            return -1
        cards = [
            n for n in range(ENCOUNTER_COUNT) for _ in range(event.before.unseen[n])
        ]  # every unseen card is an outcome
        card = cards[event.action]
        return card if self.edition.encounter_kind[card] == kind else -1

    def _won(self, event: Event) -> tuple[int, int, int]:
        """Return the gold that the hero has won, the sender's part of it, and the sender's fee."""
        hero, sender = event.before.pawn, event.before.active
        got = event.after.gold[sender] - event.before.gold[sender]
        kept = event.after.purse[hero] - event.before.purse[hero]
        paid = event.before.reserve - event.after.reserve
        assert got + kept == paid
        fee = self.edition.sender_fee
        if self.edition.gold_shortage == 0:  # the hero is paid first
            fought = event.before.phase == Phase.FIGHT
            card = event.before.face_up[event.before.exit] if fought else event.after.drawn
            fee = max(0, min(fee, event.before.reserve - self.edition.encounter_gold[card]))
        won = paid - fee
        part = won // self.edition.sender_share if self.edition.sender_share else 0
        assert part == got - fee
        return won, part, fee

    def _wins(self, event: Event) -> bool:
        """Return whether a hero finds a treasure or beats a monster."""
        return bool(self.log_victory(event) or self.log_treasure(event))

    def log_sender_share(self, event: Event) -> Facts:
        part = self._won(event)[1] if self._wins(event) else 0
        return [{"seat": Seat(event.before.active), "gold": gold(part)}] if part else []

    def log_sender_fee(self, event: Event) -> Facts:
        fee = self._won(event)[2] if self._wins(event) else 0
        who = {"seat": Seat(event.before.active), "hero": pawn(event.before.pawn)}
        return [{**who, "gold": gold(fee)}] if fee else []

    def log_treasure(self, event: Event) -> Facts:
        if self._drawn(event, Encounter.TREASURE) < 0:
            return []
        return [{"hero": pawn(event.before.pawn), "gold": gold(self._won(event)[0])}]

    def log_death(self, event: Event) -> Facts:
        return (
            [{"hero": pawn(event.before.pawn)}] if self._drawn(event, Encounter.DEATH) >= 0 else []
        )

    def log_monster(self, event: Event) -> Facts:
        card = self._drawn(event, Encounter.MONSTER)
        if card < 0:
            return []
        return [
            {
                "hero": pawn(event.before.pawn),
                "monster": Name(ENCOUNTERS[card]),
                "attack": self.edition.encounter_attack[card],
                "defence": self.edition.encounter_defence[card],
                "movement": self.edition.encounter_movement[card],
                "value": self.edition.encounter_gold[card],
            }
        ]

    def _fight(self, event: Event) -> dict[str, Any] | None:
        """Return who fights whom in this round."""
        if event.before.phase != Phase.FIGHT:
            return None
        monster = event.before.face_up[event.before.exit]
        return {"hero": pawn(event.before.pawn), "monster": Name(ENCOUNTERS[monster])}

    def log_hit(self, event: Event) -> Facts:
        names, hero = self._fight(event), event.before.pawn
        if names is None:
            return []
        return [
            {**names, "tile": tile(event.before.gear[hero, box])}
            for box in range(BOXES)
            if event.after.gear[hero, box] != event.before.gear[hero, box]
        ]

    def _bonus(self, state: Any, hero: int, what: str) -> int:
        worn = [state.gear[hero, box] for box in range(BOXES) if state.gear[hero, box] >= 0]
        return int(sum(getattr(self.edition, f"tile_{what}")[number] for number in worn))

    def log_round(self, event: Event) -> Facts:
        names, hero, after = self._fight(event), event.before.pawn, event.after
        if names is None or after.phase != Phase.FIGHT:
            return []
        monster = event.before.face_up[event.before.exit]
        strength = self.edition.encounter_defence[monster]
        assert event.before.damage < after.damage <= strength
        return [
            {
                **names,
                "attack": self.edition.attack[hero] + self._bonus(after, hero, "attack"),
                "defence": self.edition.defence[hero] + self._bonus(after, hero, "defence"),
                "movement": self.edition.movement[hero] + self._bonus(after, hero, "movement"),
                "damage": after.damage,
                "strength": strength,
            }
        ]

    def _reborn(self, event: Event) -> bool:
        """Return whether the hero came back to the centre, as only a new one does."""
        hero = event.before.pawn
        if event.before.phase not in (Phase.FIGHT, Phase.ENCOUNTER):
            return False
        return event.before.at[hero] < 0 and event.after.at[hero] == self.edition.centre

    def log_slain(self, event: Event) -> Facts:
        names = self._fight(event)
        return [names] if names and self._reborn(event) else []

    def log_reborn(self, event: Event) -> Facts:
        if not self._reborn(event):
            return []
        hero = event.before.pawn
        return [{"hero": pawn(hero), "gold": gold(event.after.purse[hero])}]

    def log_victory(self, event: Event) -> Facts:
        names = self._fight(event)
        if names is None or event.after.phase == Phase.FIGHT or self._reborn(event):
            return []
        return [{**names, "gold": gold(self._won(event)[0])}]

    def log_deal(self, event: Event) -> Facts:
        """Return a claim if an encounter has ended and its discards were dealt again."""
        before, after = event.before, event.after
        if before.phase not in (Phase.FIGHT, Phase.ENCOUNTER) or after.phase == Phase.FIGHT:
            return []
        kept = after.face_up[before.exit] >= 0  # the monster that won
        return [] if kept or sum(after.row("discarded")) else [{}]

    # ---------------------------------------------------------------------------------- the end

    def _over(self, event: Event) -> bool:
        return event.after.phase == Phase.OVER != event.before.phase

    def log_over(self, event: Event) -> Facts:
        return [{}] if self._over(event) else []

    def _stock_values(self, event: Event) -> list[int]:
        """Return the value of each seat's unsold tiles."""
        values = self.edition.row("tile_value").astype(int)
        return [int(stock @ values) for stock in event.after.row("stock").astype(int)]

    def _unsold(self, event: Event) -> list[int]:
        """Return the gold for which each seat's unsold tiles count."""
        price = int(self.edition.final_tile_price)
        return [int(value * price / 100) for value in self._stock_values(event)]

    def log_stock(self, event: Event) -> Facts:
        counts = self._unsold(event) if self._over(event) else []
        return [{"seat": Seat(seat), "gold": gold(n)} for seat, n in enumerate(counts) if n]

    def _result(self, event: Event) -> tuple[list[int], int, bool]:
        """Return the winners, their gold with unsold tiles, and whether the stock decided."""
        unsold, seats = self._unsold(event), range(self.edition.players)
        total = [event.after.gold[seat] + unsold[seat] for seat in seats]
        most = max(total)
        rich = [seat for seat in seats if total[seat] == most]
        if self.edition.final_tie != 0 or len(rich) == 1:
            return rich, most, False
        values = self._stock_values(event)
        value = {seat: values[seat] for seat in rich}
        best = [seat for seat in rich if value[seat] == max(value.values())]
        return best, most, True

    def result_win(self, event: Event) -> Facts:
        best, n, stock = self._result(event)
        if not self._over(event) or len(best) > 1 or stock:
            return []
        return [{"seat": Seat(best[0]), "n": n}]

    def result_stock(self, event: Event) -> Facts:
        best, n, stock = self._result(event)
        if not self._over(event) or len(best) > 1 or not stock:
            return []
        return [{"seat": Seat(best[0]), "n": n}]

    def result_shared(self, event: Event) -> Facts:
        best, n, _ = self._result(event)
        if not self._over(event) or len(best) == 1:
            return []
        return [{"seats": [Seat(seat) for seat in best], "n": n}]
