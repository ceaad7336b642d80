"""E-mails: how they are sent, and the queue in which they wait."""
