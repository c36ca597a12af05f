"""The book in which the modules of this folder enter their grammars; each war game takes it over whole."""

from __future__ import annotations

from pbem.language.choices import CHOICES
from pbem.language.registry import Grammars

WAR = Grammars()
WAR.include(CHOICES)

grammar, topic_grammar, action_grammar = WAR.kind, WAR.topic, WAR.action
