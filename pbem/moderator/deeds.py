"""What the person who runs the games can do to them: by the command line, or by mail with the desk token.

Each function works in the transaction that it is given, enters what it did into the game's record, writes the
letters that follow from it, and returns what is to be said to the moderator.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from pbem.calendar.absence import mailbox_of, read_vacation
from pbem.calendar.calendar import weekday_of
from pbem.calendar.deadlines import KINDS, dump_pace, hours_in, pace_problems
from pbem.channels import FORUM, channel_at, channel_of
from pbem.clock.timekeeper import begin_caretaker, end_vacation
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.language.plain import plain
from pbem.language.voice import Message, note, subject
from pbem.letters.introduction import who_plays_whom
from pbem.letters.render import beside, wrap
from pbem.moderator.answering import answer_for
from pbem.moderator.rewind import correct_position, set_back
from pbem.play.outside_dice import Elsewhere
from pbem.play.wishes import LONGEST_NAME, SignUpReader
from pbem.store import clocks, games, seats, sign_ups
from pbem.store.seeds import without_seed
from pbem.store.tables import GameRow, LetterRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work.game_work import GameWork
from pbem.work.new_tokens import renew_token
from pbem.work.openings import title_of, what_is_played
from pbem.work.outgoing import Plain, how_to_write, post_plain
from pbem.work.rulings import Count, ballot_text, counts
from pbem.work.sign_ups import SigningUp

ADDED = re.compile(r"^\s*([^<>]*<[^<>\s]+>|[^\s<>]+@[^\s<>;,]+)\s*[;,]?\s*(.*)$")
"""Somebody whom the moderator signs up, and their wishes."""
SPAN_WORDS = ("h", "hour", "hours", "d", "day", "days", "w", "week", "weeks")


class ModeratorDeeds(Transaction):
    """Deeds of the moderator."""

    def __init__(self, tx: Transaction) -> None:
        super().__init__(tx.session, tx.settings, tx.now)

    # ---- Finding

    def game(self, name: str) -> GameRow:
        return games.lock_game(self.session, name)

    def running(self, name: str) -> GameRow:
        """A game that has begun and is not over."""
        game = self.game(name)
        if game.status not in ("running", "held"):
            raise WrongMoment(f"{name} is {'not begun' if game.status == 'seating' else 'over'}")
        return game

    def work(self, game: GameRow) -> GameWork:
        return GameWork.on(self, game)

    def seat(self, game: GameRow, words: str) -> SeatRow:
        return seats.seat_of_power(self.session, game, games.title_of(game).power_named(words))

    # ---- Time

    def nudge(self, name: str, power: str = "", words: str = "") -> str:
        """Ask those who are waited for, or one of them, to answer soon."""
        game = self.running(name)
        work = self.work(game)
        writer = work.writer()
        wanted, words = work.sitting.title.power_named(power) if power else "", plain(words)
        reached: list[str] = []
        for row in clocks.open_questions(self.session, game):
            if wanted and row.power != wanted:
                continue
            seat = seats.seat_of_power(self.session, game, row.power)
            if seat.name not in reached and seat.address:
                due = work.local(row.due_at) if row.due_at else None
                notes = [note("nudge", due=due), *([note("nudge_words", text=words)] if words else [])]
                writer.private(seat, "reminder", notes=notes)
                reached.append(seat.name)
        if not reached:
            raise WrongMoment("nobody is waited for" if not wanted else f"{wanted} is not waited for")
        work.deed("nudge", ", ".join(reached), words)
        return f"{', '.join(reached)} asked to answer"

    def pause(self, name: str, reason: str = "") -> str:
        """Stop the clock: orders are still taken, but nothing falls due."""
        game = self.running(name)
        if game.paused_at is not None:
            raise WrongMoment(f"the clock of {name} stands still already")
        game.paused_at = self.now
        self.session.add(game)
        return self._announce(game, "pause", note("paused"), reason, f"the clock of {name} stands still")

    def resume(self, name: str, reason: str = "") -> str:
        """Let the clock run again, everything due later by the time it stood still; end a hold."""
        game = self.running(name)
        if game.paused_at is None and game.status != "held":
            raise WrongMoment(f"{name} runs already")
        words = note("resumed") if game.paused_at else note("released")
        stopped, game.status = game.paused_at, "running"
        game.paused_at = None
        self.session.add(game)
        if stopped is not None:
            clocks.move_all(self.session, game, clocks.by_standstill(game, stopped, self.now))
        waiting = self._letters_kept(game)
        work = self.work(game)
        work.deed("resume", "", reason)
        work.tell_players("goes_on", _with_reason(words, reason))
        work.tell(work.writer())
        return f"{name} runs again" + (
            f"; {waiting} letters that were kept are handled next" if waiting else ""
        )

    def _letters_kept(self, game: GameRow) -> int:
        """Letters that came while the game was on hold are handled with the next poll; how many."""
        query = select(LetterRow).join(SeatRow, col(SeatRow.id) == LetterRow.seat_id)
        kept = self.session.exec(
            query.where(
                SeatRow.game_id == game.id, LetterRow.status == "held", LetterRow.verdict == "game-held"
            )
        ).all()
        for row in kept:
            row.status, row.verdict = "new", ""
            self.session.add(row)
        return len(kept)

    def hold(self, name: str, reason: str = "") -> str:
        """Do nothing more with a game until it is resumed: letters are kept."""
        game = self.running(name)
        if game.status == "held":
            raise WrongMoment(f"{name} is on hold already")
        game.status = "held"
        game.paused_at = game.paused_at or self.now
        self.session.add(game)
        return self._announce(game, "hold", note("held"), reason, f"{name} is on hold")

    def extend(self, name: str, span: str, power: str = "", reason: str = "") -> str:
        """Everything that is open, or what one power is asked, is due later."""
        game = self.running(name)
        unit, _, rest = power.strip().partition(" ")
        if unit.lower() in SPAN_WORDS:  # "2 days" without quotes
            span, power = f"{span} {unit}", rest.strip()
        hours = hours_in(span)
        work = self.work(game)
        if power:
            later = clocks.by_hours(game, hours)
            seat = self.seat(game, power)
            moved = clocks.move_all(self.session, game, later, only=seat.powers)
            words = _with_reason(note("extension_moderator", hours=hours), reason)
            work.posts.append(
                lambda writer: writer.notice(
                    seat, "notice", subject("deadlines"), [words, *writer.material.due_notes(seat)]
                )
            )
        else:
            moved = work.move_deadlines(hours, "extension_moderator")
        if not moved:
            raise WrongMoment("nothing is due there")
        names = [work.voice.power_name(who) for who in moved]
        work.deed("extend", f"{hours} hours: {', '.join(names)}", reason)
        work.tell(work.writer())
        return f"moved by {hours} hours: {', '.join(names)}"

    def end_talks(self, name: str, reason: str = "") -> str:
        """Close the negotiation window now."""
        work = self.work(self.running(name))
        talks = work.talks
        if talks is None:
            raise WrongMoment(f"nobody negotiates in {name}")
        work.deed("end talks", f"turn {talks.turn}", reason)
        work.close_talks(talks, _with_reason(note("talks_closed"), reason))
        work.finish()
        return f"the negotiations of turn {talks.turn} are over"

    def pace(self, name: str, changes: dict[str, Any]) -> str:
        """Change how a game keeps time; what is due already stays due."""
        game = self.game(name)
        pace = clocks.pace_of(game)
        calendar = pace.calendar
        hours = {**pace.hours, **{kind: changes.pop(kind) for kind in KINDS if kind in changes}}
        if "quiet_days" in changes:
            changes["quiet_days"] = tuple(weekday_of(day) for day in changes["quiet_days"])
        for key in ("zone", "quiet_days", "quiet_dates", "quiet_hours"):
            if key in changes:
                calendar = replace(calendar, **{key: changes.pop(key)})
        pace = replace(pace, hours=hours, calendar=calendar, **changes)
        if wrong := list(pace_problems(pace)):
            raise ModeratorProblem("\n".join(wrong))
        if not pace.talks and clocks.open_talks(self.session, game) is not None:
            raise WrongMoment(f"negotiations are open in {name}: end them first")
        game.hours, game.pace = dict(pace.hours), dump_pace(pace)
        self.session.add(game)
        return self.say_pace(game)

    def say_pace(self, game: GameRow) -> str:
        """How a game keeps time, in words."""
        pace = clocks.pace_of(game)
        hours = ", ".join(f"{kind} {pace.hours[kind]}" for kind in KINDS)
        reminders = ", ".join(map(str, pace.reminders)) or "no"
        silence = [
            f"{what} {f'after {count}' if count else 'never'}"
            for what, count in (
                ("the moderator is told", pace.tell_after),
                ("the seat is offered", pace.offer_after),
                ("a caretaker plays", pace.caretaker_after),
            )
        ]
        longest = pace.longest_extension
        lines = [
            f"{game.name}: hours: {hours}",
            pace.calendar.describe(),
            f"Reminders {reminders} hours before; grace {pace.grace} hours.",
            f"Deadlines missed in a row: {'; '.join(silence)}.",
            f"Players may vote themselves {f'{longest} hours at a time' if longest else 'no more time'}.",
        ]
        return "\n".join(lines)

    # ---- Seats

    def substitute(self, name: str, power: str, who: str, reason: str = "") -> str:
        """Give a seat to somebody else; the old player gets nothing more."""
        game = self.game(name)
        if game.status == "over":
            raise WrongMoment(f"{name} is over")
        new_name, address = mailbox_of(who)
        row = self.seat(game, power)
        old = row.name
        if game.status == "seating":
            seats.hand_over(self.session, game, row, new_name, address)
            return f"{new_name} instead of {old}"
        work = self.work(game)
        work.hand_over(row, new_name, address)
        work.deed("substitute", f"{work.power_words(row)}: {new_name} instead of {old}", reason)
        work.finish()
        return f"{work.power_words(row)} is played by {new_name} <{address}> from now on"

    def offer(self, name: str, power: str, reason: str = "") -> str:
        """Ask the observers whether one of them takes over a seat."""
        work = self.work(self.running(name))
        row = self.seat(work.game, power)
        work.offer_seat(row)
        work.deed("offer", work.power_words(row), reason)
        work.tell(work.writer())
        return f"the observers are asked to take over {work.power_words(row)}"

    def caretaker(self, name: str, power: str, reason: str = "") -> str:
        """Let a bot play for a seat until its player writes again."""
        work = self.work(self.running(name))
        row = self.seat(work.game, power)
        begin_caretaker(work, row)
        work.deed("caretaker", work.power_words(row), reason)
        work.tell(work.writer())
        return f"a caretaker plays {work.power_words(row)}"

    def vacation(self, name: str, power: str, when: str, reason: str = "") -> str:
        """Enter a vacation for a player, who has told of it in another way."""
        work = self.work(self.running(name))
        row = self.seat(work.game, power)
        wished = read_vacation(when, clocks.pace_of(work.game).calendar, self.now)
        absence = seats.plan_absence(self.session, row, wished)
        work.tell_all("vacation", work.absence_words("vacation_planned", absence, row))
        work.deed("vacation", f"{work.power_words(row)}: {when}", reason)
        work.tell(work.writer())
        zone = ZoneInfo(clocks.pace_of(work.game).calendar.zone)
        first, after = absence.begins.astimezone(zone), absence.ends.astimezone(zone)
        return f"{row.name} is away from {first:%d %b %Y} to {after - timedelta(days=1):%d %b %Y}"

    def end_vacation(self, name: str, power: str, reason: str = "") -> str:
        """End a player's vacation, or call off those that have not begun."""
        work = self.work(self.running(name))
        row = self.seat(work.game, power)
        if absence := seats.running_absence(self.session, row):
            end_vacation(work, absence)
            work.deed("end vacation", work.power_words(row), reason)
            return f"{absence.home_name} has the seat again"
        if not work.call_off_vacations(row):
            raise WrongMoment(f"{power} is not away, and no vacation is planned")
        work.deed("end vacation", f"{work.power_words(row)}: called off", reason)
        work.tell(work.writer())
        return f"{row.name} stays: the vacation is called off"

    def observe(self, name: str, who: str) -> str:
        """Somebody gets the public reports from now on."""
        game = self.game(name)
        new_name, address = mailbox_of(who)
        if problem := channel_of(channel_at(address), self.settings).cannot_reach(address):
            raise ModeratorProblem(problem)
        row = seats.add_observer(self.session, game, new_name, address)
        if game.status not in ("seating", "over"):
            work = self.work(game)
            notes = how_to_write(row, self.settings) or [note("observing")]
            work.writer().private(row, "welcome", notes=notes)
        return f"{new_name} <{address}> observes {name}"

    def stop_observing(self, name: str, who: str) -> str:
        game = self.game(name)
        for row in games.seat_rows(self.session, game):
            if not row.powers and who.lower() in (row.address, row.name.lower()):
                seats.leave(self.session, row)
                return f"{row.name} no longer observes {name}"
        raise ModeratorProblem(f'"{who}" does not observe {name}')

    def renew_tokens(self, name: str, power: str = "", reason: str = "") -> str:
        """New reply addresses for everybody, or for one power's player: others may know the old ones."""
        game = self.game(name)
        rows = [self.seat(game, power)] if power else games.seat_rows(self.session, game)
        told: list[str] = []
        for row in rows:
            for seat, where in renew_token(self, row):
                letter = Plain([_with_reason(where, reason)], "new_address")
                post_plain(self, game, row, letter, seat=seat)
                told.append(seat.name)
        if game.status not in ("seating", "over"):
            self.work(game).deed("token", ", ".join(told), reason)
        return f"a new address for {', '.join(told) or 'nobody'}; the old one is no longer known"

    # ---- Signing up

    def add_sign_up(self, name: str, who: str) -> str:
        """Sign somebody up by hand: `Anna <anna@example.org> prefer france; not papacy`."""
        found = ADDED.match(who)
        if found is None:
            raise ModeratorProblem(f'"{who}" is nobody: write Name <address>, and wishes behind it')
        person, address = mailbox_of(found[1])
        desk = self._signing_up(name)
        title = title_of(desk.opening)
        reader = SignUpReader(title, desk.opening.plan["scenario"])
        wishes, unread = reader.wishes(found[2])
        named = replace(wishes, name=wishes.name or plain(person)[:LONGEST_NAME])
        return desk.add(address, channel_at(address), named, unread)

    def remove_sign_up(self, name: str, who: str) -> str:
        """Take somebody off the list; a seat that becomes free goes to whoever waits."""
        return self._signing_up(name).remove(who.strip())

    def close_sign_up(self, name: str, *, start: bool = True) -> str:
        """Give the powers, make the game, and begin it."""
        return self._signing_up(name).begin(start=start)

    def cancel_sign_up(self, name: str) -> str:
        return self._signing_up(name).cancel()

    def _signing_up(self, name: str) -> SigningUp:
        opening = sign_ups.find_opening(self.session, name)
        return SigningUp(self, opening)

    # ---- Before the game

    def invite(self, name: str) -> str:
        """Ask everybody who has not confirmed yet to do so from their own address; bots need not."""
        game = self.game(name)
        if game.status != "seating":
            raise WrongMoment(f"{name} has begun")
        invited = []
        title, setup, pace = games.title_of(game), games.setup_of(game), clocks.pace_of(game)
        rows = games.seat_rows(self.session, game)
        for row in rows:
            if row.powers and row.address and row.confirmed_at is None:
                voice = title.voice(row.language)
                # On a forum a post of one short word may be refused.
                words = note(
                    "invited_here" if row.channel == FORUM else "invited",
                    powers=row.powers,
                    title_text=title.title,
                )
                players = beside(who_plays_whom(map(games.as_seat, rows), voice))
                ballot = ballot_text(title, voice, setup.options)
                below = [
                    *map(wrap, what_is_played(title, setup, pace, voice)),
                    "\n".join(f"  {line}" for line in players),
                    *([wrap(voice.tell(note("ruling_vote"))), ballot] if ballot else []),
                ]
                letter = Plain([words], "invited", "\n\n".join(below))
                post_plain(self, game, row, letter)
                invited.append(row.name)
        return f"invited: {', '.join(invited)}" if invited else "everybody has confirmed"

    def rulings(self, name: str) -> list[Count]:
        """How the players have voted on readings of the rules so far."""
        game = self.game(name)
        if game.status != "seating":
            raise WrongMoment(f"{name} has begun: pbem deeds {name} tells what was decided")
        return counts(games.title_of(game), games.seat_rows(self.session, game))

    # ---- The game itself

    def answer(
        self,
        name: str,
        power: str,
        lines: Sequence[str],
        reason: str = "",
        *,
        dice: Sequence[int] | None = None,
        draws: Sequence[str] | None = None,
    ) -> str:
        """Order for a power, in the order language, all or nothing; dice and draws were made elsewhere."""
        work = self.work(self.running(name))
        who = work.sitting.title.power_named(power)
        if work.sitting.talking:
            raise WrongMoment(f'the powers negotiate: "talks {name} end" closes the window first')
        given = Elsewhere(
            work.voice,
            None if dice is None else list(dice),
            None if draws is None else list(draws),
        )
        done = answer_for(work, who, lines, given)
        told = [f"{work.voice.power_name(who)}: {'; '.join(done)}", *given.used]
        seat = seats.seat_of_power(self.session, work.game, who)
        work.note_for(seat, note("answered_for", order="; ".join(done)))
        work.deed("answer", "\n".join(told), reason)
        work.finish()
        return f"ordered for {told[0]}" + "".join(f"\n  {use}" for use in given.used)

    def rewind(self, name: str, to: int, reason: str) -> str:
        """Set a game back to the moment after an order, and list what had been revealed since."""
        game = self.game(name)
        if game.status == "seating":
            raise WrongMoment(f"{name} has not begun")
        work = self.work(game)
        revealed = set_back(work, to, reason)
        work.deed("rewind", "\n".join([f"to {to}", *revealed.lines()]), reason)
        work.finish()
        return "\n".join([f"{name} stands again after order {to}. Known since then:", *revealed.lines()])

    def correct(self, name: str, changes: Sequence[str], reason: str, *, go_back: bool = False) -> str:
        """Change the position by hand: `path=value`, the path as `pbem position` shows it."""
        work = self.work(self.running(name))
        pairs = [_change(text) for text in changes]
        told = correct_position(work, pairs, reason, go_back=go_back)
        work.deed("correct", "\n".join(changes), reason)
        work.finish()
        return told

    def position(self, name: str, path: str = "") -> str:
        """The position, or a part of it, as JSON."""
        game = self.game(name)
        if game.status == "seating":
            raise WrongMoment(f"{name} has not begun")
        engine = games.load_engine(self.session, game)
        at: Any = without_seed(engine.rules.dump(engine.game))  # not even the moderator need know the dice
        for step in filter(None, path.split(".")):
            try:
                at = at[int(step)] if isinstance(at, list) else at[step]
            except (KeyError, IndexError, ValueError, TypeError):
                listed = f"{len(at)} entries, from 0 on" if isinstance(at, list) else f"only {at!r}"
                known = ", ".join(at) if isinstance(at, dict) else listed
                raise ModeratorProblem(f'there is no "{step}" in {path}; there is: {known}') from None
        return json.dumps(at, indent=1, ensure_ascii=False, sort_keys=isinstance(at, dict))

    # ---- Letters

    def drop_letter(self, id: int) -> str:
        """A letter that was held or put aside is not wanted."""
        row = self.session.exec(select(LetterRow).where(LetterRow.id == id)).first()
        if row is None or row.status not in ("held", "shunted"):
            raise WrongMoment(f"letter {id} is not one that waits for the moderator")
        why = row.verdict.strip().splitlines()[-1:] or ["no reason"]
        row.status, row.verdict = "dropped", f"by the moderator; it was held for: {why[0]}"
        self.session.add(row)
        return f"letter {id} is dropped"

    # ---- Inside

    def _announce(self, game: GameRow, what: str, words: Message, reason: str, told: str) -> str:
        work = self.work(game)
        work.deed(what, "", reason)
        about = subject("game", text=game.name)
        work.posts.append(lambda writer: writer.to_all(about, [_with_reason(words, reason)]))
        work.tell(work.writer())
        return told


def _with_reason(words: Message, reason: str) -> Message:
    reason = plain(reason)
    return note("because", note=words, text=reason) if reason else words


def _change(text: str) -> tuple[str, Any]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise ModeratorProblem(f'"{text}" is no change: write path=value')
    try:
        return path.strip(), json.loads(value)
    except json.JSONDecodeError:
        return path.strip(), value.strip()
