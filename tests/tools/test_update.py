"""Updates: the new release stays if its picture does, else the old one comes back, and the games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from tools.fake_box import FakeBox, complete, wheel

from companion.tools import install, update
from companion.tools.bilingual import Sayings
from companion.tools.errors import Complaint
from companion.tools.install import CURRENT, DATA, PREFIX
from companion.tools.machine import Done
from companion.tools.update import WATCHED, Update

SAID = Sayings("install.toml", "en")


class Box(FakeBox):
    """An installed box; `bad` is the word in the name of releases that show no picture."""

    bad, fragile = "", ""
    show = "NRestarts=0\nActiveState=active"

    def __init__(self, root: Path) -> None:
        super().__init__(root, self._systemctl)
        self.boot()
        complete(self)
        self.write(f"{DATA}/games.sqlite", "games")
        self.waited: list[float] = []

    def _systemctl(self, command: Sequence[str]) -> Done | None:
        if command[:2] == ("systemctl", "start"):
            name = Path(self.target(CURRENT)).name
            if self.bad and self.bad in name:
                # It brought the games to a newer form before it failed.
                self.write(f"{DATA}/games.sqlite", "newer")
                self.write(f"{DATA}/games.sqlite-wal", "newer")
                return Done(1, "Job failed")
        if command[:2] == ("systemctl", "show"):
            return Done(0, self.show)
        return None

    def update(self, file: Path) -> tuple[int, str]:
        """Update with this file: exit code and what was said."""
        said: list[str] = []
        code = Update(self, file, SAID, said.append, self.waited.append).run()
        return code, "\n".join(said)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    found = Box(tmp_path / "box")
    assert install.main(["install", "--wheel", str(wheel(tmp_path, "0.1.0"))], found, lambda _: None) == 0
    found.calls.clear()
    return found


def test_a_good_release_stays(box: Box, tmp_path: Path) -> None:
    old = box.target(CURRENT)
    box.write(f"{old}/lib/python3.11/site-packages/kivy.txt", "from the internet")
    code, said = box.update(wheel(tmp_path))
    new = box.target(CURRENT)
    assert (code, Path(new).name.split("-")[0]) == (0, "0.2.0")
    assert "is running" in said
    assert box.read(f"{new}/lib/python3.11/site-packages/kivy.txt") == "from the internet"
    assert box.waited == [WATCHED]
    assert [call for call in box.calls if call.startswith("systemctl")] == [
        "systemctl stop sternwarte.service",
        "systemctl daemon-reload",
        "systemctl start sternwarte.service",
        "systemctl show -p NRestarts,ActiveState sternwarte.service",
    ]
    assert box.read(f"{DATA}/games.sqlite") == box.read(f"{DATA}/before-update/games.sqlite") == "games"
    assert box.update(wheel(tmp_path))[1].endswith("is what runs here.")
    box.update(wheel(tmp_path, "0.3.0"))
    assert len(list(box.at(f"{PREFIX}/releases").iterdir())) == 2, "this one and the one before"


@pytest.mark.parametrize("how", ["never ready", "crashes later", "frozen later"])
def test_a_bad_release_is_taken_back_with_the_games_as_they_were(box: Box, tmp_path: Path, how: str) -> None:
    old = box.target(CURRENT)
    if how == "never ready":
        box.bad = "0.2.0"
    else:
        box.show = {
            "crashes later": "NRestarts=1\nActiveState=active",
            "frozen later": "NRestarts=0\nActiveState=activating",
        }[how]
    code, said = box.update(wheel(tmp_path))
    assert code == 1
    assert "running again" in said
    assert box.target(CURRENT) == old
    assert box.read(f"{DATA}/games.sqlite") == "games"
    assert not box.at(f"{DATA}/games.sqlite-wal").exists()
    assert box.calls[-1] == "systemctl start sternwarte.service"
    assert [folder.name for folder in box.at(f"{PREFIX}/releases").iterdir()] == [Path(old).name]


def test_files_of_the_system_come_with_the_release_and_go_with_it(box: Box, tmp_path: Path) -> None:
    unit = "/etc/systemd/system/sternwarte.service"
    old = box.target(CURRENT)
    share = "share/sternwarte/systemd"
    for template in install.templates().iterdir():
        box.write(f"{old}/{share}/{template.name}", template.read_text("utf-8"))
    before = box.read(unit)
    make = box.answer

    def answer(command: Sequence[str]) -> Done | None:
        if "pip" in command:
            release = command[0].removesuffix("/bin/python")
            for template in install.templates().iterdir():
                more = "# newer\n" if template.name == "sternwarte.service.in" else ""
                box.write(f"{release}/{share}/{template.name}", template.read_text("utf-8") + more)
        return make(command)

    box.answer = answer
    box.bad = "0.2.0"
    box.update(wheel(tmp_path))
    assert box.read(unit) == before
    box.bad = ""
    box.update(wheel(tmp_path))
    assert box.read(unit) == before + "# newer\n"


def test_what_cannot_be_updated_is_said_before_anything_is_stopped(box: Box, tmp_path: Path) -> None:
    broken = tmp_path / "sternwarte-9.9-py3-none-any.whl"
    broken.write_text("no archive")
    other = wheel(tmp_path).rename(tmp_path / "kivy-2.3-py3-none-any.whl")
    for file in (broken, other):
        with pytest.raises(Complaint, match="not a package of Sternwarte"):
            box.update(file)
    box.answer = lambda command: Done(1, "no connection") if "pip" in command else None
    with pytest.raises(Complaint, match="no connection"):
        box.update(wheel(tmp_path))
    assert not any(call.startswith("systemctl") for call in box.calls)
    box.remove(CURRENT)
    with pytest.raises(Complaint, match="install"):
        box.update(wheel(tmp_path))


def test_without_systemd_it_says_what_it_could_not_see(box: Box, tmp_path: Path) -> None:
    box.remove("/run/systemd")
    code, said = box.update(wheel(tmp_path))
    assert code == 0
    assert "Without systemd" in said
    assert not any(call.startswith("systemctl") for call in box.calls)


def test_only_with_rights(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Complaint, match="sudo"):
        update.main(["update", str(wheel(tmp_path)), "--lang", "en"], box)
