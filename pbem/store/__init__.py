"""The database: what the moderator must remember."""
