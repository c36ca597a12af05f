"""A game through a real Misago, moderator and forum killed in between: `python -m tests.forum.real_game`.

The moderator is `pbem run` in a process of its own, which kills itself at one of the points that matter,
again and again.  Six bots have accounts on the forum: each waits for a question in its private thread and
answers there, as a person would.  What the parties cost is told in seconds of CPU: on a busy machine only
that counts.  At the end every letter must stand on the forum once, every order in the log once, and no hand
in the topic.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from sqlalchemy import func
from sqlmodel import col, select

from pbem.channels.forum.forum import PRIVATE, ForumProblem, Post
from pbem.channels.forum.misago import Misago
from pbem.channels.forum.places import mark_in
from pbem.config import ForumSettings, load_settings
from pbem.games.suggestion import Level
from pbem.language import say
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.seeds import keys_of
from pbem.store.tables import EventRow, GameRow, LetterRow, OrderRow, OutgoingRow, QuestionRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests.forum.misago_site import MODERATOR, PASSWORD, ROOT, MisagoSite
from tests.pbem.points import POINTS
from tests.processes import start_pbem

GAME = "campaign"
PLAYERS = {
    "ottoman": "Suleiman",
    "hapsburg": "Charles",
    "england": "Henry",
    "france": "Francis",
    "papacy": "Clement",
    "protestant": "Martin",
}
KEY = "the same key for all processes of this game"
SETTINGS = """
database = "{folder}/pbem.sqlite3"
poll_seconds = 2
[mail]
maildir = "{folder}/gm"
[hours]
negotiation = 0
[forum]
kind = "misago"
address = "{address}"
user = "{user}"
password_file = "{folder}/forum.password"
category = {category}
"""
PATIENCE = 300.0
"""Seconds without a new order after which something is wrong, on a busy machine too."""


TELL_EVERY = 50
"""After so many posts it is told how far the game is: it takes an hour and more on a busy machine."""


class Failed(Exception):
    """The game did not go as it should."""


@dataclass
class Bot:
    """One player."""

    power: str
    forum: Misago
    place: str = ""
    answered: int = 0
    """The last post that was answered."""
    seen: int = -1
    """So many letters had been posted for it when it last looked: it need not look again before the next."""


@dataclass
class Kills:
    """When somebody is killed: after so many orders of the bots."""

    rng: random.Random
    moderator: int
    forum: int
    done: Counter[str] = field(default_factory=Counter)

    def point(self) -> tuple[str, int] | None:
        """Where the next moderator kills itself, and how often it comes there before."""
        if not self.moderator:
            return None
        return self.rng.choice(POINTS), self.rng.randrange(2 * self.moderator)

    def forum_is_due(self) -> bool:
        return bool(self.forum) and self.rng.random() < 1 / self.forum


class Costs:
    """What the processes of a game cost, in seconds of CPU."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[str, float]] = {}

    def look(self, **who: int | None) -> None:
        """Take note of what processes have cost until now: those that are killed cannot be asked later."""
        for name, pid in who.items():
            if pid is not None and (spent := _cpu_of(pid)):
                self._last[pid] = name, spent

    def told(self) -> str:
        by_name: Counter[str] = Counter()
        for name, spent in self._last.values():
            by_name[name] += spent  # type: ignore[assignment]
        by_name["bots"] = time.process_time()  # type: ignore[assignment]
        return ", ".join(f"{name} {spent:.0f} s" for name, spent in by_name.items())


