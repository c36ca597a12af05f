"""The turn plan: asked of everybody at once, sealed, carried out in the rulebook's order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from pbem.games import game_of
from pbem.play.sitting import Sitting
from pbem.play.talks import Clerk
from pbem.play.windows import POLICIES
from rules import Engine, Setup, load_rules
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.a_table import asked, done
from tests.pbem.office import Office
from tests.pbem.test_preorders import OTTOMAN, write
from tests.pbem.test_standing_mail import begin_at, plain

TITLE = game_of("his")


def close(sitting: Sitting) -> Sitting:
    assert sitting.clerk is not None
    talks = sitting.clerk.talks(sitting.engine)
    assert talks is not None
    sitting.clerk.close(talks)
    sitting.settle()
    return sitting


@pytest.fixture
def planning() -> Sitting:
    """The tournament scenario after its first talks: everybody writes a plan."""
    engine = Engine.new(load_rules("his"), Setup("his", "tournament"), "plan")
    engine.drain()
    opened = dict.fromkeys(engine.open, engine.seq)
    clerk = Clerk(TITLE.deals, plans=True)
    sitting = Sitting(engine, TITLE, POLICIES["standing"], opened=opened, clerk=clerk)
    sitting.settle()
    while not (talks := clerk.talks(engine)) or not talks.is_plan:
        close(sitting)
    return sitting


def plan_of(sitting: Sitting, power: str) -> list[str]:
    card = min(sitting.engine.game.hand(power))
    return ["wars: none", "peace: none", "spring: none", f"next impulse: play {card} for cp", "end"]


def test_nobody_is_asked_while_plans_are_written(planning: Sitting) -> None:
    assert planning.talking
    assert asked(planning) == []
    for power in IMPULSE_ORDER:
        write(planning, power, *plan_of(planning, power))
        assert planning.failed is None
    assert asked(planning) == []
    assert not planning.steps


def test_plans_are_carried_out_in_the_order_of_the_rules(planning: Sitting) -> None:
    for power in IMPULSE_ORDER:
        write(planning, power, *plan_of(planning, power))
    planning.steps = []
    close(planning)
    plays = [line.partition(" ")[0] for line in done(planning) if ": play " in line]
    assert plays == list(IMPULSE_ORDER)
    declared = [line.partition(" ")[0] for line in done(planning) if line.endswith(": none")]
    assert declared[0] == "ottoman"
    assert {fired.moment for fired in planning.preorders.fired} >= {"wars", "spring", "impulse"}
    assert planning.engine.game.impulse_number >= 6


def test_whoever_waits_is_asked_in_the_usual_order(planning: Sitting) -> None:
    for power in IMPULSE_ORDER[1:]:
        write(planning, power, *plan_of(planning, power))
    close(planning)
    assert asked(planning)[0].startswith("ottoman")


def test_whom_an_earlier_act_touches_is_asked_again(planning: Sitting) -> None:
    """The Ottoman declares war on the Hapsburgs: their own plan stops, England's does not."""
    game = planning.engine.game
    if game.at_war("ottoman", "hapsburg"):
        game.set_relation("ottoman", "hapsburg", None)
    lines = plan_of(planning, "ottoman")
    write(planning, "ottoman", "wars: declare war on hapsburg", *lines[1:])
    assert planning.failed is None
    for power in IMPULSE_ORDER[1:]:
        write(planning, power, *plan_of(planning, power))
    planning.steps = []
    close(planning)
    stopped = [stop.power for stop in planning.preorders.stopped]
    assert set(stopped) <= {"hapsburg"}
    declared = [line for line in done(planning) if "hapsburg" in line and line.startswith("ottoman")]
    assert (stopped and asked(planning)[0].startswith("hapsburg")) or not declared


# ---- By mail


def begin(office: Office, **changes: Any) -> None:
    office.begin(quick=True, observers=1, **changes)


def into_the_plan(office: Office) -> None:
    """Everybody is ready: the talks are over."""
    for power in IMPULSE_ORDER:
        if "negotiat" in plain(office.write(power, "status").text):
            office.write(power, "ready")


@pytest.fixture
def by_mail(new_office: Callable[..., Office]) -> Office:
    office = new_office(talks=48)
    begin(office)
    into_the_plan(office)
    return office


def wait_for(office: Office, *powers: str) -> None:
    for power in powers:
        office.write(power, "wait")


def test_everybody_is_asked_at_once_and_the_last_plan_begins_the_turn(by_mail: Office) -> None:
    letters = {power: plain(by_mail.outbox(power)[-1].text) for power in IMPULSE_ORDER}
    assert "your plan of the turn by " in by_mail.outbox("ottoman")[-1].subject
    assert all("PLAN OF THE TURN" in text for text in letters.values())
    wait_for(by_mail, *IMPULSE_ORDER[1:])
    assert [row for row in by_mail.questions() if row.status == "open"] == []
    told = plain(by_mail.write("ottoman", "wars: none", "spring: none").text)
    assert "FOR LATER" in told or "carried out" in told
    assert [row.power for row in by_mail.questions() if row.status == "open"]


