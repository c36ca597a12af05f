"""What players ask of the moderator besides orders, and what it answers: one module a subject."""
