"""Magnate (2008): two merchants build up the districts of the Duke's capital.

A Decktet game by Cristyn Magnus, with further development by P.D. Magnus.
"""

from ducato.core.game import Game

GAME = Game(
    name="magnate",
    package=__name__,
    players=(2,),
    rules_version=1,
    longest=5_000,
    max_chance_outcomes=100,
    levels={
        "beginner": "ismcts:sims=12:variety=0.12:value=0:mistakes=0.3",
        "gentle": "ismcts:sims=60:variety=0.03",
        "steady": "ismcts:sims=400",
        "strong": "ismcts:sims=3000",
        "master": "ismcts:sims=32000",
    },
    search={"value": 1, "ending": 9, "temperature": 0.5, "exploration": 0.4, "caution": 0.1},
    simulation_cost={2: 0.02},
)