def test_whoever_is_the_last_to_be_ready_reads_as_much_of_the_plan_as_others(by_mail: Office) -> None:
    """The talks end with the receipt for `ready`: it asks for the plan, with a suggestion and the board."""
    last = by_mail.outbox(IMPULSE_ORDER[-1])[-1]
    assert last.kind == "receipt"
    assert "The moderator would write" in plain(last.text)
    assert last.picture is not None


def test_a_plan_counts_as_an_answer_and_can_be_changed(by_mail: Office) -> None:
    told = plain(by_mail.write("france", "spring: none").text)
    assert "Your plan is kept" in told
    assert "1 of 6 have written" in plain(by_mail.write("england", "status").text)
    by_mail.write("france", "not ready")
    assert "0 of 6 have written" in plain(by_mail.write("england", "status").text)


def test_the_plan_names_the_wars_that_can_be_declared_and_their_cost(by_mail: Office) -> None:
    """Whoever plans is never asked for them, so nobody would be told."""
    asking = by_mail.last_to("ottoman")
    can = plain(asking.text.partition("You can write:")[2].partition("would write (answer just: ok):")[0])
    assert "wars: declare war on France // 2 CP; 11 land units, 2 ships" in can
    assert "declare war on Hapsburg" not in can  # they are at war
    assert "peace:" not in can  # nobody has lost anything yet
    told = by_mail.write(
        "ottoman",
        "wars: declare war on France // 2 CP; 11 land units, 2 ships",
        In_Reply_To=asking.message_id,
    ).text
    assert "wars:\n    declare war on France" in told.partition("FOR LATER")[2]


def test_lines_copied_from_the_letter_are_kept(by_mail: Office) -> None:
    """`next impulse:` ends like a sentence of ours: a block of it was taken for a quotation."""
    asking = by_mail.last_to("france")
    block = (
        asking.text.partition("would write (answer just: ok):")[2]
        .partition("\n\n")[2]
        .partition("\n\n")[0]
        .splitlines()
    )
    copied = [line.strip() for line in block if not line.startswith("        ")]
    at = copied.index("next impulse:")
    told = plain(by_mail.write("france", "spring: none", *copied[at:], In_Reply_To=asking.message_id).text)
    assert f"next impulse: {copied[at + 1]}" in told.partition("FOR LATER")[2]


def test_ok_takes_the_plan_that_the_moderator_would_write(by_mail: Office) -> None:
    """All of it, with the army that marches on from where spring has brought it; and only for the plan."""
    game, asking = by_mail.engine().game, by_mail.last_to("france")
    spring, after = TITLE.ahead_in_spring(game, "france")
    impulse = TITLE.ahead(after, "france")
    assert spring.startswith("deploy Francis I")
    assert any(line.startswith("move Francis I") for line in impulse)
    told = by_mail.write("france", "ok", In_Reply_To=asking.message_id).text
    kept = plain(told.partition("FOR LATER")[2])
    assert kept.split("wars: ")[1].startswith(("none", "declare war on "))
    assert f"spring: {spring} next impulse: {' '.join(impulse)}" in kept
    wait_for(by_mail, *(power for power in IMPULSE_ORDER if power != "france"))
    told = plain(by_mail.write("france", "ok", In_Reply_To=asking.message_id).text)
    assert "FOR LATER" not in told


def test_a_plan_of_which_a_line_was_refused_is_not_taken_for_the_whole(by_mail: Office) -> None:
    wait_for(by_mail, *(power for power in IMPULSE_ORDER if power != "france"))
    told = plain(by_mail.write("france", "spring: none", "next impulse: play 4 for cp?").text)
    assert "NOT READY" in told
    assert "everybody writes what comes next" in told
    assert not [row for row in by_mail.questions() if row.status == "open"]
    by_mail.write("france", "ready")
    assert [row for row in by_mail.questions() if row.status == "open"]


def test_the_time_for_plans_runs_out(by_mail: Office) -> None:
    by_mail.clock.advance(timedelta(hours=90))
    by_mail.moderator.tick()
    assert [row.power for row in by_mail.questions() if row.status == "open"]


def test_nothing_tells_who_has_planned_what(new_office: Callable[..., Office]) -> None:
    """Different plans, the same letters to everybody else at the same times, until they are carried out."""
    plans = (("spring: none", "next impulse: pass"), ("wait",))
    one, other = (watched(new_office(talks=48), lines) for lines in plans)
    assert one == other


