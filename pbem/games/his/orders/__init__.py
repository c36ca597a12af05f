"""The grammars of Here I Stand, one module for each subject; importing them fills the registry."""

from pbem.games.his.orders import cards_home as cards_home
from pbem.games.his.orders import cards_military as cards_military
from pbem.games.his.orders import construction as construction
from pbem.games.his.orders import diplomacy as diplomacy
from pbem.games.his.orders import dynasty as dynasty
from pbem.games.his.orders import faith as faith
from pbem.games.his.orders import impulse as impulse
from pbem.games.his.orders import naval as naval
from pbem.games.his.orders import two_players as two_players
