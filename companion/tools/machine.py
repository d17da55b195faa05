"""The machine that is installed on or examined: its files under a root folder, and its commands."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import Complaint

Runner = Callable[[Sequence[str]], "Done"]


@dataclass(frozen=True)
class Done:
    """How a command ended and what it said."""

    code: int
    text: str = ""

    @property
    def good(self) -> bool:
        """Whether it succeeded."""
        return self.code == 0


def run(command: Sequence[str], timeout: float = 3600.0) -> Done:
    """Run a command of this machine; one that is missing or hangs counts as failed."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
            env=env,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Done(127, str(error))
    return Done(done.returncode, done.stdout)


@dataclass
class Machine:
    """A machine by its root folder. Paths are given as the machine itself would write them."""

    root: Path = Path("/")
    runner: Runner = run
    record: dict[str, Any] = field(default_factory=dict)
    """What was done to it, so that it can be taken back."""

    def at(self, path: str | Path) -> Path:
        """A path of the machine where it really lies."""
        return self.root / str(path).lstrip("/")

    def run(self, *command: str) -> Done:
        """Run a command."""
        return self.runner(command)

    def must(self, *command: str) -> str:
        """Run a command that has to succeed; Complaint with its last words if it does not."""
        done = self.run(*command)
        if not done.good:
            tail = "\n".join(done.text.strip().splitlines()[-12:])
            raise Complaint(f"{' '.join(command)}: {done.code}\n{tail}")
        return done.text

    def read(self, path: str | Path) -> str:
        """The text of a file; empty if there is none that can be read."""
        try:
            return self.at(path).read_text("utf-8", "replace")
        except OSError:
            return ""

    def write(self, path: str | Path, content: str, mode: int = 0o644) -> None:
        """Write a file whole or not at all."""
        real = self.at(path)
        real.parent.mkdir(parents=True, exist_ok=True)
        draft = real.with_name(f".{real.name}.new")
        draft.write_text(content, "utf-8")
        draft.chmod(mode)
        os.replace(draft, real)

    def link(self, path: str | Path, target: str) -> None:
        """Let a link point to its target; at no moment is there none."""
        real = self.at(path)
        real.parent.mkdir(parents=True, exist_ok=True)
        draft = real.with_name(f".{real.name}.new")
        draft.unlink(missing_ok=True)
        draft.symlink_to(target)
        os.replace(draft, real)

    def target(self, path: str | Path) -> str:
        """Where a link points to; empty if it is none."""
        try:
            return os.readlink(self.at(path))
        except OSError:
            return ""

    def remove(self, path: str | Path) -> None:
        """Take a file, a link or a whole folder away."""
        real = self.at(path)
        if real.is_dir() and not real.is_symlink():
            shutil.rmtree(real)
        else:
            real.unlink(missing_ok=True)

    def tidy(self, folder: str | Path) -> None:
        """Take a folder of ours away if nothing is left in it."""
        if "sternwarte" in Path(folder).name:
            with contextlib.suppress(OSError):
                self.at(folder).rmdir()

    @property
    def booted(self) -> bool:
        """Whether systemd runs this machine; not so in a chroot or a plain container."""
        return self.at("/run/systemd/system").is_dir()

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in self.read("/proc/device-tree/model")

    @property
    def release(self) -> dict[str, str]:
        """The fields of os-release."""
        rows = (line.partition("=") for line in self.read("/etc/os-release").splitlines() if "=" in line)
        return {key: value.strip().strip('"') for key, _, value in rows}

    @property
    def python(self) -> tuple[int, int]:
        """The version of the system's own Python; (0, 0) if there is none."""
        name = self.at("/usr/bin/python3").resolve().name
        numbers = name.removeprefix("python").split(".")
        if len(numbers) == 2 and all(number.isdecimal() for number in numbers):
            return int(numbers[0]), int(numbers[1])
        return (0, 0)

    def names(self, table: str) -> set[str]:
        """The first column of /etc/passwd or /etc/group."""
        return {line.partition(":")[0] for line in self.read(table).splitlines() if ":" in line}

    def packages(self) -> set[str]:
        """The Debian packages that are installed, and the names that they stand for."""
        found: set[str] = set()
        for block in self.read("/var/lib/dpkg/status").split("\n\n"):
            fields = dict(
                line.split(": ", 1) for line in block.splitlines() if ": " in line and line[0] != " "
            )
            if fields.get("Status", "").endswith(" installed"):
                names = [fields.get("Package", ""), *fields.get("Provides", "").split(",")]
                found |= {name.split()[0] for name in names if name.strip()}
        return found
