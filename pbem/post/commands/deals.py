"""Deals: `propose`, `agree`, `refuse`, `withdraw`, `deals`.

`agree` and `refuse` are votes on more time as well.
"""

from __future__ import annotations

import re

from pbem.errors import OrderProblem, Unreadable
from pbem.games.deals import Talks
from pbem.language.declined import Declined
from pbem.language.meanings import Reading
from pbem.language.refusals import why_by_rule
from pbem.language.reservations import reserves
from pbem.language.voice import Voice, note, subject
from pbem.letters import render
from pbem.letters.notices import deal_name, draft_line, drafts_text
from pbem.play.about import AboutOffer, AboutVote
from pbem.play.fates import Fate
from pbem.play.lines import Line, is_question, is_struck
from pbem.play.moments import moment_in
from pbem.play.talks import (
    AGREED,
    LIVING,
    OFFERED,
    REFUSED,
    WITHDRAWN,
    Draft,
    conflict,
    freely_proposed,
)
from pbem.post.commands.extend import EXTENSION, vote
from pbem.post.commands.word import Moment, Said, Word, either, spoken
from pbem.store import clocks
from pbem.store.talks import all_drafts
from pbem.work.correspondence import Correspondence
from pbem.work.letter_work import Answer, LetterWork
from rules import Power


def propose(work: LetterWork, said: Said) -> Answer:
    power, talks = work.speaker(said.power, said.word.name), work.talks
    if talks is None or power not in talks.powers:
        raise Declined("request.no_talks")
    told: list[str] = []
    for draft in _entered(work, f"propose {said.text}", power, talks):
        told.append(
            work.paragraph(
                "proposed.entered",
                2,
                2,
                deal_text=deal_name(draft, power, work.own_voice),
                terms_text=_terms(work, draft, power, work.own_voice),
                power=draft.other(power),
            )
        )
        if clash := conflict(work.sitting.engine.game, work.clerk, draft.deal, power):
            told.append(work.paragraph("proposed.beware", 4, text=why_by_rule(clash, work.own_voice)))
    return work.answer("proposed.title", *(told or [work.paragraph("deal.none")]))


def agree(work: LetterWork, said: Said) -> Answer:
    if reserves(said.text) or said.reserved:
        raise Declined("deal.reserved")
    if _is_a_vote(work, said):
        return vote(work, agrees=True)
    _check_that_they_talk(work)
    power = _party(work, said)
    draft = _offer(work, power, said)
    clash = conflict(work.sitting.engine.game, work.clerk, draft.deal, power)
    draft.end(AGREED)
    _tell_partner(work, draft, power, "agreed")
    voice = work.own_voice
    terms = _terms(work, draft, power, voice)
    told = [work.paragraph("agreed.told", text=deal_name(draft, power, voice), terms_text=terms)]
    if clash is not None:
        told.append(work.paragraph("agreed.beware", text=why_by_rule(clash, voice)))
    return work.answer("agreed.title", *told)


def refuse(work: LetterWork, said: Said) -> Answer:
    if _is_a_vote(work, said):
        return vote(work, agrees=False)
    _check_that_they_talk(work)
    power = _party(work, said)
    return _refused(work, power, _offer(work, power, said))


def _party(work: LetterWork, said: Said) -> Power:
    """Which of the seat's powers agrees or refuses: the one named, or the only one with such an offer."""
    about, own = work.answered.about, work.powers_named(said.power)
    if not said.text and isinstance(about, AboutOffer):
        parties = [power for power in (about.first, about.second) if power in own and power != about.by]
    elif said.text:
        parties = [power for power in own if _is_offered(work, power, said.text)]
    else:
        parties = []
    return parties[0] if len(parties) == 1 else work.speaker(said.power, said.word.name)


def _is_offered(work: LetterWork, power: Power, words: str) -> bool:
    """Whether words may mean an offer to a power that is open."""
    try:
        work.clerk.find(
            power, _OF_AN_OFFER.sub("", words), work.names, statuses=[OFFERED], offered_to_me=True
        )
    except OrderProblem as problem:
        return problem.code != "deal.none_such"
    return True


def _check_that_they_talk(work: LetterWork) -> None:
    """:raises Declined: no proposal can be taken or left now."""
    if work.sitting.clerk is not None and work.talks is None:
        raise Declined("deal.talks_over")


