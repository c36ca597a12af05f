"""Espionage (19): informants, Jesuits, assassination, and the English Catholic rebellion."""
