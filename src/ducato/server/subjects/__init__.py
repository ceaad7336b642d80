"""One room a subject: what it stores, answers, does by itself, and says."""
