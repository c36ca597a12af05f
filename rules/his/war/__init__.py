"""What this game adds to the shared rules of war: its actions, foreign wars (21.7), pirate havens (21.1)."""
