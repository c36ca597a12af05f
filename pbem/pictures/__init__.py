"""Maps and charts as SVG: what is drawn is handed in, no game is known here."""
