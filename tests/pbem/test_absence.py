"""Absence notices without the headers of robots are known by their words and their shape."""

from __future__ import annotations

import pytest

from pbem.channels.mail.absence import is_absence_notice
from pbem.channels.mail.letter import read_letter

RE = "Re: [summer] Turn 4: France, it is your turn"


def is_notice(subject: str, *lines: str) -> bool:
    head = f"From: fran@example.org\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n"
    return is_absence_notice(read_letter((head + "\n".join(lines) + "\n").encode()))


@pytest.mark.parametrize(
    ("subject", "line"),
    [
        (f"Out of office: {RE}", "I am back in December."),
        (f"Re: Abwesenheitsnotiz: {RE}", "Ich lese keine Mails."),
        (f"Poissa: {RE}", "Olen lomalla."),
        (f"自动回复: {RE}", "我正在休假。"),
        (RE, "Ich bin vom 16. bis zum 30. November im Urlaub."),
        (RE, "Je suis absente jusqu'au 30 novembre."),
        (RE, "November 30-ig nem vagyok az irodában."),
        (f"Mañana será otro día: {RE}", "Estoy de vacaciones hasta nuevo aviso."),
    ],
)
def test_notices(subject: str, line: str) -> None:
    assert is_notice(subject, "Hello,", "", line, "", "Fran")


@pytest.mark.parametrize(
    "lines",
    [
        ["none"],
        ["vacation 2026-11-16 to 2026-11-30"],
        ["pass", "I am away until 30 November."],
        ["none, I am away until 30 November."],
        ["press to all: I am out of the office until 30 November."],
        ["I am out of the office until 30 November.", "", "> ---- write above this line ----"],
        ["Ready.", "See you on 30 November!"],
    ],
)
def test_players(lines: list[str]) -> None:
    assert not is_notice(RE, *lines)
