"""A live table: seats, screens, views and messages, without sockets, database or system clock."""
