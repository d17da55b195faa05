"""The machine as the doctor sees it, and what a check finds on it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from importlib.util import find_spec
from pathlib import Path

from .machine import Done, Machine, run

GOOD, NOTE, WARNING, BROKEN = "good", "note", "warning", "broken"

MODULES = {"opencv-python": "cv2", "picamera2": "picamera2", "lgpio": "lgpio"}
"""Modules that apt may have brought without what pip knows packages by."""


@dataclass(frozen=True)
class Finding:
    """What a check found: the sentence `key`, and what to do about it, `key.do`, if there is such a one."""

    state: str
    key: str
    args: Mapping[str, object] = field(default_factory=dict)


@dataclass
class Patient:
    """The machine under examination: its files, environment, commands, and what Python finds on it."""

    machine: Machine
    env: Mapping[str, str]
    now: float
    version: Callable[[str], str]
    """The version of an installed distribution; empty if it is not there."""
    may: Callable[[Path], bool]
    """Whether a device can be read and written."""
    free: Callable[[Path], int]
    """The free bytes where a folder lies; below 0 if nothing can be written there."""
    python: tuple[int, int, int]
    fonts: Path | None
    """The folder of Kivy's fonts."""

    def glob(self, pattern: str) -> list[Path]:
        """Paths of the machine, in order."""
        return sorted(self.machine.root.glob(pattern.lstrip("/")))

    def read(self, path: Path | str) -> str:
        """The stripped text of a file that lies under the machine's root."""
        found = Path(path)
        try:
            return found.read_text("utf-8", "replace").strip("\0 \n")
        except OSError:
            return ""

    def run(self, *command: str) -> Done:
        """Run a command of the machine."""
        return self.machine.run(*command)


def _version(name: str) -> str:
    try:
        return installed(name)
    except PackageNotFoundError:
        return "?" if name in MODULES and find_spec(MODULES[name]) else ""


def _fonts() -> Path | None:
    found = find_spec("kivy")
    return Path(found.origin).parent / "data" / "fonts" if found and found.origin else None


def this_machine(root: Path = Path("/")) -> Patient:
    """The machine that this runs on."""
    return Patient(
        machine=Machine(root, lambda command: run(command, timeout=15)),
        env=os.environ,
        now=time.time(),
        version=_version,
        may=lambda path: os.access(path, os.R_OK | os.W_OK),
        free=_free,
        python=sys.version_info[:3],
        fonts=_fonts(),
    )


def _free(folder: Path) -> int:
    """Free bytes of the nearest folder that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not os.access(folder, os.W_OK):
        return -1
    told = os.statvfs(folder)
    return told.f_bavail * told.f_frsize
