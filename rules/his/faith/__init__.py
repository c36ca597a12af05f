"""The struggle of the faiths (18): attempts, debates, translations, St. Peter's, the electorates."""
