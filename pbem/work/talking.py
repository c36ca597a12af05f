"""What powers say to each other: press and proposals, carried and counted; and what is kept for the talks.

Whoever writes `when talks open:` is not waited for at the beginning of the talks: the lines are kept like
orders for any other moment (`pbem.play.preorders`), and are said before anybody has got a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import shorten
from typing import TypeAlias

from sqlmodel import select

from pbem.errors import OrderProblem
from pbem.games.deals import PLAN, Talks
from pbem.games.moments import TALKS
from pbem.language.declined import Declined
from pbem.language.names import LEADER, NATION
from pbem.language.plain import plain_text
from pbem.language.refusals import why_by_rule
from pbem.language.voice import Message, note, subject
from pbem.letters.notices import Quoted, deal_name
from pbem.play.about import AboutOffer, AboutPress
from pbem.play.preorders import Fired, PreOrder, situation_since
from pbem.play.press import Press, check_press, receivers_of
from pbem.play.sitting import Sitting
from pbem.play.talks import Draft, read_proposal
from pbem.store import clocks, games, seats, tally
from pbem.store.tables import GameRow, SeatRow
from pbem.store.talk_tables import GroupRow, PressRow
from pbem.store.unit_of_work import Transaction
from pbem.work.correspondence import Correspondence
from pbem.work.moderator_notices import tell_moderator
from rules import Power

Post: TypeAlias = Callable[[Correspondence], None]
"""A letter to somebody, written when the game is stored."""
PRESS, PROPOSE, READY = "press to ", "propose ", "ready"
"""How a line begins that is kept for the talks."""
COMPANIES = ("league", "schmalkaldic league", "church", "empire", "reformers", "republic")
"""What several powers may call themselves: no press goes out on a guess."""
SHOWN = 60
"""Characters of a piece of press in a list of lines."""


class Talking:
    """What is said in one transaction."""

    def __init__(self, tx: Transaction, game: GameRow, sitting: Sitting) -> None:
        self._tx = tx
        self._session = tx.session
        self._game = game
        self._sitting = sitting
        self.posts: list[Post] = []

    # ---- Press

    def press_of(self, sender: Power, to: str, text: str) -> Press:
        """A piece of press to those whom some words name.

        :raises OrderProblem: they name nobody.
        """
        title = self._sitting.title
        groups = self._groups(sender)
        receivers = receivers_of(to, sender, title.names, groups, title.powers, self._called)
        return Press(sender, receivers, plain_text(text))

    def _called(self, words: str) -> Sequence[Power]:
        """The power that people call by some words, or by its ruler: `the Emperor`, `Henry`.

        Of several who have the same name, whoever rules now is meant.
        """
        title, game = self._sitting.title, self._sitting.engine.game
        nicknames = title.free_words_for(words).words.nicknames
        people = nicknames.get(LEADER, {}).get(words, ())
        if len(people) > 1:
            names = [title.names.say(LEADER, person) for person in people]
            return [line.id for line in title.public(game, title.voice()).powers if line.ruler in names]
        return () if words in COMPANIES else nicknames.get(NATION, {}).get(words, ())

    def carry(self, piece: Press, talks: Talks | None, letter: int | None) -> None:
        """Send a piece of press on its way.

        :raises OrderProblem: it cannot be carried now.
        :raises Declined: it is too much for a day.
        """
        check_press(piece, talks)
        row = self._seat(piece.sender)
        self.use(row, "press", self._tx.settings.quotas.press)
        self._session.add(
            PressRow(
                game_id=games.game_id(self._game),
                sender=piece.sender,
                receivers=list(piece.receivers),
                turn=getattr(self._sitting.engine.game, "turn", 0),
                text=piece.text,
                at=self._tx.now,
                letter_id=letter,
            )
        )
        self._session.flush()
        unready = self.wake(piece.receivers)
        self.posts.append(lambda writer: self._post_press(writer, piece, row, unready))

    def _post_press(
        self, writer: Correspondence, piece: Press, sender: SeatRow, unready: Sequence[Power]
    ) -> None:
        about = subject("press", power=piece.sender)
        above = "press_to_all" if piece.public else "press_from"
        whom = {"power": piece.sender, "powers": piece.receivers}
        quoted = Quoted(Message("letter", above, whom), piece.text)
        answer = Message("letter", "press.answer", {"power": piece.sender})
        for row in games.seat_rows(self._session, self._game):
            mine = [power for power in row.powers if power in piece.receivers]
            if row.id == sender.id or (piece.receivers and not mine):
                continue
            notes = [note("not_ready_any_more")] if any(power in unready for power in mine) else []
            orders = [] if piece.public or not row.powers else [answer]
            bound = AboutPress(piece.sender, piece.receivers)
            writer.notice(
                row, "press", about, notes, press=[quoted], orders=orders, about=bound, waits=piece.public
            )

    def _groups(self, owner: Power) -> dict[str, list[Power]]:
        rows = self._session.exec(
            select(GroupRow).where(GroupRow.game_id == self._game.id, GroupRow.owner == owner)
        )
        return {row.name: row.members for row in rows}

    # ---- Proposals

    def propose(self, line: str, power: Power, talks: Talks, letter: int | None) -> list[Draft]:
        """Enter the deals that a line proposes; their partners get letters.

        :raises OrderProblem: it cannot be understood, or may not be agreed.
        :raises Declined: it is too much for a day, or nobody negotiates.
        """
        sitting, clerk = self._sitting, self._sitting.clerk
        if clerk is None:
            raise Declined("request.no_window")
        partners = [other for other in talks.powers if other != power]
        deals = read_proposal(line, power, partners, sitting.engine.game, sitting.names, clerk.deals)
        self.use(self._seat(power), "proposals", self._tx.settings.quotas.proposals, amount=len(deals))
        drafts = [clerk.propose(deal, power, talks.turn, letter) for deal in deals]
        for draft in drafts:
            self._post_proposal(draft, self.wake([draft.other(power)]))
        return drafts

    def _post_proposal(self, draft: Draft, unready: Sequence[Power]) -> None:
        def post(writer: Correspondence) -> None:
            partner = draft.other(draft.by)
            reader = self._seat(partner)
            voice = writer.material.voice(reader)
            name = deal_name(draft, partner, voice)
            terms = self._sitting.title.terms(draft.deal, partner, voice)
            words = [note("proposed", power=draft.by, number=draft.number, terms_text=terms)]
            if partner in unready:
                words.append(note("not_ready_any_more"))
            anew = Message("letter", "proposed.answer", {"power": draft.by})
            orders: list[Message | str] = [
                *(voice.order(f"{word} {name}") for word in ("agree", "refuse")),
                anew,
            ]
            about = AboutOffer(draft.turn, draft.first, draft.second, draft.number, draft.by)
            writer.notice(
                reader, "deal", subject("proposal", power=draft.by), words, orders=orders, about=about
            )

        self.posts.append(post)

    # ---- Limits

    def use(self, row: SeatRow, what: str, most: int, *, amount: int = 1) -> None:
        """Count what makes others receive letters; the moderator is told when it is too much for a day.

        :raises Declined: it is.
        """
        voice = self._sitting.title.voice()
        powers = voice.listed(voice.power_name(power) for power in row.powers)
        who = f"{self._game.name}, {powers}"
        if tally.may(self._tx, who, what, most, amount=amount):
            return
        if tally.is_first_cut(self._tx, who, what, amount=amount):
            called = voice.say("problem", f"quota.{what}")
            text = (
                f"{row.name} ({powers}) has used up the {most} {called} of today. More are not carried "
                f"before midnight, UTC.\n"
            )
            about = f"no more {called} by {row.name} today"
            tell_moderator(self._tx, about, text, game=self._game)
        raise Declined("request.too_many", most=most, text=Message("problem", f"quota.{what}"))

    def wake(self, powers: Sequence[Power]) -> list[Power]:
        """Whoever is written to is no longer ready: there may be more to say; who that is."""
        row = clocks.open_talks(self._session, self._game)
        if row is not None and row.part == PLAN:
            return []  # nobody waits for an answer to press before the plan is carried out
        woken = [power for power in powers if row is not None and power in row.ready]
        if row is not None and woken:
            row.ready = [power for power in row.ready if power not in woken]
            self._session.add(row)
        return woken

    def reason(self, problem: OrderProblem | Declined, power: Power) -> str:
        """Why something cannot be done, as the player of a power reads it."""
        voice = self._sitting.title.voice(self._seat(power).language)
        return problem.told(voice) if isinstance(problem, Declined) else why_by_rule(problem, voice)

    def _seat(self, power: Power) -> SeatRow:
        return seats.seat_of_power(self._session, self._game, power)


# ---- Kept for the talks


class OpeningWords:
    """What was kept for talks that begin with this transaction, said in their first moment.

    All that is written comes before anybody is ready: whoever gets a letter may have something to answer.
    """

    def __init__(self, talking: Talking, sitting: Sitting) -> None:
        self._talking = talking
        self._sitting = sitting
        self._ready: list[Power] = []
        self._written_to: list[Power] = []
        self.ready: tuple[Power, ...] = ()
        """Who has nothing more to say, when all is said."""
        self.notes: list[tuple[Power, Message]] = []
        """What the writers should hear of it, besides that it was carried out."""

    def say(self) -> None:
        """Say what is kept, if talks begin now."""
        clerk, sitting = self._sitting.clerk, self._sitting
        talks = clerk.talks(sitting.engine) if clerk else None
        if clerk is None or talks is None or talks.is_plan or (talks.turn, talks.part) in clerk.opened:
            return
        for power in talks.powers:
            block = sitting.preorders.of(power, TALKS)
            if not block:
                continue
            events = sitting.told_since(min(order.since for order in block))
            situation = situation_since(power, sitting.engine.game, events)
            begun = sitting.preorders.begin(power, TALKS, situation, sitting.title)
            if begun is not None:
                fired = sitting.preorders.fired.pop()
                terms, orders = begun
                done = [line for line in terms.orders if self._said(line, power, talks, orders[0])]
                if len(done) < len(terms.orders) and READY in done:
                    done.remove(READY)  # something is left to say
                    self._ready.remove(power)
                if done:
                    shown = tuple(map(in_short, done))
                    sitting.preorders.fired.append(Fired(fired.power, fired.moment, shown, shown))
        self.ready = tuple(power for power in self._ready if power not in self._written_to)
        self.notes += [
            (power, note("not_ready_any_more")) for power in self._ready if power in self._written_to
        ]

    def _said(self, line: str, power: Power, talks: Talks, order: PreOrder) -> bool:
        """Say one line; if that is not possible, its writer is told why."""
        try:
            if line.startswith(PRESS):
                to, _, text = line.removeprefix(PRESS).partition(":")
                piece = self._talking.press_of(power, to, text)
                self._talking.carry(piece, talks, order.letter)
                self._written_to += piece.receivers
            elif line == READY:
                self._ready.append(power)
            else:
                drafts = self._talking.propose(line, power, talks, order.letter)
                self._written_to += [draft.other(power) for draft in drafts]
        except (OrderProblem, Declined) as problem:
            reason = self._talking.reason(problem, power)
            self.notes.append((power, note("talks_line_failed", text=in_short(line), why_text=reason)))
            return False
        return True


def in_short(line: str) -> str:
    """A line that is kept for the talks, as a list shows it."""
    return shorten(line, SHOWN, placeholder=" ...") if line.startswith(PRESS) else line
