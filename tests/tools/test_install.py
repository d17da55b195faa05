"""The installer: what it would do, what it writes, and that it can be taken back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.fake_box import FakeBox, complete, wheel

from companion.tools import install
from companion.tools.bilingual import LANGUAGES, Sayings
from companion.tools.errors import Complaint
from companion.tools.install import DATA, PREFIX, Wish, escaped, files, main, templates
from companion.tools.machine import Done, Machine
from companion.tools.steps import File, Packages

ROOT = Path(__file__).resolve().parents[2]
ALWAYS = {
    "/etc/polkit-1/rules.d/50-sternwarte.rules",
    "/etc/sternwarte/sternwarte.conf",
    "/etc/systemd/system/multi-user.target.wants/sternwarte.service",
    "/etc/systemd/system/sternwarte.service",
    "/etc/udev/rules.d/70-sternwarte-stick.rules",
    "/opt/sternwarte/current",
    "/opt/sternwarte/installed.json",
    "/usr/local/bin/sternwarte",
}


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeBox:
    """A bare machine, and somebody with the right to change it."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return FakeBox(tmp_path / "box")


def run(box: FakeBox, *words: str) -> list[str]:
    """Run a command on the box; what it said."""
    said: list[str] = []
    assert main(words, box, said.append) == 0
    return said


def new_files(box: FakeBox, before: dict[str, str]) -> set[str]:
    return {name for name in box.files() if name not in before and "/releases/" not in name}


