"""Rulers, leaders, nobles, artists and scientists (3.3, 5.1, 21, 22, 23)."""
