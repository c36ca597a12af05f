"""Rulers and their houses (3.3, 21): successions, marriages, chateaux, the emperor, excommunication."""
