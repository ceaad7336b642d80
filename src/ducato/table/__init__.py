"""One live table: seats, screens, views and messages. It knows no sockets, no disk and no clock."""
