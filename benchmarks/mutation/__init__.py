"""Mutation testing of rules: mutants, and the trial of each by the tests that state a rule."""
