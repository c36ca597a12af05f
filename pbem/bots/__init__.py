"""Players that are programs: they read their own letters, and answer by mail in the order language."""
