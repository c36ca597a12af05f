"""The moderator's commands by mail: one a line, from the moderator's address, to a token of their own.

All commands of a letter are done in the letter's transaction, each undone by itself if it fails.
"""

from __future__ import annotations

import logging
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias, cast

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.channels import FORUM, channel_of
from pbem.channels.channel import Letter
from pbem.channels.mail.letter import read_safely
from pbem.channels.written import ACTING, Aligned, Kind, Line
from pbem.config import Settings
from pbem.errors import ModeratorProblem, PbemError
from pbem.moderator import lists
from pbem.moderator.answering import split_given
from pbem.moderator.deeds import ModeratorDeeds
from pbem.moderator.overview import Overview
from pbem.store.ready_games import games_at_work
from pbem.store.unit_of_work import Transaction
from pbem.work.checkers import advice
from rules import RulesError

log = logging.getLogger(__name__)

MOST_COMMANDS = 40
MOST_DIGITS = 12
BECAUSE = re.compile(r"\s+because:?\s+", re.IGNORECASE)


class BadUsage(Exception):
    """The words of a command are not those that it takes."""


class Letters(Protocol):
    """Handles letters that were held: the moderator's service."""

    def release_in(self, session: Session, id: int, seat: int | None) -> str: ...


Do: TypeAlias = "Callable[[CommandsByMail, list[str], str], str]"
"""Does what a command says, with its words and its reason."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the moderator as it is written in a letter."""

    usage: str
    about: str
    do: Do

    @property
    def least(self) -> int:
        """How many words must follow its name."""
        needed = re.sub(r"\[.*?\]|because \.\.\.", "", re.sub(r'"[^"]*"', "WHO", self.usage))
        return len(needed.split()) - 1


class CommandsByMail:
    """Takes the commands of one letter."""

    def __init__(self, tx: Transaction, letters: Letters) -> None:
        self.session = tx.session
        self.now = tx.now
        self.letters = letters
        self.deeds = ModeratorDeeds(tx)

    @property
    def look(self) -> Overview:
        """Looks up inside the letter's own transaction."""
        return Overview(cast(Engine, self.session.connection()))

    def take(self, written: Aligned) -> str:
        """Do what the lines of a letter say; the answer."""
        told: list[str] = []
        lines = [line.text for line in written.lines if _is_certain(line)]
        for line in lines[:MOST_COMMANDS]:
            told.append(f"> {line}\n{self.do(line)}")
        if not lines:
            told.append(usage())
        doubtful = [line.text for line in written.lines if line.kind in ACTING and not _is_certain(line)]
        unread = [line for line in doubtful if _names_a_command(line)]
        if unread:
            told.append(
                "Not read, for these lines look like part of another letter:\n"
                + "\n".join(f"    {line}" for line in unread[:MOST_COMMANDS])
            )
        if len(lines) > MOST_COMMANDS:
            told.append(f"A letter takes at most {MOST_COMMANDS} commands; the others were not read.")
        return "\n\n".join(told)

    def do(self, line: str) -> str:
        """Do one command; what came of it."""
        words, reason = _split(line)
        if not words:
            return "There is no command in this line."
        command = COMMANDS.get(words[0].lower())
        if command is None:
            return f'There is no command "{words[0]}".\n{usage()}'
        if len(words) - 1 < command.least:
            return f"Not done: write it as: {command.usage}"
        nested = self.session.begin_nested()
        try:
            told = command.do(self, words[1:], reason)
            self.session.flush()
            nested.commit()
        except OperationalError:  # the database is locked, or its disk full: the letter is handled later
            raise
        except Exception as problem:
            nested.rollback()
            self.session.expire_all()
            if games := games_at_work(self.session):
                games.forget()
            return self._not_done(problem, command)
        return told

    def _not_done(self, problem: Exception, command: Command) -> str:
        if isinstance(problem, BadUsage):
            return f"Not done: write it as: {command.usage}"
        if isinstance(problem, PbemError | RulesError):
            return f"Not done: {problem}"
        log.error("a command by mail failed", exc_info=problem)
        return "Not done: the program failed on this command. Its log says more."


def _split(line: str) -> tuple[list[str], str]:
    """The words of a command, and what stands behind `because`."""
    text, *rest = BECAUSE.split(line, maxsplit=1)
    try:
        words = shlex.split(text.replace("’", "'"))
    except ValueError:
        words = text.split()
    return words, rest[0].strip() if rest else ""


def _is_certain(line: Line) -> bool:
    """Whether a line is the moderator's, and stands above the closing of the letter."""
    return line.kind is Kind.OWN and line.certain


def _names_a_command(line: str) -> bool:
    words = line.split()
    return bool(words) and words[0].lower() in COMMANDS


def usage() -> str:
    """All commands, in a list."""
    lines = [f"  {command.usage}\n      {command.about}" for command in COMMANDS.values()]
    return '"because <reason>" may end every line.\n\n' + "\n".join(lines)


