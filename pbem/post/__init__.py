"""A letter in: received, checked, sorted, carried out, stored, answered."""
