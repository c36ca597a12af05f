"""The New World (20): voyages, colonies, conquests and the riches that they bring."""
