"""Letters: in, checked, out."""
