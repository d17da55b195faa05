"""Where exports can go: USB sticks that are plugged in, and how files get there whole."""

from __future__ import annotations

import contextlib
import errno
import getpass
import os
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from companion.engine import Text, text

from .opening import sync


class Target(Struct, frozen=True):
    """A place for exports: its folder, its name and its free bytes."""

    folder: Path
    label: str
    free: int


class ExportError(Exception):
    """Files that could not be written; `why` tells the player what to do."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


def targets(
    mounts: str | None = None,
    user: str | None = None,
    sys: Path = Path("/sys"),
    writable: Callable[[Path], bool] = lambda path: os.access(path, os.W_OK),
) -> list[Target]:
    """The sticks that can be written now, in the order of their names."""
    lines = _mounts() if mounts is None else mounts
    name = _user() if user is None else user
    own = [Path("/media", name), Path("/run/media", name)]
    found = []
    for line in lines.splitlines():
        fields = line.split()
        if len(fields) < 4 or not fields[0].startswith("/dev/"):
            continue
        device, folder = fields[0], Path(_unescaped(fields[1]))
        if "rw" not in fields[3].split(",") or not writable(folder):
            continue
        by_hand = any(root in folder.parents for root in (Path("/media"), Path("/mnt"), Path("/run/media")))
        by_hand = by_hand or folder in (Path("/mnt"), Path("/media"))
        if any(root in folder.parents for root in own) or (by_hand and _removable(device, sys)):
            found.append(Target(folder, folder.name, _free(folder)))
    return sorted(set(found), key=lambda target: str(target.folder))


def save(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, each whole or not at all; raises ExportError saying what to do."""
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            written.append(_write(folder / name, content))
        sync(folder)
    except OSError as error:
        key = {
            errno.ENOSPC: "export.full",
            errno.EDQUOT: "export.full",
            errno.EFBIG: "export.full",
            errno.EROFS: "export.locked",
            errno.EACCES: "export.locked",
            errno.EPERM: "export.locked",
        }.get(error.errno or 0, "export.gone")
        raise ExportError(text(key, folder=str(folder))) from error
    return written


def _write(path: Path, content: bytes) -> Path:
    draft = path.with_name(f".{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    return path


def _mounts() -> str:
    try:
        return Path("/proc/mounts").read_text("utf-8", "replace")
    except OSError:
        return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "root"


def _unescaped(field: str) -> str:
    """A path as `/proc/mounts` writes it: spaces and the like as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code.group(1), 8)), field)


def _removable(device: str, sys: Path) -> bool:
    """Whether a partition is on something that can be pulled out; disks on USB count too."""
    block = sys / "class/block" / Path(device).name
    try:
        real = block.resolve()
    except OSError:
        return False
    if "usb" in str(real):
        return True
    for disk in (real, real.parent):
        try:
            if (disk / "removable").read_text().strip() == "1":
                return True
        except OSError:
            continue
    return False


def _free(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0
