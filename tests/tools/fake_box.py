"""A machine under a folder, whose commands are written down instead of run."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.tools.install import PACKAGES
from companion.tools.machine import Done, Machine

Answer = Callable[[Sequence[str]], "Done | None"]


class FakeBox(Machine):
    """A bare Debian without packages and systemd. Commands do to its folder what they would do."""

    def __init__(self, root: Path, answer: Answer = lambda _: None) -> None:
        super().__init__(root, self._run)
        self.calls: list[str] = []
        self.answer = answer
        self.write("/etc/debian_version", "12.9\n")
        self.write(
            "/etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_CODENAME=bookworm\n'
        )
        self.write("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n")
        self.write("/etc/group", "root:x:0:\nvideo:x:44:\nrender:x:105:\ninput:x:104:\naudio:x:29:\n")
        self.write("/usr/bin/python3.11", "")
        self.link("/usr/bin/python3", "python3.11")
        self.installed("dpkg")

    def installed(self, *names: str) -> None:
        """Put packages into dpkg's list."""
        blocks = [f"Package: {name}\nStatus: install ok installed\n" for name in names]
        self.write("/var/lib/dpkg/status", self.read("/var/lib/dpkg/status") + "\n".join(blocks) + "\n")

    def boot(self) -> None:
        """Let systemd run."""
        self.at("/run/systemd/system").mkdir(parents=True)

    def become_pi(self) -> None:
        """Be a Raspberry Pi."""
        self.write("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
        self.write("/etc/group", self.read("/etc/group") + "gpio:x:997:\n")

    def _run(self, command: Sequence[str]) -> Done:
        self.calls.append(" ".join(command))
        told = self.answer(command)
        if told is not None:
            return told
        if "venv" in command:
            self.write(f"{command[-1]}/bin/python", "")
            self.at(f"{command[-1]}/lib/python3.11/site-packages").mkdir(parents=True)
        elif command[0] == "apt-get":
            self.installed(*[word for word in command[2:] if not word.startswith("-")])
        elif command[0] == "useradd":
            self.write("/etc/passwd", self.read("/etc/passwd") + f"{command[-1]}:x:999:999::/:/\n")
        elif command[0] == "userdel":
            rows = self.read("/etc/passwd").splitlines(keepends=True)
            self.write("/etc/passwd", "".join(row for row in rows if not row.startswith(f"{command[-1]}:")))
        elif "pip" in command:
            release = command[0].removesuffix("/bin/python")
            self.write(f"{release}/lib/python3.11/site-packages/sternwarte.txt", command[-1])
        return Done(0)

    def files(self) -> dict[str, str]:
        """Every file with its content, links with their target."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = "/" + str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = f"-> {self.target(name)}"
            elif path.is_file():
                found[name] = path.read_text("utf-8")
        return found


def complete(box: FakeBox) -> FakeBox:
    """A box on which every package is there."""
    box.installed(*PACKAGES)
    return box


def wheel(folder: Path, version: str = "0.2.0") -> Path:
    """A file that looks like a release."""
    path = folder / f"sternwarte-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("companion/__init__.py", version)
    return path
