"""Facts in words: events, refusals, questions and reasons of one title in one language.

Slots of a sentence:

    {space}                  a field by its printed name
    {Space}                  the same with a capital, as after a colon
    {space:in}               in a form of that name, or by what the language makes of it: `in Graz`
    {spaces:or}              a list with `or`; `{spaces:or_in}` with each name in a form
    {count|unit|units}       picks by number, in the order of the language's plural forms
    {power|zieht|ziehen}     picks by the grammatical number of a name, or the length of a list
    {unit*count}             a name in the plural form that goes with a number
    {due:short}              a moment as weekday and hour
    {hits:zero}              a number, or the language's word for none
    [: {units}]              told only if what it speaks of is there
    [[rule 13.2]]            brackets themselves
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple

from pbem.language.catalog import SLOT, Catalog, ListStyle
from pbem.language.names import Names
from pbem.language.widths import is_wide, with_wide_marks
from rules.core.errors import RandomNeeded
from rules.core.events import Event
from rules.core.flow import Question
from rules.core.kinds import ALIASES, TEXT, Kind, KindIn, kind_of
from rules.core.reasons import Reason
from rules.war.ids import LOANED
from rules.war.state import Units

OPTIONAL = re.compile(r"\[([^\[\]]*)\]")

POWER, CARD, UNIT = "power", "card", "unit"
PERSONS = (POWER, "leader")
MOST_NAMED = 10_000
"""So many names in their forms are kept; a title has fewer."""
ANYTHING = "thing"
"""The kind of what can be named where anything may be chosen."""
PLURAL = "plural"
FULL_STOPS = ".。"
OR: ListStyle = "or"
SHORT = "short"
"""The form of a moment of the next days: weekday and hour."""
PLAIN = "plain"
"""The form of a name that a slot without a form gets, where the language has a carrier for it."""


class Field(NamedTuple):
    """A value with what it is."""

    kind: str | None
    value: Any


class Message(NamedTuple):
    """Something that the moderator says, before it is known to whom and in which language."""

    table: str
    key: str
    fields: Mapping[str, Any] = {}


def note(key: str, /, **fields: Any) -> Message:
    """A message of the table `note`; times stand in the zone in which they are told."""
    return Message("note", key, fields)


def subject(key: str, /, **fields: Any) -> Message:
    """A message of the table `subject`: what a letter is about."""
    return Message("subject", key, fields)


class Voice:
    """Tells what happens in a title, in a language."""

    def __init__(
        self,
        names: Names,
        catalog: Catalog,
        english: Catalog,
        order: Callable[[str], str] = str,
        paragraph: Callable[[str, str], str] = lambda _code, rule: rule,
    ) -> None:
        self.names = names
        self.language = catalog.language
        self._catalog = catalog
        self._english = english
        self.order = order
        """How letters write an order that is said in English."""
        self.paragraph = paragraph
        """Which paragraph of the title's rulebook a refusal stands on, by its code and the one it cites."""
        self._named: dict[tuple[str | None, str, str], str] = {}
        """Names that were told before: catalogs do not change while they are used."""

    # ---- messages

    def event(self, event: Event) -> str:
        """The sentence of an event; empty if it has none."""
        sentence = self._sentence("event", type(event).__name__)
        return _capital(self._fill(sentence, _fields_of(event))) if sentence else ""

    def refusal(self, code: str, values: Mapping[str, Any]) -> str:
        """Why something is not allowed; a text that is no code stays as it is."""
        sentence = self._sentence("refusal", code)
        return code if sentence is None else self._fill(sentence, _by_keyword(values))

    def reason(self, reason: Reason) -> str:
        """Why dice fell or a card was drawn; a text that is no code stays as it is."""
        sentence = self._sentence("dice", reason.code)
        return reason.code if sentence is None else self._fill(sentence, _by_keyword(reason.fields))

    def needed(self, need: RandomNeeded) -> str:
        """Dice or draws that somebody must make elsewhere."""
        return self.word(f"{need.what}_needed", count=need.count, reason=need.reason)

    def question(self, question: Question[Any]) -> str:
        """What a question asks."""
        key = question_key(question)
        sentence = self._sentence("question", key)
        if sentence is None:
            return f"{_capital(key.rpartition('.')[2].replace('_', ' '))}?"
        return _capital(self._fill(sentence, _fields_of(question)))

    def in_short(self, question: Question[Any]) -> str:
        """What a question asks, in the few words of a subject: `intercept at Linz?`; empty if it has none."""
        sentence = self._sentence("subject", f"ask.{question_key(question)}")
        return self._fill(sentence, _fields_of(question)) if sentence else ""

    def option(self, name: str) -> str:
        """What an option of a game changes."""
        return self._sentence("option", name) or name.replace("_", " ")

    def word(self, key: str, **values: Any) -> str:
        """A word or a phrase of letters, with its slots filled."""
        return self._fill(self._sentence("word", key) or key, _by_keyword(values))

    def say(self, table: str, key: str, /, **values: Any) -> str:
        """What the moderator says: a sentence of a table (letter, note, subject, problem), slots filled."""
        return self._fill(self._sentence(table, key) or key, _by_keyword(values))

    def tell(self, message: Message) -> str:
        """The sentence of a message."""
        return self.say(message.table, message.key, **message.fields)

    # ---- names

    def name(self, kind: str | None, id: Any, form: str = "") -> str:
        """A thing by its name, in a form; what has no name is told by the words of its id."""
        wanted = kind, str(id), form
        told = self._named.get(wanted)
        if told is None:
            told = self._name(*wanted)
            if len(self._named) < MOST_NAMED:
                self._named[wanted] = told
        return told

    def _name(self, kind: str | None, id: str, form: str) -> str:
        if kind == POWER and LOANED in id:
            owner, _, commander = id.partition(LOANED)
            lent = {"nation": Field(TEXT, self.name(POWER, owner, form)), "power": Field(POWER, commander)}
            return self._fill(self._sentence("word", "lent") or owner, lent)
        own = self._own_kind(kind, id)
        entry = self._entry(own, id)
        wanted = form or PLAIN
        if wanted in entry:
            return str(entry[wanted])
        name = entry.get("name") or self._printed(own, id)
        carrier = self._carrier(own, wanted)
        if not carrier:
            return name
        told = carrier.replace("{name}", name).replace("{id}", id)
        return told.replace("{article}", self._catalog.article(name))

    def power_name(self, power: str) -> str:
        """A power in lists and headings: without an article where the language has them."""
        return self.name(POWER, power, "bare")

    def summary(self, card: int, printed: str) -> str:
        """What a card does, in a line; as the data says it where the language does not."""
        return str(self._catalog.get("summary", str(card)) or printed)

    def units(self, units: Mapping[str, int] | Units, nation: str = "") -> list[str]:
        """Units by kind: `2 regulars`; of a nation: `1 Venetian squadron`."""
        counts = asdict(units) if isinstance(units, Units) else units
        key = "units_of" if nation else "units"
        return [
            self.word(key, count=count, unit=unit, nation=nation) for unit, count in counts.items() if count
        ]

    def decimal(self, number: float) -> str:
        """`1.2`, as the language writes it."""
        return self._catalog.decimal(number)

    def listed(self, items: Iterable[str], style: ListStyle = "standard") -> str:
        """`a, b and c`."""
        return self._catalog.listed(items, style)

    def moment(self, moment: datetime) -> str:
        """`Friday 9 January 2026, 23:00 UTC`, or with the name of the zone in which it is given."""
        return self._catalog.moment(moment)

    def date(self, moment: datetime) -> str:
        return self._catalog.date(moment)

    def day(self, moment: datetime) -> str:
        """`Friday 9 January`."""
        return self._catalog.day(moment)

    def is_plural(self, kind: str | None, id: str) -> bool:
        """Whether verbs go with a name in the plural; of ships on loan, the name of their owner."""
        if kind == POWER:
            id = id.partition(LOANED)[0]
        return self._entry(self._own_kind(kind, id), id).get("number") == PLURAL

    # ---- inside

    def _sentence(self, table: str, key: str) -> str | None:
        found: str | None = self._catalog.get(table, key)
        return found if found is not None else self._english.get(table, key)

    def _own_kind(self, kind: str | None, id: str) -> str:
        """Of several kinds, the one that has this thing; catalogs name nothing under an alias."""
        everything = (table for table in self.names.tables if table not in ALIASES)
        first, *others = everything if kind == ANYTHING else (kind or "").split("/")
        for narrow in (first, *others) if others else ():
            table = self.names.tables.get(narrow)
            if self._entry(narrow, id) or (table is not None and id in table.printed):
                return narrow
        return first

    def _entry(self, kind: str, id: str) -> Mapping[str, Any]:
        entry = self._catalog.get(f"name.{kind}", id) or self._english.get(f"name.{kind}", id) or {}
        return {"name": entry} if isinstance(entry, str) else entry

    def _carrier(self, kind: str, form: str) -> str | None:
        found = self._catalog.get(f"form.{kind}", form)
        return None if found is None else str(found)

    def _printed(self, kind: str, id: str) -> str:
        table = self.names.tables.get(kind)
        return table.printed[id] if table is not None and id in table.printed else id.replace("_", " ")

    def _fill(self, sentence: str, values: Mapping[str, Field]) -> str:
        kept = sentence
        if "[" in sentence:
            kept = OPTIONAL.sub(lambda part: part[1] if self._is_told(part[1], values) else "", sentence)
        told = "".join(
            [piece if isinstance(piece, str) else self._slot(piece, values) for piece in _pieces(kept)]
        ).strip()
        return with_wide_marks(told) if is_wide(sentence) else told

    def _is_told(self, part: str, values: Mapping[str, Field]) -> bool:
        told = [values.get(piece.field) for piece in _pieces(part) if not isinstance(piece, str)]
        return all(field and _is_there(field.value) and self._tell(*field) for field in told)

    def _slot(self, slot: _Slot, values: Mapping[str, Field]) -> str:
        if slot.field not in values:
            return slot.written
        kind, value = values[slot.field]
        if slot.choices:
            told = self._pick(slot.choices, kind, value)
        elif slot.number:
            told = self.name(kind, value, self._catalog.category(values[slot.number].value))
        else:
            told = self._tell(kind, value, slot.form)
        if slot.stop:
            told = told.removesuffix(slot.stop)  # `Karl V.` ends with one, and so does the sentence
        return _capital(told) if slot.capital else told

    def _pick(self, choices: Sequence[str], kind: str | None, value: Any) -> str:
        if isinstance(value, str):
            return choices[-1 if self.is_plural(kind, value) else 0]
        if not isinstance(value, int):
            return self._pick(choices, kind, next(iter(value))) if len(value) == 1 else choices[-1]
        at = self._catalog.categories.index(self._catalog.category(value))
        return choices[min(at, len(choices) - 1)]

    def _tell(self, kind: str | None, value: Any, form: str = "") -> str:
        if type(value) is str:  # most of what is told
            return value if kind == TEXT else self.name(kind, value, form)
        if isinstance(value, Reason):
            return self.reason(value)
        if isinstance(value, Message):
            return self.tell(value)
        if isinstance(value, datetime):
            return self._catalog.short_moment(value) if form == SHORT else self.moment(value)
        if isinstance(value, timedelta):
            return self._catalog.span(value)
        if value is None:
            return self.word("nobody" if kind in PERSONS else "none")
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, Mapping):
            told = self.units(value) if kind == UNIT else self._pairs(kind, value, form)
            return self.listed(told) or self.word("none")
        if isinstance(value, tuple | list):
            style, form = (OR, form[2:].removeprefix("_")) if form[:2] == OR else ("standard", form)
            told = [self._tell(kind, item, form) for item in value]
            if kind is None:  # dice, and sentences
                return " ".join(told)
            return self.listed(told, style) or self.word("none")
        if isinstance(value, Event):
            return self.event(value)
        if is_dataclass(value):
            return self.listed([self._tell(*field) for field in _fields_of(value).values() if field.value])
        if kind == TEXT:
            return str(value)
        if isinstance(value, int) and kind != CARD:
            return self.word("zero") if form == "zero" and not value else str(value)
        return self.name(kind, value, form)

    def _pairs(self, kind: str | None, value: Mapping[Any, Any], form: str) -> list[str]:
        return [f"{self.name(kind, key, form)} {self._tell(None, item)}" for key, item in value.items()]


