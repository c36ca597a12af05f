"""The games that can be played: one folder a title, and the seam behind which the moderator knows it."""
