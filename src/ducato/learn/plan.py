"""What a run of learning is to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ducato.core.errors import ConflictingOptions, UnknownName
from ducato.core.game import Game, LoadedGame
from ducato.learn.gate import CHALLENGER

ALL = "all"
"""The name that stands for all editions."""


@dataclass(frozen=True)
class LearningPlan:
    """What a run of learning is to do.

    Attributes:
        game: the game.
        players: the numbers of players, each of which gets a network of its own.
        editions: the names of the editions that are played in turn; `ALL` for all that can be
            played with the number of players.
        games: the number of games of each round and number of players.
        rounds: the number of rounds; each fits the network further, to new games.
        temperature: the temperature of the players of these games; higher is more random.
        search_games: the number of further games of each round, between bots that search.
        search_sims: the number of simulations of a choice in these games.
        distil: the number of games that are searched for weights of actions; 0 for none.
        sims: the number of simulations of each of these searches.
        gate: the number of games of the match against the present bot; 0 for none.
        challenger: the bot with a new network.
        present: the bot to beat; empty for the challenger with the network that the game has or
            that was accepted before, and `gate.PRESENT` if there is none.
        seed: the random seed.
    """

    game: Game
    players: tuple[int, ...]
    editions: tuple[str, ...]
    games: int = 20_000
    rounds: int = 1
    temperature: float = 1.0
    search_games: int = 0
    search_sims: int = 64
    distil: int = 0
    sims: int = 400
    gate: int = 200
    challenger: str = CHALLENGER
    present: str = ""
    seed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as plain data, as the folder of the run keeps it."""
        plain = {**vars(self), "game": self.game.name}
        lists = {"players": list(self.players), "editions": list(self.editions)}
        return {"command": "learn", **plain, **lists}

    def tables(self, players: int) -> list[LoadedGame]:
        """Return the game with each edition, for a number of players.

        Raises:
            UnknownName: an edition does not exist.
            ConflictingOptions: none can be played with this number of players, or one that was
                named cannot.
        """
        if ALL not in self.editions:
            return [self.game.load(players, edition) for edition in self.editions]
        found, errors = [], []
        for edition in self.game.editions:
            try:
                found.append(self.game.load(players, edition))
            except (ConflictingOptions, UnknownName) as error:
                errors.append(error)
        if not found:
            raise errors[0]
        return found

    def command(self, players: int) -> str:
        """Return the command that learns the same for a number of players."""
        given = {
            "players": players, "games": self.games, "rounds": self.rounds,
            "temperature": self.temperature, "search_games": self.search_games,
            "search_sims": self.search_sims, "distil": self.distil, "sims": self.sims,
            "gate": self.gate, "challenger": self.challenger, "present": self.present,
            "seed": self.seed,
        }  # fmt: skip
        usual = {name: getattr(LearningPlan, name, None) for name in given}
        parts = ["ducato learn", self.game.name, *(f"--edition {name}" for name in self.editions)]
        parts += [
            f"--{name.replace('_', '-')} {value}"
            for name, value in given.items()
            if value != usual[name]
        ]
        return " ".join(parts)