def slot_field(slot: re.Match[str]) -> str:
    """The field of a slot, which may be written with a capital."""
    return slot[1][:1].lower() + slot[1][1:]


class _Slot(NamedTuple):
    """Where a sentence tells a field."""

    written: str
    field: str
    capital: bool
    """Whether the field was written with one: so is what is told."""
    number: str
    """The field that says in which number a name stands."""
    form: str
    choices: tuple[str, ...]
    stop: str
    """The full stop behind it."""


@lru_cache(maxsize=4096)
def _pieces(sentence: str) -> tuple[str | _Slot, ...]:
    """A sentence taken apart, once: what stands between its slots, and these."""
    pieces: list[str | _Slot] = []
    done = 0
    for slot in SLOT.finditer(sentence):
        written, number, form, choices = slot.groups()
        field = slot_field(slot)
        stop = sentence[slot.end() : slot.end() + 1]
        pieces += [
            sentence[done : slot.start()],
            _Slot(
                slot[0],
                field,
                written != field,
                number or "",
                form or "",
                tuple(choices[1:].split("|")) if choices else (),
                stop if stop in FULL_STOPS else "",
            ),
        ]
        done = slot.end()
    return (*pieces, sentence[done:])


def question_key(question: Question[Any]) -> str:
    """Under which name a question's sentence is kept: its topic, or its kind where it has none."""
    if question.kind == "respond":
        return f"respond.{getattr(question, 'window', '')}"
    return getattr(question, "topic", "") or question.kind


