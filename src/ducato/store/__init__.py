"""Where tables, their records and their people live: SQLite by default, PostgreSQL by its URL."""

from ducato.store.bot_accounts import Bots
from ducato.store.database import Database, default_url
from ducato.store.errors import StoreError, Trouble, UnknownTable, WrongSequence
from ducato.store.models import SeatRow, StoredTable, TableSummary, Terms, TurnState
from ducato.store.people import People, Person
from ducato.store.personal_data import Kept, OwnData
from ducato.store.profiles import Played, Profiles, Wishes
from ducato.store.ratings import Rating, Ratings
from ducato.store.store import Store
from ducato.store.turn_reminders import Letter, Notices, Turn

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
    "Store",
    "StoreError",
    "StoredTable",
    "TableSummary",
    "Terms",
    "Trouble",
    "Turn",
    "TurnState",
    "UnknownTable",
    "Wishes",
    "WrongSequence",
    "default_url",
]
