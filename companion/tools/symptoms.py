"""What the doctor looks at, one function each."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from .install import DATA, NAME, UNITS
from .patient import BROKEN, GOOD, NOTE, WARNING, Finding, Patient

Check = Callable[[Patient], Finding]

MULTI_TOUCH = 0x35
"""The bit by which the kernel says that a device reports fingers in columns (ABS_MT_POSITION_X)."""

LITTLE = 200 * 2**20
"""Bytes below which a disk is nearly full."""

PAST = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
"""No clock that is right shows an earlier time."""

NEEDED = ("kivy", "msgspec", "platformdirs", "numpy", "opencv-python", "gpiozero")


def versions(patient: Patient) -> Finding:
    """Python, and the libraries that the app needs."""
    found = {name: patient.version(name) for name in (NAME, *NEEDED)}
    python = ".".join(map(str, patient.python))
    system = patient.machine.release.get("PRETTY_NAME", "?")
    if patient.python < (3, 11):
        return Finding(BROKEN, "versions.python", {"python": python})
    missing = [name for name in NEEDED if not found[name]]
    if missing:
        return Finding(BROKEN, "versions.missing", {"missing": ", ".join(missing)})
    told = ", ".join(f"{name} {version}" for name, version in found.items() if version)
    model = patient.machine.read("/proc/device-tree/model").strip("\0\n")
    return Finding(
        GOOD,
        "versions",
        {"python": python, "told": told, "system": f"{system}{', ' if model else ''}{model}"},
    )


def display(patient: Patient) -> Finding:
    """Where windows go, found as the script ./sternwarte finds it."""
    for kind in ("DISPLAY", "WAYLAND_DISPLAY"):
        if patient.env.get(kind):
            return Finding(GOOD, "display.desktop", {"where": f"{kind}={patient.env[kind]}"})
    connected = [
        path.parent.name.partition("-")[2]
        for path in patient.glob("/sys/class/drm/card*-*/status")
        if patient.read(path) == "connected"
    ]
    cards = patient.glob("/dev/dri/card*")
    if connected and any(patient.may(card) for card in cards):
        return Finding(GOOD, "display.bare", {"where": ", ".join(connected)})
    if connected and cards:
        return Finding(WARNING, "display.rights", {"where": ", ".join(connected)})
    if patient.machine.is_pi:
        return Finding(BROKEN, "display.dark")
    return Finding(WARNING, "display.virtual")


def touch(patient: Patient) -> Finding:
    """A screen that can be touched."""
    for name, event in _touch_screens(patient.machine.read("/proc/bus/input/devices")):
        device = patient.machine.at(f"/dev/input/{event}")
        desktop = patient.env.get("DISPLAY") or patient.env.get("WAYLAND_DISPLAY")
        if desktop or patient.may(device):
            return Finding(GOOD, "touch", {"name": name})
        return Finding(WARNING, "touch.rights", {"name": name, "device": f"/dev/input/{event}"})
    return Finding(NOTE, "touch.none")


def _touch_screens(text: str) -> list[tuple[str, str]]:
    found = []
    for block in text.split("\n\n"):
        name = re.search(r'^N: Name="(.*)"', block, re.MULTILINE)
        handlers = re.search(r"^H: Handlers=.*?(event\d+)", block, re.MULTILINE)
        bits = re.search(r"^B: ABS=([0-9a-f ]+)", block, re.MULTILINE)
        if name and handlers and bits and _bits(bits.group(1)) >> MULTI_TOUCH & 1:
            found.append((name.group(1), handlers.group(1)))
    return found


def _bits(words: str) -> int:
    """A bit field as the kernel prints it: words of the machine's width, the highest first."""
    parts = words.split()
    width = 64 if any(len(part) > 8 for part in parts) or len(parts) < 2 else 32
    number = 0
    for part in parts:
        number = number << width | int(part, 16)
    return number


def camera(patient: Patient) -> Finding:
    """Cameras on the ribbon cable and on USB."""
    sensors = [
        patient.read(path).split(" ")[0] for path in patient.glob("/sys/class/video4linux/v4l-subdev*/name")
    ]
    sensors = [name for name in sensors if re.match(r"(imx|ov|arducam)\w*\d", name)]
    webcams = [
        patient.read(path / "name")
        for path in patient.glob("/sys/class/video4linux/video*")
        if (path / "device/driver").resolve().name == "uvcvideo" and patient.read(path / "index") in ("", "0")
    ]
    if sensors and not patient.version("picamera2"):
        return Finding(WARNING, "camera.library", {"names": ", ".join(sensors)})
    if sensors or webcams:
        return Finding(GOOD, "camera", {"names": ", ".join(sensors + webcams)})
    if patient.machine.is_pi:
        return Finding(WARNING, "camera.none.pi")
    return Finding(NOTE, "camera.none")


