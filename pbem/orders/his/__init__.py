"""The grammars of Here I Stand, one module for each subject; importing them fills the registry."""

from pbem.orders.his import build as build
from pbem.orders.his import cards_home as cards_home
from pbem.orders.his import cards_military as cards_military
from pbem.orders.his import common as common
from pbem.orders.his import diplomacy as diplomacy
from pbem.orders.his import dynasty as dynasty
from pbem.orders.his import faith as faith
from pbem.orders.his import impulse as impulse
from pbem.orders.his import land as land
from pbem.orders.his import naval as naval
from pbem.orders.his import seasons as seasons
