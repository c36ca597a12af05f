"""A mailing list as a channel: a public place like a topic of a forum, whose posts come and go by mail.

Reports go to the list.  Posts that it passes on come into the moderator's own mailbox.  Which lines are their
writer's own is read as in any letter; of these, as in a topic, only those act that are marked as orders.  A
post carries no secret, so it counts only if the trusted server vouches for its sender.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import blake2b, sha256

from pbem.channels.channel import (
    Check,
    Drawn,
    Inbox,
    Label,
    Letter,
    Notebook,
    Outcome,
    Outgoing,
    Reader,
    Sender,
    Thread,
)
from pbem.channels.forum.reading import marked_in_public
from pbem.channels.mail import robots
from pbem.channels.mail.absence import is_absence_notice
from pbem.channels.mail.align import align
from pbem.channels.mail.auth import is_authentic
from pbem.channels.mail.channel import MailChannel
from pbem.channels.mail.letter import MailLetter, read_envelope, read_letter
from pbem.channels.mail.lists import (
    CHANNEL,
    author_behind,
    is_list_address,
    is_well_formed,
    list_id_in,
    own_addresses,
    posting_address,
    tokens_shown,
    was_resent,
)
from pbem.channels.mail.smtp import SmtpSender
from pbem.channels.mail.write import OUR_HEADER, compose, mailbox, message_id
from pbem.channels.written import ACTING, Aligned, SentText
from pbem.config import MailSettings

EXAMPLE = "his@lists.example.org/his.lists.example.org"
TOKEN_SHOWN, TALK, REWRITTEN, RESENT, UNVOUCHED = "token-shown", "talk", "rewritten", "resent", "unvouched"


@dataclass(frozen=True, slots=True)
class ListLetter(MailLetter):
    """A post to a list that was read."""

    rewritten: bool = False
    """The list has put its own address in the place of the writer's, who is only said to be `sender`."""
    has_orders: bool = False


def as_post(letter: Letter) -> ListLetter:
    assert isinstance(letter, ListLetter)
    return letter


class ListChannel(MailChannel):
    """Posts by mail; a seat is known by its registered address, if our own mail server vouches for it."""

    name = CHANNEL
    warns: Collection[str] = (REWRITTEN, RESENT, UNVOUCHED)
    shown = TOKEN_SHOWN
    tells_strangers = "list_stranger"
    advice = "list_orders"

    def __init__(self, settings: MailSettings) -> None:
        super().__init__(settings)
        ours = settings.address
        self.robots: Sequence[Check] = (
            Check("loop", lambda post, _: robots.has_our_own_header(as_post(post), ours), Outcome.DROP),
            Check(robots.BOUNCE, lambda post, _: robots.is_a_bounce(as_post(post)), Outcome.DROP),
            Check("auto-reply", lambda post, _: robots.is_automatic(as_post(post)), Outcome.DROP),
            Check(TOKEN_SHOWN, lambda post, _: bool(post.tokens), Outcome.DROP),
            Check(TALK, lambda post, _: not as_post(post).has_orders, Outcome.DROP),
            Check(robots.ABSENCE, lambda post, _: is_absence_notice(as_post(post)), Outcome.DROP),
            Check(REWRITTEN, lambda post, _: as_post(post).rewritten, Outcome.DROP),
        )
        self.forgeries: Sequence[Check] = (
            Check(UNVOUCHED, lambda post, _: not self._is_vouched_for(as_post(post)), Outcome.HOLD),
            Check(RESENT, lambda post, _: was_resent(as_post(post)), Outcome.HOLD),
        )

    def _is_vouched_for(self, letter: MailLetter) -> bool:
        trusted = self._settings.trusted_checker
        return bool(trusted) and is_authentic(letter, trusted)

    def cannot_reach(self, address: str) -> str:
        if is_well_formed(address):
            return ""
        return f'"{address}" is no mailing list: write its address, a stroke and its List-Id, {EXAMPLE}'

    def open_inbox(self, notebook: Notebook | None = None) -> Inbox:
        raise AssertionError("what a list passes on comes by mail")

    def open_sender(self, notebook: Notebook | None = None) -> Sender:
        return ListSender(self._settings)

    # ---- Letters in

    def list_of(self, letter: Letter) -> str:
        return letter.place

    def read_head(self, raw: bytes) -> Letter:
        return self._as_post(read_envelope(raw))

    def read(self, raw: bytes) -> Letter:
        return self._as_post(read_letter(raw))

    def _as_post(self, letter: MailLetter) -> ListLetter:
        place = list_id_in(letter)
        rewritten = letter.sender in own_addresses(letter)
        sender = author_behind(letter) if rewritten else letter.sender
        said = marked_in_public(align(letter, ()))
        known = {field.name: getattr(letter, field.name) for field in fields(letter)}
        post = ListLetter(**known, rewritten=rewritten, has_orders=any(x.kind in ACTING for x in said.lines))
        return replace(
            post,
            sender=sender,
            place=place,
            identity=_identity(letter, place, sender, vouched=self._is_vouched_for(letter)),
            tokens=tokens_shown(letter, self._settings),
        )

    def align(self, letter: Letter, answered: Sequence[SentText]) -> Aligned:
        return marked_in_public(align(as_post(letter), answered))

    # ---- Letters out

    def label(self, game: str, reader: Reader, number: int, thread: Thread) -> Label:
        """The label of a post; or of the one letter to somebody without a seat who has posted orders."""
        settings = self._settings.model_copy(update={"plus_addressing": True})
        headers = {
            "From": mailbox(settings.name, settings.address),
            "To": mailbox(reader.name, posting_address(reader.address)),
            "Auto-Submitted": "auto-generated",
            OUR_HEADER: game,
        }
        if not is_list_address(reader.address):
            proof = blake2b(reader.address.encode(), digest_size=12, person=b"pbem list").hexdigest()
            return Label(f"<{game}.stranger.{proof}@{settings.host}>", headers)
        first = message_id(settings, game, reader, 1)
        if number > 1:
            headers |= {"In-Reply-To": first, "References": first}
        headers["Reply-To"] = posting_address(reader.address)  # nobody there has a secret address
        return Label(message_id(settings, game, reader, number), headers)

    def renewed(self, label: dict[str, str], old: str, new: str) -> dict[str, str]:
        return label  # it has none


class ListSender:
    """Hands posts over to the SMTP server; what cannot be delivered comes back to the plain address."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings
        self._server = SmtpSender(settings.smtp)

    async def send(self, letter: Outgoing, picture: Drawn | None = None) -> str:
        to = posting_address(letter.recipient)
        await self._server.send(compose(letter, picture), self._settings.address, to)
        return ""

    async def close(self) -> None:
        await self._server.close()


def _identity(letter: MailLetter, place: str, sender: str, *, vouched: bool) -> str:
    """A post that is sent again is the same post, also under another name: its date does not change."""
    when = letter.header("date") or letter.message_id
    # One that nobody vouches for cannot use up the name of the real one.
    made_of = "\n".join((place, sender, when, letter.subject, "vouched" if vouched else ""))
    return sha256(made_of.encode("utf-8", "replace")).hexdigest()
