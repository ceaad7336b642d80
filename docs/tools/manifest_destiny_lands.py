"""What Manifest Destiny's map is made of: which lands make up a territory, and where insets lie."""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]
Points = list[Point]

STRETCH_X: Points = [
    (-0.42, 76),
    (-0.2, 86),
    (-0.05, 98),
    (0.08, 133),
    (0.3, 130),
    (0.38, 80),
    (0.5, 48),
]
"""The scale of the map from west to east, at distances from the meridian of 97 W in radians."""
STRETCH_Y: Points = [
    (-0.6, 30),
    (-0.42, 66),
    (-0.24, 106),
    (-0.1, 114),
    (0.16, 118),
    (0.22, 70),
    (0.4, 32),
    (0.6, 22),
]
"""The scale of the map from south to north, at distances from the parallel of 38 N in radians."""
MERGED = {
    "quebec": "QC",
    "maritimes": "NB NS PE NL",
    "manitoba": "MB",
    "saskatchewan": "SK",
    "alberta": "AB",
    "british-columbia": "BC",
    "northwest-territories": "YT NT NU",
    "new-england": "CT MA ME NH RI VT",
    "new-york": "NY",
    "new-jersey": "NJ DE MD DC",
    "pennsylvania": "PA",
    "ohio": "OH",
    "indiana": "IN",
    "michigan": "MI",
    "illinois": "IL",
    "wisconsin": "WI",
    "minnesota": "MN",
    "iowa": "IA",
    "virginia": "VA WV",
    "north-carolina": "NC",
    "south-carolina": "SC",
    "georgia": "GA",
    "florida": "FL",
    "alabama": "AL",
    "mississippi": "MS",
    "tennessee": "TN",
    "kentucky": "KY",
    "missouri": "MO",
    "arkansas": "AR",
    "louisiana": "LA",
    "texas": "TX",
    "north-dakota": "ND",
    "south-dakota": "SD",
    "nebraska": "NE",
    "montana": "MT",
    "wyoming": "WY",
    "idaho": "ID",
    "washington": "WA",
    "oregon": "OR",
    "kansas": "KS",
    "oklahoma": "OK",
    "new-mexico": "NM",
    "colorado": "CO",
    "utah": "UT",
    "arizona": "AZ",
    "nevada": "NV",
    "california": "CA",
    "central-america": "GTM BLZ HND SLV NIC CRI PAN",
    "cuba": "CUB",
}
"""The states, provinces and countries of each territory."""
SOUTHERN_ONTARIO: Points = [
    (-90, 40),
    (-84.6, 46.1),
    (-82.5, 46.35),
    (-80.6, 46.9),
    (-79.2, 47.2),
    (-70, 47.2),
    (-70, 40),
]
"""The part of Ontario that is a territory of its own, as longitudes and latitudes."""
DIVIDED: dict[str, Points] = {
    "sonora": [
        (-125, 34),
        (-109.05, 34),
        (-109.05, 31.33),
        (-108.6, 28.2),
        (-107.7, 26.2),
        (-107.0, 25.0),
        (-106.6, 24.3),
        (-107.6, 23.3),
        (-109, 22),
        (-125, 22),
    ],
    "chihuahua": [
        (-109.05, 34),
        (-109.05, 31.33),
        (-108.6, 28.2),
        (-107.7, 26.2),
        (-107.0, 25.0),
        (-105.0, 24.1),
        (-103.2, 24.4),
        (-102.9, 26.5),
        (-103.25, 28.95),
        (-103.2, 34),
    ],
    "monterrey": [
        (-103.2, 34),
        (-103.25, 28.95),
        (-102.9, 26.5),
        (-103.2, 24.4),
        (-101.8, 23.1),
        (-100.9, 22.2),
        (-99.3, 22.0),
        (-97, 22.0),
        (-95, 22),
        (-95, 34),
    ],
    "jalisco": [
        (-107.0, 25.0),
        (-106.6, 24.3),
        (-107.6, 23.3),
        (-109, 22),
        (-109, 15),
        (-102.0, 15),
        (-102.0, 17.9),
        (-101.4, 18.7),
        (-101.2, 19.8),
        (-101.0, 21.0),
        (-100.9, 22.2),
        (-101.8, 23.1),
        (-103.2, 24.4),
        (-105.0, 24.1),
    ],
    "mexico": [
        (-100.9, 22.2),
        (-99.3, 22.0),
        (-97, 22.0),
        (-95, 22),
        (-94.2, 20),
        (-94.2, 18),
        (-94.4, 17.2),
        (-95.8, 17.9),
        (-97.5, 18.1),
        (-99.3, 18.3),
        (-101.4, 18.7),
        (-101.2, 19.8),
        (-101.0, 21.0),
    ],
    "oaxaca": [
        (-102.0, 15),
        (-102.0, 17.9),
        (-101.4, 18.7),
        (-99.3, 18.3),
        (-97.5, 18.1),
        (-95.8, 17.9),
        (-94.4, 17.2),
        (-93.2, 16.9),
        (-92.2, 16.5),
        (-91.3, 16.2),
        (-91.3, 13),
        (-102, 13),
    ],
    "yucatan": [
        (-94.2, 20),
        (-94.2, 18),
        (-94.4, 17.2),
        (-93.2, 16.9),
        (-92.2, 16.5),
        (-91.3, 16.2),
        (-91.3, 15.8),
        (-85, 15.8),
        (-85, 23),
        (-94.2, 23),
    ],
}
"""The territories into which Mexico is divided, drawn by hand; they may reach into the sea."""
BOXES = {
    "alaska": (6, 34, 92, 124),
    "hawaii": (6, 436, 118, 506),
    "asia": (6, 514, 150, 634),
    "australia": (6, 642, 150, 752),
    "europe": (868, 196, 994, 296),
    "middle-east": (868, 304, 994, 400),
    "africa": (868, 408, 994, 540),
    "south-america": (806, 622, 994, 754),
}
"""The frames of the insets: left, top, right and bottom."""