def watched(office: Office, lines: tuple[str, ...]) -> dict[str, Any]:
    begin(office)
    into_the_plan(office)
    onlookers = ("ottoman", "england", "papacy", "protestant", "observer1")
    tokens = [office.seat(seat).token for seat in onlookers]
    office.later(1)
    office.write("france", *lines, message_id="<plan@x>")
    office.later(1)
    for power in ("england", "observer1"):
        office.write(power, "status", "orders", message_id=f"<{power}@x>")

    def same(text: str) -> str:
        for token in tokens:
            text = text.replace(token, "token")
        return text

    return {
        "mails": {seat: [same(row.text) for row in office.outbox(seat)] for seat in onlookers},
        "times": {seat: [row.created_at for row in office.outbox(seat)] for seat in onlookers},
        "waiting": [(q.power, q.kind, q.asked_at, q.status) for q in office.questions()],
    }


def until_an_impulse(office: Office) -> str:
    """Go on to somebody's impulse; the power."""
    wait_for(office, *IMPULSE_ORDER)
    for _ in range(40):
        (power, *_) = office.asked()
        if office.engine().question(power).kind == "impulse":
            return power
        office.write(power, office.silent_line(power))
    raise AssertionError("no impulse came")


def test_whoever_ends_an_impulse_is_invited_to_write_the_next(by_mail: Office) -> None:
    """With the lines that the moderator would write; they are taken as they stand."""
    power = until_an_impulse(by_mail)
    card = min(by_mail.engine().game.hand(power))
    letter = by_mail.write(power, f"play {card} for cp", "end").text
    assert "nobody waits for you" in plain(letter)
    block = letter.partition("answer just: ok):")[2].partition("\n\n")[2].partition("\n\n")[0]
    lines = [line.strip() for line in block.splitlines()]
    assert lines[0] == "next impulse:"
    assert [line.partition("   //")[0] for line in lines[1:]] == TITLE.ahead(by_mail.engine().game, power)
    assert lines[1].startswith("play ")
    assert "   // " in lines[1]  # the title of the card
    kept = by_mail.write(power, *lines).text
    assert "FOR LATER" in kept
    assert "NOT DONE" not in kept


def test_without_suggestions_the_invitation_has_an_example(by_mail: Office) -> None:
    power = until_an_impulse(by_mail)
    by_mail.write(power, "suggestions off")
    card = min(by_mail.engine().game.hand(power))
    told = plain(by_mail.write(power, f"play {card} for cp", "end").text)
    assert "next impulse: play 31 for cp" in told


def test_nobody_is_invited_who_has_no_card_left(
    new_office: Callable[..., Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    office = new_office()
    begin_at(office, OTTOMAN.replace("hand ottoman: 1 45", "hand ottoman: none"), monkeypatch, quick=True)
    told = plain(office.write("ottoman", "end").text)
    assert "Your impulse is over" in told
    assert "nobody waits for you" not in told


def test_the_first_letter_says_what_is_answered_and_how_to_end_it(by_mail: Office) -> None:
    first = plain(by_mail.outbox("france")[0].text)
    for words in (
        "WHAT IS ANSWERED FOR YOU",
        "Losses: the cheapest units first",
        "presets off",
        "suggestion",
    ):
        assert words in first
    assert "In your own battles" in first


def test_letters_tell_what_presets_have_answered(by_mail: Office) -> None:
    """Winter is answered by presets: the next letter says so, and the one after it no more."""
    until_an_impulse(by_mail)
    first = by_mail.engine().game.turn
    while by_mail.engine().game.turn == first:
        (power, *_) = by_mail.asked()
        ends = ["end"] if by_mail.engine().question(power).kind == "impulse" else []
        by_mail.write(power, by_mail.silent_line(power), *ends)
    told = [row.text for row in by_mail.outbox("france") if "by presets since" in plain(row.text)]
    assert any("Winter: usual" in plain(text) for text in told), len(told)
    reports = [plain(row.text) for row in by_mail.outbox("france") if row.kind == "report"]
    assert any("can be written before they are asked for" in text for text in reports)


def test_the_plan_is_asked_for_what_is_still_to_come(new_office: Callable[..., Office]) -> None:
    """In the first turn of 1517 nobody declares war; what is suggested is taken as it stands."""
    office = new_office(talks=48)
    begin(office, scenario="1517")
    for _ in range(40):
        into_the_plan(office)
        if plans := [row.text for row in office.outbox("ottoman") if row.kind == "plan"]:
            break
        (power, *_) = office.asked()
        office.write(power, office.silent_line(power))
    can, _, would = (
        plans[0].partition("You can write:")[2].partition("The moderator would write (answer just: ok):")
    )
    assert "spring: none" in can
    assert "wars:" not in can
    assert "peace:" not in can
    lines = [line.strip() for line in would.partition("\n\n")[2].partition("\n\n")[0].splitlines()]
    assert lines[0].startswith("spring: deploy ")
    kept = office.write("ottoman", *lines).text
    assert "NOT DONE" not in kept
    assert "spring:" in kept.partition("FOR LATER")[2]
