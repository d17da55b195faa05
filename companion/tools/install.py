"""Makes a Raspberry Pi (or any Debian machine) the box: `sternwarte install` and `sternwarte uninstall`.

Runs with Python's own library alone, because it comes before everything else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from .bilingual import LANGUAGES, Sayings
from .errors import Complaint
from .machine import Machine
from .steps import SOURCES, File, Gone, Link, Packages, Release, Service, Step, User

NAME = "sternwarte"
PREFIX = "/opt/sternwarte"
DATA = "/var/lib/sternwarte"
CONF = "/etc/sternwarte/sternwarte.conf"
UNITS = "/etc/systemd/system"
RECORD = f"{PREFIX}/installed.json"
CURRENT = f"{PREFIX}/current"

PACKAGES = (
    "python3-venv", "libgl1", "libegl1", "libgles2", "libgbm1", "libdrm2", "libx11-6", "libxext6",
    "libxrender1", "libglib2.0-0", "libgl1-mesa-dri", "libmtdev1", "dbus", "polkitd",
)  # fmt: skip
FOR_PI = ("python3-picamera2", "python3-lgpio")
FOR_CAGE = ("cage", "xwayland", "libpam-systemd")

GROUPS = ("video", "render", "input", "audio", "gpio", "i2c", "spi")
"""Those of them that the machine has open the screen, touch, camera, sound and pins."""


@dataclass(frozen=True)
class Wish:
    """How the box shall be; kept, so that a later installation or update asks for nothing."""

    kiosk: str = "kms"
    rotation: int = 0
    touch_rotation: int = 0
    data: str = ""


def templates(prefix: Path | None = None) -> Path:
    """Where the templates lie: in the checkout, or in the environment that a wheel was installed into."""
    beside = Path(__file__).resolve().parents[2] / "systemd"
    inside = (prefix or Path(sys.prefix)) / "share" / NAME / "systemd"
    return beside if prefix is None and (beside / "sternwarte.service.in").is_file() else inside


def filled(folder: Path, name: str, values: dict[str, str]) -> str:
    """A template with its values; a name without a value is a fault of ours."""
    source = (folder / f"{name}.in").read_text("utf-8")
    return re.sub(r"@([A-Z_]+)@", lambda found: values[found.group(1)], source)


def escaped(path: str) -> str:
    """A path as systemd writes it in the name of a unit."""
    plain = path.strip("/")
    return "".join(
        "-"
        if sign == "/"
        else sign
        if sign.isalnum() or sign in ":_" or (sign == "." and at)
        else f"\\x{ord(sign):02x}"
        for at, sign in enumerate(plain)
    )


def values(machine: Machine, wish: Wish) -> dict[str, str]:
    """What the templates are filled with."""
    device = (
        wish.data if wish.data.startswith("/dev/") or not wish.data else f"/dev/disk/by-label/{wish.data}"
    )
    return {
        "USER": NAME,
        "GROUPS": " ".join(name for name in GROUPS if name in machine.names("/etc/group")),
        "PREFIX": PREFIX,
        "DATA": DATA,
        "CONF": CONF,
        "ROTATION": str(wish.rotation),
        "TOUCH_ROTATION": str(wish.touch_rotation),
        "DEVICE": device,
        "FSCK": f"systemd-fsck@{escaped(device)}.service",
    }


def files(machine: Machine, wish: Wish, folder: Path) -> list[Step]:
    """Every file that the system needs, from the templates of a folder."""
    known = values(machine, wish)
    mount = f"{UNITS}/{escaped(DATA)}.mount"
    cage = f"{UNITS}/{NAME}.service.d/cage.conf"
    turned = (wish.rotation, wish.touch_rotation) != (0, 0)
    found: list[Step] = [
        File(f"{UNITS}/{NAME}.service", filled(folder, "sternwarte.service", known)),
        File(CONF, filled(folder, "sternwarte.conf", known), owners=not turned),
        File(f"/etc/polkit-1/rules.d/50-{NAME}.rules", filled(folder, "poweroff.rules", known)),
        File(f"/etc/udev/rules.d/70-{NAME}-stick.rules", filled(folder, "stick.rules", known)),
        File(cage, filled(folder, "cage.conf", known)) if wish.kiosk == "cage" else Gone(cage),
    ]
    if wish.data:
        found.append(File(mount, filled(folder, "data.mount", known)))
        found.append(Link(f"{UNITS}/local-fs.target.wants/{Path(mount).name}", mount))
    else:
        found.append(Gone(f"{UNITS}/local-fs.target.wants/{Path(mount).name}"))
        found.append(Gone(mount))
    return found


def digest(source: Path) -> str:
    """What tells one state of a checkout, or one wheel, from another."""
    found = hashlib.sha256()
    if source.is_file():
        return hashlib.sha256(source.read_bytes()).hexdigest()[:8]
    for path in (path for name in SOURCES for path in _files(source / name)):
        found.update(f"{path.relative_to(source)}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:8]


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(found for found in path.rglob("*") if found.is_file() and "__pycache__" not in found.parts)


def version(source: Path) -> str:
    """The version of a checkout or a wheel."""
    if source.is_file():
        return source.name.split("-")[1]
    found = re.search(r'^version = "(.+)"', (source / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    return found.group(1) if found else "0"


def plan(machine: Machine, wish: Wish, source: Path) -> list[Step]:
    """Every step that makes this machine the box, in order."""
    extra = (*(FOR_PI if machine.is_pi else ()), *(FOR_CAGE if wish.kiosk == "cage" else ()))
    release = f"{PREFIX}/releases/{version(source)}-{digest(source)}"
    limits = source / "requirements" / "bookworm.txt"
    # Bookworm's camera library is built against an older numpy than pip would take.
    old = machine.is_pi and machine.python < (3, 12) and limits.is_file()
    constraints = f"{PREFIX}/constraints.txt" if old else ""
    steps: list[Step] = [Packages((*PACKAGES, *extra)), User(NAME, DATA)]
    if old:
        steps.append(File(constraints, limits.read_text("utf-8")))
    steps += [Release(release, source, constraints=constraints), Link(CURRENT, release)]
    steps += [Link(f"/usr/local/bin/{NAME}", f"{CURRENT}/bin/{NAME}"), *files(machine, wish, templates())]
    if machine.target(f"{UNITS}/display-manager.service"):
        # A desktop would hold the screen; it comes back when the box is taken down.
        steps.append(Link(f"{UNITS}/default.target", "/lib/systemd/system/multi-user.target", "desktop"))
    steps.append(Link(f"{UNITS}/multi-user.target.wants/{NAME}.service", f"{UNITS}/{NAME}.service", "enable"))
    reload = (("systemctl", "daemon-reload"), ("udevadm", "control", "--reload"))
    steps.append(Service("reload", reload, back=reload))
    start = ("systemctl", "restart", f"{NAME}.service")
    steps.append(Service("start", (start,), back=(("systemctl", "stop", f"{NAME}.service"),)))
    return steps


Tell = Callable[[str], None]


def install(machine: Machine, steps: Sequence[Step], wish: Wish, said: Sayings, tell: Tell) -> None:
    """Do every step that is not so yet, and write down after each what was done."""
    for number, step in enumerate(steps, 1):
        done = step.is_done(machine)
        tell(line(machine, step, said, number, len(steps), done))
        if not done:
            step.do(machine)
        machine.record["wish"] = asdict(wish)
        machine.write(RECORD, json.dumps(machine.record, indent=2) + "\n")


def line(machine: Machine, step: Step, said: Sayings, number: int, of: int, done: bool) -> str:
    """One step as the player reads it."""
    state = ""
    if done:
        key = "later" if isinstance(step, Service) else "already"
        state = f"  [{said.say(key)}]"
    return f"{number:>2}/{of} {said.say(step.key, what=step.what)}{state}"


def rehearse(machine: Machine, steps: Sequence[Step], said: Sayings, tell: Tell) -> None:
    """Print what `install` would do, and touch nothing."""
    for number, step in enumerate(steps, 1):
        done = step.is_done(machine)
        tell(line(machine, step, said, number, len(steps), done))
        if not done:
            for way in step.ways(machine):
                tell(f"        {way}")


def uninstall(machine: Machine, steps: Sequence[Step], said: Sayings, tell: Tell, dry: bool) -> None:
    """Take every step back, last one first; the games stay."""
    for step in reversed(steps):
        if isinstance(step, Packages | Gone):
            continue
        tell(said.say(f"undo.{step.key}", what=step.what))
        if not dry:
            step.undo(machine)
    tell(said.say("undo.prefix", what=PREFIX))
    if not dry:
        machine.remove(PREFIX)
        machine.remove("/var/cache/sternwarte")
    tell(said.say("kept", what=DATA))
    packages = [step.what for step in steps if isinstance(step, Packages)]
    tell(said.say("packages.stay", what=" ".join(packages)))


def remembered(machine: Machine) -> Wish:
    """How the box was wished for last; as usual if it never was."""
    text = machine.read(RECORD)
    machine.record.update(json.loads(text) if text else {})
    return Wish(**machine.record.get("wish", {}))


def parser(prog: str) -> argparse.ArgumentParser:
    """The words after `sternwarte install` and `sternwarte uninstall`."""
    found = argparse.ArgumentParser(
        prog=f"sternwarte {prog}",
        description="Makes this machine the box: service, user, kiosk."
        if prog == "install"
        else "Takes everything back that install did. The games stay.",
    )
    found.add_argument("--dry-run", action="store_true", help="print every step and touch nothing")
    found.add_argument("--lang", choices=LANGUAGES, help="language of the messages (that of the machine)")
    found.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)
    if prog == "install":
        found.add_argument("--kiosk", choices=("kms", "cage"), help="bare screen (kms) or compositor (cage)")
        turns = {"type": int, "choices": (0, 90, 180, 270), "metavar": "DEGREES"}
        found.add_argument("--rotation", **turns, help="how the screen is mounted")  # type: ignore[arg-type]
        found.add_argument("--touch-rotation", **turns, help="how touch is turned against it")  # type: ignore[arg-type]
        found.add_argument("--data", metavar="LABEL", help="keep the games on the partition with this label")
        found.add_argument("--wheel", type=Path, metavar="FILE", help="install this file, not the checkout")
    return found


def main(words: Sequence[str], machine: Machine | None = None, tell: Tell = print) -> int:
    """`install` or `uninstall` with its words."""
    args = parser(words[0]).parse_args(words[1:])
    said = Sayings("install.toml", args.lang)
    machine = machine or Machine(args.root)
    if not args.dry_run and os.geteuid() != 0:
        raise Complaint(said.say("root", what=words[0]))
    if not machine.at("/etc/debian_version").exists():
        raise Complaint(said.say("debian"))
    wish = remembered(machine)
    if words[0] == "uninstall":
        return _uninstall(machine, wish, said, tell, args.dry_run)
    told = {key: getattr(args, key) for key in asdict(wish) if getattr(args, key) is not None}
    wish = Wish(**{**asdict(wish), **told})
    source = (args.wheel or Path(__file__).resolve().parents[2]).resolve()
    if not (source.is_file() or (source / "pyproject.toml").is_file()):
        raise Complaint(said.say("source"))
    steps = plan(machine, wish, source)
    if args.dry_run:
        rehearse(machine, steps, said, tell)
        return 0
    install(machine, steps, wish, said, tell)
    tell(said.say("finished" if machine.booted else "finished.later"))
    return 0


def _uninstall(machine: Machine, wish: Wish, said: Sayings, tell: Tell, dry: bool) -> int:
    if not machine.at(PREFIX).exists():
        tell(said.say("nothing"))
        return 0
    release = machine.target(CURRENT) or f"{PREFIX}/releases/none"
    home = machine.at(release)
    folder = templates() if templates().is_dir() else templates(home)
    steps: list[Step] = [Packages(PACKAGES), User(NAME, DATA), Release(release, home), Link(CURRENT, release)]
    steps += [Link(f"/usr/local/bin/{NAME}", f"{CURRENT}/bin/{NAME}"), *files(machine, wish, folder)]
    if f"{UNITS}/default.target" in machine.record.get("links", {}):
        steps.append(Link(f"{UNITS}/default.target", "/lib/systemd/system/multi-user.target", "desktop"))
    steps.append(Link(f"{UNITS}/multi-user.target.wants/{NAME}.service", f"{UNITS}/{NAME}.service", "enable"))
    steps.append(Service("start", (), back=(("systemctl", "stop", f"{NAME}.service"),)))
    uninstall(machine, steps, said, tell, dry)
    if machine.booted and not dry:
        machine.run("systemctl", "daemon-reload")
    return 0
