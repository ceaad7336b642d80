"""Install, update, back up, restore and move a server by the scripts in `deploy`, on real machines.

    python -m benchmarks.deployment --root /var/tmp/ducato-machines

It needs root on Debian with debootstrap, systemd-nspawn, curl and access to Debian's packages and
to those of Python. It makes a bare Debian in a folder, boots it with its own systemd, and there

1. runs install.sh, checks the units with systemd-analyze, fetches the first page through the proxy,
   logs in with the link from an e-mail, and holds a small tournament of programs;
2. plays at tables and runs update.sh meanwhile: every acknowledged move must be in a backup made
   afterwards, at its place and once, and the tables go on;
3. runs restore.sh with the backup from before, after which the tables are as they were then;
4. boots a second machine and runs move.sh: the server there has every acknowledged move, and the
   one here stays stopped.

Each step reports its seconds. A Debian that is in the folder already is used again, without what
an earlier run installed of ducato.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.deployment.mail import Mails, log_in, mail_server
from benchmarks.kill import Found, Table, check, open_tables, play

ROOT = Path(__file__).parents[2]
PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates,procps,iproute2,curl,openssh-server,socat"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
SOURCES = ("src", "examples", "deploy", "benchmarks", "tests", "pyproject.toml", "hatch_build.py")
TEXTS = ("LICENSE", "CREDITS.md", "requirements.lock")
BASE, DOMAIN = "http://127.0.0.1:8470", "play.example.org"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
HOME = "/" + "root"  # the home of root in the machine
BOOT_SECONDS = 60
PROGRAMS = "--bots 4 --rounds 2 --set reshuffles=0"
SHARED = "shared"
"""The folder that both machines see, with the socket of the second one's SSH."""
OLD = "/opt/ducato /etc/ducato.env /var/backups/ducato /var/lib/ducato /var/cache/ducato"


