"""The ways in and out by name: `channel_of`."""

from __future__ import annotations

from collections.abc import Callable

from pbem.channels.channel import Channel
from pbem.channels.console import CONSOLE, ConsoleChannel
from pbem.channels.console import HOST as CONSOLE_HOST
from pbem.channels.forum.channel import ForumChannel
from pbem.channels.forum.places import HOST, given_topic
from pbem.channels.mail.channel import MailChannel
from pbem.channels.mail.letter import read_envelope
from pbem.config import ForumSettings, Settings

MAIL, FORUM = MailChannel.name, ForumChannel.name
BY_HAND = (CONSOLE,)
"""Channels whose letters a person takes along."""
_MADE: dict[str, Callable[[Settings], Channel]] = {
    MAIL: lambda settings: MailChannel(settings.mail),
    FORUM: lambda settings: ForumChannel(settings.forum),
    CONSOLE: lambda settings: ConsoleChannel(),
}


def channel_of(name: str, settings: Settings) -> Channel:
    """The channel of this name, as the settings want it."""
    return _MADE[name](settings)


def add_channel(name: str, make: Callable[[Settings], Channel]) -> None:
    """Another way in and out."""
    _MADE[name] = make


def channel_at(address: str, otherwise: str = MAIL) -> str:
    """The channel of an address, by its form; `otherwise` if that does not tell."""
    if address.endswith(HOST):
        return FORUM
    if address.endswith(CONSOLE_HOST):
        return CONSOLE
    return MAIL if "@" in address else otherwise


def is_topic(address: str) -> bool:
    """Whether an address is that of a topic which was there before."""
    return address.endswith(HOST) and given_topic(address) is not None


def sender_of(channel: str, raw: bytes) -> str:
    """Who has sent a stored letter."""
    return ForumChannel(ForumSettings()).read(raw).sender if channel == FORUM else read_envelope(raw).sender


def ways_in(settings: Settings) -> list[str]:
    """The channels that are polled, by name."""
    return [MAIL, FORUM] if settings.forum.kind else [MAIL]
