"""`extend 24h`: more time, if more than half of the players agree."""

from __future__ import annotations

from pbem.calendar.deadlines import FAILED, PASSED, UNDECIDED, hours_in, outcome_of
from pbem.language.declined import Declined
from pbem.language.voice import note, subject
from pbem.play.about import AboutVote
from pbem.post.commands.word import Said, Word, spoken
from pbem.store import clocks, games
from pbem.store.office_tables import VoteRow
from pbem.work.correspondence import Correspondence
from pbem.work.letter_work import Answer, LetterWork

VOTE_HOURS = 48
EXTENSION = ("extension", "extend", "the extension", "to the extension", "to extend")


def extend(work: LetterWork, said: Said) -> Answer:
    work.only_players()
    hours = hours_in(said.text or "24h")
    pace = clocks.pace_of(work.game)
    if hours > pace.longest_extension:
        raise Declined("time.most_hours", hours=pace.longest_extension)
    if not _something_is_due(work):
        raise Declined("time.nothing_due")
    if open_vote := clocks.open_vote(work.session, work.game):
        raise Declined("time.voting", hours=open_vote.hours)
    work.use("votes", work.settings.quotas.votes)
    on_it = VoteRow(
        game_id=games.game_id(work.game),
        hours=hours,
        asked_by=work.row.number,
        agreed=[work.row.number],
        at=work.now,
        ends=pace.calendar.after(work.now, VOTE_HOURS),
    )
    work.session.add(on_it)
    work.session.flush()
    if _is_decided(work, on_it):
        return work.answer("extension.title", work.told(note("extension_passed", hours=hours)))
    work.posts.append(lambda writer: _ask_for_votes(work, writer, on_it))
    return work.answer("extension.title", work.paragraph("extension.asked", hours=hours))


def vote(work: LetterWork, *, agrees: bool) -> Answer:
    """`agree` or `refuse`, while a vote is open."""
    work.only_players()
    on_it = clocks.open_vote(work.session, work.game)
    if on_it is None:
        raise Declined("time.no_vote")
    mine = work.row.number
    on_it.agreed = [number for number in on_it.agreed if number != mine] + ([mine] if agrees else [])
    on_it.refused = [number for number in on_it.refused if number != mine] + ([] if agrees else [mine])
    work.session.add(on_it)
    work.session.flush()
    if _is_decided(work, on_it):
        words = "extension_passed" if on_it.status == PASSED else "extension_failed"
        return work.answer("extension.vote", work.told(note(words, hours=on_it.hours)))
    return work.answer("extension.vote", work.paragraph("extension.counted"))


def _is_decided(work: LetterWork, on_it: VoteRow) -> bool:
    """Whether more than half of the players agree, or no longer can."""
    on_it.status = outcome_of(on_it.agreed, on_it.refused, [row.number for row in work.voters()])
    if on_it.status == PASSED:
        work.move_deadlines(on_it.hours, "extension_passed")
    elif on_it.status == FAILED:
        work.tell_all("deadlines", note("extension_failed", hours=on_it.hours), but_for=[work.row.number])
    work.session.add(on_it)
    return on_it.status != UNDECIDED


def _ask_for_votes(work: LetterWork, writer: Correspondence, on_it: VoteRow) -> None:
    asker, about = work.row, subject("more_hours", hours=on_it.hours)
    words = note("extension_asked", player=asker.name, powers=asker.powers, hours=on_it.hours)
    for row in work.voters():
        if row.number != asker.number:
            orders = ["agree extension", "refuse extension"]
            writer.notice(row, "vote", about, [words], orders=orders, about=AboutVote(on_it.id or 0))


def _something_is_due(work: LetterWork) -> bool:
    return work.game.status == "running" and (bool(work.sitting.waiting()) or work.sitting.talking)


EXTEND = Word("extend", spoken("extend"), extend)