# ---- The commands


def _games(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    lines = [
        f"{line.name}: {line.status}, {line.where}; waiting for {', '.join(line.waiting) or 'nobody'}"
        for line in by_mail.look.games()
    ]
    mail = by_mail.look.mail()
    lines.append(
        f"letters: {mail.new} new, {mail.held} held, {mail.shunted} put aside; "
        f"outbox: {mail.queued} waiting, {mail.failed} failed"
    )
    if told := advice(by_mail.session, by_mail.deeds.settings.mail):
        lines.append(f"advice: {told}")
    return "\n".join(lines)


def _players(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    lines = lists.players(by_mail.session, words[0], by_mail.now)
    return "\n".join(f"{line.powers}: {line.name} <{line.address}>, {line.state}" for line in lines)


def _signups(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    if len(words) > 1:
        acts = {"add": by_mail.deeds.add_sign_up, "remove": by_mail.deeds.remove_sign_up}
        if words[1] not in acts or len(words) < 3:
            raise BadUsage
        return acts[words[1]](words[0], " ".join(words[2:]))
    told = lists.sign_ups(by_mail.session, by_mail.deeds.settings, words[0])
    head = f"{told.game}: {told.status}, {told.taken} of {told.seats} seats are taken"
    lines = [
        f"{line.number}. {line.name} <{line.address}>, {line.status}; "
        f"prefers {', '.join(line.prefer) or '-'}; not {', '.join(line.avoid) or '-'}; "
        f"with {', '.join(line.friends) or '-'}"
        for line in told.sign_ups
    ]
    return "\n".join([head, *lines])


def _late(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    lines = lists.late(by_mail.session, by_mail.now, words[0] if words else None)
    told = [f"{line.game}: {line.power} ({line.name}), {line.kind}, {line.late}" for line in lines]
    return "\n".join(told) or "Nobody is waited for."


def _log(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    last = _number(words[1]) if len(words) > 1 else 20
    return "\n".join(
        f"{line.seq} {line.power} {line.kind}: {line.words} ({line.source})"
        for line in by_mail.look.log(words[0], last=last, passes=False)
    )


def _deeds(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    lines = [
        f"after {row.seq}: {row.what} {row.details}" + (f" (because {row.reason})" if row.reason else "")
        for row in lists.deeds(by_mail.session, words[0])
    ]
    return "\n".join(lines) or "Nothing was done by hand."


def _verify(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    result = by_mail.look.verify(words[0])
    return f"{result.orders} orders played again, all agrees; digest {result.digest[:16]}"


def _letters(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    statuses = [words[0]] if words else ["held", "shunted"]
    lines = [
        f"{line.id}: {line.status}, {line.verdict}, from {line.sender}"
        for status in statuses
        for line in by_mail.look.letters(status=status)
    ]
    return "\n".join(lines) or "No letters."


def _letter(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    row = by_mail.look.letter(_number(words[0]))
    by_forum = row.channel == FORUM
    read = channel_of(FORUM, by_mail.deeds.settings).read(row.raw) if by_forum else read_safely(row.raw)
    head = f"From {read.sender}, subject {read.subject!r}, {row.size} bytes: {row.status} {row.verdict}"
    return "\n".join([head, *(f"    {line}" for line in read.lines)])


def _release(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    seat: int | None = None
    if len(words) == 2:
        raise BadUsage
    if len(words) >= 3:
        seat = by_mail.deeds.seat(by_mail.deeds.game(words[1]), words[2]).id
    return by_mail.letters.release_in(by_mail.session, _number(words[0]), seat)


def _answer(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    name, power, *order = words
    power, _, first = power.partition(":")
    text, dice, draws = split_given(" ".join([first, *order]).strip(" :"))
    lines = [line.strip() for line in text.split(";;") if line.strip()]
    if not lines:
        raise BadUsage
    return by_mail.deeds.answer(name, power, lines, reason, dice=dice, draws=draws)


def _talks(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    if words[1] != "end":
        raise BadUsage
    return by_mail.deeds.end_talks(words[0], reason)


def _observe(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    act = by_mail.deeds.observe if words[1] == "add" else by_mail.deeds.stop_observing
    if words[1] not in ("add", "remove"):
        raise BadUsage
    return act(words[0], " ".join(words[2:]))


def _token(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    if words[0] != "renew":
        raise BadUsage
    return by_mail.deeds.renew_tokens(words[1], " ".join(words[2:]), reason)


def _correct(by_mail: CommandsByMail, words: list[str], reason: str) -> str:
    name, *changes = words
    back = changes[:1] == ["back"]
    return by_mail.deeds.correct(name, changes[back:], _needed(reason), go_back=back)


def _number(word: str) -> int:
    if not word.isdecimal() or len(word) > MOST_DIGITS:
        raise BadUsage
    return int(word)


def _needed(reason: str) -> str:
    if not reason:
        raise ModeratorProblem('say why: end the line with "because <reason>"')
    return reason


def _deed(do: Callable[..., str], count: int = 1, *, rest: bool = False, reason: bool = True) -> Do:
    """A deed that takes so many words, perhaps the `rest` of the line as one more, and perhaps a reason."""

    def done(by_mail: CommandsByMail, words: list[str], why: str) -> str:
        more = [" ".join(words[count:])] if rest else []
        return do(by_mail.deeds, *words[:count], *more, *([why] if reason else []))

    return done


_TABLE = (
    Command("games", "where the games stand, and what waits", _games),
    Command("players GAME", "who plays, and how they are", _players),
    Command("late [GAME]", "who is waited for", _late),
    Command("log GAME [20]", "the last orders; it shows secrets", _log),
    Command(
        "nudge GAME [POWER] [because ...]",
        "ask those who are waited for to answer soon",
        _deed(ModeratorDeeds.nudge, rest=True),
    ),
    Command("pause GAME", "stop the clock", _deed(ModeratorDeeds.pause)),
    Command("hold GAME", "stop the clock and keep the letters", _deed(ModeratorDeeds.hold)),
    Command("resume GAME", "go on", _deed(ModeratorDeeds.resume)),
    Command("extend GAME 24h [POWER]", "move the deadlines", _deed(ModeratorDeeds.extend, 2, rest=True)),
    Command("talks GAME end", "close the negotiation window", _talks),
    Command(
        'substitute GAME POWER "Name <address>"',
        "give the seat to somebody else",
        _deed(ModeratorDeeds.substitute, 2, rest=True),
    ),
    Command("offer GAME POWER", "ask the observers to take over a seat", _deed(ModeratorDeeds.offer, 2)),
    Command(
        "caretaker GAME POWER", "let a bot play until the player writes", _deed(ModeratorDeeds.caretaker, 2)
    ),
    Command(
        "vacation GAME POWER 2026-12-20 to 2027-01-02 [with WHO]",
        "a player is away",
        _deed(ModeratorDeeds.vacation, 2, rest=True),
    ),
    Command("back GAME POWER", "end a player's vacation", _deed(ModeratorDeeds.end_vacation, 2)),
    Command("invite GAME", "ask the players to confirm", _deed(ModeratorDeeds.invite, reason=False)),
    Command('signups GAME [add "Name <address> prefer ..."] [remove ADDRESS]', "who has signed up", _signups),
    Command(
        "close GAME",
        "give the powers to those who have signed up, and begin",
        _deed(ModeratorDeeds.close_sign_up, reason=False),
    ),
    Command("deeds GAME", "what was done by hand", _deeds),
    Command(
        "pace GAME",
        "how the game keeps time",
        lambda by_mail, words, reason: by_mail.deeds.pace(words[0], {}),
    ),
    Command(
        "answer GAME POWER: order [;; order] [with dice 5,3,6] [with draws NAME, NAME]",
        "order for a power, with dice and draws made elsewhere",
        _answer,
    ),
    Command(
        "rewind GAME NUMBER because ...",
        "set the game back to after an order of the log",
        lambda by_mail, words, reason: by_mail.deeds.rewind(words[0], _number(words[1]), _needed(reason)),
    ),
    Command(
        "correct GAME [back] path=value [path=value] because ...",
        "change the position; back: go back to the last checkpoint first",
        _correct,
    ),
    Command("letters [held|shunted|new|done|dropped]", "letters that came", _letters),
    Command("letter NUMBER", "a letter as it was read", _letter),
    Command("release NUMBER [GAME POWER]", "handle a held letter after all", _release),
    Command(
        "drop NUMBER",
        "forget a held letter",
        lambda by_mail, words, reason: by_mail.deeds.drop_letter(_number(words[0])),
    ),
    Command('observe GAME add|remove "Name <address>"', "observers", _observe),
    Command("token renew GAME [POWER]", "new addresses for orders; the old ones stop working", _token),
    Command("verify GAME", "play the game again and compare", _verify),
    Command("help", "this list", lambda by_mail, words, reason: usage()),
)
COMMANDS = {command.usage.partition(" ")[0]: command for command in _TABLE}
LOOKING = ("games", "players", "late", "log", "deeds", "letters", "letter", "help", "verify")


def changes_something(line: str) -> bool:
    """Whether a line is a command that does more than look something up."""
    words, _ = _split(line)
    return bool(words) and words[0].lower() in COMMANDS and words[0].lower() not in LOOKING


def is_a_command_letter(letter: Letter, settings: Settings) -> bool:
    """Whether a letter carries the token for commands and comes from the moderator."""
    token = settings.mail.desk_secret()
    return bool(token) and token in letter.tokens and letter.sender == settings.mail.moderator