def pins(patient: Patient) -> Finding:
    """The pins of the three buttons and their lamps."""
    if not patient.machine.is_pi:
        return Finding(NOTE, "pins.none")
    chips = patient.glob("/dev/gpiochip*")
    if not chips:
        return Finding(WARNING, "pins.gone")
    if not patient.version("lgpio") and not patient.version("rpi-lgpio"):
        return Finding(WARNING, "pins.library")
    if not any(patient.may(chip) for chip in chips):
        return Finding(WARNING, "pins.rights")
    return Finding(GOOD, "pins", {"chips": ", ".join(chip.name for chip in chips)})


def folder(patient: Patient) -> Path:
    """Where the games lie, as the service or this user has them."""
    told = patient.env.get("STERNWARTE_DATA")
    if told:
        return patient.machine.at(told)
    if patient.machine.at(f"{UNITS}/{NAME}.service").exists():
        return patient.machine.at(DATA)
    base = patient.env.get("XDG_DATA_HOME") or f"{patient.env.get('HOME', '/root')}/.local/share"
    return patient.machine.at(f"{base}/{NAME}")


def disk(patient: Patient) -> Finding:
    """Room for the games."""
    where = folder(patient)
    free = patient.free(where)
    args = {"folder": f"/{where.relative_to(patient.machine.root)}", "free": f"{max(free, 0) / 2**20:.0f}"}
    if free < 0:
        # The service's folder is closed to everybody else, which is as it should be.
        closed = where == patient.machine.at(DATA) and not patient.env.get("STERNWARTE_DATA")
        return Finding(NOTE if closed else BROKEN, "disk.closed" if closed else "disk.locked", args)
    if free < LITTLE:
        return Finding(WARNING, "disk.full", args)
    return Finding(GOOD, "disk", args)


def clock(patient: Patient) -> Finding:
    """The wall clock; games do not need it, but lists show it."""
    shown = datetime.fromtimestamp(patient.now, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if patient.now < PAST:
        return Finding(WARNING, "clock.wrong", {"shown": shown})
    if patient.machine.at("/run/systemd/timesync/synchronized").exists():
        return Finding(GOOD, "clock.net", {"shown": shown})
    if patient.glob("/sys/class/rtc/rtc*"):
        return Finding(GOOD, "clock.battery", {"shown": shown})
    return Finding(NOTE, "clock.alone", {"shown": shown})


def fonts(patient: Patient) -> Finding:
    """The letters of the screens, which Kivy brings with it."""
    wanted = ("Roboto-Regular.ttf", "Roboto-Bold.ttf")
    missing = [name for name in wanted if patient.fonts is None or not (patient.fonts / name).is_file()]
    if missing:
        return Finding(BROKEN, "fonts.missing", {"names": ", ".join(missing)})
    return Finding(GOOD, "fonts", {"names": "Roboto"})


def speech(patient: Patient) -> Finding:
    """A voice, and something to hear it with."""
    voice = patient.machine.at("/usr/bin/espeak-ng").exists()
    cards = re.findall(
        r"^ *\d+ \[.*?\]: .*? - (.*)$", patient.machine.read("/proc/asound/cards"), re.MULTILINE
    )
    if not cards:
        return Finding(NOTE, "speech.silent")
    args = {"cards": ", ".join(cards)}
    return Finding(GOOD, "speech", args) if voice else Finding(NOTE, "speech.voice", args)


def power(patient: Patient) -> Finding:
    """Whether the power supply of a Pi is strong enough."""
    told = patient.glob("/sys/devices/platform/soc*/soc*:firmware/get_throttled")
    if not told:
        return Finding(NOTE, "power.unknown")
    bits = int(patient.read(told[0]) or "0", 16)
    if bits & 0x1:
        return Finding(WARNING, "power.now")
    if bits & 0x10000:
        return Finding(WARNING, "power.once")
    return Finding(GOOD, "power")


def service(patient: Patient) -> Finding:
    """The service of the box."""
    if not patient.machine.at(f"{UNITS}/{NAME}.service").exists():
        return Finding(NOTE, "service.none")
    if not patient.machine.booted:
        return Finding(NOTE, "service.later")
    shown = patient.run(
        "systemctl", "show", "-p", "ActiveState,SubState,NRestarts,UnitFileState", f"{NAME}.service"
    ).text
    told = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
    state, restarts = told.get("ActiveState", "?"), told.get("NRestarts", "0")
    if state != "active":
        return Finding(BROKEN, "service.down", {"state": f"{state} ({told.get('SubState', '?')})"})
    if restarts not in ("", "0"):
        return Finding(WARNING, "service.restarts", {"count": restarts})
    if told.get("UnitFileState") != "enabled":
        return Finding(WARNING, "service.disabled")
    return Finding(GOOD, "service")


CHECKS: dict[str, Check] = {
    "versions": versions,
    "display": display,
    "touch": touch,
    "camera": camera,
    "pins": pins,
    "disk": disk,
    "clock": clock,
    "fonts": fonts,
    "speech": speech,
    "power": power,
    "service": service,
}
"""Every check, in the order of the table."""
