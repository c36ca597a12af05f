"""The events of a game while letters are written about them: those that just happened, and stored ones."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session

from pbem.play.sitting import Sitting
from pbem.store.games import last_event, load_events
from pbem.store.tables import GameRow
from rules import Event


class StoryBook:
    """Finds the numbered events of one game; none that the sitting has at hand is read from the database."""

    def __init__(self, session: Session, game: GameRow, sitting: Sitting, before: int | None) -> None:
        """`before` is the number of the last event before the sitting; None if all events are stored ones."""
        self._session = session
        self._game = game
        happened = [event for step in sitting.steps for event in step.events] if before is not None else []
        self.before = before or 0
        """The number of the last event before the sitting; 0 if all are stored ones."""
        self._fresh = list(enumerate(happened, self.before + 1))
        self._after: dict[int, list[tuple[int, Event]]] = {}
        self._last: dict[tuple[tuple[str, ...], int], Event | None] = {}

    def after(self, number: int) -> list[tuple[int, Event]]:
        """All later events."""
        if number not in self._after:
            self._after[number] = self._find_after(number)
        return self._after[number]

    def _find_after(self, number: int) -> list[tuple[int, Event]]:
        if not self._fresh:
            return load_events(self._session, self._game, after=number, undone_secrets=False)
        if number >= self.before:
            return self._fresh[number - self.before :]
        stored = load_events(self._session, self._game, after=number, upto=self.before, undone_secrets=False)
        return [*stored, *self._fresh]

    def of_turn(self, turn: int) -> list[tuple[int, Event]]:
        return load_events(self._session, self._game, turn=turn, undone_secrets=False)

    def last_among(self, kinds: Sequence[str], *, upto: int) -> Event | None:
        """The last event of some kinds that is not later than number `upto`."""
        for number, event in reversed(self._fresh):
            if number <= upto and type(event).__name__ in kinds:
                return event
        wanted = tuple(kinds), min(upto, self.before or upto)
        if wanted not in self._last:
            self._last[wanted] = last_event(self._session, self._game, kinds, upto=wanted[1])
        return self._last[wanted]

    def place_in_sitting(self, number: int) -> int:
        """Which event of the sitting it is, counted from 0; negative if an earlier one."""
        return number - self.before - 1
