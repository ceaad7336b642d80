"""The workbench: a game under development at a table, with what the lab says of it."""
