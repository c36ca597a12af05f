"""Religion (18): conversions, preaching, the suppression of heresy, rebellions."""
