"""Installs, upgrades and purges the Debian package as a server's administrator does, and starts the archive.

usage: run.py [PROGRAM]

The package goes into a copy of this system, an overlay that is gone afterwards. The copy has no systemd, so the unit
is read here, and the program started as the unit says: as its user, without capabilities, where it can write to its
folder alone. Without a PROGRAM or VITRINA_PROGRAM it is built. Where no copy can be made, this says why and tests
nothing.
"""

import contextlib
import ctypes
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
INSIDE = "--inside"
OLD, NEW = "0.0.1", "0.0.2"
SETTINGS = "etc/vitrina/vitrina.env"
UNIT = "usr/lib/systemd/system/vitrina.service"
SOCKET = "usr/lib/systemd/system/vitrina.socket"
WANTED = "etc/systemd/system/multi-user.target.wants/vitrina.service"
DATA = "var/lib/vitrina"
DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
# As `systemd-analyze security` counts, ten times what it shows.
EXPOSURE_MAX = 20
PR_SET_MDWE = 65

OVERLAY = """
cd "$1" && mount -t tmpfs -o mode=755,size=2g tmpfs . && cd "$1" && mkdir upper work root &&
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" root
"""
# What the unit's ProtectSystem does: the folder of the data stays writable on a system that is not.
READ_ONLY = """
root=$1 data=$2 && umask "$3" && shift 3 &&
mount --bind "$data" "$data" && mount -o remount,bind,ro "$root" && exec "$@"
"""


def say(text):
    print(f"package: {text}", flush=True)


def run(*command, **options):
    """Runs a command to its end, and answers what it printed."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options)
    assert done.returncode == 0, f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


@contextlib.contextmanager
def served(command, port, log, **options):
    """The server, which must be ready soon and end well."""
    with open(log, "wb") as output:
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **options)
    try:
        deadline = time.monotonic() + 60
        while True:
            assert server.poll() is None and time.monotonic() < deadline, f"it is not ready:\n{log.read_text()}"
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10):
                    break
            time.sleep(0.1)
        yield
        server.terminate()
        assert server.wait(60) == 0, log.read_text()
    finally:
        server.kill()
        server.wait()


def made(folder, version, *kinds):
    """The files that scripts/package makes, an archive before a package; not compressed, which takes time."""
    environment = {**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "none"}
    run(TOP / "scripts/package", "--to", folder, "--version", version, *kinds, env=environment)
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder)
    return sorted(folder.glob(f"vitrina[-_]{version}[-_]*"))


def check_archive(archive, folder):
    folder.mkdir()
    run("tar", "-xzf", archive, "-C", folder)
    unpacked, = folder.iterdir()
    for name in ["README.md", "LICENSE", "CHANGELOG.md", "docs/OPERATORS.md", "bin/vitrinactl", "etc/vitrina.env",
                 "lib/systemd/vitrina.service", "lib/systemd/vitrina.socket", "share/man/man1/vitrina.1.gz"]:
        assert (unpacked / name).is_file(), name
    port = free_port()
    environment = {"VITRINA_DATA": str(folder / "data"), "VITRINA_PORT": str(port)}
    with served([unpacked / "bin/vitrina", "serve", "--migrate"], port, folder / "log", env=environment):
        pass
    say("the archive is unpacked and serves")


class System:
    """A copy of this system; what is changed in it changes nothing outside."""

    def __init__(self, root):
        self.root = root
        self.log = root.parent / "served.log"
        run("mount", "-t", "proc", "proc", root / "proc")
        for name in ["run", "tmp", "dev"]:
            run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", root / name)
        for name, number in DEVICES.items():
            run("mknod", "-m", "666", root / "dev" / name, "c", "1", str(number))

    def run(self, *command):
        return run("chroot", self.root, *command, env=ENVIRONMENT)

    def install(self, deb):
        shutil.copy(deb, self.root / "tmp/vitrina.deb")
        # Images of containers leave documents out. Settings that the administrator has changed are kept.
        self.run("dpkg", "--path-include=/usr/share/*", "--force-confold", "--install", "/tmp/vitrina.deb")
        assert self.owner(DATA) == "vitrina:vitrina 750"
        assert self.owner(SETTINGS) == "root:vitrina 640"
        assert (self.root / WANTED).is_symlink()

    def owner(self, name):
        return self.run("stat", "--format", "%U:%G %a", f"/{name}").strip()

    def configure(self, **settings):
        """Switches settings on, as an administrator does with an editor."""
        path = self.root / SETTINGS
        text = path.read_text()
        for name, value in settings.items():
            text, count = re.subn(f"^#{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
            assert count == 1, name
        path.write_text(text)

    def service(self):
        """The section [Service] of the unit."""
        text = (self.root / UNIT).read_text().split("\n[Service]\n")[1].split("\n[Install]\n")[0]
        return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))

    def as_service(self, *arguments):
        """The command line of the program with these arguments, or else of the server, as the unit starts it."""
        unit = self.service()
        assert unit["EnvironmentFile"] == f"-/{SETTINGS}" and unit["StateDirectory"] == "vitrina"
        settings = [line for line in (self.root / SETTINGS).read_text().splitlines() if line.startswith("VITRINA_")]
        environment = [*shlex.split(unit["Environment"]), *(" ".join(shlex.split(line)) for line in settings)]
        server = shlex.split(unit["ExecStart"])
        return ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", self.root, self.root / DATA, unit["UMask"],
                "chroot", self.root, "env", "-i", "-C", unit["WorkingDirectory"], *environment,
                "/usr/bin/setpriv", "--reuid", unit["User"], "--regid", unit["Group"], "--init-groups",
                "--no-new-privs", "--bounding-set", "-all", "--inh-caps", "-all",
                *([server[0], *arguments] if arguments else server)]

    def serving(self, port):
        return served(self.as_service(), port, self.log, preexec_fn=deny_written_code)


def deny_written_code():
    """What the unit's MemoryDenyWriteExecute does; kernels before 6.3 do not know it."""
    ctypes.CDLL(None).prctl(PR_SET_MDWE, 1, 0, 0, 0)


