"""The ways in and out by name: `channel_of`.

A channel is imported when it is first used: many commands need only names and addresses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.channels import mail
from pbem.channels.forum import places
from pbem.channels.forum.places import HOST, HOST_BY_HAND, given_topic, user_at
from pbem.channels.mail import lists
from pbem.channels.mail.lists import is_list_address

if TYPE_CHECKING:
    from pbem.channels.channel import Channel
    from pbem.config import Settings

MAIL, FORUM, LIST, CONSOLE = mail.CHANNEL, places.CHANNEL, lists.CHANNEL, places.BY_HAND
TEXT_ALONE = (FORUM, LIST)
"""Channels whose letters have no pictures: a forum shows none, and a list would hold them back."""
BY_HAND = (CONSOLE,)
"""Channels whose letters a person takes along."""


def _mail(settings: Settings) -> Channel:
    from pbem.channels.mail.channel import MailChannel

    return MailChannel(settings.mail)


def _forum(settings: Settings) -> Channel:
    from pbem.channels.forum.channel import ForumChannel

    return ForumChannel(settings.forum)


def _list(settings: Settings) -> Channel:
    from pbem.channels.mailing_list import ListChannel

    return ListChannel(settings.mail)


def _console(settings: Settings) -> Channel:
    from pbem.channels.console import ConsoleChannel

    return ConsoleChannel()


_MADE: dict[str, Callable[[Settings], Channel]] = {
    MAIL: _mail,
    FORUM: _forum,
    LIST: _list,
    CONSOLE: _console,
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
    if address.endswith(HOST_BY_HAND):
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
    if channel == FORUM:
        from pbem.channels.forum.channel import ForumChannel
        from pbem.config import ForumSettings

        return ForumChannel(ForumSettings()).read(raw).sender
    from pbem.channels.mail.letter import read_envelope

    return read_envelope(raw).sender


def ways_in(settings: Settings) -> list[str]:
    """The channels that are polled, by name."""
    return [MAIL, FORUM] if settings.forum.kind else [MAIL]
