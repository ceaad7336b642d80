"""Harm that bots do to themselves by events of Manifest Destiny, and what they bid for homes.

    python -m benchmarks.bots.self_harm [--bots NAME,...] [--games N] [--players N,...]

A card harms its player if what the player has falls in worth from the moment of playing it to its
end, although no rival loses more: playing a card is always free. The worth counts cash, Profit for
the turns to come, land, cities, points, tokens, Pioneers, steps and cards, in dollars. Events that
an opponent's answer turned round are left out, and so is what a discount may be worth later. It
counts as well

- to choose an own territory for a loss that could have fallen on another;
- to pay out products of which rivals have their part and the player none;
- to end Card Play with cards in excess, which cost Profit, though one could still be played.

The bots sit round the table, repeated as often as there are seats, and move on by one seat from
game to game. The exit status is 1 if a bot has harmed itself, or if all its bids are the same.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ducato
from ducato.bots import make
from ducato.core.visibility import redact
from ducato.games.manifest_destiny.bot.action_features.territories import home_worth
from ducato.games.manifest_destiny.bot.estimate import turns_left
from ducato.games.manifest_destiny.rules.cards.deck import cards_in
from ducato.games.manifest_destiny.rules.cards.playing import ONLY_PAYOUT
from ducato.games.manifest_destiny.rules.tokens import hand_limit
from ducato.games.manifest_destiny.state.actions import A
from ducato.games.manifest_destiny.state.tables import (
    CARD_IDS,
    NATIVES,
    TERRITORY_IDS,
    Flag,
    Op,
    Phase,
    Verdict,
    Zone,
)

WORTH = {
    "cash": 1.0,
    "profit": 0.0,  # by the turns to come
    "land": 25.0,
    "cities": 20.0,
    "points": 45.0,
    "tokens": 5.0,
    "pioneers": 20.0,
    "steps": 12.0,
    "cards": 15.0,
    "effects": 15.0,  # for this turn, the Panama Canal, discounts and markers on the map
}
"""The worth of one of each, in dollars."""
EXAMPLES = 3


def holdings(state: Any, edition: Any, players: int) -> NDArray[np.float64]:
    """Return what each player has: by seat, one number for each entry of `WORTH`."""
    owner, zone = state.row("owner"), state.row("zone")
    markers = state.row("tourism") + state.row("technology")
    rows = []
    for seat in range(players):
        mine = owner == seat
        steps = sum(int(mask).bit_count() for mask in state.row("steps")[seat])
        helpful = int(state.flags[seat]) & ~Flag.DISOBEDIENCE
        effects = helpful.bit_count()
        effects += int(markers[mine].sum()) + int(state.row("discount")[seat].sum()) // 20
        row = (
            state.cash[seat],
            state.profit[seat],
            mine.sum(),
            state.row("city")[mine].sum(),
            state.vp[seat],
            state.bought[seat],
            state.pioneers[seat],
            steps,
            (zone == Zone.HAND + seat).sum(),
            effects,
        )
        rows.append([float(number) for number in row])
    return np.array(rows)


def worths(change: NDArray[np.float64], turns: float) -> NDArray[np.float64]:
    """Return what changes of holdings are worth to each player, in dollars."""
    weights = np.array(list(WORTH.values()))
    weights[1] = max(1.0, turns)
    return change @ weights


@dataclass
class Played:
    """A card being played: its player, and what all had before."""

    card: int
    seat: int
    before: NDArray[np.float64]
    turns: float
    paid_only: bool = False
    turned: bool = False


@dataclass
class Found:
    """What was found in all games, by bot."""

    played: Counter[str] = field(default_factory=Counter)
    harm: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    bids: list[tuple[str, int, str, float, bool]] = field(default_factory=list)

    def note(self, bot: str, kind: str, example: str) -> None:
        self.harm[f"{bot}: {kind}"].append(example)


class HarmCounter:
    """An observer of one game, told of each step before and after it."""

    def __init__(self, found: Found, game: Any, bots: list[str], number: int) -> None:
        self.found, self.game, self.bots, self.number = found, game, bots, number
        self.playing: Played | None = None

    def before(self, state: Any, seat: int, action: int, legal: list[int]) -> None:
        """Look at a decision."""
        phase, bot = Phase(state.phase), self.bots[seat]
        if phase == Phase.PLAY and A.CARD <= action < A.ADVANCE:
            card = action - A.CARD
            have = holdings(state, self.game.edition, self.game.players)
            have[seat, -2] -= 1  # the card itself
            self.playing = Played(card, seat, have, turns_left(state, self.game.edition))
            self.found.played[bot] += 1
        elif phase == Phase.PLAY and action == A.DONE:
            held = cards_in(state, Zone.HAND + seat)
            excess = held - hand_limit(state, self.game.edition, seat)
            cards = [a - A.CARD for a in legal if A.CARD <= a < A.ADVANCE]
            if excess > 0 and cards and state.profit[seat] > self.game.edition.profit_min:
                names = ", ".join(CARD_IDS[card] for card in cards)
                self.note(state, bot, "excess cards kept", f"{held} cards, playable: {names}")
        elif phase == Phase.CHOOSE and seat == state.hero:
            self.look_at_territory(state, seat, action, legal)

    def look_at_territory(self, state: Any, seat: int, action: int, legal: list[int]) -> None:
        """Look at a territory chosen for a loss by the player of the card."""
        op = self.game.edition.row("op")[state.card]
        if not {Op.EARTHQUAKE, Op.DUST_BOWL} & set(map(int, op)) or action == A.DONE:
            return
        owners = {a: int(state.owner[a - A.TERRITORY]) for a in legal if a != A.DONE}
        others = [a for a, owner in owners.items() if 0 <= owner < NATIVES and owner != seat]
        if owners[action] == seat and (others or A.DONE in legal):
            name = TERRITORY_IDS[action - A.TERRITORY]
            self.note(state, self.bots[seat], "own territory chosen", f"{name} by its own card")

    def after(self, state: Any) -> None:
        """Look at the card being played, if it is over now."""
        playing = self.playing
        if playing is None:
            return
        if state.card == playing.card:
            playing.paid_only |= state.half == ONLY_PAYOUT and state.verdict == Verdict.NONE
            playing.turned |= state.verdict in (Verdict.CANCELLED, Verdict.REBOUNDS)
            playing.turned |= state.verdict == Verdict.EVENT_CANCELLED
            return
        if state.phase == Phase.GUARD:
            return
        self.playing = None
        if not playing.turned:
            self.judge(state, playing)

    def judge(self, state: Any, playing: Played) -> None:
        """Compare what all have after a card with what they had."""
        now = holdings(state, self.game.edition, self.game.players)
        change = now - playing.before
        worth = worths(change, playing.turns)
        own, others = worth[playing.seat], np.delete(worth, playing.seat)
        parts = ", ".join(
            f"{name} {change[playing.seat, index]:+.0f}"
            for index, name in enumerate(WORTH)
            if change[playing.seat, index]
        )
        line = f"{CARD_IDS[playing.card]}: {parts or 'nothing'}; worth {own:+.0f}, rivals "
        line += " ".join(f"{other:+.0f}" for other in others)
        bot = self.bots[playing.seat]
        if own < 0 and others.min() >= own:
            self.note(state, bot, "harmed by its own card", line)
        elif own <= 0 < others.max() and others.min() >= 0:
            self.note(state, bot, "only rivals gain by its card", line)

    def note(self, state: Any, bot: str, kind: str, text: str) -> None:
        self.found.note(bot, kind, f"game {self.number}, turn {state.turn}: {text}")

    def end(self, state: Any, ranks: list[int]) -> None:
        """Write down the bids, with the home that each bought."""
        start = self.game.new_initial_state().state  # without markers on the map
        for seat in range(self.game.players):
            home = int(state.home[seat])
            worth = 10 * home_worth(start, self.game.edition, home)
            bid, won = int(state.bid[seat]), ranks[seat] == 1
            self.found.bids.append((self.bots[seat], bid, TERRITORY_IDS[home], worth, won))


def play(game: Any, names: list[str], bots: list[Any], number: int, found: Found) -> None:
    """Play one game under a counter."""
    position, rng, choices = game.new_initial_state(), ducato.new_rng("harm", number), 0
    seated = [(seat + number) % len(bots) for seat in range(game.players)]
    counter = HarmCounter(found, game, [names[bot] for bot in seated], number)
    while not position.is_terminal():
        if position.is_chance_node():
            position.apply_action(ducato.sample(position.chance_outcomes(), rng))
        else:
            seat, legal = position.current_player(), position.legal_actions()
            action = legal[0]
            if len(legal) > 1:
                choices += 1
                bot = bots[seated[seat]]
                action = bot.choose(redact(position.state, seat), seat, 10_000 * number + choices)
            counter.before(position.state, seat, action, legal)
            position.apply_action(action)
        counter.after(position.state)
    counter.end(position.state, position.ranks())


def report(found: Found, players: int, games: int) -> bool:
    """Print what was found; return whether a bot has harmed itself or bids without distinction."""
    failed = False
    print(f"{players} players, {games} games")
    for bot in sorted(found.played):
        print(f"{bot}: {found.played[bot]} cards played")
        bids = [bid for name, bid, *_ in found.bids if name == bot]
        print(f"{bot}: bids " + ", ".join(f"${b}: {n}" for b, n in sorted(Counter(bids).items())))
        if len(set(bids)) == 1 or not any(bids):
            failed = True
            print(f"{bot}: all bids are the same")
    for kind, examples in sorted(found.harm.items()):
        failed |= "only rivals" not in kind
        print(f"{kind}: {len(examples)}")
        names = Counter(example.split(": ")[1] for example in examples if example.count(": ") > 1)
        if names:
            print("    " + ", ".join(f"{name} {number}" for name, number in names.most_common()))
        for example in examples[:EXAMPLES]:
            print(f"    {example}")
    print("| home | worth in $ | taken | mean bid in $ | share of bids of 0 | wins |")
    print("|---|---:|---:|---:|---:|---:|")
    homes = sorted({(worth, home) for _, _, home, worth, _ in found.bids})
    for worth, home in homes:
        rows = [
            (bid, won) for _, bid, name, value, won in found.bids if (value, name) == (worth, home)
        ]
        mean, won = np.mean([bid for bid, _ in rows]), np.mean([won for _, won in rows])
        free = np.mean([bid == 0 for bid, _ in rows])
        print(f"| {home} | {worth:.0f} | {len(rows)} | {mean:.1f} | {free:.0%} | {won:.0%} |")
    print(flush=True)
    return failed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bots", default="greedy", help="names, separated by commas")
    parser.add_argument("--games", type=int, default=100, help="games for each number of players")
    parser.add_argument("--players", default="3,4,5")
    parser.add_argument("--edition", default="standard")
    chosen = parser.parse_args()
    failed = False
    for players in map(int, chosen.players.split(",")):
        game = ducato.load("manifest-destiny", players, chosen.edition)
        wanted = chosen.bots.split(",")
        names = [wanted[seat % len(wanted)] for seat in range(players)]
        bots, found = [make(name, game) for name in names], Found()
        for number in range(chosen.games):
            play(game, names, bots, number, found)
        failed |= report(found, players, chosen.games)
    sys.exit(failed)


if __name__ == "__main__":
    main()
