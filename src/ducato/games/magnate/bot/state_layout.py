"""The names and the places of the features of a state, which `value_features` computes."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from ..state import CARD_IDS, DISTRICTS, PROPERTIES, SUITS

SIDES = ("own", "rival")
LIMIT = 3.0

_names: list[str] = []


def _block(group: str, names: Iterable[str]) -> int:
    """Give the next features these names; return the number of the first."""
    start = len(_names)
    _names.extend(f"{group}.{name}" for name in names)
    return start


def _enumeration(name: str, members: list[str]) -> type[IntEnum]:
    return IntEnum(name, {member: k for k, member in enumerate(members)}, module=__name__)  # type: ignore[return-value]


def _each_side(*names: str) -> list[str]:
    """Return each name for both sides: the own side of all names comes before the rival's."""
    return [f"{side}_{name}" for side in SIDES for name in names]


def _by_side(*names: str) -> list[str]:
    """Return each name for both sides: both sides of the first name come first."""
    return [f"{side}_{name}" for name in names for side in SIDES]


# By side and suit: the tokens in fives, whether there are any, and the trades that they allow.
AMOUNT = _block("tokens", _each_side(*SUITS))
ANY = _block("tokens", _each_side(*(f"any_{suit}" for suit in SUITS)))
TRADES = _block("tokens", _each_side(*(f"trades_{suit}" for suit in SUITS)))
SUPPLY = _block("tokens", _by_side("supply"))  # all tokens, in tens

# By side and card: whether it is in the hand; then numbers of cards in the hand, in threes.
CARD = _block("hand", _each_side(*(card.replace("-", "_") for card in CARD_IDS[:PROPERTIES])))
CROWN = _block("hand", _each_side(*(f"crown_of_{suit}" for suit in SUITS)))
HELD = _block("hand", _by_side("cards"))
PAYABLE = _block("hand", _by_side("payable"))  # can be built now, after trades
DEEDABLE = _block("hand", _by_side("deed_payable"))
PLACELESS = _block("hand", _by_side("placeless"))  # fit nowhere

# By side and suit: half the tokens that ten rolls bring on average; then the sum of all suits.
INCOME = _block("income", _each_side(*SUITS))
INCOME_TOTAL = _block("income", _by_side("total"))  # tokens a roll

# For each district, first the features with a pair of sides.
TOTAL = 0  # finished properties; in twenties
FIT = 2  # the best card in the hand that may be laid here, whatever it costs; in tens
REACH = 4  # the best card that can be laid here with the tokens of now; in tens
LEAD_SIGN = 6  # who is ahead
LEAD = 7  # by how much; in tens
DEEDS_SIGN = 8  # who is ahead once all deeds here are finished
DEEDS_LEAD = 9
OWN_REACH_SIGN = 10  # who is ahead if deeds are finished and the own side lays the card in reach
RIVAL_REACH_SIGN = 11
CHANCE = 12  # the chance to win the district, from -1 to 1, by a rule of thumb
WIDTH = 13
DISTRICT = _block(
    "districts",
    (
        f"{district}_{name}"
        for district in range(1, DISTRICTS + 1)
        for name in (
            *_by_side("total", "fit", "reach"),
            "lead_sign",
            "lead",
            "deeds_sign",
            "deeds_lead",
            "own_reach_sign",
            "rival_reach_sign",
            "chance",
        )
    ),
)
OPEN = _block("districts", _each_side(*(f"open_{suit}" for suit in SUITS)))  # accept it, in fives

GAIN = 0  # the worth of the deed once finished; in tens
LACK = 2  # the tokens that it lacks; in tens
SHORT = 4  # those of them that the supply cannot pay, even by trades; in tens
OUTLOOK = 6  # the chance that supply and income pay them until the end, by a rule of thumb
READY = 8  # the deed can be finished with the tokens of now
DEED_WIDTH = 10
DEED = _block(
    "deeds",
    (
        f"{district}_{name}"
        for district in range(1, DISTRICTS + 1)
        for name in _by_side("gain", "lack", "short", "outlook", "ready")
    ),
)

# The chances that the own side wins exactly 0 to 5 districts; then what decides the game.
WINS = _block("prospects", (f"wins_{wins}" for wins in range(DISTRICTS + 1)))
AHEAD = _block("prospects", _by_side("ahead"))  # districts led, in fives
AHEAD_WITH_DEEDS = _block("prospects", _by_side("ahead_with_deeds"))
AHEAD_READY = _block("prospects", _by_side("ahead_ready"))  # with the deeds that are ready
BEST = _block("prospects", _by_side("best"))  # what one card more can bring, in districts
BEST_RANK = _block("prospects", _by_side("best_rank"))  # the best card in reach, in tens
DIFFERENCE = _block("prospects", ["districts", "districts_with_deeds", "sum", "supply"])
READY_SUM = _block("prospects", ["sum_ready"])  # the sum with the deeds that are ready
RESULT = _block("prospects", ["result", "result_with_deeds", "result_late", "result_of_last_turns"])

TEMPO = _block(
    "tempo",
    ["own_turn", "pile", "discards", "turns_left", "hurry", "own_is_last", "own_turns_over"],
)
HORIZONS = (1, 2, 3, 4, 6, 8, 11, 15, 20, 26)
NEAR = _block("tempo", [f"within_{turns}" for turns in HORIZONS])  # the end, in turns

StateFeature = _enumeration("StateFeature", _names)
