"""The steps of an installation: each can be described, looked at, done and taken back."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from .machine import Machine

APT = ("apt-get", "install", "-y", "--no-install-recommends")
SOURCES = ("companion", "vision", "hardware", "systemd", "requirements", "pyproject.toml", "README.md")


class Step(Protocol):
    """One thing that has to be so. `key` and `what` name it; see install.toml."""

    @property
    def key(self) -> str:
        """Its kind."""

    @property
    def what(self) -> str:
        """Its subject: a file, a name, a list."""

    def is_done(self, machine: Machine) -> bool:
        """Whether it is so already."""

    def ways(self, machine: Machine) -> Iterator[str]:
        """How it would be done, line by line, for --dry-run."""

    def do(self, machine: Machine) -> None:
        """Make it so. Raises Complaint."""

    def undo(self, machine: Machine) -> None:
        """Take it back as far as this step had made it so."""


@dataclass(frozen=True)
class Packages:
    """Debian packages that have to be there. They stay when the rest goes: others may need them by then."""

    names: tuple[str, ...]
    key: str = "packages"

    @property
    def what(self) -> str:
        return ", ".join(self.names)

    def missing(self, machine: Machine) -> list[str]:
        """Those that are not installed."""
        there = machine.packages()
        return [name for name in self.names if name not in there]

    def is_done(self, machine: Machine) -> bool:
        return not self.missing(machine)

    def ways(self, machine: Machine) -> Iterator[str]:
        yield "apt-get update"
        yield " ".join((*APT, *self.missing(machine)))

    def do(self, machine: Machine) -> None:
        machine.run("apt-get", "update")
        machine.must(*APT, *self.missing(machine))

    def undo(self, machine: Machine) -> None:
        pass


@dataclass(frozen=True)
class User:
    """The user that the service runs as: no password, no shell, no rights of its own."""

    name: str
    home: str
    key: str = "user"

    @property
    def what(self) -> str:
        return self.name

    @property
    def _command(self) -> tuple[str, ...]:
        shell = "/usr/sbin/nologin"
        return (
            "useradd", "--system", "--user-group", "--no-create-home",
            "--home-dir", self.home, "--shell", shell, self.name,
        )  # fmt: skip

    def is_done(self, machine: Machine) -> bool:
        return self.name in machine.names("/etc/passwd")

    def ways(self, machine: Machine) -> Iterator[str]:
        yield " ".join(self._command)

    def do(self, machine: Machine) -> None:
        machine.must(*self._command)
        machine.record["user"] = self.name

    def undo(self, machine: Machine) -> None:
        if machine.record.get("user") == self.name and self.is_done(machine):
            machine.must("userdel", self.name)


@dataclass(frozen=True)
class File:
    """A file with this content. One that is the owner's is written once and then left alone."""

    path: str
    content: str = field(repr=False)
    mode: int = 0o644
    owners: bool = False
    key: str = "file"

    @property
    def what(self) -> str:
        return self.path

    def is_done(self, machine: Machine) -> bool:
        real = machine.at(self.path)
        if not real.is_file():
            return False
        right = real.stat().st_mode & 0o777 == self.mode
        return right and (self.owners or machine.read(self.path) == self.content)

    def ways(self, machine: Machine) -> Iterator[str]:
        yield f"{self.path} ({self.mode:04o}, {len(self.content.encode())} bytes)"

    def do(self, machine: Machine) -> None:
        machine.write(self.path, self.content, self.mode)

    def undo(self, machine: Machine) -> None:
        machine.remove(self.path)
        machine.tidy(Path(self.path).parent)


@dataclass(frozen=True)
class Gone:
    """A file of an earlier installation that this one does not want."""

    path: str
    key: str = "gone"

    @property
    def what(self) -> str:
        return self.path

    def is_done(self, machine: Machine) -> bool:
        return not os.path.lexists(machine.at(self.path))

    def ways(self, machine: Machine) -> Iterator[str]:
        yield f"rm {self.path}"

    def do(self, machine: Machine) -> None:
        machine.remove(self.path)
        machine.tidy(Path(self.path).parent)

    def undo(self, machine: Machine) -> None:
        pass


