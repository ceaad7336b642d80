"""Manifest Destiny (GMT Games, 2005): merchant empires in North America from 1760 to 2000.

A board game for three to five players by Bill Crenshaw. The data that no public source gives (most
amounts and card effects) are reconstructed and listed in ``docs/manifest-destiny-data.md``.
"""

from ducato.core.game import Game

GAME = Game(
    name="manifest-destiny",
    package=__name__,
    players=(3, 4, 5),
    rules_version=1,
    longest=20_000,
    max_chance_outcomes=1_296,
    levels={
        "beginner": "ismcts:sims=12:variety=0.06:mistakes=0.3",
        "gentle": "ismcts:sims=60:variety=0.03",
        "steady": "ismcts:sims=300",
        "strong": "ismcts:sims=1500",
        "master": "ismcts:sims=6000",
    },
    search={"value": 1, "ending": 3, "exploration": 0.25, "caution": 0.2},
    simulation_cost={3: 0.06, 4: 0.08, 5: 0.1},
)
