"""The small signs on a picture: kinds of units, ratings of leaders, what happened in a place.

Each is drawn around its middle in a square of ten by ten; `{ink}` is the colour of what it lies on.
"""

from __future__ import annotations

from html import escape
from string import Template

SHIELD = "M-4 -4.8H4V-.4C4 2.6 1.8 4.2 0 5.2C-1.8 4.2 -4 2.6 -4 -.4Z"
UNITS = {
    "regulars": f'<path d="{SHIELD}" fill="$ink"/>',
    "mercenaries": f'<path d="{SHIELD}" fill="none" stroke="$ink" stroke-width="1.3" transform="scale(.88)"/>'
    '<circle r="1.7" cy="-.6" fill="$ink"/>',
    "cavalry": '<path d="M-3.4 5H4C4.4 1.4 3.4 -3.2 -.2 -4.1L-.8 -5.4L-2 -4C-3.4 -3 -4.6 -.9 -4.8 .8L-3.7 1.9'
    'C-2.8 1.5 -2 .8 -.8 .7C-1 2.3 -3.2 3 -3.4 5Z" fill="$ink"/>',
    "squadrons": '<path d="M-5 1.8H5L3.4 5H-3.4ZM-3.4 -5H3.2C4 -3.2 4 -1 3.2 .8H-3.4'
    'C-2.6 -1 -2.6 -3.2 -3.4 -5Z" fill="$ink"/>',
    "galleys": '<path d="M-5 .6H5L3.4 3H-3.4ZM-2.6 -.4L3.4 -5V-.4ZM-4 3L-5 5.2M-1.6 3L-2.2 5.2M.8 3L.6 5.2'
    'M3 3L3.4 5.2" fill="$ink" stroke="$ink" stroke-width=".8"/>',
    "galleons": '<path d="M-5 .4L-3.6 1.8H3L5 -.6V2.4L3.4 5H-3.4ZM-3.2 -5H2.6C3.3 -3.4 3.3 -1.6 2.6 0H-3.2'
    'C-2.5 -1.6 -2.5 -3.4 -3.2 -5Z" fill="$ink"/>',
    "race_built": '<path d="M-5 2H5L3 5H-3.6ZM-4.6 -3.8H-.8V1H-4.6C-4 -.4 -4 -2.2 -4.6 -3.8ZM.2 -5.2H4.6V1H.2'
    'C.8 -.8 .8 -3.2 .2 -5.2Z" fill="$ink"/>',
    "armada": '<path d="M-5.2 .4L-4 2H4L5.2 .4V3L3.6 5.2H-3.6ZM-4.8 -3H-1.9V1H-4.8ZM-1.4 -5.2H1.4V1H-1.4Z'
    'M1.9 -3H4.8V1H1.9Z" fill="$ink"/>',
    "corsairs": '<path d="M-5 1.6H5L3.4 5H-3.4ZM-4 .6L3.6 -5.2V.6Z" fill="$ink"/>',
}
BATTLE = (
    '<path d="M-3.4 -3.6L3 2.8M3.4 -3.6L-3 2.8" stroke="$ink" stroke-width="1.5" stroke-linecap="round"/>'
    '<path d="M1.2 4.2L4.2 1.2M-1.2 4.2L-4.2 1.2" stroke="$ink" stroke-width="1.2" stroke-linecap="round"/>'
)
COMMAND = '<path d="M-2.6 4.8V-4.6H3.4L1.8 -2.5L3.4 -.4H-2.6" fill="$ink" stroke="$ink" stroke-width=".9"/>'
WALL = '<path d="M-4 4V-3.4H-2.2V-1.6H-.9V-3.4H.9V-1.6H2.2V-3.4H4V4Z" fill="$ink"/>'
BOOK = '<path d="M0 -4.6V4.6M-2.9 -1.6H2.9" stroke="$ink" stroke-width="1.9" stroke-linecap="round"/>'
FLAG = COMMAND
HAPPENED = {"battle": BATTLE, "assault": WALL, "siege": WALL, "conversion": BOOK, "conquest": FLAG}
"""What a mark of a scene looks like."""


def unit(kind: str, ink: str) -> str:
    """The sign of a kind of unit; a letter where there is none."""
    if drawn := UNITS.get(kind):
        return Template(drawn).substitute(ink=ink)
    return f'<text y="3.4" font-size="9" text-anchor="middle" fill="{ink}">{escape(kind[:1].upper())}</text>'


def sign(drawing: str, ink: str) -> str:
    return Template(drawing).substitute(ink=ink)
