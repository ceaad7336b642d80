"""A live table: seats, screens, views and messages, without sockets, disk or system clock."""
