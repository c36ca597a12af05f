"""What the war games share in the moderator: orders, conditions, and how a position is told."""
