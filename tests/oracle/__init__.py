"""A second reading of the rules, from the rulebook's words alone, to compare with `rules`.

Each module is one part of the rulebook, over a `Position` of its own.  Only `compare` and `snapshot` know
the engine.  A difference is a mistake here, a reading of docs/rulings.md, or a bug.
"""
