"""What goes wrong through what was typed, not through a fault of ours."""

from __future__ import annotations

import sys
from pathlib import Path


class Complaint(Exception):
    """Bad input: the sentence says what to do about it."""


def read_text(path: Path | str) -> str:
    """The text of a file, or of standard input (`-`); Complaint where it cannot be read."""
    try:
        if str(path) == "-":
            return sys.stdin.read()
        return Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise Complaint(f"{path}: not a UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise Complaint(f"{path}: {error.strerror or error}") from error