def test_dry_run_touches_nothing_and_shows_every_step(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    before = box.files()
    said = "\n".join(run(box, "install", "--dry-run", "--lang", "en"))
    assert box.files() == before
    assert box.calls == []
    for name in ALWAYS - {"/opt/sternwarte/installed.json"}:
        assert name in said
    assert "apt-get install -y --no-install-recommends python3-venv" in said
    assert "useradd --system" in said
    assert "/usr/bin/python3 -m venv --system-site-packages" in said
    assert "no systemd runs here" in said


def test_without_rights_nothing_begins(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for words in (["install"], ["uninstall"]):
        with pytest.raises(Complaint, match="sudo"):
            main([*words, "--lang", "en"], box)


def test_another_system_is_left_alone(box: FakeBox) -> None:
    box.remove("/etc/debian_version")
    with pytest.raises(Complaint, match="Debian"):
        main(["install"], box)


def test_the_files_it_writes(box: FakeBox) -> None:
    before = box.files()
    run(box, "install")
    assert new_files(box, before) == ALWAYS
    assert box.target("/opt/sternwarte/current").startswith("/opt/sternwarte/releases/")
    assert (box.at(box.target(f"{PREFIX}/current")) / "finished").exists()
    assert not (box.at(box.target(f"{PREFIX}/current")) / "source").exists()
    for name in ALWAYS:
        assert not re.search(r"@[A-Z_]+@", box.read(name)), name
    unit = box.read("/etc/systemd/system/sternwarte.service")
    assert "SupplementaryGroups=video render input audio\n" in unit, "only groups that this machine has"
    assert f"ExecStart={PREFIX}/current/bin/python -P -m companion.cli\n" in unit
    assert f"STERNWARTE_DATA={DATA}\n" in unit


def test_once_more_changes_nothing(box: FakeBox) -> None:
    run(box, "install")
    before = box.files()
    box.calls.clear()
    said = run(box, "install", "--lang", "en")
    assert box.calls == []
    assert box.files() == before
    assert all("so already" in line or "no systemd" in line for line in said[:-1]), said


def test_what_the_owner_changed_stays_unless_another_wish_is_told(box: FakeBox) -> None:
    run(box, "install")
    conf = "/etc/sternwarte/sternwarte.conf"
    box.write(conf, "STERNWARTE_ROTATION=90\n")
    run(box, "install")
    assert box.read(conf) == "STERNWARTE_ROTATION=90\n"
    run(box, "install", "--rotation", "180", "--touch-rotation", "270")
    assert "STERNWARTE_ROTATION=180\n" in box.read(conf)
    assert "STERNWARTE_TOUCH_ROTATION=270\n" in box.read(conf)
    run(box, "install")
    assert "STERNWARTE_ROTATION=180\n" in box.read(conf), "the wish is remembered"


def test_cage_and_data_come_and_go(box: FakeBox) -> None:
    before = box.files()
    run(box, "install", "--kiosk", "cage", "--data", "GAMES")
    more = {
        "/etc/systemd/system/sternwarte.service.d/cage.conf",
        "/etc/systemd/system/var-lib-sternwarte.mount",
        "/etc/systemd/system/local-fs.target.wants/var-lib-sternwarte.mount",
    }
    assert new_files(box, before) == ALWAYS | more
    mount = box.read("/etc/systemd/system/var-lib-sternwarte.mount")
    assert "What=/dev/disk/by-label/GAMES\n" in mount
    assert "systemd-fsck@dev-disk-by\\x2dlabel-GAMES.service" in mount
    assert "cage" in box.packages()
    run(box, "install", "--kiosk", "kms", "--data", "")
    assert new_files(box, before) == ALWAYS


def test_uninstall_takes_everything_back_and_keeps_the_games(box: FakeBox) -> None:
    box.boot()
    complete(box)
    box.link("/etc/systemd/system/display-manager.service", "/lib/systemd/system/lightdm.service")
    box.link("/etc/systemd/system/default.target", "/lib/systemd/system/graphical.target")
    box.write(f"{DATA}/games.sqlite", "precious")
    before = box.files()
    run(box, "install", "--kiosk", "cage", "--data", "GAMES")
    assert box.target("/etc/systemd/system/default.target") == "/lib/systemd/system/multi-user.target"
    dry = box.files()
    said = "\n".join(run(box, "uninstall", "--dry-run"))
    assert box.files() == dry
    assert DATA in said
    run(box, "uninstall")
    after = box.files()
    after["/var/lib/dpkg/status"] = before["/var/lib/dpkg/status"]
    assert after == before
    assert box.calls[-1] == "systemctl daemon-reload"
    assert "systemctl stop sternwarte.service" in box.calls
    assert "userdel sternwarte" in box.calls
    assert "Nothing is installed" in "".join(run(box, "uninstall", "--lang", "en"))


def test_a_user_that_was_there_before_stays(box: FakeBox) -> None:
    box.write("/etc/passwd", box.read("/etc/passwd") + "sternwarte:x:999:999::/:/\n")
    run(box, "install")
    run(box, "uninstall")
    assert "sternwarte" in box.names("/etc/passwd")


def test_a_running_system_is_told_in_order(box: FakeBox) -> None:
    box.boot()
    run(box, "install")
    assert box.calls[-3:] == [
        "systemctl daemon-reload",
        "udevadm control --reload",
        "systemctl restart sternwarte.service",
    ]


@pytest.mark.parametrize(("python", "held"), [("python3.11", True), ("python3.13", False)])
def test_a_pi_gets_the_camera_library_and_bookworm_its_older_numpy(
    box: FakeBox, python: str, held: bool
) -> None:
    box.become_pi()
    box.link("/usr/bin/python3", python)
    run(box, "install")
    assert {"python3-picamera2", "python3-lgpio"} <= box.packages()
    pip = next(call for call in box.calls if " pip " in call)
    assert ("-c /opt/sternwarte/constraints.txt" in pip) == held
    assert ("numpy<2" in box.read(f"{PREFIX}/constraints.txt")) == held
    assert (
        "gpio"
        in box.read("/etc/systemd/system/sternwarte.service").split("SupplementaryGroups=")[1].split("\n")[0]
    )


def test_a_step_that_fails_says_why_and_is_repeated(box: FakeBox) -> None:
    box.answer = lambda command: Done(1, "Could not find kivy\nno connection") if "pip" in command else None
    with pytest.raises(Complaint, match="no connection"):
        run(box, "install")
    assert not box.at(f"{PREFIX}/current").is_symlink()
    box.answer = lambda _: None
    run(box, "install")
    assert box.target(f"{PREFIX}/current")


def test_a_file_instead_of_the_checkout(box: FakeBox, tmp_path: Path) -> None:
    run(box, "install", "--wheel", str(wheel(tmp_path)))
    assert Path(box.target(f"{PREFIX}/current")).name.startswith("0.2.0-")


def test_packages_are_known_by_the_names_they_stand_for(box: FakeBox) -> None:
    block = "\nPackage: libglib2.0-0t64\nStatus: install ok installed\nProvides: libglib2.0-0 (= 2.84)\n"
    gone = "\nPackage: cage\nStatus: deinstall ok config-files\n"
    box.write("/var/lib/dpkg/status", box.read("/var/lib/dpkg/status") + block + gone)
    assert Packages(("libglib2.0-0", "cage")).missing(box) == ["cage"]


@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("/var/lib/sternwarte", "var-lib-sternwarte"),
        ("/dev/disk/by-label/MY GAMES", "dev-disk-by\\x2dlabel-MY\\x20GAMES"),
        ("/a/.b.c", "a-.b.c"),
    ],
)
def test_names_of_units(path: str, unit: str) -> None:
    assert escaped(path) == unit
    if shutil.which("systemd-escape"):
        done = subprocess.run(["systemd-escape", "--path", path], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == unit


def test_both_languages_say_everything() -> None:
    for file in ("install.toml", "doctor.toml"):
        for key, texts in Sayings(file, "en").texts.items():
            assert set(texts) == set(LANGUAGES), key
            holes = {lang: sorted(re.findall(r"\{(\w+)\}", text)) for lang, text in texts.items()}
            assert holes["de"] == holes["en"], key


def test_it_needs_nothing_but_python(box: FakeBox, tmp_path: Path) -> None:
    words = ["-S", "-P", "-m", "companion.cli", "install", "--dry-run", "--root", str(box.root)]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *words], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "sternwarte.service" in done.stdout


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize("wish", [Wish(), Wish(kiosk="cage", data="GAMES")], ids=["kms", "cage"])
def test_systemd_takes_the_units(tmp_path: Path, wish: Wish) -> None:
    machine = Machine(tmp_path)
    machine.write("/etc/group", "".join(f"{name}:x:1:\n" for name in install.GROUPS))
    for step in files(machine, wish, templates()):
        if isinstance(step, File):
            # The programs are not on every machine that runs this test.
            there = re.sub(r"/opt/sternwarte/current/bin/python|/usr/bin/cage", sys.executable, step.content)
            machine.write(step.path, there)
    units = sorted(machine.at("/etc/systemd/system").glob("*.*[et]"))
    assert len(units) == (2 if wish.data else 1)
    for unit in units:
        done = subprocess.run(
            ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
        )
        ours = [line for line in done.stderr.splitlines() if "sternwarte" in line]
        assert (done.returncode, ours) == (0, [])


def test_the_service_is_watched_and_closed_off() -> None:
    unit = (templates() / "sternwarte.service.in").read_text("utf-8").splitlines()
    for line in (
        "Type=notify", "WatchdogSec=20", "Restart=always", "User=@USER@", "StateDirectory=sternwarte",
        "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "DevicePolicy=closed",
        "StandardError=journal",
    ):  # fmt: skip
        assert line in unit
    assert any("KIVY_NO_FILELOG=1" in line for line in unit)
