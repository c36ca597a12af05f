"""The World map: captains, expeditions, colonies, piracy overseas, the treasure fleet (2.6, 16.5, 23.2)."""
