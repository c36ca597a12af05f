"""The cards, in modules by kind; importing this fills the registry (`rules.his.windows.CARDS`)."""

from rules.his.cards import unwritten as unwritten  # last: only what no other module registered