class Inset(NamedTuple):
    """How lands lie in an inset.

    Attributes:
        box: the id of its frame.
        limits: west, south, east and north, beyond which all is cut off; a fifth number tells that
            the lands are states.
        margin: the room between land and frame.
        least: the least area of an island.
        stretch: the ratio in which the two scales may differ.
    """

    box: str
    limits: tuple[int, ...] = ()
    margin: int = 6
    least: float = 2
    stretch: float = 1.5


INSETS = {
    Inset("europe", (-12, 35, 41, 71)): {
        "europe": (
            "NOR FRA SWE BLR UKR POL AUT HUN MDA ROU LTU LVA EST DEU BGR GRC ALB HRV CHE LUX "
            "BEL NLD PRT ESP IRL GBR ITA DNK SVN FIN SVK CZE BIH MKD SRB MNE"
        )
    },
    Inset("middle-east"): {
        "middle-east": "TUR IRQ IRN SYR JOR ISR LBN PSE SAU YEM OMN ARE QAT KWT CYP"
    },
    Inset("africa"): {
        "africa": (
            "TZA ESH COD SOM KEN SDN TCD ZAF LSO ZWE BWA NAM SEN MLI MRT BEN NER NGA CMR TGO "
            "GHA CIV GIN GNB LBR SLE BFA CAF COG GAB GNQ ZMB MWI MOZ SWZ AGO BDI MDG GMB TUN "
            "DZA MAR EGY LBY ETH DJI ERI UGA RWA SSD"
        )
    },
    Inset("asia", (46, -11, 146, 56)): {
        "asia": (
            "CHN MNG IND PAK BGD BTN NPL AFG TJK KGZ TKM KAZ UZB JPN KOR PRK KHM THA LAO MMR "
            "VNM MYS IDN PHL LKA TWN BRN TLS"
        )
    },
    Inset("australia"): {"australia": "AUS NZL"},
    Inset("hawaii", (-161, 18, -154, 23, 1), least=1): {"hawaii": "HI"},
    Inset("alaska", (-170, 54, -129, 72, 1), least=1): {"alaska": "AK"},
    Inset("south-america", margin=5, least=3, stretch=1.6): {
        "eastern-south-america": "BRA VEN GUY SUR URY PRY ARG",
        "western-south-america": "COL ECU PER BOL CHL",
    },
}
"""The countries of each territory in an inset."""
