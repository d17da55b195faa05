"""The commands of `./sternwarte vision` for symbol dice: read them, teach them, print paper ones."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.tools.errors import Complaint
from companion.tools.eyes import command, read_files, write

if TYPE_CHECKING:
    from vision.dice_set import DiceSet
    from vision.teach import Taught

OWN_SET = Path(__file__).resolve().parent.parent / "games" / "twilight_inscription" / "dice.toml"


def add_symbols(commands: Any) -> None:
    """The command that reads pictures."""
    parser = command(
        commands,
        "symbols",
        _symbols,
        "reads the symbol dice of a set in pictures",
        "One line of JSON for each file. Exit code 1 if a file is no picture.\n"
        "What `vision teach` has written is found beside the set; with nothing taught the set's own\n"
        "drawings are read, as `vision paper-dice` prints them.\n\n"
        "example:\n  ./sternwarte vision symbols --set dice.toml roll.jpg",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--set", type=Path, default=OWN_SET, metavar="SET.toml", help="(Twilight Inscription)"
    )
    parser.add_argument("--taught", type=Path, metavar="FILE", help="what was taught (SET.taught)")
    parser.add_argument("--expect", type=int, metavar="N", help="how many dice there are (all of the set)")


def _symbols(args: argparse.Namespace) -> int:
    from vision.symbols import SymbolReader

    dice = _load_set(args.set)
    reader = SymbolReader(dice, _load_taught(dice, args.set, args.taught))
    return read_files(args.files, lambda picture: reader.read(picture, args.expect))


def add_teach(commands: Any) -> None:
    """The command that learns faces."""
    parser = command(
        commands,
        "teach",
        _teach,
        "learns the faces of symbol dice from pictures of single dice",
        "DIR has one die in each picture, named kind_face_number: red_double_1.jpg. Each face is best shown\n"
        "twice, in different light. One line of JSON for each picture, and one that says which faces are\n"
        "missing, which pairs look too much alike, and which were shown differently under one name.\n"
        "Exit code 1 if a picture teaches nothing or one of these lists is not empty.\n\n"
        "example:\n  ./sternwarte vision teach --set dice.toml pictures",
    )
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument(
        "--set", type=Path, default=OWN_SET, metavar="SET.toml", help="(Twilight Inscription)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write (SET.taught)")


def _teach(args: argparse.Namespace) -> int:
    from vision.confusable import confusable, unlike
    from vision.picture_file import BadPicture, load
    from vision.teach import Lesson, NotTaught, Taught, by_name, lesson, missing

    dice = _load_set(args.set)
    if not args.folder.is_dir():
        raise Complaint(f"{args.folder}: no such folder")
    lessons: list[Lesson] = []
    failed = False
    for kind, face, path in by_name(path for path in args.folder.iterdir() if path.is_file()):
        line: dict[str, object] = {"file": str(path), "kind": kind, "face": face}
        try:
            if (kind, face) not in dice.pairs:
                raise NotTaught(f"the set {dice.name} has no die {kind} with the face {face}")
            lessons.append(lesson(load(path), kind, face))
        except (BadPicture, NotTaught) as error:
            line["error"], failed = str(error), True
        print(json.dumps(line), flush=True)
    if not lessons:
        raise Complaint(f"{args.folder}: no picture in it teaches a face; name them like red_double_1.jpg")
    taught = Taught(dice.name, tuple(lessons))
    absent, alike, different = missing(dice, taught), confusable(taught), unlike(taught)
    write(args.out or args.set.with_suffix(".taught"), taught.encode())
    said = {
        "set": dice.name, "lessons": len(lessons), "missing": absent, "alike": alike, "different": different,
    }  # fmt: skip
    print(json.dumps(said))
    return 1 if failed or absent or alike or different else 0


def add_paper_dice(commands: Any) -> None:
    """The command that prints dice."""
    parser = command(
        commands,
        "paper-dice",
        _paper_dice,
        "writes the dice of a set as nets to cut out, fold and glue, as a PDF to print",
        "Print it on card without scaling. Symbols and colours are those that the set's file describes.\n\n"
        "example:\n  ./sternwarte vision paper-dice --out dice.pdf",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the PDF to write")
    parser.add_argument(
        "--set", type=Path, default=OWN_SET, metavar="SET.toml", help="(Twilight Inscription)"
    )


def _paper_dice(args: argparse.Namespace) -> int:
    from vision.dice_set import BadSet
    from vision.paper_dice import paper_dice

    try:
        made = paper_dice(_load_set(args.set))
    except BadSet as error:
        raise Complaint(f"{args.set}: {error}") from error
    write(args.out, made)
    return 0


def _load_set(path: Path) -> DiceSet:
    from vision import dice_set

    try:
        return dice_set.load(path)
    except dice_set.BadSet as error:
        raise Complaint(f"{path}: {error}") from error


def _load_taught(dice: DiceSet, of: Path, given: Path | None) -> Taught:
    from vision import teach

    path = given or of.with_suffix(".taught")
    if given or path.is_file():
        try:
            taught = teach.load(path)
        except teach.NotTaught as error:
            raise Complaint(f"{path}: {error}") from error
        if taught.name != dice.name:
            raise Complaint(f"{path}: taught for the set {taught.name}, not for {dice.name}")
        return taught
    drawn = teach.drawn(dice)
    if teach.missing(dice, drawn):
        raise Complaint(f"{of}: nothing is taught yet; see vision teach --help")
    print(f"Nothing is taught ({path} is not there): the drawings of {dice.name} are read.", file=sys.stderr)
    return drawn
