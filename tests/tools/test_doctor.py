"""The doctor: each check over a machine under a folder, and the table that comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.tools import doctor, symptoms
from companion.tools.bilingual import Sayings
from companion.tools.machine import Done, Machine
from companion.tools.patient import BROKEN, GOOD, NOTE, WARNING, Finding, Patient, this_machine

NOW = 1_800_000_000.0
VERSIONS = dict.fromkeys(("sternwarte", *symptoms.NEEDED, "picamera2", "lgpio"), "1.0")
UNIT = "/etc/systemd/system/sternwarte.service"
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
TOUCH = """I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="raspberrypi-ts"
H: Handlers=mouse0 event1
B: ABS=2658000 3

I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Some Keyboard"
H: Handlers=sysrq kbd event0
B: ABS=3
"""


class Ward:
    """A healthy PC to begin with; tests make it a Pi, or ill."""

    def __init__(self, root: Path) -> None:
        self.machine = Machine(root, lambda command: Done(0, self.systemctl))
        self.systemctl = ""
        self.env: dict[str, str] = {"HOME": "/home/anna"}
        self.versions = dict(VERSIONS)
        self.locked: set[str] = set()
        self.free, self.now, self.python = 10**10, NOW, (3, 11, 2)
        self.put("/etc/os-release", 'PRETTY_NAME="Debian"\n')
        for name in ("Roboto-Regular.ttf", "Roboto-Bold.ttf"):
            self.put(f"/fonts/{name}")

    def put(self, path: str, text: str = "") -> Ward:
        """Put a file on the machine."""
        self.machine.write(path, text)
        return self

    def pi(self) -> Ward:
        """Be a Raspberry Pi."""
        return self.put("/proc/device-tree/model", "Raspberry Pi 5 Model B\0")

    def look(self, name: str) -> Finding:
        """What one check finds."""
        return symptoms.CHECKS[name](self.patient)

    @property
    def patient(self) -> Patient:
        """The machine as it is now."""
        return Patient(
            machine=self.machine,
            env=self.env,
            now=self.now,
            version=lambda name: self.versions.get(name, ""),
            may=lambda path: path.exists() and path.name not in self.locked,
            free=lambda _: self.free,
            python=self.python,
            fonts=self.machine.at("/fonts"),
        )


def webcam(ward: Ward) -> None:
    folder = "/sys/class/video4linux/video0"
    ward.put(f"{folder}/name", "HD Webcam\n").put("/sys/bus/usb/drivers/uvcvideo/x")
    ward.machine.link(f"{folder}/device/driver", str(ward.machine.at("/sys/bus/usb/drivers/uvcvideo")))


def sensor(ward: Ward) -> None:
    ward.put("/sys/class/video4linux/v4l-subdev3/name", "imx708_wide 10-001a\n")
    ward.put("/sys/class/video4linux/v4l-subdev0/name", "dw9807 10-000c\n")


def screen(ward: Ward) -> None:
    ward.put("/sys/class/drm/card1-DSI-1/status", "connected\n").put("/dev/dri/card1")
    ward.put("/sys/class/drm/card1-HDMI-A-1/status", "disconnected\n")


def touch(ward: Ward) -> None:
    ward.put("/proc/bus/input/devices", TOUCH).put("/dev/input/event1").put("/dev/input/event0")


def pins(ward: Ward) -> None:
    ward.pi().put("/dev/gpiochip0")


def box(ward: Ward, state: str = "active", restarts: str = "0", file: str = "enabled") -> None:
    ward.put(UNIT).put("/run/systemd/system/x")
    ward.systemctl = f"ActiveState={state}\nSubState=x\nNRestarts={restarts}\nUnitFileState={file}\n"


CASES: list[tuple[str, str, str, Callable[[Ward], object]]] = [
    ("versions", GOOD, "kivy 1.0", lambda w: None),
    ("versions", BROKEN, "3.9.2", lambda w: setattr(w, "python", (3, 9, 2))),
    ("versions", BROKEN, "kivy", lambda w: w.versions.pop("kivy")),
    ("display", GOOD, "DISPLAY=:0", lambda w: w.env.update(DISPLAY=":0")),
    ("display", GOOD, "wayland-0", lambda w: w.env.update(WAYLAND_DISPLAY="wayland-0")),
    ("display", GOOD, "DSI-1", screen),
    ("display", WARNING, "closed to this user", lambda w: (screen(w), w.locked.add("card1"))),
    ("display", WARNING, "virtual", lambda w: None),
    ("display", BROKEN, "no screen", lambda w: w.pi()),
    ("touch", GOOD, "raspberrypi-ts", touch),
    ("touch", WARNING, "/dev/input/event1", lambda w: (touch(w), w.locked.add("event1"))),
    (
        "touch",
        GOOD,
        "raspberrypi-ts",
        lambda w: (touch(w), w.locked.add("event1"), w.env.update(DISPLAY=":0")),
    ),
    ("touch", NOTE, "mouse", lambda w: None),
    ("camera", GOOD, "HD Webcam", webcam),
    ("camera", GOOD, "imx708_wide", sensor),
    ("camera", WARNING, "picamera2", lambda w: (sensor(w), w.versions.pop("picamera2"))),
    ("camera", WARNING, "no camera", lambda w: w.pi()),
    ("camera", NOTE, "no camera", lambda w: w.put("/sys/class/video4linux/video10/name", "bcm2835-codec")),
    ("pins", GOOD, "gpiochip0", pins),
    ("pins", NOTE, "F1", lambda w: None),
    ("pins", WARNING, "not there", lambda w: w.pi()),
    ("pins", WARNING, "lgpio", lambda w: (pins(w), w.versions.pop("lgpio"))),
    ("pins", WARNING, "closed", lambda w: (pins(w), w.locked.add("gpiochip0"))),
    ("disk", GOOD, "/home/anna/.local/share/sternwarte, 9537 MB", lambda w: None),
    ("disk", GOOD, "/games", lambda w: w.env.update(STERNWARTE_DATA="/games")),
    ("disk", WARNING, "only 100 MB", lambda w: setattr(w, "free", 100 * 2**20)),
    ("disk", BROKEN, "nothing can be written", lambda w: setattr(w, "free", -1)),
    ("disk", NOTE, "belongs to the service", lambda w: (w.put(UNIT), setattr(w, "free", -1))),
    ("clock", NOTE, "2027-01-15", lambda w: None),
    ("clock", GOOD, "network", lambda w: w.put("/run/systemd/timesync/synchronized")),
    ("clock", GOOD, "chip", lambda w: w.put("/sys/class/rtc/rtc0/name")),
    ("clock", WARNING, "1970-01-01", lambda w: setattr(w, "now", 60.0)),
    ("fonts", GOOD, "Roboto", lambda w: None),
    ("fonts", BROKEN, "Roboto-Bold", lambda w: w.machine.remove("/fonts/Roboto-Bold.ttf")),
    ("speech", NOTE, "silent", lambda w: None),
    ("speech", NOTE, "vc4-hdmi", lambda w: w.put("/proc/asound/cards", " 0 [vc4]: vc4-hdmi - vc4-hdmi-0\n")),
    (
        "speech",
        GOOD,
        "espeak-ng",
        lambda w: w.put("/proc/asound/cards", " 0 [vc4]: vc4-hdmi - vc4\n").put("/usr/bin/espeak-ng"),
    ),
    ("power", NOTE, "not measured", lambda w: None),
    ("power", GOOD, "fine", lambda w: w.put(THROTTLED, "0\n")),
    ("power", WARNING, "is too low", lambda w: w.put(THROTTLED, "50005\n")),
    ("power", WARNING, "was too low", lambda w: w.put(THROTTLED, "50000\n")),
    ("service", NOTE, "not installed", lambda w: None),
    ("service", NOTE, "no systemd", lambda w: w.put(UNIT)),
    ("service", GOOD, "starts with", box),
    ("service", BROKEN, "activating", lambda w: box(w, "activating")),
    ("service", WARNING, "so far: 3", lambda w: box(w, restarts="3")),
    ("service", WARNING, "does not start with", lambda w: box(w, file="disabled")),
]


@pytest.mark.parametrize(("name", "state", "words", "make"), CASES)
def test_each_check(
    tmp_path: Path, name: str, state: str, words: str, make: Callable[[Ward], object]
) -> None:
    ward = Ward(tmp_path)
    make(ward)
    finding = ward.look(name)
    row = doctor.rows({name: finding}, Sayings("doctor.toml", "en"))[0]
    assert (row["state"], words in row["found"]) == (state, True), row
    assert bool(row["do"]) or state in (GOOD, NOTE), "every problem comes with what to do about it"
    assert doctor.rows({name: finding}, Sayings("doctor.toml", "de"))[0]["found"]


def test_every_check_is_shown_ill_and_well() -> None:
    seen = {(name, state) for name, state, *_ in CASES}
    for name in symptoms.CHECKS:
        assert {state for check, state in seen if check == name} & {GOOD}, name
        assert {state for check, state in seen if check == name} & {WARNING, BROKEN, NOTE}, name


def test_the_table_and_its_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ward = Ward(tmp_path)
    assert doctor.main(["doctor", "--lang", "en"], ward.patient) == 0
    said = capsys.readouterr().out
    assert "Everything that the app needs is there." in said
    assert len([line for line in said.splitlines() if line[:1] in "✓·!✗" and line]) == len(symptoms.CHECKS)
    ward.free = -1
    assert doctor.main(["doctor", "--lang", "de"], ward.patient) == 1
    said = capsys.readouterr().out
    assert "✗ Speicher" in said
    assert "Kaputt: 1." in said


def test_json_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ward = Ward(tmp_path)
    ward.versions.pop("msgspec")
    assert doctor.main(["doctor", "--json", "--lang", "en"], ward.patient) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["good"] is False
    assert [row["check"] for row in told["findings"]] == list(symptoms.CHECKS)
    assert {row["state"] for row in told["findings"]} <= {GOOD, NOTE, WARNING, BROKEN}


def test_a_check_that_stumbles_stops_no_other(tmp_path: Path) -> None:
    ward = Ward(tmp_path).put(THROTTLED, "nonsense")
    found = doctor.examine(ward.patient, symptoms.CHECKS)
    assert list(found) == list(symptoms.CHECKS)
    assert (found["power"].state, found["power"].key) == (WARNING, "stumbled")


def test_this_very_machine() -> None:
    found = doctor.examine(this_machine(), symptoms.CHECKS)
    assert found["versions"].state == GOOD
    assert found["fonts"].state == GOOD
    assert not [name for name, finding in found.items() if finding.key == "stumbled"]