def _cpu_of(pid: int) -> float:
    """With all its children, also those that have ended; 0 if it is not there, or this is no Linux."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    own = sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_cpu_of(int(child)) for child in children)


class RealGame:
    """A game in one folder."""

    def __init__(self, folder: Path, site: MisagoSite, kills: Kills) -> None:
        self.folder, self.site, self.kills = folder, site, kills
        closed = folder / "forum.password"
        closed.write_text(PASSWORD + "\n", encoding="utf-8")
        closed.chmod(0o600)
        told = SETTINGS.format(folder=folder, address=site.address, user=MODERATOR, category=site.category)
        (folder / "pbem.toml").write_text(told, encoding="utf-8")
        os.environ["PBEM_SEED_KEY"] = KEY
        self._moderator: ForkServerProcess | None = None
        self.costs = Costs()
        settings = load_settings(folder / "pbem.toml")
        self.database = open_database(settings.database, keys_of(settings))
        self.bots = {power: Bot(power, self._login(name)) for power, name in PLAYERS.items()}
        self.posted = 0

    def _login(self, name: str) -> Misago:
        return Misago(ForumSettings(kind="misago", address=self.site.address, user=name, password=PASSWORD))  # type: ignore[arg-type]

    def close(self) -> None:
        self.kill_moderator()
        for bot in self.bots.values():
            bot.forum.close()
        self.database.dispose()

    # ---- The moderator

    def pbem(self, *words: str) -> str:
        command = [sys.executable, "-m", "pbem", "--settings", str(self.folder / "pbem.toml"), *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"{' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def start_moderator(self, dies_at: tuple[str, int] | None = None) -> None:
        words = ["--settings", str(self.folder / "pbem.toml"), "run"]
        self._moderator = start_pbem([words], os.environ, self.folder / "moderator.log", dies_at)

    def kill_moderator(self) -> None:
        if self._moderator is not None:
            self.look_at_costs()
            self._moderator.kill()
            self._moderator.join()
            self._moderator = None

    def look_at_costs(self) -> None:
        assert self._moderator is not None
        self.costs.look(moderator=self._moderator.pid, **self.site.processes())

    def keep_alive(self) -> None:
        """Another moderator, if the last one has killed itself."""
        assert self._moderator is not None
        self.look_at_costs()
        if not self._moderator.is_alive():
            self.kills.done["moderator"] += 1
            self.start_moderator(self.kills.point())

    # ---- The game

    def begin(self, scenario: str) -> None:
        """Seats, invitations, answers, the deal."""
        seats = [f"{power}={name} <{name.lower()}@forum>" for power, name in PLAYERS.items()]
        seats.append("observer=Reports <topic@forum>")
        options = [word for seat in seats for word in ("--seat", seat)]
        self.pbem("new", GAME, *options, "--scenario", scenario, "--plain", "--reports", "phase")
        self.pbem("invite", GAME)
        self.start_moderator()
        for bot in self.bots.values():
            self._until(lambda bot=bot: self._has_place(bot), "an invitation")  # type: ignore[misc]
            self._until(lambda bot=bot: self._says(bot, ["join"]), "the forum")  # type: ignore[misc]
        self._until(self._all_confirmed, "the confirmations")
        self.pbem("start", GAME)

    def play(self, most: int, last_turn: int, seconds: float) -> None:
        """Until the game is over, a turn has ended, enough was ordered, or time is up."""
        began = time.monotonic()
        ends = began + PATIENCE
        seen = told = -1
        self.kill_moderator()
        self.start_moderator(self.kills.point())
        while True:
            over, turn, orders, waiting = self.state()
            posted = self._posted_by_us()
            if over or turn > last_turn or self.posted >= most or time.monotonic() - began > seconds:
                return
            if self.posted // TELL_EVERY != told:
                told = self.posted // TELL_EVERY
                spent = time.monotonic() - began
                print(
                    f"turn {turn}, order {orders}, {self.posted} posts, {spent:.0f} s; {self.costs.told()}",
                    flush=True,
                )
            if orders != seen:
                seen, ends = orders, time.monotonic() + PATIENCE
            if time.monotonic() > ends:
                raise Failed(f"nothing happens any more: {waiting} are asked; see {self.folder}")
            answered = sum(self._answer(self.bots[power], posted[power]) for power in waiting)
            self.keep_alive()
            if not answered:
                time.sleep(0.1)
            elif self.kills.forum_is_due():
                self.kills.done["forum"] += 1
                self.site.stop()
                self.site.start()

    def _answer(self, bot: Bot, posted: int) -> bool:
        """Answer the last question in the bot's thread, if it has not yet."""
        if bot.seen == posted:
            return False
        try:
            asking = self._question(bot)
            lines = self._advice(bot.power) if asking else []
        except ForumProblem:
            return False
        if asking and lines and not self._says(bot, lines):
            return False
        bot.seen = posted
        if not asking or not lines:
            return False
        bot.answered = asking.number
        self.posted += 1
        return True

    def _says(self, bot: Bot, lines: Sequence[str]) -> bool:
        """Whether the forum takes a post.  If it was killed meanwhile, the thread tells whether it did."""
        try:
            return bot.forum.reply(bot.place, "\n".join(["My orders:", "", "```", *lines, "```"]))
        except ForumProblem:
            return False

    def _question(self, bot: Bot) -> Post | None:
        posts = bot.forum.look(bot.place, bot.answered).posts
        if posts and posts[-1].author == bot.forum.me:
            return None  # the moderator has not read it yet
        ours = [post for post in posts if post.author == MODERATOR.lower() and post.number > bot.answered]
        asking = [post for post in ours if (mark := mark_in(post.html)) and mark[1]]
        return asking[-1] if asking else None

    def _has_place(self, bot: Bot) -> bool:
        try:
            found = bot.forum.changed({})
        except ForumProblem:
            return False
        bot.place = next((place for place in found if place.startswith(PRIVATE)), "")
        return bool(bot.place)

    def _all_confirmed(self) -> bool:
        with UnitOfWork(self.database) as work:
            rows = work.session.exec(select(SeatRow)).all()
        return all(row.confirmed_at for row in rows if row.powers)

    def _advice(self, power: str) -> list[str]:
        """What the title's bot would order: it is shown what the power may know.

        One post holds all that it orders until dice fall, cards are drawn or somebody else is asked.
        """
        with UnitOfWork(self.database) as work:
            game = games.find_game(work.session, GAME)
            engine = games.load_engine(work.session, game)
        title, lines, thrown = games.title_of(game), [], engine.game.dice.used
        while (question := engine.waiting().get(power)) is not None and engine.game.dice.used == thrown:
            advice = title.suggest(engine.game, power, question, Level.EASY)
            if not (words := say(question, advice.answer, title.names)):
                break
            lines += words.split("\n")
            engine.submit(power, advice.answer)
        return lines

    def state(self) -> tuple[bool, int, int, list[str]]:
        """Whether the game is over, the turn, how much was ordered, and who is asked."""
        with UnitOfWork(self.database) as work:
            over = games.find_game(work.session, GAME).status == "over"
            turn = work.session.exec(select(func.max(EventRow.turn))).one() or 0
            orders = work.session.exec(select(func.max(OrderRow.seq))).one() or 0
            asked = select(QuestionRow.power).where(QuestionRow.status == "open")
            return over, turn, orders, list(work.session.exec(asked))

    def _posted_by_us(self) -> Counter[str]:
        """How many letters stand on the forum for each power."""
        with UnitOfWork(self.database) as work:
            query = (
                select(SeatRow.powers, func.count(col(OutgoingRow.id)))
                .join(OutgoingRow, col(OutgoingRow.seat_id) == col(SeatRow.id))
                .where(OutgoingRow.status == "sent")
                .group_by(col(SeatRow.id))
            )
            return Counter({power: count for powers, count in work.session.exec(query) for power in powers})

    def _until(self, is_so: object, what: str) -> None:
        assert callable(is_so)
        ends = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > ends:
                raise Failed(f"{what}: nothing comes; see {self.folder}")
            time.sleep(0.05)

    # ---- At the end

    def settle(self) -> None:
        """Until everything that was posted is read, and everything that was written is posted."""
        self.kill_moderator()
        self.start_moderator()
        self._until(self._nothing_waits, "the last letters")
        self.kill_moderator()

    def _nothing_waits(self) -> bool:
        with UnitOfWork(self.database) as work:
            queued = select(OutgoingRow.id).where(
                OutgoingRow.status == "queued", OutgoingRow.channel == "forum"
            )
            letters = work.session.exec(select(LetterRow.status)).all()
            sent = work.session.exec(queued).first() is None
        return sent and "new" not in letters and len(letters) >= self.posted + len(self.bots)

    def check(self) -> list[str]:
        """Everything that is wrong."""
        wrong: list[str] = []
        with UnitOfWork(self.database) as work:
            sent = work.session.exec(select(OutgoingRow).where(OutgoingRow.channel == "forum")).all()
            letters = work.session.exec(select(LetterRow)).all()
            orders = work.session.exec(select(OrderRow).where(col(OrderRow.letter_id).is_not(None))).all()
            commitment = work.session.exec(select(GameRow.commitment)).one()
        posts = self._all_posts()
        marks = Counter(
            mark[0].partition("~")[0]
            for _, author, text in posts
            if author == MODERATOR and (mark := mark_in(text))
        )
        names = {row.message_id.removeprefix("forum:") for row in sent}
        wrong += [f"posted {count} times: {name}" for name, count in marks.items() if count > 1]
        wrong += [f"not on the forum: {name}" for name in sorted(names - marks.keys())]
        wrong += [f"nobody wrote it: {name}" for name in sorted(marks.keys() - names)]
        wrong += [
            f"letter {row.id} is {row.status}: {row.verdict}" for row in letters if row.status != "done"
        ]
        by_players = [text for _, author, text in posts if author != MODERATOR]
        if len(letters) != len(by_players):
            wrong.append(f"{len(by_players)} posts of players are {len(letters)} letters")
        if not orders:
            wrong.append("nothing was ordered")
        topic = [text for kind, author, text in posts if kind == "topic" and author == MODERATOR]
        if not any(commitment in text for text in topic):
            wrong.append("the topic does not tell of the game")
        private = [text for kind, author, text in posts if kind == "private" and author == MODERATOR]
        for word in ("your hand", "your decision"):
            if any(word in text.lower() for text in topic):
                wrong.append(f"in the topic: {word}")
            if not any(word in text.lower() for text in private):
                wrong.append(f"in no private thread: {word}")
        return wrong

    def _all_posts(self) -> list[tuple[str, str, str]]:
        """Kind of thread, author and source of every post, out of the forum's own database."""
        told = self.site.shell(
            "import json\nfrom misago.threads.models import Post\n"
            "rows = Post.objects.select_related('thread__category').filter(is_event=False).order_by('id')\n"
            "kinds = lambda post: 'private' if post.category.special_role == 'private_threads' else 'topic'\n"
            "print(json.dumps([[kinds(p), p.poster_name, p.original] for p in rows"
            " if p.thread.starter_name == 'Moderator']))"
        )
        import json

        return [(kind, author, text) for kind, author, text in json.loads(told.strip().split("\n")[-1])]


