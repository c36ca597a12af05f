"""Those who have signed up for a game: who has a seat, who waits, and the powers that they are given."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.channels import channel_of
from pbem.channels.channel import NO_THREAD, Reader, Thread
from pbem.config import with_pace
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.language.plain import plain
from pbem.language.voice import Message, Voice
from pbem.letters.render import wrap
from pbem.play.plan import Player, new_seed
from pbem.play.seats import new_token
from pbem.play.sharing import Person, Shared, share_out
from pbem.play.wishes import Wishes, friends_among, wishes_from
from pbem.store import games
from pbem.store import sign_ups as store
from pbem.store.office_tables import DeedRow, OpeningRow, SignUpRow
from pbem.store.seeds import seed_of
from pbem.store.unit_of_work import Transaction
from pbem.work.answered import SIGN_UP
from pbem.work.beginning import create_game, start_game
from pbem.work.moderator_notices import tell_moderator
from pbem.work.openings import plan_of, title_of, words
from pbem.work.outgoing import Draft, Plain, post_plain, put_into_outbox
from rules import Power


class SigningUp(Transaction):
    """What is done with the sign-ups of one game, in one transaction."""

    def __init__(self, tx: Transaction, opening: OpeningRow) -> None:
        super().__init__(tx.session, tx.settings, tx.now)
        self.opening = opening

    # ---- Letters

    def write(
        self,
        row: SignUpRow,
        about: str,
        *told: Message,
        below: str = "",
        thread: Thread = NO_THREAD,
        letter_id: int | None = None,
    ) -> None:
        """A letter to somebody who has signed up; the token in its reply address is theirs alone."""
        voice = self.voice(row)
        parts = [voice.say("letter", "write_above"), f"{row.name},", *(wrap(voice.tell(one)) for one in told)]
        text = "\n\n".join(filter(None, [*parts, below]))
        row.letters += 1
        self.session.add(row)
        channel = channel_of(row.channel, self.settings)
        reader = Reader(row.name, row.address, row.token, row.number)
        label = channel.label(self.opening.name, reader, row.letters, thread)
        subject = f"[{self.opening.name}] {voice.say('subject', about)}"
        draft = Draft(SIGN_UP, subject, f"{text}\n", thread=thread, answers_id=letter_id)
        place = {"channel": channel.name, "recipient": row.address}
        put_into_outbox(self, label, draft, **place)

    def voice(self, row: SignUpRow) -> Voice:
        return title_of(self.opening).voice(row.language)

    def understood(self, row: SignUpRow, wishes: Wishes, unread: Sequence[str] = ()) -> str:
        """What was understood, line by line, and what was not."""
        voice = self.voice(row)
        language = wishes.language or row.language
        said = [
            ("name", wishes.name or row.name),
            ("prefer", self._powers(voice, wishes.prefer)),
            ("avoid", self._powers(voice, wishes.avoid)),
            ("friends", ", ".join(wishes.friends or ()) or "-"),
            ("language", f"{title_of(self.opening).voice(language).say('letter', 'sign_up.own_language')}"),
        ]
        lines = [
            wrap(f"{voice.say('letter', f'sign_up.of_{key}')}: {text}", 4, 4) for key, text in said if text
        ]
        parts = [voice.say("letter", "sign_up.understood"), "\n".join(lines)]
        if unread:
            parts.append(wrap(voice.say("letter", "sign_up.unread")))
            parts.append("\n".join(f"    {plain(one)}" for one in unread))
        return "\n\n".join(parts)

    def _powers(self, voice: Voice, powers: Sequence[Power] | None) -> str:
        return ", ".join(voice.power_name(power) for power in powers or ()) or "-"

    def confirm_it(
        self, row: SignUpRow, wishes: Wishes, unread: Sequence[str], thread: Thread, letter_id: int | None
    ) -> None:
        """Ask whether a letter that came without a token is theirs."""
        leaves = bool(row.pending and row.pending.get("leave"))
        asked = (
            "confirm_leave" if leaves else "confirm" if row.status in ("asked", "left") else "confirm_change"
        )
        fields = {"game_text": self.opening.name, "title_text": title_of(self.opening).title}
        below = "" if leaves else self.understood(row, wishes, unread)
        self.write(
            row, "sign_up_confirm", words(asked, **fields), below=below, thread=thread, letter_id=letter_id
        )

    def receipt(
        self,
        row: SignUpRow,
        unread: Sequence[str] = (),
        *,
        thread: Thread = NO_THREAD,
        letter_id: int | None = None,
    ) -> None:
        """Where somebody stands, and what is known of them."""
        told = [self._place(row), words("change", game_text=self.opening.name), words("all_see")]
        below = self.understood(row, wishes_from(row.wishes), unread)
        self.write(row, "sign_up", *told, below=below, thread=thread, letter_id=letter_id)

    def _place(self, row: SignUpRow) -> Message:
        fields = {"game_text": self.opening.name, "title_text": title_of(self.opening).title}
        seated, waiting = self.of("seated"), self.of("waiting")
        if row.status == "waiting":
            return words("waits", number=[one.id for one in waiting].index(row.id) + 1, **fields)
        return words("seated", count=len(seated), most=self.opening.seats, **fields)

    # ---- Who has a seat

    def of(self, *statuses: str) -> list[SignUpRow]:
        self.session.flush()
        return store.of(self.session, self.opening, *statuses)

    def enter(self, address: str, channel: str, wishes: Wishes) -> SignUpRow:
        """Somebody new, who has not confirmed yet."""
        assert self.opening.id is not None
        language = wishes.language or self.opening.plan["language"]
        row = SignUpRow(
            opening_id=self.opening.id,
            number=store.next_number(self.session, self.opening),
            name=wishes.name or plain(address.partition("@")[0])[:40],
            address=address,
            channel=channel,
            token=new_token(),
            language=language,
            wishes=wishes.given,
            created_at=self.now,
        )
        self.session.add(row)
        self.session.flush()
        return row

    def change(self, row: SignUpRow, wishes: Wishes) -> None:
        """What somebody wishes now."""
        now = wishes.over(wishes_from(row.wishes))
        row.wishes, row.pending = now.given, None
        row.name, row.language = now.name or row.name, now.language or row.language
        self.session.add(row)

    def join(self, row: SignUpRow) -> None:
        """Somebody who has confirmed gets a seat, or waits for one; keeps it, if it is there already."""
        row.pending = None
        if row.status not in ("seated", "waiting"):
            row.joined_at = self.now
            row.status = "seated" if len(self.of("seated")) < self.opening.seats else "waiting"
        self.session.add(row)

    def leave(self, row: SignUpRow) -> None:
        """Somebody does not want to play; a seat goes to whoever waits for it."""
        had_a_seat = row.status == "seated"
        row.status, row.pending = "left", None
        self.session.add(row)
        if had_a_seat and self.opening.status == "open":
            self._move_up()

    def _move_up(self) -> None:
        """Whom somebody who plays has asked for goes first; then whoever has waited longest."""
        waiting = self.of("waiting")
        if not waiting or len(self.of("seated")) >= self.opening.seats:
            return
        people = [(row.name, row.address) for row in waiting]
        wished = [
            at
            for row in self.of("seated")
            for at in friends_among(wishes_from(row.wishes).friends or (), people)
        ]
        row = waiting[min(wished, default=0)]
        row.status = "seated"
        self.receipt(row)

    def begin_if_full(self) -> None:
        """All seats are taken: the powers are given, unless the moderator wants to say when."""
        opening = self.opening
        if not opening.when_full or opening.status != "open" or len(self.of("seated")) < opening.seats:
            return
        nested = self.session.begin_nested()
        try:
            self.begin()
            nested.commit()
        except (ModeratorProblem, WrongMoment) as problem:
            nested.rollback()
            self.session.refresh(opening)
            opening.when_full = False
            self.session.add(opening)
            text = (
                f"All seats of {opening.name} are taken, but it could not begin:\n{problem}\n\n"
                f"When that is put right: close {opening.name}\n"
            )
            tell_moderator(self, f"{opening.name} could not begin", text)

    # ---- Powers

    def begin(self, *, start: bool = True) -> str:
        """Give the powers to those who have a seat, make the game and start it; what came of it."""
        opening, title = self.opening, title_of(self.opening)
        if opening.status != "open":
            raise WrongMoment(f"{opening.name} is not open for sign-up")
        rows = self.of("seated")
        seatings = {len(seating): seating for seating in title.seatings(opening.plan["scenario"])}
        able = [number for number in seatings if number <= len(rows)]
        if not able:
            numbers = ", ".join(map(str, sorted(seatings)))
            raise WrongMoment(f"{len(rows)} have signed up; {numbers} can play")
        for late in rows[max(able) :]:
            late.status = "waiting"
            self.session.add(late)
        rows = rows[: max(able)]
        seed = seed_of(self.session, opening)
        people = [_person(row) for row in rows]
        shared = share_out(people, seatings[len(rows)], seed)
        opening.status = "begun"
        self.session.add(opening)
        self.session.flush()
        self._make(rows, shared, seed, start=start)
        told = "; ".join(
            f"{row.name}: {' and '.join(hand)}" for row, hand in zip(rows, shared.hands, strict=True)
        )
        return f"{opening.name} {'has begun' if start else 'is made'}. {told}"

    def _make(self, rows: Sequence[SignUpRow], shared: Shared, seed: str, *, start: bool) -> None:
        session, opening, now = self.session, self.opening, self.now
        tx = Transaction(session, with_pace(self.settings, opening.plan["pace"]), now)
        players = [
            Player(row.name, row.address, hand, row.language, row.channel)
            for row, hand in zip(rows, shared.hands, strict=True)
        ]
        create_game(tx, plan_of(opening, players), new_seed())
        session.flush()
        game = games.find_game(session, opening.name)
        for seat in games.seat_rows(session, game):
            seat.confirmed_at = now
            session.add(seat)
            voice = title_of(opening).voice(seat.language)
            told, below = self._reasons(rows, shared, seed, voice)
            post_plain(tx, game, seat, Plain(told, "powers_given", below))
        session.add(
            DeedRow(
                game_id=games.game_id(game),
                what="sign-up",
                details=self._reasons(rows, shared, seed, title_of(opening).voice())[1],
                at=now,
            )
        )
        for row in self.of("waiting"):
            told, below = self._reasons(rows, shared, seed, self.voice(row))
            begun = words("begun_without", game_text=opening.name)
            self.write(row, "powers_given", begun, *told, below=below)
        if start:
            start_game(tx, opening.name)

    def _reasons(
        self, rows: Sequence[SignUpRow], shared: Shared, seed: str, voice: Voice
    ) -> tuple[list[Message], str]:
        """Who got what, and why that and nothing else."""
        opening = self.opening
        counted = words("ways", count=shared.ways, points=shared.points)
        refused = [words("refused", count=shared.refused)] if shared.refused else []
        drawn = words("drawn", count=shared.equal) if shared.equal > 1 else words("one_best")
        told = [words("given", game_text=opening.name), counted, *refused, drawn]
        lines = []
        for row, hand in zip(rows, shared.hands, strict=True):
            wishes = wishes_from(row.wishes)
            whom = voice.say("letter", "sign_up.gets", number=row.number, player=row.name, powers=list(hand))
            how = voice.tell(_how(wishes, hand))
            lines += [wrap(whom, 2, 4), wrap(how, 6)]
            if wishes.prefer or wishes.avoid:
                prefer, avoid = (self._powers(voice, one) for one in (wishes.prefer, wishes.avoid))
                wished = voice.say("letter", "sign_up.wished", prefer_text=prefer, avoid_text=avoid)
                lines.append(wrap(wished, 6))
        proof = [wrap(voice.say("letter", "sign_up.proof")), f"    {seed}", f"    {opening.commitment}"]
        return told, "\n".join(lines) + "\n\n" + "\n".join(proof)

    # ---- By the moderator's hand

    def cancel(self) -> str:
        """Nothing comes of it; everybody who has signed up is told."""
        if self.opening.status != "open":
            raise WrongMoment(f"{self.opening.name} is not open for sign-up")
        rows = self.of("seated", "waiting")
        for row in rows:
            self.write(row, "sign_up_cancelled", words("cancelled", game_text=self.opening.name))
        self.opening.status = "cancelled"
        self.session.add(self.opening)
        return f"{self.opening.name} is cancelled; {len(rows)} told"

    def add(self, address: str, channel: str, wishes: Wishes, unread: Sequence[str]) -> str:
        """Somebody for whom the moderator vouches."""
        self._only_open()
        if unread:
            raise ModeratorProblem(f"not understood: {'; '.join(unread)}")
        if problem := channel_of(channel, self.settings).cannot_reach(address):
            raise ModeratorProblem(problem)
        row = store.at_address(self.session, self.opening, address) or self.enter(address, channel, wishes)
        self.change(row, wishes)
        self.join(row)
        self.receipt(row)
        told = f"{row.name} {'has a seat' if row.status == 'seated' else 'waits'}"
        self.begin_if_full()
        return told

    def remove(self, who: str) -> str:
        """Somebody who shall not play; they are told."""
        self._only_open()
        rows = [row for row in self.of() if row.status != "left"]
        found = [row for row in rows if who.lower() in (row.address, str(row.number), row.name.lower())]
        if len(found) != 1:
            raise ModeratorProblem(f'"{who}" is not one of those who have signed up: name the address')
        row = found[0]
        confirmed = row.status != "asked"
        self.leave(row)
        if confirmed:
            self.write(row, "sign_up", words("removed", game_text=self.opening.name))
        return f"{row.name} does not play"

    def _only_open(self) -> None:
        if self.opening.status != "open":
            raise WrongMoment(f"{self.opening.name} is not open for sign-up")


def _person(row: SignUpRow) -> Person:
    wishes = wishes_from(row.wishes)
    return Person(row.number, wishes.prefer or (), wishes.avoid or ())


def _how(wishes: Wishes, hand: Sequence[Power]) -> Message:
    """How well somebody has come off."""
    ranks = (
        [wishes.prefer.index(power) + 1 for power in hand if power in wishes.prefer] if wishes.prefer else []
    )
    if any(power in (wishes.avoid or ()) for power in hand):
        return words("got_unwanted")
    if ranks:
        return words("got_choice", number=min(ranks))
    return words("got_other") if wishes.prefer else words("got_any")
