"""How surely rolls are told from hands, light, pick-ups and nudges: rest [--sequences N] [--first SEED]."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from vision.rest import Kind, Watch, step
from vision.scenes.motion import KINDS, Sequence

# Lower seeds were looked at while the thresholds were chosen.
FIRST_SEED = 400_000
# So many seconds after the dice lie still a roll must have been said.
IN_TIME = 1.25


def outcome(kind: str, seed: int) -> tuple[int, int, int, int]:
    """For one sequence: true rolls, those found exactly once, those missed, and rolls said without one."""
    sequence = Sequence(kind, seed)
    watch, said = Watch(), []
    for shot in sequence.shots():
        watch, event = step(
            watch,
            shot.picture,
            shot.seconds,
            lambda _, dice=shot.dice: dice,
            sequence.expected,
            sequence.width_of_a_die,
        )
        if event and event.kind == Kind.ROLL:
            said.append(event.seconds)
    times = [sum(0 <= at - rest <= IN_TIME for at in said) for rest in sequence.rolls]
    return len(times), times.count(1), times.count(0), len(said) - sum(map(bool, times))


def main() -> int:
    """Print the table; 1 if a roll was missed, said twice, or said without being one."""
    parser = argparse.ArgumentParser(prog="sternwarte bench rest", description=__doc__)
    parser.add_argument("--sequences", type=int, default=500)
    parser.add_argument("--first", type=int, default=FIRST_SEED, metavar="SEED", help=f"({FIRST_SEED})")
    args = parser.parse_args()
    sums: Counter[tuple[str, str]] = Counter()
    bad: list[str] = []
    for number in range(args.sequences):
        kind, seed = KINDS[number % len(KINDS)], args.first + number
        rolls, once, missed, false = outcome(kind, seed)
        well = rolls == once and not false
        for column, value in zip(COLUMNS, (1, well, rolls, once, missed, false), strict=True):
            sums[kind, column] += int(value)
            sums["all", column] += int(value)
        if not well:
            bad.append(f"{kind} {seed}: {rolls} rolls, {once} found once, {missed} missed, {false} false")
    print(f"{'kind':<10}" + "".join(f"{column:>13}" for column in COLUMNS))
    for kind in (*KINDS, "all"):
        print(f"{kind:<10}" + "".join(f"{sums[kind, column]:>13}" for column in COLUMNS))
    print(*bad, sep="\n", end="\n" if bad else "")
    return 1 if bad else 0


COLUMNS = ("sequences", "all right", "rolls", "found once", "missed", "false")

if __name__ == "__main__":
    sys.exit(main())
