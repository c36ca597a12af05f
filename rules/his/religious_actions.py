"""Religious actions: treatises, translations, debates, books, St. Peter's, universities (18.1)."""
