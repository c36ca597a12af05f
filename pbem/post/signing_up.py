"""Letters of people who want to play: `join summer`, `leave summer`, and the answers to what we ask them.

A letter to the plain address proves nothing, so it only makes us ask that address; what is answered there,
with the token that stands in our letter, counts.  How often anybody is asked is limited.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbem.channels import MAIL
from pbem.channels.channel import Channel, thread_of
from pbem.language.words import is_address
from pbem.play.wishes import JOIN, LEAVE, NO, YES, SaidOfGame, SignUpReader, Wishes, wishes_from
from pbem.post.read import Read
from pbem.store import sign_ups as store
from pbem.store import tally
from pbem.store.office_tables import OpeningRow, SignUpRow
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import Transaction
from pbem.work.openings import title_of, words
from pbem.work.sign_ups import SigningUp

MOST_ASKED = 1
"""So often a day an address is asked that has never answered."""
MOST_ASKED_KNOWN = 5
"""And one that has."""
UNANSWERED = timedelta(days=14)
"""After that somebody who was asked and has not answered is forgotten."""


class SignUpLetter:
    """One letter that may be about signing up."""

    def __init__(self, tx: Transaction, channel: Channel, row: LetterRow, read: Read) -> None:
        self._tx = tx
        self._session = tx.session
        self._channel = channel
        self._row = row
        self._letter = read.letter
        self._lines = read.written.own_lines
        self._thread = thread_of(read.letter)

    def take(self) -> bool:
        """Do what it says, if it is one; False: it is somebody else's affair, or too much."""
        letter = self._letter
        if (
            letter.unreadable
            or letter.too_many_lines
            or self._row.size > self._tx.settings.mail.largest_letter
        ):
            return False
        if known := store.of_letter(self._session, letter.tokens, letter.sender):
            return self._of_somebody_known(known)
        openings = store.open_ones(self._session)
        if not openings or not self._can_be_asked():
            return False
        return self._of_somebody_unknown(openings)

    def _can_be_asked(self) -> bool:
        """Whether the sender is an address to which a letter can be sent, and not our own."""
        sender = self._letter.sender
        if self._channel.name == MAIL:
            return is_address(sender) and sender != self._tx.settings.mail.address
        return bool(sender) and not self._channel.cannot_reach(sender)

    def _said(self, reader: SignUpReader) -> SaidOfGame:
        """What it says; the subject counts like a first line if it is one of our words with a game."""
        by_subject = reader.read([self._letter.subject])
        lines = [self._letter.subject, *self._lines] if by_subject.game else self._lines
        return reader.read(lines)

    # ---- Without a token

    def _of_somebody_unknown(self, openings: Sequence[OpeningRow]) -> bool:
        named = ""
        for opening in openings:
            said = self._said(SignUpReader(title_of(opening), opening.plan["scenario"]))
            if said.word in (JOIN, LEAVE) and said.game == opening.name:
                return self._ask(store.find_opening(self._session, opening.name), said)
            named = named or (said.game if said.word == JOIN else "")
        return bool(named) and self._tell_what_is_open(openings[0], named, openings)

    def _ask(self, opening: OpeningRow, said: SaidOfGame) -> bool:
        """Ask the address whether the letter is theirs; nothing is done before they answer."""
        desk = SigningUp(self._tx, opening)
        row = store.at_address(self._session, opening, self._letter.sender)
        is_in = row is not None and row.status in ("seated", "waiting")
        if said.word == LEAVE and not is_in:
            return row is not None  # there is nothing to leave, and nothing to tell
        if not self._may_ask(known=row is not None and row.joined_at is not None):
            return False
        store.forget_unconfirmed(self._session, self._tx.now - UNANSWERED)
        row = store.at_address(self._session, opening, self._letter.sender)
        if row is None:
            row = desk.enter(self._letter.sender, self._channel.name, said.wishes)
            whole = said.wishes
        else:
            whole = said.wishes.over(wishes_from(row.wishes))
            row.pending = {"leave": True} if said.word == LEAVE else said.wishes.given
        desk.confirm_it(row, whole, said.unread, self._thread, self._row.id)
        return True

    def _may_ask(self, *, known: bool, what: str = "asked to confirm") -> bool:
        """Whether another letter goes to an address that may never have written to us."""
        sender, most = self._letter.sender, MOST_ASKED_KNOWN if known else MOST_ASKED
        quota = self._tx.settings.quotas.sign_ups
        return tally.may(self._tx, sender, what, most) and tally.may(
            self._tx, tally.STRANGERS, "asked to confirm", quota
        )

    def _tell_what_is_open(self, opening: OpeningRow, named: str, openings: Sequence[OpeningRow]) -> bool:
        """Somebody wants to join a game that is not open, perhaps by a slip, and may then try again."""
        if not self._may_ask(known=False, what="told what is open"):
            return False
        desk = SigningUp(self._tx, opening)
        # Nobody is entered: the row only says where the letter goes.
        nobody = SignUpRow(
            opening_id=0,
            number=0,
            name=self._letter.sender.partition("@")[0],
            address=self._letter.sender,
            channel=self._channel.name,
            token="",
            language=opening.plan["language"],
            letters=self._row.id or 0,  # so that each such letter has a name of its own
            created_at=self._tx.now,
        )
        told = words("not_open", game_text=named, text=", ".join(one.name for one in openings))
        desk.write(nobody, "sign_up", told, thread=self._thread, letter_id=self._row.id)
        self._session.expunge(nobody)
        return True

    # ---- With the token that stands in our letters to this address

    def _of_somebody_known(self, row: SignUpRow) -> bool:
        opening = self._session.get_one(OpeningRow, row.opening_id)
        opening = store.find_opening(self._session, opening.name)
        quota = self._tx.settings.quotas.sign_up_letters
        if opening.id != row.opening_id or not tally.may(self._tx, row.address, "sign-up letters", quota):
            return False
        said = self._said(SignUpReader(title_of(opening), opening.plan["scenario"]))
        if said.game and said.game != opening.name:
            said = SaidOfGame(unread=(f"{said.word} {said.game}",))
        desk = SigningUp(self._tx, opening)
        if opening.status != "open":
            self._after_the_end(desk, row, said)
        elif said.word == NO:
            self._no(desk, row)
        elif said.word == LEAVE or (said.word == YES and row.pending and row.pending.get("leave")):
            desk.leave(row)
            self._write(desk, row, "left")
        elif said.word or (said.wishes.given and row.status != "left"):
            self._joins(desk, row, said)
        else:
            self._write(desk, row, "what")
        return True

    def _joins(self, desk: SigningUp, row: SignUpRow, said: SaidOfGame) -> None:
        pending = Wishes() if row.pending is None or "leave" in row.pending else wishes_from(row.pending)
        desk.change(row, said.wishes.over(pending) if said.word == YES else said.wishes)
        desk.join(row)
        desk.receipt(row, said.unread, thread=self._thread, letter_id=self._row.id)
        desk.begin_if_full()

    def _no(self, desk: SigningUp, row: SignUpRow) -> None:
        """It was not theirs, or they have thought better of it."""
        if row.status == "asked":
            self._session.delete(row)
            return
        row.pending = None
        if row.status == "left":
            self._session.add(row)
            return
        desk.receipt(row, thread=self._thread, letter_id=self._row.id)

    def _after_the_end(self, desk: SigningUp, row: SignUpRow, said: SaidOfGame) -> None:
        if said.word == LEAVE and row.status == "waiting":
            desk.leave(row)
            self._write(desk, row, "left")
        else:
            plays = row.status == "seated" and desk.opening.status == "begun"
            self._write(desk, row, "over_seated" if plays else "over")

    def _write(self, desk: SigningUp, row: SignUpRow, key: str) -> None:
        told = words(key, game_text=desk.opening.name)
        desk.write(row, "sign_up", told, thread=self._thread, letter_id=self._row.id)
