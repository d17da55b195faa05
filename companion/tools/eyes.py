"""The commands of `./sternwarte vision`: sheets to print, pictures to read, faces to teach."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.reading import Picture, Reading

Add = Callable[[Any], None]

BALLS = Path(__file__).resolve().parent.parent / "games" / "starfarers" / "balls.toml"


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


def report(reading: Reading, file: Path, name: str = "dice") -> dict[str, object]:
    """A reading as one line of JSON says it."""
    return {
        "file": str(file),
        name: [
            {
                **({} if one.kind == "pips" else {"kind": one.kind}),
                "face": int(one.face) if one.face.isdigit() else one.face,
                "confidence": one.confidence,
                "box": one.box,
            }
            for one in reading.seen
        ],
        "sure": reading.sure,
        "why": [str(reason) for reason in reading.why],
        "ms": round(reading.ms, 1),
    }


def read_files(files: Sequence[Path], read: Callable[[Picture], Reading], name: str = "dice") -> int:
    """Print one line of JSON for each file; 1 if one of them cannot be read."""
    from vision.picture_file import BadPicture, load

    failed = False
    for file in files:
        try:
            line = report(read(load(file)), file, name)
        except BadPicture as error:
            line, failed = {"file": str(file), "error": str(error)}, True
        print(json.dumps(line), flush=True)
    return 1 if failed else 0


def _add_dice(commands: Any) -> None:
    parser = command(
        commands,
        "dice",
        _dice,
        "reads pip dice in pictures",
        "One line of JSON for each file. Exit code 1 if a file is no picture.\n\n"
        "example:\n  ./sternwarte vision dice --expect 2 roll.jpg",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--expect", type=int, metavar="N", help="how many dice there are")


def _dice(args: argparse.Namespace) -> int:
    from vision.dice import DiceReader

    reader = DiceReader()
    return read_files(args.files, lambda picture: reader.read(picture, args.expect))


def _add_balls(commands: Any) -> None:
    parser = command(
        commands,
        "balls",
        _balls,
        "reads the balls behind a window in pictures",
        "One line of JSON for each file. Exit code 1 if a file is no picture.\n\n"
        "example:\n  ./sternwarte vision balls window.jpg",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--set", type=Path, default=BALLS, metavar="SET.toml", help="(Starfarers)")
    parser.add_argument("--expect", type=int, metavar="N", help="how many balls there are (as the set says)")


def _balls(args: argparse.Namespace) -> int:
    from companion.tools.errors import Complaint
    from vision.ball_set import BadSet, load
    from vision.balls import BallReader

    try:
        reader = BallReader(load(args.set))
    except BadSet as error:
        raise Complaint(f"{args.set}: {error}") from error
    return read_files(args.files, lambda picture: reader.read(picture, args.expect), "balls")


def _add_symbol_dice(commands: Any) -> None:
    from companion.tools import symbol_dice

    symbol_dice.add_symbols(commands)
    symbol_dice.add_teach(commands)
    symbol_dice.add_paper_dice(commands)


SUB_COMMANDS: tuple[Add, ...] = (
    _add_tray_sheet,
    _add_dice,
    _add_symbol_dice,
    _add_balls,
)  # fmt: skip
