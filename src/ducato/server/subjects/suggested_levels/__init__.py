"""The level of bots that is suggested to a person."""
