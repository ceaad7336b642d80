"""Studies: questions that need several runs, such as the effect of a rule or of an action."""
