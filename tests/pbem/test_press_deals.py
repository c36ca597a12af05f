"""Talks: the negotiation window, the ledger of deals, and what becomes of it when the window closes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.games import game_of
from pbem.play.talks import Clerk, Draft, collect_proposals
from pbem.post.service import GamePlan, Player
from pbem.store.talk_tables import DraftRow, TalksRow
from rules.his.diplomacy.alliances import FormAlliance
from rules.war.deals import Deal
from tests.pbem.office import GAME, Office
from tests.pbem.test_standing_mail import plain
from tests.pbem.timed import POWERS, everybody_ready, letters_since, rows, talks_row


def statuses(office: Office) -> list[tuple[str, str, str]]:
    return [(row.first, row.second, row.status) for row in rows(office, DraftRow)]


# ---- The window


def test_the_window_opens_with_the_diplomacy_phase(talking: Office) -> None:
    """Nobody is asked; everybody is told until when they can talk."""
    assert [row for row in talking.questions() if row.status == "open"] == []
    for power in POWERS:
        (letter,) = talking.outbox(power)
        assert "NEGOTIATIONS" in letter.text
        assert "Wednesday 18 November 2026, 09:00 UTC" in " ".join(letter.text.split())
        assert "YOUR DECISION" not in letter.text
    assert "The powers negotiate until" in talking.write("observer1", "status").text


def test_it_closes_when_the_time_is_over(talking: Office) -> None:
    talking.later(47.9)
    talking.moderator.tick()
    assert talks_row(talking).closed_at is None
    before = talking.letters_out()
    talking.later(0.2)
    assert talking.moderator.tick() == 0
    assert talks_row(talking).closed_at == talking.clock.now()
    for power in POWERS:
        (letter,) = letters_since(talking, before, power)
        assert "The time for negotiations is up" in letter.text
    assert [order.entry["kind"] for order in talking.orders()][:5] == ["propose_deals"] * 5
    assert [row.kind for row in talking.questions() if row.status == "open"] != []


def test_it_closes_early_when_all_are_ready(talking: Office) -> None:
    for power in POWERS[:5]:
        assert "You are ready" in talking.write(power, "ready").text
    assert talking.orders() == []
    assert "All are ready" in talking.write("protestant", "none").text  # nothing to propose: ready
    assert len(talking.orders()) == 5
    assert talks_row(talking).closed_at is not None


def test_what_can_be_written_is_told_once_a_turn(talking: Office) -> None:
    """And what was proposed not below the answer to `deals`; an offer that is taken was not left."""
    first = talking.write("hapsburg", "propose to papacy: alliance").text
    assert "propose to <power>" in talking.outbox("hapsburg")[0].text + first
    listed = plain(talking.write("hapsburg", "deals").text)
    assert "propose to <power>" not in listed
    assert "help deals" in listed
    assert listed.count("Papacy 1 (you to Papacy)") == 1
    offer = next(row for row in talking.outbox("papacy") if row.kind == "deal")
    told = plain(
        talking.write("papacy", "Sounds good to me.", "", "agree", In_Reply_To=offer.message_id).text
    )
    assert "is agreed" in told
    assert "not taken or left" not in told


def test_ready_can_be_taken_back(talking: Office) -> None:
    talking.write("france", "ready")
    for _ in range(2):
        assert "The others wait for you" in talking.write("france", "not ready").text
    everybody_ready(talking)
    assert talks_row(talking).closed_at is not None
    assert "do not negotiate now" in talking.write("france", "ready").text


def test_whoever_is_written_to_is_not_ready_any_more(talking: Office) -> None:
    """Otherwise the last to be ready could propose something that nobody can answer."""
    for power in POWERS[1:]:
        talking.write(power, "ready")
    talking.write("ottoman", "propose to france: alliance", "ready")
    assert talks_row(talking).closed_at is None
    assert "you no longer are" in " ".join(talking.outbox("france")[-1].text.split())
    talking.write("france", "agree ottoman", "ready")
    assert talks_row(talking).closed_at is not None
    assert ("ottoman", "france", "done") in statuses(talking)


def test_a_game_without_window_asks_for_deals(game: Office) -> None:
    assert game.asked() == ["ottoman"]
    assert "do not negotiate now" in game.write("france", "ready").text
    answer = game.write("ottoman", "propose france: alliance", "propose protestant: alliance")
    assert "NOT DONE" not in answer.text
    (order,) = game.orders()
    assert order.words == "propose france: alliance; protestant: alliance"


# ---- Proposals


def test_a_proposal_is_known_to_its_two_powers_only(talking: Office) -> None:
    before = talking.letters_out()
    answer = talking.write("hapsburg", "propose to france: alliance; cede besancon")
    assert "France 1: alliance, you cede Besançon" in answer.text
    assert "France is asked to agree" in answer.text
    (letter,) = letters_since(talking, before, "france")
    assert "Hapsburg 1" in letter.text
    assert "Hapsburg cedes Besançon" in " ".join(letter.text.split())
    assert "agree Hapsburg 1" in letter.text
    assert len(letters_since(talking, before)) == 2
    for other in ("ottoman", "england", "papacy", "protestant", "observer1"):
        assert "Besan" not in talking.write(other, "deals", "status").text


def test_a_proposal_is_checked_when_it_is_made(talking: Office) -> None:
    answer = " ".join(talking.write("ottoman", "propose to papacy: alliance").text.split())
    assert "[rule 9.2]" in answer
    assert rows(talking, DraftRow) == []
    answer = talking.write("france", "propose to france: alliance", "propose to england: elephants")
    assert answer.text.count("NOT DONE") == 2
    assert rows(talking, DraftRow) == []


def test_agreed_deals_are_announced_and_confirmed_in_impulse_order(talking: Office) -> None:
    """The later power may have proposed it: the earlier one announces."""
    talking.write("france", "propose to hapsburg: alliance, hapsburg cedes besancon")
    answer = talking.write("hapsburg", "agree france")
    assert "is agreed" in answer.text
    assert "Agreed by Hapsburg" in talking.outbox("france")[-1].text
    everybody_ready(talking)
    assert statuses(talking) == [("hapsburg", "france", "done")]
    assert talking.engine().game.spaces["besancon"].control == "france"
    told = " ".join(talking.outbox("england")[-1].text.split())
    assert "Besançon" in told  # it was announced to everybody
    sources = {order.entry["kind"]: order.entry["source"] for order in talking.orders()}
    assert sources["propose_deals"] == sources["confirm_deals"] == "standing"
    assert "carried out" in talking.write("france", "deals").text


def test_what_is_not_agreed_lapses(talking: Office) -> None:
    talking.write("hapsburg", "propose to france: alliance", "propose to england: alliance")
    talking.write("england", "refuse hapsburg 1")
    before = talking.letters_out()
    talking.later(49)
    talking.moderator.tick()
    assert statuses(talking) == [("hapsburg", "france", "lapsed"), ("hapsburg", "england", "refused")]
    for power in ("hapsburg", "france"):
        assert "lapsed" in letters_since(talking, before, power)[-1].text
    assert "DealAnnounced" not in str([order.entry for order in talking.orders()])
    assert "alliance" not in str(talking.engine().game.diplomacy.alliances_made)


def test_agreements_can_be_withdrawn(talking: Office) -> None:
    talking.write("hapsburg", "propose to france: alliance")
    talking.write("france", "agree")
    assert "is withdrawn" in talking.write("france", "withdraw hapsburg 1").text
    assert "Withdrawn by France: the deal France 1" in talking.outbox("hapsburg")[-1].text
    assert "no such proposal" not in (told := talking.write("france", "agree hapsburg 1").text)
    assert "NOT DONE" in told  # it says that this one was withdrawn
    everybody_ready(talking)
    assert statuses(talking) == [("hapsburg", "france", "withdrawn")]


@pytest.mark.parametrize(
    ("breaker", "line", "why"),
    [("hapsburg", "announce none", "was not announced"), ("france", "confirm none", "was not confirmed")],
)
def test_a_power_may_order_otherwise(talking: Office, breaker: str, line: str, why: str) -> None:
    """An agreement in the talks binds nobody before it is announced and confirmed (9.1)."""
    talking.write("hapsburg", "propose to france: alliance")
    talking.write("france", "agree")
    before = talking.letters_out()
    assert "HELD" in talking.write(breaker, line).text
    victim = "france" if breaker == "hapsburg" else "hapsburg"
    assert letters_since(talking, before, victim) == []
    everybody_ready(talking)
    assert statuses(talking) == [("hapsburg", "france", "failed")]
    assert any(why in " ".join(row.text.split()) for row in letters_since(talking, before, victim))


def test_a_deal_announced_past_the_ledger_is_asked_for(talking: Office) -> None:
    talking.write("hapsburg", "announce france: alliance")
    everybody_ready(talking)
    assert talking.asked() == ["france"]
    assert "confirm" in talking.outbox("france")[-1].text
    talking.write("france", "confirm 1")
    assert talking.engine().game.relation("hapsburg", "france") == "allied"


def test_deals_that_do_not_go_together(talking: Office) -> None:
    """Two cards at most go from one power to another in a turn: the second deal cannot be announced."""
    talking.write("hapsburg", "propose to france: give 2 cards")
    talking.write("france", "agree")
    answer = talking.write("france", "propose to hapsburg: hapsburg gives 1 card")
    assert "Beware" in answer.text
    assert "does not go together" in " ".join(talking.write("hapsburg", "agree france 2").text.split())
    before = talking.letters_out()
    everybody_ready(talking)
    assert [status for _, _, status in statuses(talking)] == ["done", "failed"]
    for power in ("hapsburg", "france"):
        told = " ".join(" ".join(row.text.split()) for row in letters_since(talking, before, power))
        assert "came to nothing: at most 2 random card draws may be given [9.1]" in told


def test_which_deal_is_meant(talking: Office) -> None:
    talking.write("hapsburg", "propose to france: alliance", "propose to france: give 1 card")
    talking.write("england", "propose to france: alliance")
    assert "may mean" in talking.write("france", "agree").text
    assert "may mean" in talking.write("france", "agree hapsburg").text
    assert "is agreed" in talking.write("france", "agree hapsburgs 2").text
    assert "is agreed" in talking.write("france", "agree england").text
    assert "Which deal" in talking.write("france", "agree with everything").text
    assert "is refused" in talking.write("france", "refuse 1").text


def test_numbers_do_not_tell_how_much_others_talk(talking: Office) -> None:
    for _ in range(3):
        talking.write("ottoman", "propose to england: alliance")
    talking.write("ottoman", "propose to france: alliance")
    assert "Ottoman 1" in talking.outbox("france")[-1].text


def test_no_more_than_twenty_proposals_between_two(talking: Office) -> None:
    for _ in range(2):
        talking.write("ottoman", *["propose to england: alliance"] * 10)
    assert "20 open proposals" in talking.write("ottoman", "propose to england: alliance").text


# ---- The short form of turn 1


def test_on_turn_one_england_talks_with_one_power_after_the_other(new_office: Callable[..., Office]) -> None:
    office = new_office(talks=24)
    office.begin(scenario="1517")
    while "england" not in office.asked():
        power = office.asked()[0]
        office.write(power, office.silent_line(power))
    office.write("england", "france")
    (first,) = rows(office, TalksRow)
    assert first.powers == ["england", "france"]
    assert "do not negotiate with each other" in office.write("england", "press to hapsburg: hello").text
    assert "on its way" in office.write("england", "press to france: bonjour").text
    assert "do not negotiate now" in office.write("hapsburg", "ready").text
    office.write("france", "propose to england: alliance")
    office.write("england", "agree", "ready")
    office.write("france", "ready")
    first, second = rows(office, TalksRow)
    assert first.closed_at is not None
    assert second.powers == ["england", "hapsburg"]
    assert "Negotiations are open" in " ".join(office.outbox("hapsburg")[-1].text.split())
    office.later(25)
    office.moderator.tick()
    assert [row.status for row in rows(office, DraftRow)] == ["done"]
    assert office.engine().game.relation("england", "france") == "allied"


def test_on_turn_one_england_announces_what_it_agreed_with_the_hapsburgs_too(
    new_office: Callable[..., Office],
) -> None:
    """7: England announces, although the Hapsburgs come before it in the impulse order."""
    office = new_office(talks=24)
    office.begin(scenario="1517")
    while "england" not in office.asked():
        power = office.asked()[0]
        office.write(power, office.silent_line(power))
    office.write("england", "hapsburg")
    office.write("england", "propose to hapsburg: alliance")
    office.write("hapsburg", "agree", "ready")
    office.write("england", "ready")
    office.later(25)
    office.moderator.tick()
    assert [row.status for row in rows(office, DraftRow)] == ["done"]
    assert office.engine().game.relation("england", "hapsburg") == "allied"


# ---- When the game goes back


@pytest.mark.parametrize(
    ("to", "is_open", "statuses"),
    [
        (11, False, ["done", "lapsed", "refused"]),  # after the talks began: they stay as they were
        (10, True, ["agreed", "offered", "refused"]),  # when they began: they go on
        (9, True, ["withdrawn", "withdrawn", "withdrawn"]),  # before: they never were
    ],
)
def test_talks_when_the_game_goes_back(to: int, is_open: bool, statuses: list[str]) -> None:
    deal = Deal("hapsburg", "france", (FormAlliance(),))
    drafts = [
        Draft(4, "hapsburg", "france", number, "france", deal, status)
        for number, status in enumerate(["done", "lapsed", "refused"], 1)
    ]
    clerk = Clerk(game_of("his").deals, drafts, {(4, 1)}, {(4, 1): 10})
    clerk.go_back(to)
    assert ((4, 1) not in clerk.closed) == is_open
    assert ((4, 1) in clerk.opened) == (to >= 10)
    assert [draft.status for draft in drafts] == statuses


# ---- One announcement from several lines


def test_proposals_that_follow_each_other_are_one_announcement() -> None:
    lines = ["propose france: alliance", "", "Propose to papacy: give 1 card", "pass", "offer england: peace"]
    assert collect_proposals(lines) == [
        "propose france: alliance; papacy: give 1 card",
        "",
        "",
        "pass",
        "offer england: peace",
    ]
    two = ["england: propose france: peace", "protestant: propose france: peace"]
    assert collect_proposals(two) == two


# ---- Two powers in one hand


def test_a_player_of_two_powers_says_for_which(new_office: Callable[..., Office]) -> None:
    office = new_office(talks=48)
    seats = [
        ("Ann", ("ottoman", "france")),
        ("Bob", ("hapsburg", "papacy")),
        ("Cy", ("england", "protestant")),
    ]
    players = tuple(Player(name, f"{name.lower()}@example.test", powers) for name, powers in seats)
    office.moderator.create_game(GamePlan(GAME, "tournament", players), seed="two")
    office.moderator.start_game(GAME)
    answer = office.write("ann", "propose to england: alliance")
    assert "Say for which of your powers" in " ".join(answer.text.split())
    assert "England 1: alliance" in office.write("ann", "france: propose to england: alliance").text
    assert "is not yours" in office.write("ann", "papacy: press to all: hello").text
    assert "is agreed" in office.write("cy", "england: agree france").text
    office.write("bob", "papacy: press to all: Pax")
    carried = [row for row in office.outbox() if row.kind == "press"]
    assert {row.subject for row in carried} == {f"[{GAME}] T4 · press from Papacy"}
    for name, _ in seats:
        office.write(name.lower(), "ready")  # for both powers at once
    assert talks_row(office).closed_at is not None
    assert office.engine().game.relation("england", "france") == "allied"


def test_a_player_makes_a_deal_between_two_own_powers(new_office: Callable[..., Office]) -> None:
    """Both sides speak for themselves, in one letter; it is announced and confirmed like any other."""
    office = new_office(talks=48)
    seats = [
        ("Ann", ("ottoman", "france")),
        ("Bob", ("hapsburg", "papacy")),
        ("Cy", ("england", "protestant")),
    ]
    players = tuple(Player(name, f"{name.lower()}@example.test", powers) for name, powers in seats)
    office.moderator.create_game(GamePlan(GAME, "tournament", players), seed="two")
    office.moderator.start_game(GAME)
    before = office.letters_out()
    office.write("ann", "ottoman: propose to france: alliance", "france: agree ottoman", "ready")
    assert not [row for row in letters_since(office, before) if not row.recipient.startswith("ann")]
    for name in ("bob", "cy"):
        office.write(name, "ready")
    assert [status for _, _, status in statuses(office)] == ["done"]
    assert office.engine().game.relation("ottoman", "france") == "allied"


def test_what_is_proposed_to_somebody_who_is_away_lapses(talking: Office) -> None:
    """Silence makes no deal, and a caretaker none either."""
    talking.write("france", "vacation 2026-11-16 to 2026-11-30")
    talking.moderator.tick()
    talking.write("hapsburg", "propose to france: alliance")
    for power in POWERS:
        if power != "france":
            talking.write(power, "ready")
    assert talks_row(talking).closed_at is not None  # nobody waits for France
    assert statuses(talking) == [("hapsburg", "france", "lapsed")]
    assert talking.engine().game.relation("hapsburg", "france") != "allied"


def test_what_was_agreed_before_a_vacation_is_announced(talking: Office) -> None:
    talking.write("hapsburg", "propose to france: alliance")
    talking.write("france", "agree", "vacation 2026-11-16 to 2026-11-30")
    talking.later(49)
    talking.moderator.tick()
    assert statuses(talking) == [("hapsburg", "france", "done")]


def test_a_counter_proposal_leaves_both_to_choose_from(talking: Office) -> None:
    talking.write("hapsburg", "propose to france: alliance, cede besancon")
    talking.write("france", "propose to hapsburg: alliance", "refuse hapsburg 1")
    assert "no such proposal" in talking.write("france", "agree hapsburg 1").text
    talking.write("hapsburg", "agree france 2")
    everybody_ready(talking)
    assert [status for _, _, status in statuses(talking)] == ["refused", "done"]
    assert talking.engine().game.spaces["besancon"].control == "hapsburg"


def test_a_deal_that_an_earlier_one_made_impossible_is_not_confirmed(talking: Office) -> None:
    """Besançon is promised twice: announced first to France, it is no longer there for the Papacy."""
    talking.write("hapsburg", "propose to france: cede besancon", "propose to papacy: cede besancon")
    talking.write("france", "agree hapsburg 1")
    talking.write("papacy", "agree hapsburg 1")
    before = talking.letters_out()
    everybody_ready(talking)
    found = dict(zip(("france", "papacy"), (status for _, _, status in statuses(talking)), strict=True))
    assert sorted(found.values()) == ["done", "failed"]
    (loser,) = [power for power, status in found.items() if status == "failed"]
    told = " ".join(" ".join(row.text.split()) for row in letters_since(talking, before, loser))
    assert "came to nothing" in told
