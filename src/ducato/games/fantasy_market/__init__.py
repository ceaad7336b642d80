"""Fantasy Market: shopkeepers round a village square, whose customers are heroes.

An unfinished draft by CMT, a user of the inventoridigiochi.it forum, completed by rulings and a set
of components, so that simulation can tune the numbers that its author left open.
"""

from ducato.core.game import Game

GAME = Game(
    name="fantasy-market",
    package=__name__,
    players=(2, 3, 4, 5, 6),
    rules_version=1,
    longest=20_000,
    max_chance_outcomes=315,
    levels={
        "beginner": "ismcts:sims=12:variety=0.06:mistakes=0.3",
        "gentle": "ismcts:sims=60:variety=0.03",
        "steady": "ismcts:sims=300",
        "strong": "ismcts:sims=1500",
        "master": "ismcts:sims=12000",
    },
    search={"value": 1, "ending": 6, "exploration": 0.5, "caution": 0.1},
    simulation_cost={2: 0.03, 3: 0.04, 4: 0.04, 5: 0.06, 6: 0.06},
)
