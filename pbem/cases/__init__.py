"""Rule cases: positions, orders, dice and what must come of them, in text files (`docs/cases.md`)."""
