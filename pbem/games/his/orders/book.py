"""The book in which the modules of this folder enter their grammars."""

from __future__ import annotations

from pbem.games.his.orders.conditions import conditions
from pbem.games.his.orders.facts import facts
from pbem.games.his.orders.subjects import SUBJECTS
from pbem.language.catalog import FOLDER, SHARED, catalog_of
from pbem.language.registry import Grammars
from pbem.war.orders import book as war_orders
from pbem.war.orders.facts import of_position
from rules.his.windows import CARDS

BOOK = Grammars(events=CARDS.events)
BOOK.include(war_orders.WAR)
BOOK.conditions += conditions()
BOOK.facts += facts()
BOOK.position += of_position()
BOOK.subjects |= SUBJECTS
BOOK.questions += catalog_of(tuple(FOLDER / part for part in (*SHARED, "his"))).tables["question"]

grammar, topic_grammar, action_grammar = BOOK.kind, BOOK.topic, BOOK.action
