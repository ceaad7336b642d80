"""All cards are in the list, with the numbers of the data files."""

from __future__ import annotations

from tests.games.components import cells, groups, numbers, table

from ducato.games.builders.state import MATERIALS

CONSTRUCTIONS = table("builders", "buildings")
MAKES = [f"makes_{material}" for material in MATERIALS]


def test_every_building_is_listed_with_its_numbers():
    assert cells("builders", "buildings") == {
        f"card-{row['card']}": numbers(row, "points", "coins", *MATERIALS)
        for row in CONSTRUCTIONS
        if row["kind"] != "machine"
    }
    assert len(cells("builders", "buildings")) == 34


def test_every_machine_is_listed_with_what_it_makes():
    found = cells("builders", "machines")
    machines = [row for row in CONSTRUCTIONS if row["kind"] == "machine"]
    assert len(found) == len(machines) == 8
    for row in machines:
        *listed, makes = found[f"card-{row['card']}"]
        assert listed == numbers(row, "points", *MATERIALS)
        (made,) = [(n, kind) for kind in MATERIALS if (n := row[f"makes_{kind}"]) != "0"]
        assert makes in (" ".join(made), f"{' '.join(made)}s")


def test_every_worker_is_listed_with_wage_and_output():
    workers = table("builders", "workers")
    assert cells("builders", "workers") == {
        f"card-{row['card']}": numbers(row, "wage", *MAKES) for row in workers
    }
    assert len(workers) == 42


def test_a_card_looks_as_it_does_in_the_row():
    mill = next(iter(groups("builders")["buildings"].values()))
    assert mill.kind == "card"
    assert mill.name == mill.face["title"] == "Wash House"
    assert mill.face["corner"] == "1"
    assert mill.face["reward"] == "6"
    assert mill.face["needs"] == ({"glyph": "wood", "count": 1}, {"glyph": "tile", "count": 2})
