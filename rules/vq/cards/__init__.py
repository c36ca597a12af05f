"""The cards: one function for each use, its predicate beside it; importing this fills the registry."""

from rules.vq.cards import calamities, court, faith, home, mandatory, military, plots, responses

__all__ = ["calamities", "court", "faith", "home", "mandatory", "military", "plots", "responses"]
