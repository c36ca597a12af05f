"""Writes `requirements.lock`: every package that a server needs, with the hashes of its files.

`make lock`, after `constraints.txt` has changed.  pip says which packages belong together and which files it
would take, in its reports of installations that it does not make: for this machine, and for other
versions of Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
WANTED = ".[postgresql,keyring]"
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = ("x86_64",)
"""Not every package has wheels for others."""
LIBRARIES = ("2_28", "2_17")
"""Versions of the C library that wheels ask for at most."""
HEAD = """\
# Every package of a server with PostgreSQL and keyring on Linux, with the hashes of its files.
# Written by `make lock`.  To install, then pbem itself:
#     pip install --require-hashes -r requirements.lock
#     pip install --no-deps pbem-*.whl
"""


def report(*words: str) -> list[dict[str, Any]]:
    """What pip would install."""
    with tempfile.NamedTemporaryFile("r") as told:
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed"]
        subprocess.run([*pip, "--report", told.name, *words], cwd=ROOT, check=True)
        return list(json.load(told)["install"])


def for_another(python: str, machine: str, packages: list[str]) -> list[dict[str, Any]]:
    """The same packages there, as wheels."""
    tags = [f"manylinux_{library}_{machine}" for library in LIBRARIES] + [f"manylinux2014_{machine}"]
    platforms = [word for tag in tags for word in ("--platform", tag)]
    words = ["--no-deps", "--only-binary=:all:", "--python-version", python, *platforms]
    with tempfile.TemporaryDirectory() as folder:
        return report(*words, "--target", folder, *packages)


def _name(item: dict[str, Any]) -> str:
    return f"{item['metadata']['name'].lower()}=={item['metadata']['version']}"


def _is_for_this_machine(item: dict[str, Any]) -> bool:
    """Whether another one needs another file."""
    url = str(item["download_info"]["url"])
    return url.endswith(".whl") and not url.endswith("-any.whl")


def main() -> None:
    here = report("--no-build-isolation", "-c", "constraints.txt", WANTED)
    found: dict[str, set[str]] = {}

    def note(items: list[dict[str, Any]]) -> None:
        for item in items:
            archive = item["download_info"].get("archive_info")
            if archive is not None:
                found.setdefault(_name(item), set()).add(archive["hashes"]["sha256"])

    note(here)
    packages = sorted(_name(item) for item in here if _is_for_this_machine(item))
    for python, machine in product(PYTHONS, MACHINES):
        try:
            note(for_another(python, machine, packages))
        except subprocess.CalledProcessError:
            print(f"not for Python {python} on {machine}: a package has no wheel there")
    lines = [
        f"{name}" + "".join(f" \\\n    --hash=sha256:{one}" for one in sorted(hashes))
        for name, hashes in sorted(found.items())
    ]
    LOCK.write_text(HEAD + "\n".join(lines) + "\n")
    print(f"{LOCK.name}: {len(found)} packages, {sum(map(len, found.values()))} files")


if __name__ == "__main__":
    main()
