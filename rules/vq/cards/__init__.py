"""The cards: one function for each use, its predicate beside it; importing this fills the registry."""

from rules.vq.cards import court, faith, home, mandatory, military, responses

__all__ = ["court", "faith", "home", "mandatory", "military", "responses"]
