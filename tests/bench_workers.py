"""Order mails a second with one worker and with four on PostgreSQL, durable commits (`make bench`).

One process stores the letters of a round, as whoever fetches the mailbox does; the workers handle them then.
On a machine with fewer free cores than workers the rate says little: the CPU time for a letter says what more
cores would give.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from dataclasses import replace

from pbem.channels.channel import Incoming
from pbem.config import DatabaseServer, Settings, as_database
from pbem.post.service import Moderator
from pbem.store.database import open_database
from pbem.store.seeds import keys_of
from tests.bench_mail import GAMES, ROUNDS, letter_of
from tests.pbem.office import Office, plan
from tests.postgresql import PostgresServer, programs

WORKERS = (1, 4)
PAUSE = 0.002


def rows() -> list[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    if programs() is None:
        return [("order mails on PostgreSQL", "-", "make postgresql")]
    lines = []
    for workers in WORKERS:
        rate, cpu = measured(workers)
        what = f"order mails, PostgreSQL, {workers} worker{'s' * (workers > 1)}, durable ({GAMES} games)"
        wanted = f"{cpu * 1000:.0f} ms CPU each" + ("; 300 /s with a core for each" if workers > 1 else "")
        lines.append((what, f"{rate:.0f} /s", wanted))
    return lines


def measured(workers: int) -> tuple[float, float]:
    """Letters a second of wall time, and seconds of CPU for each, of all processes but the server."""
    os.environ.setdefault("PBEM_SEED_KEY", "the same key for all tests of pbem")
    server = PostgresServer(durable=True).build()
    crew: list[subprocess.Popen[str]] = []
    try:
        place = DatabaseServer(server.create("games"))
        open_database(place).dispose()
        office = Office(place)
        names = [f"game-{number}" for number in range(GAMES)]
        for name in names:
            office.moderator.create_game(replace(plan(), name=name), seed=name)
            office.moderator.start_game(name)
        command = [sys.executable, "-m", "tests.bench_workers", place.url]
        crew = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for _ in range(workers)
        ]
        for worker in crew:
            _hear(worker)  # it is ready
        spent = cpu = 0.0
        handled = 0
        for number in range(ROUNDS + 1):
            letters = [letter_of(office, name) for name in names]
            began, own = time.perf_counter(), _cpu()
            for worker in crew:
                _say(worker, str(office.written))
            for raw in letters:
                office.moderator.store_letter(Incoming("", raw, len(raw)))
            told = [_hear(worker).split() for worker in crew]
            if number == 0:  # everybody loads what is loaded once
                continue
            spent += time.perf_counter() - began
            cpu += _cpu() - own + sum(float(seconds) for _, seconds in told)
            handled += sum(int(count) for count, _ in told)
        assert handled == GAMES * ROUNDS, "not every letter was handled once"
        office.close()
        return handled / spent, cpu / handled
    finally:
        for worker in crew:
            worker.kill()
            worker.communicate()
        server.close()


def work(place: str) -> None:
    """A worker: handle letters until so many have been done with in all, as often as one is told to."""
    settings = Settings(database=as_database(place))
    database = open_database(settings.database, keys_of(settings))
    moderator = Moderator(database, settings)
    moderator.handle_letters()
    print("ready", flush=True)
    for line in sys.stdin:
        began, handled = _cpu(), 0
        while True:
            found = moderator.handle_letters()
            handled += found
            if not found:
                with database.connect() as connection:
                    done = connection.exec_driver_sql("SELECT count(*) FROM letter WHERE status <> 'new'")
                    if int(done.scalar() or 0) >= int(line):
                        break
                time.sleep(PAUSE)
        print(handled, _cpu() - began, flush=True)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _say(worker: subprocess.Popen[str], line: str) -> None:
    assert worker.stdin is not None
    worker.stdin.write(f"{line}\n")
    worker.stdin.flush()


def _hear(worker: subprocess.Popen[str]) -> str:
    assert worker.stdout is not None
    return worker.stdout.readline()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(sys.argv[1])
    else:
        for row in rows():
            print(*row, sep="  ")
