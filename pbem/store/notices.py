"""Letters to the person who runs the games."""

from __future__ import annotations

import logging
import secrets
from datetime import datetime
from email.utils import formataddr

from sqlmodel import Session

from pbem.config import MailSettings
from pbem.mail.reply import WRITE_ABOVE
from pbem.mail.write import NO_THREAD, OUR_HEADER, Thread
from pbem.store.letters import put_into_outbox
from pbem.store.tables import GameRow

log = logging.getLogger(__name__)


def tell_moderator(
    session: Session,
    settings: MailSettings,
    subject: str,
    text: str,
    now: datetime,
    *,
    game: GameRow | None = None,
    thread: Thread = NO_THREAD,
    letter_id: int | None = None,
) -> None:
    """Write to the moderator, if the settings say where; it stands in the log in any case."""
    name = game.name if game else "pbem"
    if not thread.answers:
        log.warning("for the moderator: [%s] %s", name, subject)
    if not settings.moderator:
        return
    headers = {
        "From": formataddr((settings.name, settings.address)),
        "To": settings.moderator,
        "Auto-Submitted": "auto-replied" if thread.answers else "auto-generated",
        OUR_HEADER: name,
    }
    if token := settings.desk_secret():
        headers["Reply-To"] = formataddr((settings.name, settings.reply_address(token)))
    if thread.answers:
        headers["In-Reply-To"] = thread.answers
        headers["References"] = " ".join(dict.fromkeys([*thread.references, thread.answers]))
    put_into_outbox(
        session,
        now,
        message_id=f"<{name}.desk.{secrets.token_hex(8)}@{settings.host}>",
        game_id=game.id if game else None,
        answers_id=letter_id,
        kind="desk",
        recipient=settings.moderator,
        subject=f"[{name}] {subject}",
        headers=headers,
        text=f"{WRITE_ABOVE}\n\n{text.rstrip()}\n",
    )
