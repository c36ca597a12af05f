"""Explore, colonize and conquer (20)."""
