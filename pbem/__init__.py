"""The play-by-mail moderator: mail, orders, clock, reports and store around the rules."""
