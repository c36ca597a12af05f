"""What a letter may ask of the moderator besides orders: one module a subject."""
