"""A forum campaign by hand: posts are pasted in, and what is to be posted is taken away."""
