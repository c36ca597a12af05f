"""The ways in and out by name: `channel_of`."""

from __future__ import annotations

from collections.abc import Callable

from pbem.channels.channel import Channel
from pbem.channels.console import CONSOLE, ConsoleChannel
from pbem.channels.console import HOST as CONSOLE_HOST
from pbem.channels.forum.channel import ForumChannel
from pbem.channels.forum.places import HOST, given_topic, user_at
from pbem.channels.mail.channel import MailChannel
from pbem.channels.mail.letter import read_envelope
from pbem.channels.mail.lists import is_list_address
from pbem.channels.mailing_list import ListChannel
from pbem.config import ForumSettings, Settings

MAIL, FORUM, LIST = MailChannel.name, ForumChannel.name, ListChannel.name
TEXT_ALONE = (FORUM, LIST)
"""Channels whose letters have no pictures: a forum shows none, and a list would hold them back."""
BY_HAND = (CONSOLE,)
"""Channels whose letters a person takes along."""
_MADE: dict[str, Callable[[Settings], Channel]] = {
    MAIL: lambda settings: MailChannel(settings.mail),
    FORUM: lambda settings: ForumChannel(settings.forum),
    LIST: lambda settings: ListChannel(settings.mail),
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
    if is_list_address(address):
        return LIST
    return MAIL if "@" in address else otherwise


def is_topic(address: str) -> bool:
    """Whether an address is that of a topic which was there before."""
    return address.endswith(HOST) and given_topic(address) is not None


def is_public(address: str) -> bool:
    """Whether everybody reads what is written there: no player can have such an address."""
    return is_list_address(address) or (address.endswith(HOST) and not user_at(address))


def sender_of(channel: str, raw: bytes) -> str:
    """Who has sent a stored letter."""
    return ForumChannel(ForumSettings()).read(raw).sender if channel == FORUM else read_envelope(raw).sender


def ways_in(settings: Settings) -> list[str]:
    """The channels that are polled, by name."""
    return [MAIL, FORUM] if settings.forum.kind else [MAIL]
