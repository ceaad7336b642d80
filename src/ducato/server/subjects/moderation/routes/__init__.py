"""The routes for blocks, reports, bans and sessions of people."""
