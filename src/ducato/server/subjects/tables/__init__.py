"""Tables: their games as they are stored, opened, listed and reached."""
