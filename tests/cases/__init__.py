"""Rule cases, in folders by section of the rulebook; `make cases` runs them."""
