"""Forums: a topic for the public, and for each seat a private thread."""
