"""The search for the cheapest steps of an explanation, on clauses of any rules."""
