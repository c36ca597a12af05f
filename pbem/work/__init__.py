"""One transaction on one game: its position, what is to be told, and the storing of both."""
