"""Letters to the person who runs the games."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from pbem.channels.channel import NO_THREAD, Reader, Thread
from pbem.channels.mail.channel import MailChannel
from pbem.channels.mail.reply import WRITE_ABOVE
from pbem.store import games
from pbem.store.tables import GameRow
from pbem.store.unit_of_work import Transaction
from pbem.work.outgoing import Draft, put_into_outbox
from rules.core.errors import RandomNeeded

log = logging.getLogger(__name__)


def tell_moderator(
    tx: Transaction,
    subject: str,
    text: str,
    *,
    game: GameRow | None = None,
    thread: Thread = NO_THREAD,
    letter_id: int | None = None,
) -> None:
    """Write to the moderator, if the settings say where; it stands in the log in any case."""
    settings, name = tx.settings.mail, game.name if game else "pbem"
    if not thread.answers:
        log.warning("for the moderator: [%s] %s", name, subject)
    if not settings.moderator:
        return
    reader = Reader("", settings.moderator, settings.desk_secret())
    label = MailChannel(settings).label(name, reader, 0, thread)
    text = f"{WRITE_ABOVE}\n\n{text.rstrip()}\n"
    draft = Draft("desk", f"[{name}] {subject}", text, thread=thread, answers_id=letter_id)
    place = {
        "channel": MailChannel.name,
        "recipient": settings.moderator,
        "game_id": game.id if game else None,
    }
    put_into_outbox(tx, label, draft, **place)


def tell_of_dice(tx: Transaction, game: GameRow, needed: Sequence[tuple[RandomNeeded, str]]) -> None:
    """Ask the moderator for dice that are thrown elsewhere, each with a remark; the game waits for them."""
    if needed:
        voice = games.title_of(game).voice()
        lines = "\n".join(f"    {voice.needed(need)}{remark}" for need, remark in needed)
        text = (
            f"The game waits for dice that are thrown elsewhere:\n\n{lines}\n\n"
            f"Who is asked: late {game.name}\n"
            f"To enter them: answer {game.name} POWER: order with dice 5,3,6\n"
        )
        tell_moderator(tx, "dice are needed", text, game=game)
