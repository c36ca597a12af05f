"""Where things stand on the forum: addresses of seats, the places that are theirs, and our marks in posts.

`anna@forum` is a user, `topic@forum` a topic that is opened for a game, `topic/34@forum` one that is there.
A place belongs to one seat's token: when the seat gets another player, that one gets another place.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from hashlib import blake2b

from pbem.channels.channel import Notebook, Reader
from pbem.channels.forum.forum import TOPIC

CHANNEL = "forum"
HOST = f"@{CHANNEL}"
BY_HAND = "console"
"""The channel of a person who carries posts to and from a forum."""
HOST_BY_HAND = f"@{BY_HAND}"
"""Behind the name of a user of some forum, in the address of a seat."""
PLACE = "place:"
"""How the pages of the notebook begin that tell of places."""
NAME = re.compile(r"[^\s@/<>;,][^@/<>;,]{0,38}[^\s@/<>;,]|[^\s@/<>;,]")
A_TOPIC = re.compile(rf"{TOPIC}(?:/([1-9]\d{{0,9}}))?")
MARK = re.compile(r"pbem:([a-z0-9-]+(?:\.[a-z0-9]+){2,3}(?:~\d+)?)(\??)")
"""The name of a letter at the end of a post of ours, with a question mark if it asks something."""


def is_forum_address(address: str) -> bool:
    """Whether an address is one of a forum, and well formed."""
    name, at, host = address.lower().rpartition("@")
    return f"{at}{host}" == HOST and bool(A_TOPIC.fullmatch(name) or NAME.fullmatch(name))


def user_at(address: str) -> str:
    """The user's name; empty if it is the address of a topic."""
    name = address.removesuffix(HOST)
    return "" if A_TOPIC.fullmatch(name) else name


def address_of(user: str) -> str:
    return f"{user.lower()}{HOST}"


def given_topic(address: str) -> int | None:
    """The number of a topic that is there already."""
    found = A_TOPIC.fullmatch(address.removesuffix(HOST))
    return int(found[1]) if found and found[1] else None


# ---- Places


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose a place is."""

    game: str
    token: str
    user: str
    """Empty: everybody's."""


def places(notebook: Notebook) -> dict[str, Owner]:
    """All places that we know, in the order in which they were opened."""
    found = {
        name.removeprefix(PLACE): Owner(**json.loads(text)) for name, text in notebook.pages(PLACE).items()
    }
    return dict(sorted(found.items(), key=lambda item: int(item[0].partition("/")[2])))


def enter_place(notebook: Notebook, place: str, owner: Owner) -> None:
    notebook.write(f"{PLACE}{place}", json.dumps(asdict(owner)))


def forget_place(notebook: Notebook, place: str) -> None:
    notebook.write(f"{PLACE}{place}", "")


# ---- How far a place was read


@dataclass(slots=True)
class Bookmark:
    """How far a place was read, and what matters for posts to come."""

    upto: int = 0
    """The last post that was read."""
    revisions: dict[str, str] = field(default_factory=dict)
    """The last posts of others that were read, each as it was then."""
    latest: str = ""
    """The last letter of ours above that."""
    asking: str = ""
    """The last one that asks something."""

    def first(self) -> int:
        """From this post on the place must be looked at: earlier ones are not compared any more."""
        return min([self.upto, *map(int, self.revisions)])


READ = "read:"
COMPARED = 12
"""So many posts are looked at again, whether their authors have changed them since."""


def bookmark(notebook: Notebook, place: str) -> Bookmark:
    text = notebook.pages(f"{READ}{place}").get(f"{READ}{place}")
    return Bookmark(**json.loads(text)) if text else Bookmark()


def enter_bookmark(notebook: Notebook, place: str, mark: Bookmark) -> None:
    kept = dict(list(mark.revisions.items())[-COMPARED:])
    notebook.write(f"{READ}{place}", json.dumps({**asdict(mark), "revisions": kept}))


def read_upto(notebook: Notebook, place: str) -> int:
    return bookmark(notebook, place).upto


def reference(owner: Owner) -> str:
    """What stands in the title of a place, so that it can be found again; it does not tell the token."""
    whose = f"{owner.game}/{owner.user}/{owner.token}"
    return blake2b(whose.encode(), digest_size=4, person=b"pbem title").hexdigest()


# ---- Names of letters


def name_of_letter(game: str, reader: Reader, number: int) -> str:
    """The name of a reader's n-th letter: always the same, and not to be guessed by others."""
    key = reader.token.encode() or b"none"
    about = f"{game}/{number}/{reader.address}"
    proof = blake2b(about.encode(), key=key, digest_size=6).hexdigest()
    return f"{game}.{reader.number}.{number}.{proof}"


def mark_of(name: str, *, asks: bool) -> str:
    """What stands at the end of a post of ours."""
    return f"`pbem:{name}{'?' if asks else ''}`"


def mark_in(text: str) -> tuple[str, bool] | None:
    """The name of the letter that a text of ours is, and whether it asks something."""
    found = MARK.findall(text)
    return (found[-1][0], bool(found[-1][1])) if found else None