class Machine:
    """A Debian in a folder, which systemd-nspawn boots.

    Args:
        root: the folder.
        private: whether it has a network of its own, with nothing but a loopback; otherwise it
            shares the network of the host.
    """

    def __init__(self, root: Path, *, private: bool = False) -> None:
        self.root, self._private = root, private
        self._nspawn: subprocess.Popen[bytes] | None = None

    def make(self, suite: str) -> None:
        """Fill the folder with a bare Debian."""
        run(["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, str(self.root)])

    def boot(self) -> None:
        """Boot, and wait until systemd has started everything.

        Raises:
            TimeoutError: it did not within `BOOT_SECONDS`.
        """
        network = ["--private-network"] if self._private else []
        # In the host's network, the host's certificates may include those of its proxy.
        shutil.copy(CERTIFICATES, self.root / str(CERTIFICATES).lstrip("/"))
        command = ["systemd-nspawn", f"--directory={self.root}", "--register=no", "--keep-unit"]
        command += [f"--bind={self.root.parent / SHARED}:/{SHARED}"]
        with (self.root.parent / f"{self.root.name}.log").open("wb") as log:
            self._nspawn = subprocess.Popen(
                [*command, *network, "--boot"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        until = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < until:
            if self._leader() and "running" in self.run("systemctl is-system-running || true"):
                return
            time.sleep(1)
        raise TimeoutError(f"{self.root} does not boot")

    def stop(self) -> None:
        """Turn the machine off."""
        if self._nspawn is not None:
            self._nspawn.terminate()
            self._nspawn.wait(BOOT_SECONDS)
            self._nspawn = None

    def run(self, command: str) -> str:
        """Run a shell command as root and return what it writes.

        Raises:
            subprocess.CalledProcessError: it failed; the output is printed.
        """
        return run([*self.entered(), "bash", "-c", command])

    def entered(self) -> list[str]:
        """Return the command before a command to run in the machine."""
        clean = ["/usr/bin/env", "-i", f"PATH={PATH}", f"HOME={HOME}", "LANG=C.UTF-8"]
        certificates = f"PIP_CERT={CERTIFICATES}"
        spaces = ["--mount", "--uts", "--ipc", "--pid", "--net"]
        return ["nsenter", "--target", str(self._leader()), *spaces, "--", *clean, certificates]

    def _leader(self) -> int | None:
        """Return the process that is systemd in the machine."""
        assert self._nspawn is not None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text()
        return int(children.split()[0]) if children else None


def run(command: list[str]) -> str:
    """Run a command and return what it writes; print that if it fails.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        done.check_returncode()
    return done.stdout


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print what is done, and the seconds that it took."""
    print(what, end=" ... ", flush=True)
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:.0f} s", flush=True)


def copy_sources(machine: Machine) -> None:
    """Put this checkout into the machine."""
    target = machine.root / "srv/ducato"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in SOURCES + TEXTS:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, target / name, ignore=ignored)
        else:
            shutil.copy(source, target / name)


async def played_until(command: list[str], tables: list[Table], found: Found) -> str:
    """Play at the tables while a command runs, and a while longer; return what it writes.

    For each game that ends, another table is opened and added to the tables.
    """
    rng = random.Random(0)

    async def always(table: Table) -> None:
        while True:
            if await play(BASE, table, found, rng):
                (table,) = await asyncio.to_thread(open_tables, BASE, 1)
                tables.append(table)
            await asyncio.sleep(0.2)

    playing = asyncio.gather(*(always(table) for table in tables))
    await asyncio.sleep(2)
    written = await asyncio.to_thread(run, command)
    before = found.acknowledged
    await asyncio.sleep(5)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert found.acknowledged > before, "the tables do not go on"
    return written


def backup(machine: Machine, name: str) -> Path:
    """Back up the server of a machine; return the file as the host sees it."""
    machine.run(f"/opt/ducato/scripts/backup.sh /srv/{name}")
    return machine.root / "srv" / name


def check_backup(copy: Path, tables: list[Table], found: Found) -> None:
    """Check that a backup has every acknowledged move of these tables once, at its place."""
    check(f"sqlite:///{copy}", tables, found)


def steps_in(copy: Path) -> dict[str, int]:
    """Return the number of steps of each table in a backup."""
    from sqlalchemy import create_engine, text

    with create_engine(f"sqlite:///{copy}").connect() as connection:
        rows = connection.execute(text("SELECT id, seq FROM tables"))
        return {row.id: row.seq for row in rows}


def tried(first: Machine, second: Machine, proxy: str, mails: Mails) -> None:
    """Do everything that the description of this module lists."""
    scripts, found = "/srv/ducato/deploy/scripts", Found()
    install = f"{scripts}/install.sh --domain {DOMAIN} --proxy {proxy} --smtp '{mails.url}'"
    with timed("install"):
        first.run(install)
        first.run(install)  # changes nothing
    units = "ducato.service ducato-backup.service ducato-backup.timer"
    warnings = first.run(f"systemd-analyze verify {units} 2>&1")
    assert not warnings, warnings
    print(first.run("systemd-analyze security ducato --no-pager | tail -1").strip())
    if proxy == "caddy":  # no certificate can be had for an invented name
        first.run(r"sed -i 's/encode/tls internal\n\tencode/' /etc/caddy/Caddyfile")
        first.run("systemctl reload caddy && sleep 3")
    first.run(f"curl -skf --resolve {DOMAIN}:443:127.0.0.1 https://{DOMAIN}/ -o /dev/null")
    host = log_in(BASE, mails, "host@example.org", f"https://{DOMAIN}")
    with timed("a tournament"):
        python = "cd /srv/ducato && /opt/ducato/current/bin/python"
        held = f"benchmarks.tournament --server {BASE} --session '{host.cookie}' {PROGRAMS}"
        first.run(f"{python} -m {held}")

    tables = open_tables(BASE, 6)
    with timed("update while people play"):
        update = [*first.entered(), f"{scripts}/update.sh"]
        asyncio.run(played_until(update, tables, found))
        early = backup(first, "early.sqlite3")
        check_backup(early, tables, found)
    print(f"{found.acknowledged} moves acknowledged, none lost, none twice")

    with timed("restore"):
        asyncio.run(played_until(["sleep", "2"], tables, found))
        first.run("/opt/ducato/scripts/restore.sh /srv/early.sqlite3")
        restored = backup(first, "restored.sqlite3")
        assert steps_in(restored) == steps_in(early)

    tables = open_tables(BASE, 6)
    asyncio.run(played_until(["sleep", "2"], tables, found))
    with timed("make a second machine"):
        first.run("systemctl stop ducato postgresql")
        shutil.rmtree(second.root, ignore_errors=True)
        run(["cp", "--archive", str(first.root), str(second.root)])
        first.run("systemctl start postgresql ducato")
        second.boot()
    connect(first, second)
    with timed("move"):
        first.run(f"{scripts}/move.sh root@second")
    check_backup(backup(second, "moved.sqlite3"), tables, found)
    assert "inactive" in first.run("systemctl is-active ducato || true")


def connect(first: Machine, second: Machine) -> None:
    """Let the first machine log in on the second by SSH, through a socket in the shared folder."""
    first.run("mkdir -p ~/.ssh && rm -f ~/.ssh/id_* ~/.ssh/known_hosts")
    first.run("ssh-keygen -q -N '' -t ed25519 -f ~/.ssh/id_ed25519")
    key = first.run("cat ~/.ssh/id_ed25519.pub").strip()
    second.run(f"mkdir -p ~/.ssh /run/sshd && echo '{key}' > ~/.ssh/authorized_keys")
    config = "Host second\n  StrictHostKeyChecking accept-new\n"
    config += f"  ProxyCommand socat - UNIX-CONNECT:/{SHARED}/ssh\n"
    first.run(f"printf '%s' '{config}' > ~/.ssh/config")
    listen = f"socat UNIX-LISTEN:/{SHARED}/ssh,fork,unlink-early 'EXEC:/usr/sbin/sshd -i'"
    second.run(f"systemd-run --unit=ssh-by-socket {listen} && sleep 1")
    first.run("ssh root@second true")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--root", type=Path, required=True, help="folder for the machines")
    parser.add_argument("--suite", default="bookworm", help="the release of Debian")
    parser.add_argument("--proxy", choices=["caddy", "nginx"], default="caddy")
    wanted = parser.parse_args()
    if os.geteuid():
        parser.error("it must be run as root")
    (wanted.root / SHARED).mkdir(parents=True, exist_ok=True)
    first = Machine(wanted.root / "first")
    second = Machine(wanted.root / "second", private=True)
    if not first.root.exists():
        with timed("make a bare Debian"):
            first.make(wanted.suite)
    first.boot()
    try:
        first.run(f"systemctl stop ducato 2>/dev/null; rm -rf {OLD}")
        copy_sources(first)
        with mail_server() as mails:
            tried(first, second, wanted.proxy, mails)
    finally:
        second.stop()
        first.stop()


if __name__ == "__main__":
    main()
