"""OAuth2 in place of a password."""

from __future__ import annotations

from pbem.channels.mail.login import Tokens
from pbem.config import MailSettings


def tokens_of(settings: MailSettings) -> Tokens | None:
    """Where the tokens come from, if the settings want any."""
    return None
