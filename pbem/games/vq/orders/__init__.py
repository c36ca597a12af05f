"""The grammars of Virgin Queen, one module for each subject; importing them fills the registry."""

from pbem.games.vq.orders import armada as armada
from pbem.games.vq.orders import construction as construction
from pbem.games.vq.orders import court as court
from pbem.games.vq.orders import diplomacy as diplomacy
from pbem.games.vq.orders import espionage as espionage
from pbem.games.vq.orders import faith as faith
from pbem.games.vq.orders import impulse as impulse
from pbem.games.vq.orders import land as land
from pbem.games.vq.orders import naval as naval
from pbem.games.vq.orders import pairs as pairs