def _is_there(value: Any) -> bool:
    """Whether there is anything to tell of; a zero is a number like others."""
    return bool(value) or type(value) is int


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _by_keyword(values: Mapping[str, Any]) -> dict[str, Field]:
    return {name: Field(kind_of(name, value), value) for name, value in values.items()}


def _fields_of(record: Any) -> dict[str, Field]:
    """The fields of an event, a question or another record, with their kinds by their types."""
    kinds = kinds_of(record.__class__)
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    return {
        name: Field(kind_of(values[kind.field]) if isinstance(kind := kinds[name], KindIn) else kind, value)
        for name, value in values.items()
    }


@cache
def kinds_of(cls: type) -> dict[str, str | KindIn | None]:
    """What the fields of a record hold."""
    return {name: _kind_in(hint) for name, hint in typing.get_type_hints(cls, include_extras=True).items()}


def _kind_in(hint: Any) -> str | KindIn | None:
    """The first kind that a type names: `dict[UnitKind, int]` is about units."""
    if typing.get_origin(hint) is Annotated:
        for mark in hint.__metadata__:
            if isinstance(mark, Kind):
                return mark.name
            if isinstance(mark, KindIn):
                return mark
    if hint is int or hint is types.NoneType:
        return None
    return next((kind for arg in typing.get_args(hint) if (kind := _kind_in(arg)) is not None), None)
