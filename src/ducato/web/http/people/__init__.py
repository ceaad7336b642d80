"""The routes of people: accounts, profiles, their data, and the accounts of their bots."""
