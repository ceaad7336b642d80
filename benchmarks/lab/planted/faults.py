"""The faults that are planted, in which strengths, and by which findings they count as named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchmarks.lab.planted.planting import PLANTS, SNIPPETS

Named = tuple[tuple[str, str], ...]
"""Sorts of findings, with what their subject begins with."""


@dataclass(frozen=True)
class Fault:
    """A fault.

    Attributes:
        kind: what is wrong, in words.
        game: the folder of the game.
        options: the options that plant it.
        named: the findings that name it with the right cause.
        players: the number of seats, if not the game's usual one.
        edition: the edition, if not the first.
        compared: whether the lab also sees the game as it should be, as with ``--against``.
    """

    kind: str
    game: str
    options: dict[str, Any]
    named: Named
    players: int = 0
    edition: str | None = None
    compared: bool = False

    @property
    def key(self) -> str:
        """A name under which the result is kept."""
        options = ",".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.game}:{self.seats}:{self.edition or ''}:{options}"

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.players or SNIPPETS[self.game].players


def plant(name: str, size: int) -> dict[str, Any]:
    """Return the options that plant a fault in a copy."""
    return {"plant": PLANTS.index(name), "plant_size": size}


def _faults() -> list[Fault]:
    found: list[Fault] = []

    def add(
        kind: str, game: str, name: str, sizes: tuple[int, ...], *named: tuple[str, str]
    ) -> None:
        found.extend(Fault(kind, game, plant(name, size), named) for size in sizes)

    units = {"builders": 10, "magnate": 1, "fantasy_market": 2, "manifest_destiny": 1}
    sizes = {
        "builders": (60, 120),
        "magnate": (3, 6),
        "fantasy_market": (12, 24),
        "manifest_destiny": (6, 12),
    }
    much = {**dict.fromkeys(units, (1, 2)), "builders": (3, 6)}
    sides = {**sizes, "fantasy_market": (2, 4), "manifest_destiny": (1, 2)}
    for game, unit in units.items():
        target = SNIPPETS[game].target
        auction = game == "manifest_destiny"  # whose order of play is not that of its first bids
        card = (("strong", target), ("opening", target))
        add("a thing that is far too strong", game, "strong", sizes[game], *card)
        add("a trap that costs whoever takes it", game, "useless", sizes[game], ("weak", target))
        begun = SNIPPETS[game].opening_target
        first = [("opening", begun), ("strong", begun)]
        add("one opening that wins", game, "opening", sizes[game], *first)
        add("a seat that begins too rich", game, "rich", sizes[game], ("seat", ""))
        add("who plays first wins", game, "first", sides[game], ("order", "" if auction else "1"))
        last = "" if auction else str(SNIPPETS[game].players)
        add("who plays last wins", game, "last", sides[game], ("order", last))
        add("a card that is never drawn", game, "never", (1,), ("never", ""))
        runaway = [("runaway", ""), ("early", "")]
        prizes = (8, 10) if game == "builders" else (30 * unit, 60 * unit)
        add("a prize that decides early", game, "prize", prizes, *runaway)
        richer = [*runaway, ("loop", "")]
        add("the rich get richer", game, "richest", much[game], *richer)
        add("most decisions are forced", game, "forced", (70, 90), ("forced", ""))
        add("frequent ties", game, "ties", (2, 4), ("ties", ""))
        add("ties go to the lower seat", game, "tie_seat", (1,), ("tie_seat", "lower"))
    for game, sizes_of in (
        ("builders", (40, 60)),
        ("magnate", (20, 30)),
        ("fantasy_market", (50,)),
    ):
        rare = SNIPPETS[game].rare
        found += [
            Fault(
                "an option that is hardly ever possible",
                game,
                plant("rare", size),
                (("rare", rare),),
                compared=True,
            )
            for size in sizes_of
        ]
    add("endless money", "magnate", "trade", (3, 6), ("loop", ""), ("strong", "trade"))
    add("a seat that is skipped", "builders", "skipped", (1, 2), ("skipped", ""))
    king = (("kingmaking", ""),)
    found += [
        Fault("a loser decides who wins", "builders", plant("kingmaker", 1), king, players)
        for players in (3, 4)
    ]
    money = (("loop", "coins"), ("loop", "score"))
    found.append(Fault("endless money", "builders", {"take_3": 16}, money))
    found.append(Fault("endless money", "builders", {"take_3": 20}, money))
    free = (("strong", "recruit:laborer-3"), ("strong", "send:laborer-3"))
    found.append(Fault("a worker that costs nothing", "builders_free", {}, free, 2))
    long = (("target", "minutes"),)
    found += [
        Fault("a game that is too long", "fantasy_market", {"hourglass_end": steps}, long, players)
        for steps, players in ((60, 4), (60, 3))
    ]
    found.append(Fault("a game that is too short", "builders", {"end_points": 4}, long))
    found.append(Fault("a game that is too short", "fantasy_market", {"hourglass_end": 4}, long))
    return found


FAULTS = _faults()


def _sound() -> list[Fault]:
    found = [
        Fault("sound", "builders", {}, (), 2),
        Fault("sound", "builders", {}, (), 3),
        Fault("sound", "builders", {}, (), 4),
        Fault("sound", "builders", {"start_coins": 12}, (), 2),
        Fault("sound", "magnate", {}, (), 2),
        Fault("sound", "magnate", {}, (), 2, "spanish"),
        Fault("sound", "magnate", {}, (), 2, "extended"),
        Fault("sound", "magnate", {"hand_size": 4}, (), 2),
        Fault("sound", "fantasy_market", {}, (), 4, "ducato"),
        Fault("sound", "fantasy_market", {}, (), 3, "ducato"),
        Fault("sound", "fantasy_market", {}, (), 2, "ducato"),
        Fault("sound", "manifest_destiny", {}, (), 3),
        Fault("sound", "manifest_destiny", {}, (), 4, "swift"),
        Fault("sound", "manifest_destiny", {}, (), 4),
    ]
    return found


SOUND = _sound()
"""The shipped games and editions, and harmless changes of them."""
