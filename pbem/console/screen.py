"""The conversation at the console: text comes in, and it is told what it would do, what it did, what is next.

Where nobody can be asked (a file, a pipe) everything that is certain is done, and the first thing that is not
stops it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from pbem.console.looking import Looked, Player
from pbem.console.pasted import Pasted
from pbem.console.table import ForumTable, MoreNeeded, Taken
from pbem.errors import ModeratorProblem, PbemError
from pbem.letters.markup import Format, as_text, write
from pbem.letters.pictures import image_of
from pbem.letters.posts import story_blocks
from pbem.letters.render import rule_line, tidy, wrap
from pbem.moderator.answering import dice_in, in_all, told_needs
from pbem.moderator.archive import write_bytes, write_text
from pbem.play.fates import Fate
from pbem.play.outside_dice import Needs
from pbem.play.whose_line import named
from pbem.work.posts import AGAIN, LAST
from rules.core.errors import RulesError

Ask = Callable[[str], str | None]
"""Asks the person at the console; None if nobody can be asked, or nobody wants to answer."""
Tell = Callable[[str], None]

CARRY_OUT = "Carry it out? [y]es, [n]o, yes to [a]ll, or only these lines (3-6): "
YES = ("y", "yes", "j", "ja", "ok")
NO = ("n", "no", "nein", "")
ALL = ("a", "all", "alle")
NAME_HIM = 'Name its author above it ("Dee wrote:"), or say whose it is with --as.'
ENDLESS = "Say which lines are orders by their numbers, or paste them in a code block."
SIGNS = {
    Fate.DONE: "done",
    Fate.HELD: "kept",
    Fate.PLANNED: "kept",
    Fate.PRESS: "press",
    Fate.DEAL: "deal",
    Fate.REQUEST: "answered",
    Fate.ASKED: "shown",
    Fate.CHAT: "talk",
    Fate.FURNITURE: "talk",
    Fate.NOT_NEEDED: "needless",
    Fate.NOT_DONE: "NOT DONE",
}
HELP = """\
Paste one post or several, as they stand on the forum, and press Enter. A post begins with a line that names
its author: "Dee wrote:", "[b]Dee[/b]", "France:". What is quoted never acts. "moderator: dice 5 3 6" below a
post gives its dice.

  /ask [POWER]      what is asked, with all choices, as the power itself sees it: not for the topic
  /post [FILE]      the next post for the topic; into a file, with the map beside it
  /again            the last post once more
  /letters [POWER]  private messages to pass on
  /undo [reason]    take back the last post that was carried out
  /players          who plays whom
  /as POWER         the next paste is this power's, whoever it names
  /help, /quit"""
WORDS = ("/ask", "/post", "/again", "/letters", "/undo", "/players", "/as", "/help", "/quit")


class Outcome(StrEnum):
    """What became of a post."""

    DONE = "done"
    PARTLY = "partly"
    """Some of its lines could not be done."""
    NOTHING = "nothing"
    """It holds nothing for the moderator, or was left out on purpose."""
    NOT_DONE = "not done"


class Screen:
    """One conversation about one game."""

    def __init__(
        self,
        table: ForumTable,
        tell: Tell,
        ask: Ask | None = None,
        *,
        format: Format = Format.BBCODE,
        only_look: bool = False,
        whose: str = "",
    ) -> None:
        """Without `ask` nobody can be asked; `whose` wrote what names no author."""
        self._table = table
        self._tell = tell
        self._ask = ask
        self._format = format
        self._only_look = only_look
        self._whose = table.player_named(whose) if whose else None
        self._only_this: Player | None = None
        self._yes_to_all = ask is None

    # ---- What comes in

    def take(self, text: str) -> bool:
        """Do a word, or carry out pasted posts; whether all went well."""
        words = text.strip()
        if words.startswith("/") and "\n" not in words:
            return self._word(*words.split(maxsplit=1))
        try:
            posts = self._table.posts_in(text)
        except ModeratorProblem as problem:  # dice that are none: a slip does not end a conversation
            self._tell(f"Nothing was done: {problem}")
            return False
        try:
            return self._posts(posts)
        finally:
            self._only_this = None  # the next paste may be anybody's again

    def greet(self) -> None:
        """Say where the game stands."""
        self._stand()
        self._tell('Paste posts, or write "/help".')

    def _posts(self, pasted: Sequence[Pasted]) -> bool:
        posts = [part for post in pasted for part in self._by_author(post)]
        if not posts:
            self._tell("There is no post in it.")
            return True
        self._yes_to_all = self._ask is None
        done, well = 0, True
        for post in posts:
            if post.author is not None and post.author.stranger and self._only_this is None:
                self._tell(
                    f"{post.author.name} has no seat here: nothing of the post acts.\n{_set_in(post.text)}"
                )
                continue
            player = self._player_of(post)
            if player is None:
                self._tell(f"Whose is this? {NAME_HIM} Nothing was done with it:\n{_set_in(post.text)}")
                well = False
                break
            outcome = self._one(post, player)
            done += outcome in (Outcome.DONE, Outcome.PARTLY)
            well = well and outcome in (Outcome.DONE, Outcome.NOTHING)
            if not well and self._ask is None and not self._only_look:
                self._tell(f"It ends here: what comes after the post of {player.words} was not read.")
                break
        if done:
            self._stand()
            seen, _ = self._table.post(keep=False)
            if seen.tells_something or seen.order > seen.since:
                self._show_post(LAST)
            else:  # the powers talk: the topic has seen all that it may
                self._tell('Nothing new for the topic ("/post" shows the last state all the same).')
        return well

    def _by_author(self, post: Pasted) -> list[Pasted]:
        """A post that names nobody, but whose every line names a power or a player: one for each in turn."""
        lines = [line for line in post.lines if line.strip()]
        whose = [self._table.whose(line.partition(":")[0]) if ":" in line else None for line in lines]
        if post.author is not None or not lines or not all(one and one.seat is not None for one in whose):
            return [post]
        parts: list[Pasted] = []
        for line, author in zip(lines, whose, strict=True):
            assert author is not None
            if not parts or parts[-1].author != author:
                parts.append(Pasted(author, first=post.first))
            power = named(line, self._table.title.names)
            several = bool(power) and len(self._table.player_named(power).powers) > 1
            parts[-1].lines.append(line if several else line.partition(":")[2].strip())
        parts[-1].dice, parts[-1].draws = post.dice, post.draws
        return parts

    def _player_of(self, post: Pasted) -> Player | None:
        if self._only_this is not None:
            return self._only_this
        if post.author is not None and post.author.seat is not None:
            return self._table.player_named(post.author.name)
        if self._whose is not None:
            return self._whose
        if self._ask is None:
            return None
        asked = self._table.asked()
        usual = asked[0].name if len(asked) == 1 else ""
        self._tell(_set_in(post.text))
        question = (
            f"Whose is this? (Enter: {usual}, n: nobody's) " if usual else "Whose is this? (Enter: nobody's) "
        )
        while True:
            answer = self._ask(question)
            name = usual if answer is not None and answer.strip().lower() in ("", *YES) else answer
            if not name or name.strip().lower() in NO:
                return None
            try:
                return self._table.player_named(name.strip())
            except ModeratorProblem as problem:  # a slip: what was pasted is still there
                self._tell(str(problem))

    # ---- One post

    def _one(self, post: Pasted, player: Player) -> Outcome:
        """Show a post, ask, and carry it out."""
        try:
            looked = self._table.look(post, player)
        except (PbemError, RulesError) as problem:
            self._tell(f"{player.words}: {problem}")
            return Outcome.NOT_DONE
        self._show_look(looked, post)
        if looked.problem:
            return Outcome.NOT_DONE
        if not looked.acts:
            return self._choose_below_quotation(post, looked)
        fails = any(line.wrong for line in looked.lines)
        if self._only_look:
            return Outcome.NOT_DONE if fails else Outcome.NOTHING
        if self._ask is None and fails:
            self._tell("Nothing was done: not all of it can be. Orders in a code block are read alone.")
            return Outcome.NOT_DONE
        if fails or not self._yes_to_all:
            answer = self._wanted(looked)
            if isinstance(answer, list):
                return self._one(replace(post, lines=["[code]", *answer, "[/code]"]), player)
            if not answer:
                self._tell("Nothing was done with it.")
                return Outcome.NOTHING
        if not self._give_dice(post, looked.needs):
            return Outcome.NOT_DONE
        while True:
            try:
                taken = self._table.take(post, player)
            except MoreNeeded as more:
                if not self._give_dice(post, more.needs):
                    return Outcome.NOT_DONE
            except (PbemError, RulesError) as problem:
                self._tell(f"Nothing was done: {problem}")
                return Outcome.NOT_DONE
            else:
                self._show_taken(taken)
                if taken.well:
                    return Outcome.DONE
                return Outcome.PARTLY if taken.did_something else Outcome.NOT_DONE

    def _choose_below_quotation(self, post: Pasted, looked: Looked) -> Outcome:
        """Nothing in a post acts; if a quotation in it has lost its end, some of it may yet be meant."""
        player = looked.player
        if not post.endless or player not in self._table.asked():
            self._tell("Nothing in it is for the moderator.")
            return Outcome.NOTHING
        self._tell(f"It quotes somebody, and nobody can see where that ends. {ENDLESS}")
        if self._ask is None or self._only_look:
            return Outcome.NOT_DONE
        answer = self._wanted(looked)
        if isinstance(answer, list):
            return self._one(replace(post, lines=["[code]", *answer, "[/code]"], endless=False), player)
        self._tell("Nothing was done with it.")
        return Outcome.NOTHING

    def _wanted(self, looked: Looked) -> bool | list[str]:
        """Whether a post shall be carried out; or which of its lines, and no others."""
        assert self._ask is not None
        while True:
            answer = (self._ask(CARRY_OUT) or "").strip().lower()
            if answer in ALL:
                self._yes_to_all = True
            if answer in (*YES, *ALL, *NO):
                return answer not in NO
            if (chosen := _numbers(answer, len(looked.lines))) is not None:
                return [looked.lines[number - 1].text for number in chosen]
            last = len(looked.lines)
            self._tell(f'"{answer}" is neither yes nor no, nor a number of its lines (1 to {last}).')

    def _give_dice(self, post: Pasted, needs: Needs) -> bool:
        """Ask for what is missing; whether it is there."""
        if not needs.certain:
            return True
        needs_it = "It still needs" if post.dice or post.draws else "It needs"
        self._tell(
            "\n".join([f"{needs_it} {in_all(needs)}, in this order:", *told_needs(needs, self._table.voice)])
        )
        if self._ask is None:
            self._tell('Nothing was done. Give them below the post: "moderator: dice 5 3 6".')
            return False
        if needs.dice:
            answer = self._ask(f"Dice ({needs.dice}{' or more' if needs.perhaps else ''}, in one line): ")
            if not answer or not answer.strip():
                self._tell("Nothing was done.")
                return False
            try:
                post.dice += dice_in(answer)
            except ModeratorProblem as problem:
                self._tell(str(problem))
                return self._give_dice(post, needs)
        if needs.draws:
            answer = self._ask(f"Draws ({needs.draws}, with commas): ")
            if not answer or not answer.strip():
                self._tell("Nothing was done.")
                return False
            post.draws += [word.strip() for word in answer.split(",") if word.strip()]
        return True

    # ---- Words

    def _word(self, word: str, rest: str = "") -> bool:
        try:
            match word.lower():
                case "/ask":
                    power = self._table.title.power_named(rest) if rest else None
                    self._tell(as_text(self._table.questions(power)).rstrip("\n"))
                case "/post":
                    self._show_post(LAST, Path(rest) if rest else None)
                case "/again":
                    self._show_post(AGAIN, Path(rest) if rest else None)
                case "/letters":
                    self._show_letters(self._table.player_named(rest) if rest else None)
                case "/undo":
                    self._tell(self._table.undo(rest))
                    self._stand()
                case "/players":
                    self._tell("\n".join(f"  {player.words}" for player in self._table.players()))
                case "/as":
                    self._only_this = self._table.player_named(rest) if rest else None
                    whose = self._only_this.words if self._only_this else "whoever it names"
                    self._tell(f"What you paste next is by {whose}.")
                case "/help":
                    self._tell(HELP)
                case _:
                    self._tell(f'There is no "{word}"; there is {", ".join(WORDS)}.')
                    return False
        except (PbemError, RulesError, OSError) as problem:
            self._tell(str(problem))
            return False
        return True

    # ---- What is shown

    def _show_look(self, looked: Looked, post: Pasted) -> None:
        lines = [f"{looked.player.words}:"]
        for number, line in enumerate(looked.lines, 1):
            mark = "!" if line.wrong else " "
            lines.append(f"{number:3}{mark} {line.text}")
            lines.append(wrap(f"-> {line.does}", 7, 3))
            lines += [wrap(told, 10, 2) for told in line.told]
        if looked.then:
            lines.append(wrap(looked.then if looked.then.endswith((".", "?")) else f"{looked.then}.", 5))
        if looked.problem:
            lines.append(wrap(looked.problem, 5))
        if post.dice or post.draws:
            lines.append(f"     given: {' '.join(map(str, [*post.dice, *post.draws]))}")
        self._tell("\n".join(lines))
        self._tell_answers(looked.refused)

    def _show_taken(self, taken: Taken) -> None:
        lines = [f"{taken.player.words}, after order {taken.order}:"]
        lines += [f"   {SIGNS[fate]:10} {text}" for fate, text in taken.fates if fate is not Fate.FURNITURE]
        lines += [f"   used for {use}" for use in taken.used]
        if taken.unused:
            lines.append(f"   not used: {' '.join(taken.unused)}")
        self._tell("\n".join(lines))
        blocks = [*story_blocks(taken.story, self._table.voice), *taken.problem]
        if blocks:
            self._tell(as_text(blocks).rstrip("\n"))
        self._tell_answers(taken.answers)

    def _tell_answers(self, answers: Sequence[tuple[str, str]]) -> None:
        for title, text in answers:
            self._tell(f"{title}\n\n{tidy(text)}".rstrip("\n"))

    def _stand(self) -> None:
        """Where the game stands: what is asked with all choices, what that needs, and what waits."""
        made, _ = self._table.post(keep=False)
        self._tell(f"{rule_line('=')}\n{made.report.view.where}")
        self._tell("Asked now, as the powers themselves see it (not for the topic):")
        self._tell(as_text(self._table.questions()).rstrip("\n"))
        self._show_dice_ahead()
        waiting = self._table.private_letters(take=False)
        if waiting:
            whom = ", ".join(dict.fromkeys(to for to, _, _ in waiting))
            told = "A private message waits" if len(waiting) == 1 else f"{len(waiting)} private messages wait"
            self._tell(wrap(f'{told} for {whom}: "/letters" shows them.'))

    def _show_dice_ahead(self) -> None:
        ahead = self._table.dice_ahead()
        voice = self._table.voice
        by_power: dict[str, list[tuple[str, Needs]]] = {}
        for power, order, needs in ahead:
            by_power.setdefault(power, []).append((order, needs))
        for power, choices in by_power.items():
            name = voice.power_name(power)
            kinds = {needs for _, needs in choices}
            if kinds == {Needs()}:
                continue
            if len(kinds) == 1:
                (needs,) = kinds
                self._tell(
                    "\n".join([f"Whatever {name} chooses needs {in_all(needs)}:", *told_needs(needs, voice)])
                )
                continue
            told = [f"What {name} chooses needs dice:"]
            for needs in dict.fromkeys(needs for _, needs in choices):
                orders = ", ".join(order for order, same in choices if same == needs)
                told.append(wrap(f"{orders}: {in_all(needs) or 'none'}", 2, 2))
                told += [f"  {line}" for line in told_needs(needs, voice)]
            self._tell("\n".join(told))

    def _show_post(self, since: str, file: Path | None = None) -> None:
        made, blocks = self._table.post(since, map_file=file.with_suffix(".png").name if file else "")
        text = write(blocks, self._format)
        if file is None:
            edge = f"---- the next post, in {self._format} "
            self._tell(f"{edge.ljust(72, '-')}\n{text.rstrip()}\n{rule_line()}")
            return
        write_text(file, text, public=True)
        if made.scene is not None:
            write_bytes(file.with_suffix(".png"), image_of(made.scene, made.language), public=True)
        self._tell(f"{file} is the post, {file.with_suffix('.png')} the map.")

    def _show_letters(self, player: Player | None) -> None:
        letters = self._table.private_letters(player, take=True)
        if not letters:
            self._tell("Nothing waits to be passed on.")
        for to, subject, text in letters:
            self._tell(f"{f'---- to {to}: {subject} '.ljust(72, '-')}\n{_without_mark(text)}\n{rule_line()}")


def _without_mark(text: str) -> str:
    """A letter without the line that only mail needs."""
    first, _, rest = text.partition("\n")
    return (rest if first.startswith("----") else text).strip("\n")


def _numbers(text: str, last: int) -> list[int] | None:
    """`3-6, 8`: the numbers of lines; None if it is something else."""
    found: list[int] = []
    for part in text.replace(",", " ").split():
        first, _, end = part.partition("-")
        if not (first.isdecimal() and (end or first).isdecimal() and len(part) < 8):
            return None
        found += range(int(first), int(end or first) + 1)
    return found if found and all(1 <= number <= last for number in found) else None


def _set_in(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def run(screen: Screen, read: Callable[[], str | None]) -> bool:
    """Talk until there is nothing more to read; whether all went well."""
    well = True
    while (text := read()) is not None:
        if text.strip() in ("/quit", "/exit"):
            break
        if text.strip():
            well = screen.take(text) and well
    return well


__all__ = ["HELP", "WORDS", "Ask", "Screen", "run"]
