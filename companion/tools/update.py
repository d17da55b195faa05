"""`sternwarte update FILE.whl`: a new release beside the old one, and back to it if no picture comes."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from .bilingual import LANGUAGES, Sayings
from .errors import Complaint
from .install import (
    CURRENT,
    DATA,
    NAME,
    PREFIX,
    Tell,
    Wish,
    digest,
    files,
    remembered,
    templates,
    version,
)
from .machine import Machine
from .steps import Release

WHEEL = re.compile(rf"{NAME}-[0-9][^-]*-py3-none-any\.whl")
GAMES = ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm")
BEFORE = f"{DATA}/before-update"
WATCHED = 30
"""Seconds for which a new release must keep its picture; longer than systemd waits for a frozen one."""


class Update:
    """One change of releases."""

    def __init__(
        self,
        machine: Machine,
        wheel: Path,
        said: Sayings,
        tell: Tell,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.machine, self.wheel, self.said, self.tell, self.wait = machine, wheel, said, tell, wait
        if not WHEEL.fullmatch(wheel.name) or not zipfile.is_zipfile(wheel):
            raise Complaint(said.say("update.wheel", what=wheel.name))
        self.wish: Wish = remembered(machine)
        self.old = machine.target(CURRENT)
        if not self.old:
            raise Complaint(said.say("update.none"))
        self.new = f"{PREFIX}/releases/{version(wheel)}-{digest(wheel)}"

    def run(self) -> int:
        """Change to the new release; 1 if it had to be taken back."""
        if self.new == self.old:
            self._say("same", Path(self.new).name)
            return 0
        self._say("make", Path(self.new).name)
        limits = f"{PREFIX}/constraints.txt"
        limits = limits if self.machine.at(limits).exists() else ""
        release = Release(self.new, self.wheel, like=self.old, constraints=limits)
        if not release.is_done(self.machine):
            release.do(self.machine)
        self._say("keep", BEFORE)
        self._stop()
        self._copy(DATA, BEFORE)
        self._say("switch")
        self._switch(self.new)
        if not self.machine.booted:
            self._say("later", Path(self.new).name)
            return 0
        if self._starts():
            self._say("good", Path(self.new).name)
            self._sweep()
            return 0
        return self._back()

    def _say(self, key: str, what: object = "") -> None:
        self.tell(self.said.say(f"update.{key}", what=what))

    def _systemctl(self, *words: str) -> bool:
        return self.machine.run("systemctl", *words).good

    def _stop(self) -> None:
        if self.machine.booted:
            self._systemctl("stop", f"{NAME}.service")

    def _switch(self, release: str) -> None:
        """Point to a release, with the system's files as it wants them."""
        self.machine.link(CURRENT, release)
        folder = templates(self.machine.at(release))
        if folder.is_dir():
            for step in files(self.machine, self.wish, folder):
                if not step.is_done(self.machine):
                    step.do(self.machine)
        if self.machine.booted:
            self._systemctl("daemon-reload")

    def _starts(self) -> bool:
        """Whether READY comes, and neither a crash nor the watchdog ends it soon after."""
        # `start` returns when the service has said READY, or has failed to in time.
        if not self._systemctl("start", f"{NAME}.service"):
            return False
        self._say("watch", WATCHED)
        self.wait(WATCHED)
        shown = self.machine.run("systemctl", "show", "-p", "NRestarts,ActiveState", f"{NAME}.service").text
        return {"NRestarts=0", "ActiveState=active"} <= set(shown.split())

    def _back(self) -> int:
        self._say("back", Path(self.old).name)
        self._stop()
        # Nobody could enter anything without a picture, but the games may have been brought to a newer form.
        self._copy(BEFORE, DATA)
        self._switch(self.old)
        self.machine.remove(self.new)
        fine = self._systemctl("start", f"{NAME}.service")
        self._say("backed" if fine else "lost", Path(self.old).name)
        return 1

    def _copy(self, one: str, other: str) -> None:
        """The games from one folder to another, each as it was or not there at all."""
        there = self.machine.at(other)
        there.mkdir(parents=True, exist_ok=True)
        for name in GAMES:
            (there / name).unlink(missing_ok=True)
            found = self.machine.at(one) / name
            if found.is_file():
                shutil.copy2(found, there / name)
                owner = found.stat()
                os.chown(there / name, owner.st_uid, owner.st_gid)

    def _sweep(self) -> None:
        """Keep this release and the one before."""
        for folder in self.machine.at(f"{PREFIX}/releases").iterdir():
            if folder.name not in (Path(self.new).name, Path(self.old).name):
                shutil.rmtree(folder)


def main(words: Sequence[str], machine: Machine | None = None, tell: Tell = print) -> int:
    """`update` with its words."""
    parser = argparse.ArgumentParser(prog="sternwarte update", description="Changes to another release.")
    parser.add_argument("wheel", type=Path, metavar="FILE.whl")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the messages (that of the machine)")
    args = parser.parse_args(words[1:])
    said = Sayings("install.toml", args.lang)
    if os.geteuid() != 0:
        raise Complaint(said.say("root", what="update"))
    return Update(machine or Machine(), args.wheel.resolve(), said, tell).run()
