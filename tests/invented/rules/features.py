"""The one thing that a player of the invented game looks at."""

from enum import IntEnum


class Feature(IntEnum):
    """The features, in the order of their weights."""

    HIGH = 0  # number of the card
