"""A private real mail server for tests: Dovecot (IMAP, IDLE, TLS, LMTP) and Exim (SMTP, login, TLS, bounces).

Everything lives in one temporary folder and listens on free ports of this machine.  The same configuration
serves root (every process then runs as `nobody`) and an ordinary user.  A letter to `refused@...` is refused
with 550, one to `later@...` with 451, and one to a mailbox that does not exist comes back as a bounce.
"""

from __future__ import annotations

import contextlib
import grp
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from imapclient import IMAPClient

HOST = "127.0.0.1"
DOVECOT = "/usr/sbin/dovecot"
EXIM = "/usr/sbin/exim4"
NEEDED = {
    DOVECOT: "dovecot-imapd",
    "/usr/lib/dovecot/lmtp": "dovecot-lmtpd",
    EXIM: "exim4-daemon-light",
    "/usr/bin/openssl": "openssl",
}

DOVECOT_CONF = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
info_log_path = {folder}/dovecot.log
instance_name = pbem-test
protocols = imap lmtp
listen = 127.0.0.1
# One user for every process: nothing is left that needs root.
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = {uid}
first_valid_gid = {gid}
mail_uid = {uid}
mail_gid = {gid}
mail_home = {folder}/home/%u
mail_location = maildir:{folder}/mail/%u
mail_fsync = never
recipient_delimiter = {delimiter}
{imap_abilities}
{rights}
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login{mechanisms}
auth_username_format = %Lu
# No pause after a wrong password, now or for the next login (anvil, below): the tests would wait for it.
auth_failure_delay = 0 secs
{tokens}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {folder}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {folder}/users
  default_fields = uid={uid} gid={gid} home={folder}/home/%u
}}
namespace inbox {{
  inbox = yes
}}
service imap-login {{
  chroot =
  service_count = 0
  process_min_avail = 1
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  chroot =
  user = {user}
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
protocol lmtp {{
  postmaster_address = postmaster@example.test
}}
"""

EXIM_CONF = """\
exim_user = {user}
exim_group = {group}
keep_environment =
add_environment = PATH=/usr/bin:/bin
primary_hostname = mail.example.test
qualify_domain = example.test
spool_directory = {folder}/spool
log_file_path = {folder}/exim-%slog
pid_file_path = {folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = {smtp} : {smtps}
tls_on_connect_ports = {smtps}
tls_certificate = {folder}/cert.pem
tls_privatekey = {folder}/key.pem
tls_advertise_hosts = *
# Neither name service nor ident.
host_lookup =
rfc1413_query_timeout = 0s
disable_ipv6 = true
# An ordinary user from end to end.
deliver_drop_privilege = true
never_users =
smtp_accept_max = 200
smtp_accept_queue_per_connection = 0
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data
begin acl
acl_data:
  accept
{results}
acl_rcpt:
  deny  local_parts = refused
        message = 550 5.1.1 no such player
  defer local_parts = later
        message = 451 4.7.1 try again later
  accept authenticated = *
  accept hosts = 127.0.0.1
  deny  message = relaying denied
begin routers
to_dovecot:
  driver = accept
  transport = dovecot_lmtp
begin transports
dovecot_lmtp:
  driver = smtp
  protocol = lmtp
  hosts = 127.0.0.1
  hosts_override
  port = {lmtp}
  allow_localhost
  hosts_try_dane =
  hosts_avoid_tls = *
begin retry
* * F,1m,2s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${{if eq{{$auth3}}{{${{lookup{{$auth2}}lsearch{{{folder}/smtp-users}}}}}}}}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = ${{if eq{{$auth2}}{{${{lookup{{$auth1}}lsearch{{{folder}/smtp-users}}}}}}}}
  server_set_id = $auth1
{smtp_tokens}
"""

# Whoever gives tokens is asked about each of them (RFC 7662).
DOVECOT_TOKENS = """\
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {folder}/oauth2.conf
}}
"""
DOVECOT_OAUTH2 = """\
introspection_mode = get
introspection_url = {introspect}
active_attribute = active
active_value = true
username_attribute = username
"""
# Exim knows XOAUTH2 only as a plain word, parted by ^A; which tokens are good stands in a file.
EXIM_TOKENS = """\
xoauth2:
  driver = plaintext
  public_name = XOAUTH2
  server_prompts = :
  server_condition = \\
    ${{if match{{$auth1}}{{\\N^user=([^\\x01]+)\\x01auth=Bearer ([^\\x01]+)\\x01\\x01$\\N}}\\
      {{${{if eq{{$1}}{{${{lookup{{$2}}lsearch{{{folder}/tokens}}}}}}}}}}{{no}}}}
  server_set_id = $1
"""


# Whoever may not "w" keeps no keywords: PERMANENTFLAGS holds \\Seen and \\Deleted alone (RFC 4314).
WITHOUT_KEYWORDS = """\
mail_plugins = acl
protocol imap {{
  mail_plugins = acl
}}
plugin {{
  acl = vfile:{folder}/rights
}}"""
RIGHTS = "* owner lrstipekxa\n"
WITHOUT_IDLE = "IMAP4rev1 SASL-IR LITERAL+ UIDPLUS MOVE"
RESULTS = """\
         add_header = :at_start:Authentication-Results: {checker}; dmarc=pass header.from=example.test"""


def missing_packages() -> list[str]:
    """The Debian packages that are not here."""
    return [package for path, package in NEEDED.items() if not os.access(path, os.X_OK)]


def free_ports(count: int) -> list[int]:
    """Ports that nobody uses, taken all at once so that they differ."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((HOST, 0))
        return [each.getsockname()[1] for each in sockets]


def wait_until(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Look every 20 ms, until it is true or the time is over."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("it did not happen in time")
        time.sleep(0.02)


class RealMail:
    """`with RealMail({"turk@example.test": "password"}) as mail:`; connect to "localhost" for TLS."""

    def __init__(
        self,
        users: Mapping[str, str],
        *,
        plus: bool = True,
        idle: bool = True,
        keywords: bool = True,
        checker: str = "",
        introspect: str = "",
    ) -> None:
        """Without `plus`, addresses with a plus sign reach nobody; `checker` vouches for every letter.
        Without `keywords`, the mailbox keeps none.

        With `introspect`, tokens are taken besides passwords: that address tells whose they are.
        """
        self._introspect = introspect
        self.users = dict(users)
        self._plus, self._idle, self._keywords, self._checker = plus, idle, keywords, checker
        # Not pytest's tmp_path: its parents are closed to `nobody`, and names of sockets end at 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="pbem-", dir="/tmp"))
        self.imap, self.imaps, self.lmtp, self.smtp, self.smtps = free_ports(5)
        self._owner = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
        self._dovecot: subprocess.Popen[bytes] | None = None
        self._exim: subprocess.Popen[bytes] | None = None

    @property
    def owner(self) -> tuple[int, int]:
        """Whose the mailboxes are: user and group."""
        return self._owner.pw_uid, self._owner.pw_gid

    @property
    def ca_file(self) -> Path:
        return self.folder / "cert.pem"

    # ---- Starting and stopping

    def __enter__(self) -> RealMail:
        try:
            self._write_files()
            self.start_imap()
            self._exim = self._start([EXIM, "-C", self.folder / "exim.conf", "-bdf", "-q1m"])
            self._wait_for_banner(self.smtp, self._exim)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill_imap()
        _kill(self._exim)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_imap(self) -> None:
        """Start Dovecot, or start it again with the same mailboxes."""
        self._dovecot = self._start([DOVECOT, "-F", "-c", self.folder / "dovecot.conf"])
        for port in (self.imap, self.lmtp):
            self._wait_for_banner(port, self._dovecot)

    def kill_imap(self) -> None:
        """As if the power had failed: connections just end."""
        _kill(self._dovecot)
        (self.folder / "run" / "master.pid").unlink(missing_ok=True)

    def _write_files(self) -> None:
        folder = self.folder
        for name in ("run", "state", "home", "mail", "spool"):
            (folder / name).mkdir()
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        whose = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        files = ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
        command = ["openssl", "req", "-x509", "-days", "30", *key, *whose, *files]
        subprocess.run(command, check=True, capture_output=True)
        owner = self._owner
        names = {
            "folder": folder,
            "user": owner.pw_name,
            "group": grp.getgrgid(owner.pw_gid).gr_name,
            "uid": owner.pw_uid,
            "gid": owner.pw_gid,
            "imap": self.imap,
            "imaps": self.imaps,
            "lmtp": self.lmtp,
            "smtp": self.smtp,
            "smtps": self.smtps,
            "delimiter": "+" if self._plus else "#",
            "imap_abilities": "" if self._idle else f"imap_capability = {WITHOUT_IDLE}",
            "rights": "" if self._keywords else WITHOUT_KEYWORDS.format(folder=folder),
            "mechanisms": " xoauth2 oauthbearer" if self._introspect else "",
            "tokens": DOVECOT_TOKENS.format(folder=folder) if self._introspect else "",
            "smtp_tokens": EXIM_TOKENS.format(folder=folder) if self._introspect else "",
            "results": RESULTS.format(checker=self._checker) if self._checker else "",
        }
        users = self.users.items()
        (folder / "users").write_text("".join(f"{user}:{{PLAIN}}{word}::::::\n" for user, word in users))
        (folder / "smtp-users").write_text("".join(f"{user}: {word}\n" for user, word in users))
        (folder / "tokens").touch()
        (folder / "rights").write_text(RIGHTS)
        (folder / "oauth2.conf").write_text(DOVECOT_OAUTH2.format(introspect=self._introspect))
        (folder / "dovecot.conf").write_text(DOVECOT_CONF.format(**names))
        (folder / "exim.conf").write_text(EXIM_CONF.format(**names))
        self._give_to_owner(folder)

    def _give_to_owner(self, folder: Path) -> None:
        if os.getuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, self._owner.pw_uid, self._owner.pw_gid)

    def _as_owner(self, command: list[str | Path]) -> list[str | Path]:
        if os.getuid() != 0:
            return command
        ids = [f"--reuid={self._owner.pw_uid}", f"--regid={self._owner.pw_gid}", "--clear-groups"]
        return ["setpriv", *ids, *command]

    def _start(self, command: list[str | Path]) -> subprocess.Popen[bytes]:
        with (self.folder / "out.log").open("ab") as out:
            return subprocess.Popen(
                self._as_owner(command),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                cwd=self.folder,
            )

    def _wait_for_banner(self, port: int, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + 30
        while True:
            if process.poll() is not None:
                raise RuntimeError(f"{process.args!r} ended with {process.returncode}: {self._said()}")
            with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1) as connection:
                if connection.recv(1):
                    return
            if time.monotonic() > end:
                raise TimeoutError(f"nobody answers on port {port}: {self._said()}")
            time.sleep(0.01)

    def _said(self) -> str:
        logs = [path for path in self.folder.glob("*log") if path.is_file()]
        return "\n".join(path.read_text(errors="replace")[-2000:] for path in logs)

    def make_anew(self, user: str, validity: int) -> None:
        """An empty mailbox whose numbers begin again at 1, under another UIDVALIDITY."""
        folder = self.maildir(user)
        shutil.rmtree(folder, ignore_errors=True)
        for path in (folder, *(folder / name for name in ("tmp", "new", "cur"))):
            path.mkdir()
        (folder / "dovecot-uidlist").write_text(f"3 V{validity} N1\n")
        self._give_to_owner(folder)

    # ---- Letters

    def send(self, raw: bytes, sender: str, *recipients: str) -> None:
        """Hand a letter to Exim, as a player's mail program does."""
        with smtplib.SMTP(HOST, self.smtp, timeout=30) as client:
            client.sendmail(sender, recipients, raw)

    def run_queue(self) -> None:
        """Let Exim try again at once what it could not deliver."""
        subprocess.run(
            self._as_owner([EXIM, "-C", self.folder / "exim.conf", "-qff"]), check=True, timeout=20
        )

    def waiting_letters(self) -> int:
        """How many letters Exim has not delivered yet."""
        return len(self._queue())

    def _queue(self) -> list[Path]:
        return list((self.folder / "spool").glob("input/**/*-H"))

    def maildir(self, user: str) -> Path:
        """Where Dovecot keeps a user's letters."""
        return self.folder / "mail" / user

    def empty(self) -> None:
        """Throw all letters away, those on their way too, while nobody is connected."""
        self._stop_deliveries()
        for number, folder in enumerate((self.folder / "mail").iterdir()):
            # Out of the way first: Dovecot may still be writing its indexes, and a folder that is being
            # filled cannot be removed.
            old = folder.rename(self.folder / f"thrown-away-{number}")
            while old.exists():
                shutil.rmtree(old, ignore_errors=True)

    def _stop_deliveries(self) -> None:
        """Wait for letters that Exim is just delivering, and take those back that wait in its queue."""
        end = time.monotonic() + 3
        while self.waiting_letters() and time.monotonic() < end:
            time.sleep(0.02)
        if waiting := [path.name.removesuffix("-H") for path in self._queue()]:
            exim: list[str | Path] = [EXIM, "-C", self.folder / "exim.conf", "-Mrm", *waiting]
            subprocess.run(self._as_owner(exim), check=False, capture_output=True, timeout=20)

    def log_in(self, user: str) -> IMAPClient:
        """A player's mail program, with the inbox open."""
        client = IMAPClient(HOST, port=self.imap, ssl=False, timeout=30)
        client.plain_login(user, self.users[user])
        client.select_folder("INBOX")
        return client

    def letters(self, user: str) -> list[bytes]:
        """All that is in a mailbox, oldest first."""
        with self.log_in(user) as client:
            found = client.fetch(client.search(), ["BODY.PEEK[]"])
            return [found[uid][b"BODY[]"] for uid in sorted(found)]

    def wait_for_letters(self, user: str, count: int) -> list[bytes]:
        """The letters of a mailbox, once there are as many."""
        wait_until(lambda: len(self.letters(user)) >= count)
        return self.letters(user)


def _kill(process: subprocess.Popen[bytes] | None) -> None:
    """End a server that we started: it has a session of its own, so this reaches nothing else."""
    if process is None or process.poll() is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)
