"""A real Misago for tests: its own environment, a private PostgreSQL, both on this machine alone.

Misago comes from PyPI and PostgreSQL from Debian (`make misago`).  All that the forum makes is in one folder.
"""

from __future__ import annotations

import os
import subprocess
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from tests.postgresql import PostgresServer, free_port, programs

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = Path(os.environ.get("PBEM_MISAGO", ROOT / ".venv" / "misago"))
"""Where Misago is installed."""
PASSWORD = "a long password of a test"
MODERATOR = "Moderator"
HOST = "127.0.0.1"
PATIENCE = 300.0
"""Seconds for a start: on a busy machine it takes minutes, and a process that ends is noticed at once."""

SETTINGS = """
import os
from devproject.settings import *

DEBUG = False
SECRET_KEY = "only for tests, on the loopback"
DATABASES = {"default": {
    "ENGINE": "django.db.backends.postgresql", "NAME": "misago", "USER": "misago",
    "HOST": os.environ["MISAGO_SOCKETS"], "PORT": os.environ["MISAGO_DATABASE_PORT"], "CONN_MAX_AGE": None,
}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MIDDLEWARE = [name for name in MIDDLEWARE if "debug_toolbar" not in name]
MEDIA_ROOT = os.environ["MISAGO_MEDIA"]
MISAGO_AVATARS_SIZES = [100]
CELERY_TASK_ALWAYS_EAGER = True
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
MISAGO_ADDRESS = os.environ["MISAGO_ADDRESS"]
LOGGING_CONFIG = None
"""
CELERY = """
import os
from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_settings")
app = Celery("misago", set_as_current=True)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()
"""
USERS = """
import celery_app
from misago.acl.models import Role
from misago.cache.versions import get_cache_versions
from misago.categories.models import Category
from misago.conf.dynamicsettings import DynamicSettings
from misago.users.models import User
from misago.users.setupnewuser import setup_new_user

settings = DynamicSettings(get_cache_versions())
quick = Role.objects.create(name="need not wait", permissions={{
    "misago.threads.permissions.threads": {{"can_omit_flood_protection": 1}},
}})
for name in {names!r}:
    user = User.objects.create_user(name, name.lower() + "@example.test", {password!r})
    setup_new_user(settings, user)
    user.roles.add(quick)
    user.update_acl_key()
    user.save()
print(Category.objects.all_categories().first().pk)
"""


def can_run() -> str:
    """Why there can be no real Misago here; empty if there can."""
    if not (ENVIRONMENT / "bin" / "python").exists():
        return "Misago is not installed: make misago"
    return "" if programs() is not None else "PostgreSQL is not installed: make misago"


class MisagoSite:
    """One forum, from an empty folder; `start` and `stop` as often as one likes."""

    def __init__(self, folder: Path, users: Sequence[str]) -> None:
        self.folder = folder
        self.users = tuple(users)
        self.port = free_port()
        self.category = 0
        self._postgres = PostgresServer("misago")
        self._server: subprocess.Popen[bytes] | None = None

    kind = "misago"

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    # ---- Once

    def build(self) -> None:
        """Database, tables, users; then it runs."""
        site = self.folder / "site"
        for part in ("site", "media"):
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        (site / "site_settings.py").write_text(SETTINGS, encoding="utf-8")
        (site / "celery_app.py").write_text(CELERY, encoding="utf-8")
        (site / "serve.py").write_text(SERVE, encoding="utf-8")
        self._postgres.build().create("misago")
        self._django("migrate", "--verbosity", "0")
        users = USERS.format(names=[MODERATOR, *self.users], password=PASSWORD)
        told = self._django("shell", "--command", users)
        self.category = int(told.split()[-1])
        self.start()

    # ---- As often as one likes

    def start(self) -> None:
        """Serve."""
        with (self.folder / "misago.log").open("ab") as log:
            command = [str(ENVIRONMENT / "bin" / "python"), "serve.py", str(self.port)]
            self._server = subprocess.Popen(
                command, cwd=self.folder / "site", env=self._environment(), stdout=log, stderr=log
            )
        self._until(self._answers, "Misago")

    def stop(self) -> None:
        """Kill the forum, not its database."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None

    def close(self) -> None:
        self.stop()
        self._postgres.close()

    def processes(self) -> dict[str, int | None]:
        """Those of the forum and of its database: to see what they cost."""
        return {"forum": self._server.pid if self._server else None, "database": self._postgres.pid}

    def shell(self, code: str) -> str:
        """Run something inside the forum."""
        return self._django("shell", "--command", f"import celery_app\n{code}")

    # ---- Inside

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/auth/", timeout=5) as answer:
                return int(answer.status) == 200
        except OSError:
            return False

    def _django(self, *words: str) -> str:
        return self._run([str(ENVIRONMENT / "bin" / "django-admin"), *words])

    def _run(self, command: Sequence[str]) -> str:
        done = subprocess.run(
            command,
            cwd=self._somewhere(),
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{command[0]}: {done.stdout}\n{done.stderr}")
        return done.stdout

    def _somewhere(self) -> Path:
        return self.folder / "site"

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "site_settings",
            "PYTHONPATH": str(self.folder / "site"),
            "PYTHONWARNINGS": "ignore",
            "MISAGO_SOCKETS": str(self._postgres.sockets),
            "MISAGO_DATABASE_PORT": str(self._postgres.port),
            "MISAGO_MEDIA": str(self.folder / "media"),
            "MISAGO_ADDRESS": self.address + "/",
        }

    def _until(self, is_so: object, what: str) -> None:
        assert callable(is_so)
        ends = time.monotonic() + PATIENCE
        while not is_so():
            if self._server is not None and self._server.poll() is not None:
                raise RuntimeError(f"{what} came to its end: see {self.folder}")
            if time.monotonic() > ends:
                raise RuntimeError(f"{what} does not start: see {self.folder}")
            time.sleep(0.02)


# One request after the other: when two users post at the same moment, this Misago and its database block each
# other for a second and answer with an error.
SERVE = """
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

import celery_app
import django
django.setup()
from django.core.wsgi import get_wsgi_application


class Quiet(WSGIRequestHandler):
    def log_message(self, *words):
        pass


make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application(), handler_class=Quiet).serve_forever(0.01)
"""