@dataclass(frozen=True)
class Link:
    """A link with this target; what it pointed to before is remembered and put back."""

    path: str
    target: str
    key: str = "link"

    @property
    def what(self) -> str:
        return f"{self.path} -> {self.target}"

    def is_done(self, machine: Machine) -> bool:
        return machine.target(self.path) == self.target

    def ways(self, machine: Machine) -> Iterator[str]:
        yield f"ln -sfn {self.target} {self.path}"

    def do(self, machine: Machine) -> None:
        before = machine.target(self.path)
        if before:
            machine.record.setdefault("links", {}).setdefault(self.path, before)
        machine.link(self.path, self.target)

    def undo(self, machine: Machine) -> None:
        if not self.is_done(machine):
            return
        before = machine.record.get("links", {}).get(self.path)
        if before:
            machine.link(self.path, before)
        else:
            machine.remove(self.path)
            machine.tidy(Path(self.path).parent)


@dataclass(frozen=True)
class Release:
    """A Python environment with Sternwarte in it, which sees what apt installed for the camera and the pins.

    `source` is a checkout or a wheel. With `like`, the packages of another release come along, so that an
    update needs the internet only for what it wants anew. A release is finished when it carries its stamp.
    """

    folder: str
    source: Path
    like: str = ""
    constraints: str = ""
    key: str = "release"

    @property
    def what(self) -> str:
        return self.folder

    @property
    def _stamp(self) -> str:
        return f"{self.folder}/finished"

    def is_done(self, machine: Machine) -> bool:
        return machine.at(self._stamp).exists()

    def _make(self) -> tuple[str, ...]:
        return ("/usr/bin/python3", "-m", "venv", "--system-site-packages", self.folder)

    def _pip(self, what: Path | str, *more: str) -> tuple[str, ...]:
        limits = ("-c", self.constraints) if self.constraints else ()
        pip = (
            f"{self.folder}/bin/python",
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "--no-input",
        )
        return (*pip, "--prefer-binary", *limits, *more, str(what))

    def ways(self, machine: Machine) -> Iterator[str]:
        yield " ".join(self._make())
        if self.like:
            yield f"cp -a {self.like}/lib/python3.*/site-packages {self.folder}/lib/"
        yield " ".join(self._pip(self.source))

    def do(self, machine: Machine) -> None:
        machine.remove(self.folder)
        machine.at(self.folder).parent.mkdir(parents=True, exist_ok=True)
        machine.must(*self._make())
        if self.like:
            self._take_along(machine)
        if self.source.is_dir():
            self._install_checkout(machine)
        else:
            # First this very file, whatever its version says, then what it needs and what is missing.
            machine.must(*self._pip(self.source, "--force-reinstall", "--no-deps"))
            machine.must(*self._pip(self.source))
        machine.write(self._stamp, "")

    def _take_along(self, machine: Machine) -> None:
        for folder in machine.at(self.like).glob("lib/python3.*/site-packages"):
            there = machine.at(self.folder) / folder.relative_to(machine.at(self.like))
            shutil.copytree(folder, there, symlinks=True, dirs_exist_ok=True)

    def _install_checkout(self, machine: Machine) -> None:
        """From a copy, because building leaves traces where it happens."""
        copy = f"{self.folder}/source"
        for name in SOURCES:
            found, there = self.source / name, machine.at(copy) / name
            if found.is_dir():
                shutil.copytree(found, there, ignore=shutil.ignore_patterns("__pycache__"))
            elif found.is_file():
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, there)
        machine.must(*self._pip(copy))
        machine.remove(copy)

    def undo(self, machine: Machine) -> None:
        machine.remove(self.folder)


@dataclass(frozen=True)
class Service:
    """Commands for the running system; without one they wait for the next boot."""

    key: str
    commands: tuple[tuple[str, ...], ...]
    back: tuple[tuple[str, ...], ...] = ()

    @property
    def what(self) -> str:
        return "; ".join(" ".join(command) for command in self.commands)

    def is_done(self, machine: Machine) -> bool:
        return not machine.booted

    def ways(self, machine: Machine) -> Iterator[str]:
        yield from (" ".join(command) for command in self.commands)

    def do(self, machine: Machine) -> None:
        for command in self.commands:
            machine.must(*command)

    def undo(self, machine: Machine) -> None:
        if machine.booted:
            for command in self.back:
                # A service that was never there need not be stopped.
                machine.run(*command)
