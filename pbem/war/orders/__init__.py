"""The grammars that the war games share, one module for each subject; importing them fills the book."""

from pbem.war.orders import deals as deals
from pbem.war.orders import impulse as impulse
from pbem.war.orders import land as land
from pbem.war.orders import naval as naval
from pbem.war.orders import seasons as seasons
from pbem.war.orders import units as units