def run(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenario", default="tournament")
    parser.add_argument("--turns", type=int, default=99, help="how many turns; else the whole game")
    parser.add_argument("--orders", type=int, default=1_000_000, help="stop after so many posts of the bots")
    parser.add_argument(
        "--minutes", type=float, default=600, help="stop after so long, and check what was played"
    )
    parser.add_argument("--kill-moderator", type=int, default=12, help="the greater, the seldomer; 0: never")
    parser.add_argument("--kill-forum", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    chosen = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="pbem-forum-") as made:
        folder = chosen.folder or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        return _run(chosen, folder)


def _run(chosen: argparse.Namespace, folder: Path) -> int:
    began = time.monotonic()
    site = MisagoSite(folder / "misago", list(PLAYERS.values()))
    kills = Kills(random.Random(chosen.seed), chosen.kill_moderator, chosen.kill_forum)
    game: RealGame | None = None
    try:
        site.build()
        print(f"Misago is up after {time.monotonic() - began:.0f} s", flush=True)
        game = RealGame(folder, site, kills)
        game.begin(chosen.scenario)
        print(f"the game has begun after {time.monotonic() - began:.0f} s", flush=True)
        first = game.state()[1]
        try:
            game.play(chosen.orders, first + chosen.turns - 1, chosen.minutes * 60)
        except KeyboardInterrupt:
            print("stopped: what was played until now is checked", flush=True)
        game.settle()
        over, turn, orders, _ = game.state()
        wrong = game.check()
        verified = game.pbem("verify", GAME).strip().split("\n")[-1]
    finally:
        if game is not None:
            game.close()
        site.close()
    print(
        f"{'over' if over else f'in turn {turn}'}: {orders} orders, {game.posted} posts of the bots, "
        f"moderator killed {kills.done['moderator']} times, forum {kills.done['forum']} times, "
        f"{time.monotonic() - began:.0f} s; {game.costs.told()}; {verified}"
    )
    for line in wrong[:20]:
        print(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run())
