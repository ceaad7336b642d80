"""Cities whose controllers lose their territories, and the marker for most cities."""

from __future__ import annotations

from ducato.games.manifest_destiny.state.tables import TERRITORY_IDS, VACANT, Presence

from .manifest_table import NEW, Table


def test_a_city_stays_when_its_controller_is_removed():
    """Nobody controls it then, so that it no longer counts [manifest-destiny 6.7, 7.8] (A43)."""
    t = Table(era=2).own(1, "ohio", "georgia").city("ohio", "georgia", "louisiana")
    assert (t.state.most_cities, list(t.state.vp)) == (1, [0, 2, 0, 0, 0])
    t.play("civil-war", "half:event", "player:2", "territory:georgia", "territory:ohio")
    assert (t.owner("ohio"), t.presence("ohio")) == (VACANT, Presence.NONE)
    assert t.state.city[TERRITORY_IDS.index("ohio")] == 1
    assert (t.state.most_cities, list(t.state.vp)) == (2, [0, 0, 2, 0, 0])


def test_a_city_in_a_vacant_territory_belongs_to_whoever_takes_it():
    """See [manifest-destiny 7.8, 8.3] (A30, A43)."""
    t = Table(stage=5).city("new-york", "virginia").tokens(0, 2)
    assert t.state.most_cities == 1
    t.city("ohio").own(0, "ohio", presence=NEW).do("territory:new-york")
    assert (t.state.most_cities, list(t.state.vp)) == (0, [2, 0, 0, 0, 0])
