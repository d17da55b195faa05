"""The commands of `./sternwarte vision`: sheets to print, pictures to read, faces to teach."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

Add = Callable[[Any], None]


def add(commands: Any) -> None:
    """Add the command `vision` with all its sub-commands."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "vision",
        help="reads pictures and prints what the camera needs",
        description="Reads pictures and prints what the camera needs.",
        epilog="example:\n  ./sternwarte vision tray-sheet --out tray.pdf",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for one in SUB_COMMANDS:
        one(inner)


def command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], does: str, more: str
) -> argparse.ArgumentParser:
    """A new sub-command; `run` does it, `more` ends its help."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def write(path: Path, data: bytes) -> None:
    """Write a file and say where it is; Complaint where that cannot be done."""
    from companion.tools.errors import Complaint

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise Complaint(f"{path}: {error.strerror or error}") from error
    print(path)


def _add_tray_sheet(commands: Any) -> None:
    parser = command(
        commands,
        "tray-sheet",
        _tray_sheet,
        "writes the sheet with the markers that lies in the dice tray, as a PDF to print",
        "Print it without scaling; the line on it then measures 100 mm.\n\n"
        "example:\n  ./sternwarte vision tray-sheet --out tray.pdf --paper a5",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the PDF to write")
    parser.add_argument("--paper", choices=("a4", "a5"), default="a4", help="(a4)")


def _tray_sheet(args: argparse.Namespace) -> int:
    from vision.tray_sheet import tray_sheet

    write(args.out, tray_sheet(args.paper))
    return 0


SUB_COMMANDS: tuple[Add, ...] = (
    _add_tray_sheet,
)  # fmt: skip