def check_installed(system):
    assert system.run("dpkg", "--verify", "vitrina") == ""
    system.run("bash", "-n", "/usr/share/bash-completion/completions/vitrina")
    assert system.run("gzip", "-dc", "/usr/share/man/man1/vitrina.1.gz").startswith(".TH VITRINA 1 ")
    faults = system.run("systemd-analyze", "--man=no", "verify", f"/{UNIT}", f"/{SOCKET}")
    assert "vitrina" not in faults, faults
    system.run("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE_MAX}", f"/{UNIT}")


def check_life(system, old, new):
    system.install(old)
    check_installed(system)
    port = free_port()
    system.configure(VITRINA_PORT=port, VITRINA_TIME_ZONE="'Asia/Omsk'")
    settings = (system.root / SETTINGS).read_text()
    with system.serving(port):
        system.run("vitrinactl", "tags", "create", "--set", "name=Tea", "--quiet")
    assert "Asia/Omsk" in system.run("vitrinactl", "config")
    assert system.owner(f"{DATA}/vitrina.db") == "vitrina:vitrina 600"
    # The library of pictures compiles code where it may.
    shutil.copy(TOP / "docs/phone-en.png", system.root / DATA / "phone.png")
    run(*system.as_service("media", "add", "phone.png"), preexec_fn=deny_written_code)
    say("installed: it serves, and writes to its folder alone")

    system.install(new)
    assert system.run("dpkg-query", "--show", "--showformat", "${Version}", "vitrina") == NEW
    assert (system.root / SETTINGS).read_text() == settings
    with system.serving(port):
        assert "Tea" in system.run("vitrinactl", "tags", "list")
    say("upgraded: it has its settings and its data")

    said = system.run("dpkg", "--purge", "vitrina")
    assert f"stay in /{DATA}" in said, said
    assert system.owner(f"{DATA}/vitrina.db") == "vitrina:vitrina 600"
    for name in ["etc/vitrina", UNIT, WANTED, "usr/bin/vitrina", "usr/bin/vitrinactl", "usr/share/doc/vitrina"]:
        assert not os.path.lexists(system.root / name), name
    system.install(new)
    system.configure(VITRINA_PORT=port)
    with system.serving(port):
        assert "Tea" in system.run("vitrinactl", "tags", "list")
    say("purged: the data stays, and the next installation goes on with it")

    system.run("rm", "-r", f"/{DATA}")
    system.run("dpkg", "--purge", "vitrina")
    assert "vitrina" not in system.run("getent", "passwd")
    say("purged without data: the user is gone, too")


def inside(folder):
    archive, deb = made(folder / "made", OLD, "tar", "deb")
    again = made(folder / "again", OLD, "tar", "deb")
    for file, other in zip([archive, deb], again, strict=True):
        run("cmp", file, other)
    newer, = made(folder / "made", NEW, "deb")
    say(f"{archive.name} and {deb.name} are the same twice")
    check_archive(archive, folder / "unpacked")
    check_life(System(folder / "root"), deb, newer)


def why_not():
    """Why this cannot be tested here; None if it can."""
    if os.geteuid() != 0:
        return "it needs root"
    if not shutil.which("dpkg-shlibdeps"):
        return "this is no Debian"
    with tempfile.TemporaryDirectory(prefix="vitrina-package-") as folder:
        tried = subprocess.run(["unshare", "--mount", "sh", "-c", OVERLAY, "sh", folder], text=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        return f"there can be no overlay: {tried.stderr.strip()}" if tried.returncode else None


def main():
    if sys.argv[1:2] == [INSIDE]:
        run("sh", "-c", OVERLAY, "sh", sys.argv[2])
        return inside(pathlib.Path(sys.argv[2]))
    if reason := why_not():
        say(f"skipped: {reason}")
        return 0
    program = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("VITRINA_PROGRAM")
    program = program or run(TOP / "scripts/build").splitlines()[-1]
    # What is mounted, and what still runs, ends with this process.
    with tempfile.TemporaryDirectory(prefix="vitrina-package-") as folder:
        return subprocess.call(["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                                sys.executable, __file__, INSIDE, folder],
                               env={**os.environ, "VITRINA_PROGRAM": os.path.abspath(program)})


if __name__ == "__main__":
    sys.exit(main())
