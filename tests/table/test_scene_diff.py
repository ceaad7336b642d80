"""What is sent as changes comes to the same as what would be sent whole."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.scene_replica import SceneReplica, complete, complete_message

from ducato.core.game import all_games
from ducato.core.scene import Area, Face, Piece
from ducato.table.changes import Messages
from ducato.table.protocol import Act, Ready, Undo
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.views.scene_diff import changes
from ducato.table.views.texts import GameTexts

Open = Callable[..., LiveTable]
MOVES = 60
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")


class Viewer:
    """A screen, and what somebody sees on it.

    Attributes:
        screen: what the table knows of it.
        view: the latest, put together.
        sizes: of the steps that it was sent, in bytes.
    """

    def __init__(self, table: LiveTable, seats: tuple[int, ...], language: str) -> None:
        self.screen, self._replica = Screen(seats, language), SceneReplica()
        self.sizes: list[int] = []
        self.hear(table.welcome(self.screen))

    def hear(self, says: Messages) -> None:
        for message in says:
            line = msgspec.json.encode(message)
            heard = complete_message(self._replica, msgspec.json.decode(line))
            if heard["type"] == "steps":
                self.sizes.append(len(line))
                self.view = heard["steps"][-1]["view"]
            self.view = heard.get("view", self.view if hasattr(self, "view") else {})


@pytest.mark.parametrize("game", all_games())
def test_changes_come_to_the_same_as_the_whole(open_table: Open, game: str):
    players = all_games()[game].players[-1]
    seats = [TableSeat(n, name, None, f"p{n}") for n, name in enumerate(NAMES[:players])]
    table, rng = open_table(seats, name=game), random.Random(game)
    shared = tuple(range(1, players))
    eyes = [((0,), "en"), ((0,), "it"), ((1,), "en"), (shared, "en"), ((), "es"), ((), "en")]
    viewers = [Viewer(table, *whose) for whose in eyes]
    for move in range(MOVES):
        if table.match.is_over():
            break
        player = table.match.position.current_player()
        asker = Screen((player,), "en")
        if table.match.undoable(player) is not None and rng.random() < 0.2:
            assert table.receive(asker, Undo(f"u{move}", table.match.seq)).change
        else:
            action = rng.choice(table.match.position.legal_actions())
            assert table.receive(asker, Act(f"a{move}", table.match.seq, action)).change
        for watcher in viewers:
            screen = watcher.screen
            if rng.random() < 0.2:
                continue  # it lags behind
            watcher.hear(table.updates(screen, brief=rng.random() < 0.2))
            if screen.covered_for is not None:
                watcher.hear(table.receive(screen, Ready(f"r{move}", screen.covered_for)).messages)
            whole = table.state.views.view(table.match.seq, screen.viewer)
            assert watcher.view == SceneReplica().take(msgspec.json.decode(bytes(whole)))
    whole = len(bytes(table.state.views.view(table.match.seq, viewers[0].screen.viewer)))
    assert sorted(viewers[-1].sizes)[len(viewers[-1].sizes) // 2] < whole / 3


@pytest.mark.parametrize(
    ("before", "after", "removed", "put"),
    [
        ("abc", "abc", [], []),
        ("abc", "ac", ["b"], []),
        ("abc", "abxc", [], [2]),
        ("abc", "Abc", [], [0]),
        ("abc", "cab", [], [1, 2]),
        ("", "ab", [], [0, 1]),
        ("ab", "", ["a", "b"], []),
    ],
)
def test_only_what_changed_is_named(before: str, after: str, removed: list[str], put: list[int]):
    def areas(names: str) -> list[Area]:
        return [Area(name.lower(), "row", name) for name in names]

    new = areas(after)
    found = changes(old := areas(before), new)
    assert (found.removed, [at for at, _ in found.put]) == (removed, put)
    assert [area.title for area in new] == list(after)
    kept = [area for number, area in enumerate(new) if number not in put]
    assert all(any(area is other for other in old) for area in kept)


THINGS = st.lists(st.sampled_from("aAbBcCdDeE"), max_size=8, unique_by=str.lower)


@settings(max_examples=300, derandomize=True, database=None)
@given(THINGS, THINGS)
def test_whatever_changes_can_be_put_together_again(before: list[str], after: list[str]):
    """As `client/js/state/scene_changes.js` does it: first take out, then put in."""
    old = [Area(name.lower(), "row", name) for name in before]
    new = [Area(name.lower(), "row", name) for name in after]
    found = changes(old, new)
    left = {*found.removed, *(area.id for _, area in found.put)}
    seen = [area for area in old if area.id not in left]
    for at, area in found.put:
        seen.insert(at, area)
    assert [area.title for area in seen] == after


def test_what_is_usual_is_not_sent():
    piece = Piece("card:1", "card", "hand", Face("The Mill"), "The Mill", actions=(3,))
    sent = msgspec.json.decode(msgspec.json.encode(piece))
    assert sorted(sent) == ["actions", "area", "face", "id", "kind", "label"]
    assert sent["face"] == {"title": "The Mill"}
    assert complete(sent, Piece)["face"]["tone"] == "paper"


@pytest.mark.parametrize("game", all_games())
def test_spectators_are_sent_together_what_each_would_be_sent(open_table: Open, game: str):
    """Who is late, or reads another language, gets updates of their own."""
    people = enumerate(NAMES[: all_games()[game].players[0]])
    seats = [TableSeat(n, name, None, f"p{n}") for n, name in people]
    tables = [open_table(list(seats), name=game) for _ in range(2)]
    eyes = [((), "en"), ((), "en"), ((), "it"), ((0,), "en"), ((), "en"), ((1,), "en")]
    together, alone = ([Screen(*whose) for whose in eyes] for _ in tables)
    for table, screens in zip(tables, (together, alone), strict=True):
        for screen in screens:
            table.welcome(screen)
    shared = 0
    for move in range(MOVES):
        if tables[0].match.is_over():
            break
        action = tables[0].match.position.legal_actions()[0]
        for table in tables:
            mover = Screen((table.match.position.current_player(),), "en")
            table.receive(mover, Act(f"{move}", table.match.seq, action))
        due = slice(None) if move % 3 else slice(0, 4)
        made = tables[0].updates_of_all(together[due])
        assert msgspec.json.encode(made) == msgspec.json.encode(
            [tables[1].updates(screen) for screen in alone[due]]
        )
        shared += made[0] is made[1]
        assert all(made[0] is not other for other in made[2:4])
    assert shared > MOVES // 2


def test_a_part_may_hold_a_list(open_table: Open):
    """A game of somebody's own may write one where a tuple is meant."""
    texts = GameTexts(open_table([TableSeat(0, "Anna"), TableSeat(1, "Bruno")]).match)
    piece = Piece("a", "card", "hand", Face("A"), "a", actions=(1, 2))
    encode = texts.encoder("en")
    assert encode(msgspec.structs.replace(piece, actions=[1, 2])) == encode(piece)
