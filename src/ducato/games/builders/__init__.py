"""The Builders: Middle Ages (2013): hire a crew, raise buildings, let machines work for nothing.

A game by Frédéric Henry, illustrated by Sabrina Miramon, published by Bombyx.
"""

from ducato.core.game import Game

GAME = Game(
    name="builders",
    package=__name__,
    players=(2, 3, 4),
    rules_version=1,
    longest=10_000,
    may_stall=True,
    max_chance_outcomes=42,
    levels={
        "beginner": "ismcts:sims=12:variety=0.06:mistakes=0.3",
        "gentle": "ismcts:sims=60:variety=0.03",
        "steady": "ismcts:sims=400",
        "strong": "ismcts:sims=3000",
        "master": "ismcts:sims=16000",
    },
    search={"value": 1, "ending": 6, "exploration": 0.5, "caution": 0.1},
    simulation_cost={2: 0.02, 3: 0.03, 4: 0.045},
)
