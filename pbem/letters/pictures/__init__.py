"""The map, the chart of scores and the replay as pictures."""
