"""`pbem new` as a conversation: what the options and the file leave open is asked, and kept as a roster."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from pydantic import ValidationError

from pbem import closed
from pbem.cli.roster import Roster, SeatEntry
from pbem.cli.talk import Talk
from pbem.cli.tools import show
from pbem.config import PaceSettings, Settings, TimeSettings
from pbem.errors import PbemError
from pbem.play.plan import NAME, Player
from pbem.play.windows import POLICIES

if TYPE_CHECKING:
    from pbem.games import Game

NOBODY = "-"
ABOUT_WINDOWS = {
    "standing": "whoever wants to be; for the others standing orders answer, and nobody waits",
    "rewind": "nobody; the game goes on, and goes back if an answer comes before it next stops",
    "ask": "everybody who might have such a card, and the game waits for them",
}

SeatReader = Callable[[str], Player]
"""Reads `POWER=Name <address>`, as the option `--seat` has it."""


def ask_for_name(talk: Talk) -> str:
    """What the game is called; it stands in every subject and command."""
    while not NAME.match(name := talk.text("Name of the game (such as summer)", "GAME")):
        typer.echo("  Small letters, digits and dashes.")
    return name


def ask_for_game(
    talk: Talk, known: Roster, title: Game, settings: Settings, seat_reader: SeatReader
) -> Roster:
    """The rest of a roster, question by question."""
    show(f"{title.title}. What stands in brackets is taken if you only press Enter.")
    scenarios = list(title.scenarios)
    for name, one in title.scenarios.items():
        typer.echo(f"  {name}: turns {one.first_turn} to {one.last_turn}")
    usual = known.scenario or title.usual_scenario(len(title.powers))
    scenario = talk.one_of("Scenario", "--scenario", scenarios, usual)
    language = talk.one_of("Language of the letters", "--language", title.languages, known.language or "en")
    seats = _seats(talk, title, scenario, seat_reader)
    pace = {**known.pace, **_pace(talk, settings)}
    show("Cards can be played in answer to what others do. Who is asked whether they do so?")
    for policy in POLICIES:
        typer.echo(f"  {policy}: {ABOUT_WINDOWS[policy]}")
    windows = talk.one_of("Response windows", "--windows", list(POLICIES), known.windows or "standing")
    return known.model_copy(
        update={
            "scenario": scenario,
            "language": language,
            "seats": seats,
            "pace": pace,
            "windows": windows,
            "options": {**known.options, **_readings(talk, title)},
        }
    )


def _seats(talk: Talk, title: Game, scenario: str, seat_reader: SeatReader) -> tuple[SeatEntry, ...]:
    show(
        "Who plays? Write Name <address>, or bot:usual, or the name of a power whose player has this one, too"
        f" ({NOBODY}: nobody)."
    )
    voice, entries = title.voice(), dict[str, SeatEntry]()
    for power in title.powers_in(scenario):
        while True:
            said = talk.text(f"  {voice.power_name(power)}", "--seat")
            if said == NOBODY:
                break
            if entry := _same_player(said, title, entries):
                entries[power] = entry.model_copy(update={"powers": (*entry.powers, power)})
                for other in entry.powers:
                    entries[other] = entries[power]
                break
            if entry := _entry(f"{power}={said}", (power,), seat_reader):
                entries[power] = entry
                break
    seats = {id(entry): entry for entry in entries.values()}
    observers = []
    while (said := talk.text("  An observer (Enter: no more)", "--seat", NOBODY)) != NOBODY:
        if entry := _entry(f"observer={said}", (), seat_reader):
            observers.append(entry)
    return (*seats.values(), *observers)


def _same_player(said: str, title: Game, entries: dict[str, SeatEntry]) -> SeatEntry | None:
    """The seat of a power that was given away before."""
    try:
        return entries.get(title.power_named(said))
    except PbemError:
        return None


def _entry(text: str, powers: tuple[str, ...], seat_reader: SeatReader) -> SeatEntry | None:
    try:
        player = seat_reader(text)
    except PbemError as problem:
        typer.echo(f"  {problem}")
        return None
    if player.is_bot:
        return SeatEntry(powers=powers, address=text.partition("=")[2].strip())
    if "@" not in player.address:
        typer.echo(f'  "{player.address}" is no address: write Name <name@example.org>.')
        return None
    return SeatEntry(powers=powers, name=player.name, address=player.address, language=player.language)


def _pace(talk: Talk, settings: Settings) -> dict[str, Any]:
    """Where and how fast; only what differs from the settings is kept."""
    asked: list[tuple[str, str, Any]] = [
        ("zone", "Time zone of the players", settings.pace.zone),
        ("impulse", "Hours for an impulse", settings.hours.impulse),
        ("decision", "Hours for any other decision", settings.hours.decision),
        ("negotiation", "Hours for the talks of a turn", settings.hours.negotiation),
        (
            "quiet_days",
            "Days on which the clock stands still (such as sat,sun)",
            ",".join(settings.pace.quiet_days),
        ),
    ]
    found: dict[str, Any] = {}
    for key, question, usual in asked:
        while True:
            said = talk.text(question, f"--{key.replace('_', '-')}", str(usual) or NOBODY)
            if said in (str(usual), NOBODY):
                break
            value = [word.strip() for word in said.split(",")] if key == "quiet_days" else said
            try:
                kind = PaceSettings if key in PaceSettings.model_fields else TimeSettings
                found[key] = kind.model_validate({key: value}).model_dump(mode="json")[key]
                break
            except ValidationError as problem:
                error = problem.errors()[0]
                no_number = error["type"] == "int_parsing"
                words = "A whole number, please." if no_number else error["msg"].removeprefix("Value error, ")
                typer.echo(f"  {words}")
    return found


def _readings(talk: Talk, title: Game) -> dict[str, str]:
    """Readings of the rules other than the usual ones."""
    if not title.ruling_sheet:
        return {}
    voice = title.voice()
    values = {ruling.option.name: ruling.option.value for ruling in title.ruling_sheet}
    question = "Readings of the rules to change, by name (? lists them; Enter: none)"
    while True:
        said = talk.text(question, "--option", NOBODY)
        names = [] if said == NOBODY else [name.strip() for name in said.split(",")]
        if said == "?":
            for ruling in title.ruling_sheet:
                name = ruling.option.name
                typer.echo(f"  {name}: {ruling.rule}, {voice.word(f'ruling.{name}')}")
                typer.echo(f"      or: {voice.option(name)}")
        elif unknown := [name for name in names if name not in values]:
            typer.echo(f"  There is no {', '.join(unknown)}; ? lists them.")
        else:
            return {name: values[name] for name in names}


def write_roster(path: Path, roster: Roster) -> None:
    """The answers as a file for `pbem new --from`, to be changed and used again."""
    import tomlkit

    document = tomlkit.document()
    told = roster.model_dump(mode="json", exclude_defaults=True)
    seats = told.pop("seats")
    for key, value in told.items():
        document.add(key, value)
    tables = tomlkit.aot()
    for seat in seats:
        table = tomlkit.table()
        table.update(seat)
        tables.append(table)
    document.add("seats", tables)
    closed.write_text(path, tomlkit.dumps(document))
