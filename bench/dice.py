"""Pip dice read from photos: dice DIR [--expect]; DIR has labels.csv (file, values, tier, source).

The networks were trained with drawn dice only, the confidence was fitted with photos. With --confidence
FOLDER each source is read with one that was fitted without it (see vision/training/calibrate.py).
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import cv2
from blobs import blob_dice
from msgspec import Struct

from vision import evidence, picture_file
from vision.dice import DiceReader

GOALS = {"A": (98.0, 85.0), "B": (90.0, 70.0), "C": (70.0, 0.0)}
"""Tier: photos exactly right and readings that are sure, both in per cent at least."""

MOST_WRONG = 0.5
"""Per cent of the dice in sure readings that may be wrong."""

FLOOR = {"A": 96.0, "B": 94.0, "C": 74.0}
"""Tier: photos exactly right in per cent that the shipped reader has reached; less is a step back."""


class Row(Struct, frozen=True):
    """What was found in one photo."""

    file: str
    tier: str
    source: str
    truth: Counter[str]
    found: Counter[str]
    sure: bool
    ms: float
    blob: Counter[str]
    blob_ms: float
    confidences: tuple[tuple[float, bool], ...]

    @property
    def wrong(self) -> int:
        """Dice that are misread, missed or invented."""
        both = (self.truth & self.found).total()
        return max(self.truth.total(), self.found.total()) - both


def look(folder: Path, expect: bool, networks: Path | None, confidence: Path | None) -> list[Row]:
    """Read all photos that the labels name, each with the confidence for its source where there is such."""
    readers: dict[str, DiceReader] = {}
    rows = []
    with (folder / "labels.csv").open(encoding="utf-8") as lines:
        for label in csv.DictReader(lines):
            picture = picture_file.load(folder / label["file"], longest=1600)
            truth = Counter(label["values"].split())
            source = label["source"] if confidence else ""
            if source not in readers:
                fitted = evidence.load(confidence / f"{source}.toml") if confidence else None
                readers[source] = DiceReader(networks, fitted)
            reading = readers[source].read(picture, expect=truth.total() if expect else None)
            began = time.perf_counter()
            blob = Counter(str(number) for number in blob_dice(picture))
            blob_ms = 1000 * (time.perf_counter() - began)
            found = Counter(reading.faces)
            right = found == truth
            rows.append(
                Row(
                    label["file"],
                    label["tier"],
                    label["source"],
                    truth,
                    found,
                    reading.sure,
                    reading.ms,
                    blob,
                    blob_ms,
                    tuple((one.confidence, right) for one in reading.seen),
                )
            )
    return rows


def table(rows: list[Row], by: str) -> list[str]:
    """The lines of the table, one a tier (or a source)."""
    lines = [
        f"{by:<10}{'photos':>7}{'right':>8}{'dice':>8}{'sure':>8}{'sure dice wrong':>17}"
        f"{'ms':>7}{'p95':>7}{'blob right':>12}{'blob ms':>9}"
    ]
    names = sorted({getattr(row, by) for row in rows})
    for name in [*names, "all"]:
        mine = [row for row in rows if name in ("all", getattr(row, by))]
        exact = 100 * sum(not row.wrong for row in mine) / len(mine)
        total = sum(row.truth.total() for row in mine)
        dice = 100 * sum((row.truth & row.found).total() for row in mine) / max(total, 1)
        sure = [row for row in mine if row.sure]
        spent = sorted(row.ms for row in mine)
        blob = 100 * sum(row.blob == row.truth for row in mine) / len(mine)
        lines.append(
            f"{name:<10}{len(mine):>7}{exact:>7.1f}%{dice:>7.1f}%{100 * len(sure) / len(mine):>7.1f}%"
            f"{sum(row.wrong for row in sure):>9} of {sum(row.found.total() for row in sure):<4}"
            f"{statistics.median(spent):>8.0f}{spent[int(0.95 * (len(spent) - 1))]:>7.0f}"
            f"{blob:>11.1f}%{statistics.median(row.blob_ms for row in mine):>9.0f}"
        )
    return lines


def curve(rows: list[Row]) -> list[str]:
    """How often photos are exactly right among the dice of a confidence."""
    pairs = [pair for row in rows for pair in row.confidences]
    lines = ["confidence   dice   in photos that are exactly right"]
    for low, high in (
        (0, 0.5),
        (0.5, 0.8),
        (0.8, 0.9),
        (0.9, 0.95),
        (0.95, 0.98),
        (0.98, 0.99),
        (0.99, 1.01),
    ):
        mine = [right for sureness, right in pairs if low <= sureness < high]
        if mine:
            lines.append(f"{low:.2f}-{min(high, 1):.2f}{len(mine):>8}{100 * sum(mine) / len(mine):>9.1f}%")
    return lines


def misses(rows: list[Row]) -> list[str]:
    """What must be better, against the goals."""
    found = []
    for tier, (exact, sure) in GOALS.items():
        mine = [row for row in rows if row.tier == tier]
        if not mine:
            continue
        right = 100 * sum(not row.wrong for row in mine) / len(mine)
        share = 100 * sum(row.sure for row in mine) / len(mine)
        if right < exact:
            found.append(f"tier {tier}: {right:.1f} % exactly right, {exact} % wanted")
        if share < sure:
            found.append(f"tier {tier}: {share:.1f} % sure, {sure} % wanted")
    return found + mistakes(rows)


def mistakes(rows: list[Row]) -> list[str]:
    """What must never be: sure readings that are wrong, and dice in empty scenes."""
    found = []
    certain = [row for row in rows if row.sure]
    wrong = 100 * sum(row.wrong for row in certain) / max(sum(row.found.total() for row in certain), 1)
    if wrong > MOST_WRONG:
        found.append(f"{wrong:.2f} % of the dice in sure readings are wrong, at most {MOST_WRONG} % wanted")
    if any(row.found and not row.truth for row in rows):
        found.append("dice where there are none")
    return found


def steps_back(rows: list[Row]) -> list[str]:
    """Where the reader is worse than it was, whatever the goals are."""
    found = []
    for tier, floor in FLOOR.items():
        mine = [row for row in rows if row.tier == tier]
        right = 100 * sum(not row.wrong for row in mine) / max(len(mine), 1)
        if mine and right < floor:
            found.append(f"tier {tier}: {right:.1f} % exactly right, it has been {floor} %")
    return found + mistakes(rows)


def main() -> int:
    """Print the tables; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="bench dice", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--expect", action="store_true", help="tell the reader how many dice there are")
    parser.add_argument("--wrong", action="store_true", help="list the photos that are not exactly right")
    parser.add_argument("--networks", type=Path, help="a folder with other networks than the shipped")
    parser.add_argument("--confidence", type=Path, help="a folder with SOURCE.toml for each source")
    parser.add_argument("--floor", action="store_true", help="fail only where it is worse than it has been")
    args = parser.parse_args()
    if not (args.folder / "labels.csv").is_file():
        sys.exit(f"{args.folder} has no labels.csv")
    cv2.setNumThreads(1)
    rows = look(args.folder, args.expect, args.networks, args.confidence)
    if args.confidence:
        print("Networks that saw no photo; each source read with a confidence that was fitted without it.\n")
    else:
        print(
            "The shipped reader: networks that saw no photo, a confidence fitted with these among others.\n"
        )
    for by in ("tier", "source"):
        print("\n".join(table(rows, by)), end="\n\n")
    print("\n".join(curve(rows)))
    for row in rows:
        if args.wrong and row.wrong:
            sure = " SURE" if row.sure else ""
            print(f"{row.tier} {row.file}: {_said(row.truth)} read as {_said(row.found)}{sure}")
    missed = misses(rows)
    print("\n" + ("\n".join(missed) or "All goals are met."))
    if args.floor:
        missed = steps_back(rows)
        print("\n".join(missed) or "Nothing is worse than it has been.")
    return 1 if missed else 0


def _said(dice: Counter[str]) -> str:
    return " ".join(sorted(dice.elements())) or "none"


if __name__ == "__main__":
    sys.exit(main())
