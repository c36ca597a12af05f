"""A player of Here I Stand: decides on a question and what its power may know, and says why."""
