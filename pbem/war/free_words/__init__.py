"""How both war games read orders in free words: moves, sieges, building, cards, answers in battle, deals."""
