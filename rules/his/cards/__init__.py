"""The cards, in modules by kind; importing this fills the registry (`rules.his.windows.CARDS`)."""

from rules.his.cards import cities as cities
from rules.his.cards import combat as combat
from rules.his.cards import council as council
from rules.his.cards import home as home
from rules.his.cards import inquisitions as inquisitions
from rules.his.cards import janissaries as janissaries
from rules.his.cards import mandatory as mandatory
from rules.his.cards import mercenaries as mercenaries
from rules.his.cards import military as military
from rules.his.cards import minor_powers as minor_powers
from rules.his.cards import new_world as new_world
from rules.his.cards import political as political
from rules.his.cards import reformers as reformers
from rules.his.cards import religious as religious
from rules.his.cards import response as response
from rules.his.cards import revolts as revolts
from rules.his.cards import roxelana as roxelana
from rules.his.cards import sack_of_rome as sack_of_rome
from rules.his.cards import scots_raid as scots_raid
from rules.his.cards import unrest as unrest