def _refused(work: LetterWork, power: Power, draft: Draft) -> Answer:
    draft.end(REFUSED)
    _tell_partner(work, draft, power, "refused")
    name = deal_name(draft, power, work.own_voice)
    return work.answer("refuse.title", work.paragraph("refuse.told", text=name))


def withdraw(work: LetterWork, said: Said) -> Answer:
    _check_that_they_talk(work)
    power = work.speaker(said.power, said.word.name)
    draft = work.clerk.find(power, said.text, work.names, statuses=LIVING)
    if draft.by != power and draft.status == OFFERED:
        return _refused(work, power, draft)
    draft.end(WITHDRAWN)
    _tell_partner(work, draft, power, "withdrawn")
    name = deal_name(draft, power, work.own_voice)
    return work.answer("withdrawn.title", work.paragraph("withdrawn.told", text=name))


def deals(work: LetterWork, said: Said) -> Answer:
    work.only_players()
    clerk, voice = work.sitting.clerk, work.own_voice
    now = clerk.drafts if clerk else []
    turn = getattr(work.sitting.engine.game, "turn", 0)
    drafts = [draft for draft in all_drafts(work.session, work.game) if draft.turn != turn] + now
    open_now = work.talks is not None
    lines = [
        draft_line(draft, power, work.sitting.title, voice, open_now=open_now and draft.turn == turn)
        for power in work.row.powers
        for draft in drafts
        if draft.concerns(power)
    ]
    return work.answer("deal.title", drafts_text(lines, voice))


def _offer(work: LetterWork, power: Power, said: Said) -> Draft:
    """The offer that is agreed to, or refused: the one that is named, or that the letter answers.

    :raises Declined: it has changed, or nobody can know which is meant.
    """
    clerk, about = work.clerk, work.answered.about
    if words := _OF_AN_OFFER.sub("", said.text):
        try:
            return clerk.find(power, words, work.names, statuses=[OFFERED], offered_to_me=True)
        except Unreadable:
            gone = clerk.find(power, words, work.names, statuses=[WITHDRAWN], offered_to_me=True)
            return _still_offered(
                work, power, AboutOffer(gone.turn, gone.first, gone.second, gone.number, gone.by)
            )
    if isinstance(about, AboutOffer):
        return _still_offered(work, power, about)
    draft = clerk.find(power, "", work.names, statuses=[OFFERED], offered_to_me=True)
    others = [d for d in clerk.of(power) if d.by == draft.by and d.turn == draft.turn and d is not draft]
    if work.answered.known or any(d.status == WITHDRAWN for d in others):
        name = deal_name(draft, power, work.own_voice)
        raise Declined("deal.say_which", order=f"{said.word.name} {name}")
    return draft


_OF_AN_OFFER = re.compile(r"\s+(?:offer|proposal|deal|terms)\s*$", re.IGNORECASE)
"""`agree to the Hapsburg offer` is the offer of the Hapsburgs."""


def _still_offered(work: LetterWork, power: Power, about: AboutOffer) -> Draft:
    """The offer of a letter, if it stands as it was; otherwise both versions are shown."""
    voice = work.own_voice
    made = (about.turn, about.first, about.second, about.number)
    drafts = work.clerk.of(power)
    draft = next((d for d in drafts if (d.turn, d.first, d.second, d.number) == made), None)
    if draft is None:
        raise Declined("deal.gone")
    if draft.status == OFFERED:
        return draft
    then = _terms(work, draft, power, voice)
    now = [d for d in drafts if d.status == OFFERED and d.by == draft.by and d.turn == draft.turn]
    if not now:
        raise Declined("deal.ended", power=draft.by, terms_text=then)
    latest = now[-1]
    raise Declined(
        "deal.changed",
        power=draft.by,
        terms_text=then,
        new_text=_terms(work, latest, power, voice),
        order=f"agree {deal_name(latest, power, voice)}",
    )


