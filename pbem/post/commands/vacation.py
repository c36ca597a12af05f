"""`vacation 2026-12-20 to 2027-01-02`: who is away, and who answers meanwhile; `back`."""

from __future__ import annotations

from pbem.calendar.absence import read_vacation
from pbem.language.declined import Declined
from pbem.language.voice import note
from pbem.post.commands.word import Said, Word, spoken
from pbem.store import clocks, seats
from pbem.work.game_work import meanwhile
from pbem.work.letter_work import Answer, LetterWork

CALLED_OFF = ("off", "none", "cancel", "no", "cancelled")


def vacation(work: LetterWork, said: Said) -> Answer:
    work.only_players()
    text = said.text.strip(" :")
    if not text:
        return work.answer("vacation.title", *_planned(work))
    if text.lower() in CALLED_OFF:
        return _call_off(work)
    wished = read_vacation(text, clocks.pace_of(work.game).calendar, work.now)
    if running := seats.running_absence(work.session, work.row):
        raise Declined("time.away", ends=work.local(running.ends))
    work.use("notices", work.settings.quotas.notices)
    absence = seats.plan_absence(work.session, work.row, wished)
    words = work.absence_words("vacation_planned", absence, work.row)
    work.tell_all("vacation", words, but_for=[work.row.number])
    begins, ends = work.local(absence.begins), work.local(absence.ends)
    return work.answer(
        "vacation.title",
        work.paragraph("vacation.planned", begins=begins, ends=ends),
        work.told(meanwhile(absence)),
        work.paragraph("vacation.off"),
    )


def back(work: LetterWork, said: Said) -> Answer:
    work.only_players()
    absence = seats.running_absence(work.session, work.row)
    if absence is None:
        raise Declined("time.not_away")
    if absence.address:
        raise Declined("time.delegate")
    seats.end_absence(work.session, absence)
    work.wait_again_for(work.row)
    words = note("vacation_over", player=work.row.name, powers=work.row.powers)
    work.tell_all("vacation", words, but_for=[work.row.number])
    return work.answer("vacation.back", work.told(note("vacation_yours_over")))


def _planned(work: LetterWork) -> list[str]:
    lines = [
        work.paragraph(
            "vacation.one",
            begins=work.local(absence.begins),
            ends=work.local(absence.ends),
            meanwhile_note=meanwhile(absence),
        )
        for absence in seats.absences_of(work.session, work.row)
    ]
    return [*(lines or [work.paragraph("vacation.none")]), work.paragraph("vacation.usage")]


def _call_off(work: LetterWork) -> Answer:
    if not work.call_off_vacations(work.row, but_for=[work.row.number]):
        raise Declined("time.no_vacation")
    return work.answer("vacation.title", work.paragraph("vacation.called_off"))


VACATION = Word("vacation", spoken("vacation|holidays?"), vacation)
BACK = Word("back", spoken("i am back|i'm back|back", alone=True), back)
