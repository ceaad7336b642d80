"""E-mails that remind people of their turn."""