def _is_a_vote(work: LetterWork, said: Said) -> bool:
    """Whether `agree` or `refuse` is about more time, and not about a deal."""
    if isinstance(work.answered.about, AboutOffer) and not said.text:
        return False
    if isinstance(work.answered.about, AboutVote) and not said.text:
        return True
    if clocks.open_vote(work.session, work.game) is None:
        return False
    if said.text.lower() in EXTENSION:
        return True
    if said.text:
        return False
    clerk = work.sitting.clerk
    if clerk and any(d.status == OFFERED and d.by != p for p in work.row.powers for d in clerk.of(p)):
        raise Declined("request.deal_or_time")
    return True


def _tell_partner(work: LetterWork, draft: Draft, power: Power, done: str) -> None:
    def post(writer: Correspondence) -> None:
        partner = draft.other(power)
        reader = work.seat_of(partner)
        terms = _terms(work, draft, partner, writer.material.voice(reader))
        words = note(done, power=power, number=draft.number, terms_text=terms)
        writer.notice(reader, "deal", subject(done, power=power), [words])

    work.posts.append(post)


def _terms(work: LetterWork, draft: Draft, reader: Power, voice: Voice) -> str:
    return work.sitting.title.terms(draft.deal, reader, voice)


def replied(work: LetterWork, line: Line) -> Answer | None:
    """Words that take an offer or leave it (`Deal!`) while the powers talk; None if it is nothing like it.

    They act on the offer that the letter answers, or on that of the power they name.  Otherwise nothing is
    done, and each open offer comes back as a line to copy.
    """
    if not work.sitting.talking or any(power in work.sitting.waiting() for power in work.row.powers):
        return None
    if _FOR_LATER.match(line.text) or moment_in(line.text) is not None:
        return None
    found = work.sitting.title.free_words_for(line.text).talk.reply(line.text)
    if found is None:
        return _proposes(work, line)
    accepts, called = found
    partners = tuple(power for power in called if power not in work.row.powers)
    speaker = next((power for power in called if power in work.row.powers), "")
    word, about = AGREE if accepts else REFUSE, work.answered.about
    bound = isinstance(about, AboutOffer) and partners in ((), (about.by,))
    if bound or len(partners) == 1:
        answer = word.do(work, Said(word, "" if bound else partners[0], speaker, line.text, (line.number,)))
        work.sitting.fates[line.number] = word.fate
        return answer
    offers = [
        deal_name(draft, power, work.own_voice)
        for power in work.row.powers
        for draft in work.clerk.of(power)
        if draft.status == OFFERED and draft.by != power
    ]
    if not offers:
        return None  # it answers nobody: it is read as any other line
    work.sitting.fates[line.number] = Fate.NOT_DONE
    return work.answer(
        "receipt.not_done",
        render.soft_wrap(line.text, 4, 4),
        work.paragraph("unbound.told"),
        work.paragraph("to_copy"),
        *(f"    {word.name} {name}" for name in offers),
    )


_FOR_LATER = re.compile(r"\s*(?:announce|confirm)\s+(?:none|nothing|\w+\s*:)", re.IGNORECASE)
"""An order for when the talks are over: it is held."""


def _proposes(work: LetterWork, line: Line) -> Answer | None:
    """An offer in free words is made, if it can be one thing only; otherwise it comes back to copy."""
    offers = offers_in(work, line.text)
    if not offers and not work.sitting.title.free_words_for(line.text).talk.offers_something(line.text):
        return None
    work.sitting.fates[line.number] = Fate.NOT_DONE
    if not offers:  # it must not wait as an order: its writer would think that it was delivered
        return work.not_done(line.text, Unreadable("deal.not_read", line.text))
    if len(offers) == 1 and offers[0].sure:
        text = offers[0].lines[0].removeprefix("propose ")
        answer = propose(work, Said(PROPOSE, text, "", line.text, (line.number,)))
        work.sitting.fates[line.number] = Fate.DEAL
        return answer
    return work.not_done(
        line.text, Unreadable("line.not_sure", line.text, proposals=[one.lines[0] for one in offers])
    )


def _entered(work: LetterWork, line: str, power: Power, talks: Talks) -> list[Draft]:
    """The deals of a line; behind `offer the Sultan:` terms may be in free words, too.

    :raises OrderProblem: it cannot be understood, or may not be agreed.
    """
    try:
        return work.talking.propose(line, power, talks, work.letter_id)
    except Unreadable as problem:
        offers = offers_in(work, line)
        if not offers:
            raise
        if len(offers) > 1 or not offers[0].sure:
            proposals = [one.lines[0] for one in offers]
            raise Unreadable("line.not_sure", line, proposals=proposals) from problem
        return work.talking.propose(offers[0].lines[0], power, talks, work.letter_id)


