"""One game at the console: looking at a post, carrying it out, taking it back, and what is asked now.

A post goes the way of every letter (`Arrival`, `LetterWork`, `Sitting`): it is stored, checked, sorted and
carried out in one transaction.  A look at one ends before its commit, so that nothing of it has happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from secrets import token_hex

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from pbem.calendar.clock import Clock, SystemClock
from pbem.channels import BY_HAND, CONSOLE
from pbem.channels.console import ConsoleChannel
from pbem.channels.written import ACTING
from pbem.config import Settings
from pbem.console.heads import MODERATOR, Whose
from pbem.console.looking import NEVER_ACTS, Looked, Player, looked_at, refused_words, stops
from pbem.console.pasted import Pasted, posts_in
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.language.catalog import ENGLISH
from pbem.language.voice import Voice
from pbem.letters.content import Chapter
from pbem.letters.markup import Block
from pbem.letters.posts import problem_blocks
from pbem.letters.receipts import problem_of
from pbem.moderator.asking import asked_blocks
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.fates import Fate
from pbem.play.lines import Line
from pbem.play.outside_dice import Elsewhere, MakeUp, Needs, look_ahead
from pbem.play.preview import Preview, preview
from pbem.play.sitting import Sitting
from pbem.post.arrival import Arrival
from pbem.post.perform import Performed
from pbem.post.read import read_for
from pbem.post.service import Moderator
from pbem.post.sort import Sorted, sort_letter
from pbem.store import games
from pbem.store.claims import GAME, worker_of
from pbem.store.tables import GameRow, LetterRow, OrderRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import Transaction, UnitOfWork
from pbem.work.game_work import GameWork
from pbem.work.letter_material import LetterMaterial
from pbem.work.letter_work import LetterWork
from pbem.work.posts import AGAIN, LAST, PublicPost, post_blocks, public_post, remember
from rules import Power
from rules.core.errors import RandomNeeded
from rules.core.log import effective

MOST_CHOICES = 12
"""For so many choices it is told what dice they would need."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A post that was carried out."""

    player: Player
    fates: tuple[tuple[Fate, str], ...]
    """What became of each line that can act."""
    story: tuple[Chapter, ...]
    problem: tuple[Block, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    """Titles and texts of what it asked for."""
    used: tuple[str, ...] = ()
    """What dice and draws from elsewhere were for."""
    unused: tuple[str, ...] = ()
    order: int = 0

    @property
    def well(self) -> bool:
        """Whether every line was done, or kept for its time."""
        return not self.problem and all(fate is not Fate.NOT_DONE for fate, _ in self.fates)

    @property
    def did_something(self) -> bool:
        idle = (Fate.NOT_DONE, Fate.FURNITURE, Fate.CHAT, Fate.NOT_NEEDED)
        return any(fate not in idle for fate, _ in self.fates)


class MoreNeeded(ModeratorProblem):
    """A post needs dice or draws from elsewhere that were not given; nothing was done."""

    def __init__(self, needs: Needs) -> None:
        super().__init__("dice from elsewhere are needed")
        self.needs = needs


class NothingDone(ModeratorProblem):
    """A post was stopped before it was read; nothing was done."""


class ForumTable:
    """What a person at the console can do with one game."""

    def __init__(
        self, database: Engine, settings: Settings, name: str, clock: Clock | None = None, language: str = ""
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock or SystemClock()
        self.name = name
        with UnitOfWork(database) as work:
            game = self._game(work.session)
            if game.status == "seating":
                raise WrongMoment(f"{name} has not begun")
            self.title = games.title_of(game)
            self.language = language or game.language or ENGLISH
            self.elsewhere = ("dice", "elsewhere") in games.setup_of(game).options
            """Whether all dice of the game are thrown elsewhere."""
        if self.language not in self.title.languages:
            known = ", ".join(self.title.languages)
            raise ModeratorProblem(f'nothing is told in "{self.language}"; there is {known}')
        self.voice: Voice = self.title.voice(self.language)

    # ---- Who

    def players(self) -> list[Player]:
        with UnitOfWork(self._database) as work:
            rows = games.seat_rows(work.session, self._game(work.session))
        return [self._player(row) for row in rows if row.powers]

    def _player(self, row: SeatRow) -> Player:
        powers = self.voice.listed(self.voice.power_name(power) for power in row.powers)
        return Player(row.number, row.name, tuple(row.powers), f"{row.name} ({powers})")

    def player_named(self, words: str) -> Player:
        """The player of a name or a power.

        :raises ModeratorProblem: there is none.
        """
        found = self.whose(words)
        if found is None or found.seat is None:
            known = ", ".join(player.words for player in self.players())
            raise ModeratorProblem(f'nobody here is "{words}"; there is {known}')
        return next(player for player in self.players() if player.number == found.seat)

    def whose(self, words: str) -> Whose | None:
        """Whom somebody means: a player, a user of the forum, a power, the moderator; None for others."""
        wanted = words.strip().casefold()
        if wanted in MODERATOR:
            return Whose(None, words)
        with UnitOfWork(self._database) as work:
            rows = games.seat_rows(work.session, self._game(work.session))
        seats = [row for row in rows if row.powers]
        by_name = [row for row in seats if wanted in (row.name.casefold(), row.address.partition("@")[0])]
        if len(by_name) == 1:
            return Whose(by_name[0].number, by_name[0].name)
        try:
            power = self.title.power_named(words)
        except ModeratorProblem:
            return None
        return next((Whose(row.number, row.name) for row in seats if power in row.powers), None)

    def posts_in(self, text: str) -> list[Pasted]:
        """The posts of what was pasted."""
        cache: dict[str, Whose | None] = {}

        def known(name: str) -> Whose | None:
            if name not in cache:
                cache[name] = self.whose(name)
            return cache[name]

        return posts_in(text, known, [player.name for player in self.players()])

    def asked(self) -> list[Player]:
        """The players of whom something is asked."""
        with UnitOfWork(self._database) as work:
            waiting = self._work(work.session).sitting.waiting()
        return [player for player in self.players() if any(power in waiting for power in player.powers)]

    # ---- A post

    def look(self, post: Pasted, player: Player) -> Looked:
        """What a post would do; nothing of it happens."""
        with UnitOfWork(self._database) as work:
            arrival, seat, game = self._arrival(work.session, post, player)
            if stopped := arrival.stopped_by():
                return Looked(player, (), "", problem=f"it is stopped: {stopped.name}")
            if game.status != "running":
                raise WrongMoment(f"{self.name} is {game.status}: its posts are not taken")
            letter = arrival.work_on(game, seat)
            lines = sort_letter(letter)
            letter.sitting.elsewhere = None
            seen = Preview()
            if not letter.sitting.talking:
                seen = letter.foreseen(preview(letter.sitting, seat.powers, lines.orders))
            needs = (
                self._needs(letter.sitting, seat, lines, post) if seen.random or self.elsewhere else Needs()
            )
            refused = refused_words(letter, lines, seen)
            then = stops(letter, seen, self.voice)
            return Looked(player, looked_at(letter, lines, seen, self.voice), then, needs, refused=refused)

    def take(self, post: Pasted, player: Player) -> Taken:
        """Carry out a post with the dice and draws that were given for it.

        :raises MoreNeeded: there are too few of them; nothing was done.
        :raises NothingDone: the post was stopped; nothing was done.
        """
        with worker_of(self._database).holding(GAME, [self._lane()]) as mine:
            if not mine:
                raise WrongMoment(f"another process works on {self.name}: try again")
            taken = self._take(post, player)
        if taken is None:
            raise MoreNeeded(self._needs_of(post, player))
        return taken

    def _take(self, post: Pasted, player: Player) -> Taken | None:
        """Carry out a post; None if dice or draws are missing, and then nothing was done."""
        with UnitOfWork(self._database) as work:
            given = self._given(post)
            arrival, _, game = self._arrival(work.session, post, player, given)
            before = games.last_order(work.session, game)
            try:
                arrival.handle(Moderator(self._database, self._settings, self._clock))
            except RandomNeeded:
                return None
            if arrival.taken is None:
                why = arrival.verdict or game.status
                raise NothingDone(f"the post of {player.words} was stopped: {why}")
            letter, performed = arrival.taken
            if letter.sitting.unthrown:
                return None
            taken = self._taken(letter, performed, player, before, given)
            if given is not None and given.used:
                letter.deed("dice", "\n".join(given.used), f"post of {player.words}")
            work.commit()
            return taken

    def _taken(
        self,
        letter: LetterWork,
        performed: Performed,
        player: Player,
        before: int,
        given: Elsewhere | None,
    ) -> Taken:
        sitting = letter.sitting
        written = letter.written.lines
        told = tuple(
            (performed.fates[at], line.text)
            for at, line in enumerate(written, 1)
            if at in performed.fates and (line.kind in ACTING or line.kind not in NEVER_ACTS)
        )
        failed = sitting.failed
        problem = (
            problem_blocks(problem_of(failed.problem, failed.line, self.voice, failed.number), self.voice)
            if failed
            else ()
        )
        story = public_post(letter, before, self.language).report.chapters
        left = [*map(str, given.dice or ()), *(given.draws or ())] if given else []
        used = tuple(given.used) if given else ()
        return Taken(
            player,
            told,
            tuple(story),
            tuple(problem),
            tuple(performed.answers),
            used,
            tuple(left),
            sitting.engine.seq,
        )

    def undo(self, reason: str = "") -> str:
        """Stand again where the game stood before the last post that was carried out here."""
        with UnitOfWork(self._database) as work:
            game = self._game(work.session)
            log = games.load_log(work.session, game)
            counting = {entry.seq for entry in effective(log)}
            done = work.session.exec(
                select(OrderRow.seq, OrderRow.letter_id)
                .join(LetterRow, col(LetterRow.id) == OrderRow.letter_id)
                .where(OrderRow.game_id == game.id, LetterRow.channel == CONSOLE)
                .order_by(col(OrderRow.seq).desc())
            ).all()
            left = [(seq, letter) for seq, letter in done if seq in counting]
            if not left:
                raise WrongMoment("no post that was carried out here can be taken back")
            last = left[0][1]
            to = min(seq for seq, letter in left if letter == last) - 1
            deeds = ModeratorDeeds(self._in(work.session))
            told = deeds.rewind(self.name, to, reason or "an entry was taken back")
            seat = work.session.exec(
                select(SeatRow)
                .join(LetterRow, col(LetterRow.seat_id) == SeatRow.id)
                .where(LetterRow.id == last)
            ).one()
            words = self._player(seat).words
            work.commit()
        return f"The last orders of {words} are taken back.\n{told}"

    # ---- What is asked, and what is to be posted

    def questions(self, power: Power | None = None) -> list[Block]:
        """The open questions as the powers themselves see them, with all choices: for their own eyes."""
        with UnitOfWork(self._database) as work:
            return asked_blocks(self._work(work.session), self.voice, power)

    def dice_ahead(self) -> list[tuple[Power, str, Needs]]:
        """What each choice of an open question would need from elsewhere; none if the dice are the seed's."""
        if not self.elsewhere:
            return []
        found: list[tuple[Power, str, Needs]] = []
        with UnitOfWork(self._database) as work:
            on = self._work(work.session)
            material = LetterMaterial(work.session, on.game, on.sitting, None)
            for row in on.rows():
                for asked in material.asked(games.as_seat(row)):
                    for order in [order.text for order in asked.orders][:MOST_CHOICES]:
                        found.append(
                            (asked.power, order, self._needs_of_order(on.sitting, asked.power, order))
                        )
        return found

    def post(
        self, since: int | str = LAST, *, keep: bool = True, map_file: str = ""
    ) -> tuple[PublicPost, list[Block]]:
        """The next post to publish; unless it is only looked at, the one after it goes on from here."""
        with UnitOfWork(self._database) as work:
            on = self._work(work.session)
            made = public_post(on, since, self.language)
            blocks = post_blocks(on, made, map_file=map_file)
            if keep and since != AGAIN:
                remember(on, made)
                work.commit()
        return made, blocks

    def private_letters(self, player: Player | None = None, *, take: bool) -> list[tuple[str, str, str]]:
        """Letters to players that a person takes along: to whom, subject, text; `take`: they are no longer
        listed then."""
        with UnitOfWork(self._database) as work:
            game = self._game(work.session)
            rows = work.session.exec(
                select(OutgoingRow, SeatRow)
                .join(SeatRow, col(SeatRow.id) == OutgoingRow.seat_id)
                .where(OutgoingRow.game_id == game.id, OutgoingRow.status == "queued")
                .where(col(OutgoingRow.channel).in_(BY_HAND))
                .order_by(col(OutgoingRow.id))
            ).all()
            found = [(row, seat) for row, seat in rows if player is None or seat.number == player.number]
            if take:
                for row, _ in found:
                    row.status, row.sent_at = "sent", self._clock.now()
                    work.session.add(row)
                work.commit()
        return [(self._player(seat).words, row.subject, row.text) for row, seat in found]

    # ---- Inside

    def _in(self, session: Session) -> Transaction:
        return Transaction(session, self._settings, self._clock.now())

    def _game(self, session: Session) -> GameRow:
        return games.lock_game(session, self.name)

    def _lane(self) -> int:
        with UnitOfWork(self._database) as work:
            return games.game_id(self._game(work.session))

    def _work(self, session: Session) -> GameWork:
        return GameWork.on(self._in(session), self._game(session))

    def _given(self, post: Pasted) -> Elsewhere | None:
        """What was thrown and drawn for a post; None if all of it comes from the seed."""
        if not (self.elsewhere or post.dice or post.draws):
            return None
        dice = list(post.dice) if post.dice or self.elsewhere else None
        return Elsewhere(self.voice, dice, list(post.draws) if post.draws else None)

    def _arrival(
        self, session: Session, post: Pasted, player: Player, given: Elsewhere | None = None
    ) -> tuple[Arrival, SeatRow, GameRow]:
        """A post on its way through the moderator, like any letter of its seat."""
        tx, game = self._in(session), self._game(session)
        seat = next(row for row in games.seat_rows(session, game) if row.number == player.number)
        raw = ConsoleChannel.written(
            f"{CONSOLE}-{token_hex(8)}", seat.address, seat.token, seat.name, post.text
        )
        head = ConsoleChannel().read_head(raw)
        row = LetterRow(
            channel=CONSOLE,
            identity=head.identity,
            message_id=head.message_id,
            raw=raw,
            size=len(raw),
            received_at=tx.now,
            lane=games.game_id(game),
        )
        session.add(row)
        session.flush()
        read = read_for(session, self._settings, row, seat)
        return Arrival(tx, row, read, given), seat, game

    def _needs_of(self, post: Pasted, player: Player) -> Needs:
        """What a post still needs from elsewhere."""
        with UnitOfWork(self._database) as work:
            arrival, seat, game = self._arrival(work.session, post, player)
            letter = arrival.work_on(game, seat)
            return self._needs(letter.sitting, seat, sort_letter(letter), post)

    def _needs(self, sitting: Sitting, seat: SeatRow, lines: Sorted, post: Pasted) -> Needs:
        given = self._given(post)
        if given is None or sitting.talking:
            return Needs()
        return self._ahead(sitting, given, lambda table: table.take_lines(seat.powers, lines.orders, 0))

    def _needs_of_order(self, sitting: Sitting, power: Power, order: str) -> Needs:
        given = Elsewhere(self.voice, [])
        return self._ahead(sitting, given, lambda table: table.take_lines([power], [Line(1, order)], 0))

    def _ahead(self, sitting: Sitting, given: Elsewhere, do: Callable[[Sitting], None]) -> Needs:
        def play(made_up: MakeUp) -> None:
            table = sitting.fork()
            table.elsewhere = replace(
                given,
                dice=None if given.dice is None else list(given.dice),
                draws=None if given.draws is None else list(given.draws),
                used=[],
                make_up=made_up,
            )
            do(table)

        return look_ahead(play)
