"""The ways in and out by name: `channel_of`."""

from __future__ import annotations

from collections.abc import Callable

from pbem.channels.channel import Channel
from pbem.channels.mail.channel import MailChannel
from pbem.config import Settings

MAIL = MailChannel.name
_MADE: dict[str, Callable[[Settings], Channel]] = {MAIL: lambda settings: MailChannel(settings.mail)}


def channel_of(name: str, settings: Settings) -> Channel:
    """The channel of this name, as the settings want it."""
    return _MADE[name](settings)


def add_channel(name: str, make: Callable[[Settings], Channel]) -> None:
    """Another way in and out."""
    _MADE[name] = make


def channels_of(settings: Settings) -> list[Channel]:
    """All ways in and out that the settings know."""
    return [make(settings) for make in _MADE.values()]