def offers_in(work: LetterWork, line: str) -> list[Reading]:
    """What a line in free words may offer to somebody while the powers talk."""
    talks = work.talks
    if talks is None or talks.is_plan or is_question(line) or is_struck(line):
        return []
    powers = [power for power in work.row.powers if power in talks.powers]
    if len(powers) != 1:
        return []
    partners = [power for power in talks.powers if power != powers[0]]
    game, words = work.sitting.engine.game, work.sitting.title.free_words_for(line)
    return freely_proposed(line, powers[0], partners, game, words, work.clerk.deals)


# ---- Reading


def _too_late(rest: str, moment: Moment) -> bool:
    return moment.between_talks


def _in_talks_or_too_late(rest: str, moment: Moment) -> bool:
    """Between talks a proposal is no order that could wait: its writer hears when he can make it."""
    return moment.talking or moment.between_talks


_NAMED = re.compile(r"[^\W\d_]+\s+#?\d{1,3}")
"""`France 1`, as offers are called."""


def _in_talks_or_vote(rest: str, moment: Moment) -> bool:
    if isinstance(moment.about, AboutOffer) and not rest:
        return True
    if moment.between_talks and _NAMED.fullmatch(rest):
        return True
    return moment.talking or (moment.voting and (not rest or rest.lower() in EXTENSION))


def _in_vote(rest: str, moment: Moment) -> bool:
    """A bare `yes` is for what the letter answers; if that is nothing, for the game's question, if any."""
    if isinstance(moment.about, AboutOffer | AboutVote) and not rest:
        return True
    unbound = not moment.asked and not moment.answers_us
    return moment.voting and (rest.lower() in EXTENSION or (not rest and unbound))


def _to_an_offer(rest: str, moment: Moment) -> bool:
    return isinstance(moment.about, AboutOffer) and not rest


_PROPOSED = spoken("propose|offer", only_if=_in_talks_or_too_late)
_TOGETHER = spoken(
    r"(?:make )?peace|ally|(?:make |form )?(?:an? )?alliance",
    whole=True,
    only_if=lambda rest, moment: _in_talks_or_too_late(rest, moment) and rest.lower().startswith("with "),
)
_OFFERED = spoken("i(?:'d like to| would like to|'ll| will)? (?:propose|offer)", only_if=_too_late)
"""In talks free words are read as offers of their own (`offers_in`)."""
"""What two powers do together: `alliance with France` is a proposal."""
_AGREED = spoken("agree|accept|i (?:agree|accept)(?: to)?(?: the)?", only_if=_in_talks_or_vote)
_YES = spoken("yes", only_if=_in_vote)
_DEAL = spoken(
    "(?:it'?s a |we have a )?deal|agreed|accepted|"
    "i(?:'ll| will)? (?:agree|accept)(?: (?:it|this|that|your offer))?|ok(?:ay)?|sure|"
    "fine|done|gladly|yes,? please|with pleasure",
    only_if=_to_an_offer,
)
_REFUSED = spoken("refuse|reject|i (?:refuse|decline|reject)", only_if=_in_talks_or_vote)
_NO = spoken("no", only_if=_in_vote)
_NO_DEAL = spoken(
    "no deal|no,? thanks?(?: you)?|no way|declined?|refused|rejected|not now", only_if=_to_an_offer
)


PROPOSE = Word("propose", either(_PROPOSED, _TOGETHER, _OFFERED), propose, fate=Fate.DEAL)
AGREE = Word("agree", either(_AGREED, _YES, _DEAL), agree, fate=Fate.DEAL)
REFUSE = Word("refuse", either(_NO_DEAL, _REFUSED, _NO), refuse, fate=Fate.DEAL, listed=())
WITHDRAW = Word(
    "withdraw",
    spoken(
        "withdraw",
        only_if=lambda rest, moment: (
            moment.talking or (moment.between_talks and bool(_NAMED.fullmatch(rest)))
        ),
    ),
    withdraw,
    fate=Fate.DEAL,
    listed=(),
)
DEALS = Word("deals", spoken("deals", alone=True), deals)
