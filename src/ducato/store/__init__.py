"""Where tables, their records and their people live: SQLite by default, PostgreSQL by its URL."""

from ducato.store.bots import Bots
from ducato.store.database import Database, default_url
from ducato.store.errors import StoreError, Trouble, UnknownTable, WrongSequence
from ducato.store.notices import Letter, Notices, Turn
from ducato.store.own_data import Kept, OwnData
from ducato.store.people import People, Person
from ducato.store.profiles import Played, Profiles, Wishes
from ducato.store.ratings import Rating, Ratings
from ducato.store.records import SeatRow, Status, StoredTable, TableSummary, Terms
from ducato.store.store import Store

__all__ = [
    "Bots",
    "Database",
    "Kept",
    "Letter",
    "Notices",
    "OwnData",
    "People",
    "Person",
    "Played",
    "Profiles",
    "Rating",
    "Ratings",
    "SeatRow",
    "Status",
    "Store",
    "StoreError",
    "StoredTable",
    "TableSummary",
    "Terms",
    "Trouble",
    "Turn",
    "UnknownTable",
    "Wishes",
    "WrongSequence",
    "default_url",
]
